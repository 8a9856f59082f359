"""Patterns of access against loops that say the same in full."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from lanewise import iron


def by_hand(
    shape: Any, tile: Any, group: Any, steps: Any, tile_cols: bool, group_cols: bool, iter_cols: bool
) -> Iterator[list[int]]:
    """Groups of tiles that divide the tensor, in full: each pattern's elements in order."""
    high, wide = (n // (t * g * s) for n, t, g, s in zip(shape, tile, group, steps, strict=True))
    places = [(r, c, i, j) for r in range(high) for i in range(steps[0]) for c in range(wide) for j in range(steps[1])]
    if iter_cols:
        places.sort(key=lambda p: (p[1], p[3], p[0], p[2]))
    for r, c, i, j in places:
        rows = [(r * group[0] + k) * steps[0] + i for k in range(group[0])]
        columns = [(c * group[1] + k) * steps[1] + j for k in range(group[1])]
        tiles = [(y, x) for x in columns for y in rows] if group_cols else list(itertools.product(rows, columns))
        inside = list(itertools.product(range(tile[0]), range(tile[1])))
        if tile_cols:
            inside.sort(key=lambda p: (p[1], p[0]))
        yield [(y * tile[0] + a) * shape[1] + x * tile[1] + b for y, x in tiles for a, b in inside]


@pytest.mark.parametrize("flags", list(itertools.product([False, True], repeat=3)))
@pytest.mark.parametrize(("group", "steps"), [((1, 1), (1, 1)), ((2, 1), (1, 1)), ((1, 2), (1, 1)), ((2, 3), (1, 1)),
                                              ((2, 1), (2, 1)), ((1, 3), (2, 2)), ((2, 3), (2, 1))])  # fmt: skip
def test_tiles_of_groups(flags: Any, group: Any, steps: Any) -> None:
    shape, tile = (8, 36), (2, 3)
    tile_cols, group_cols, iter_cols = flags
    taps = iron.TensorTiler2D.step_tiler(shape, tile, group, steps, tile_cols, group_cols, iter_cols)
    got = [list(tap.access_generator()) for tap in taps]
    assert got == list(by_hand(shape, tile, group, steps, *flags))
    assert all(len(tap.sizes) == 4 for tap in taps)


def test_groups_at_the_edge_are_smaller() -> None:
    taps = iron.TensorTiler2D.group_tiler((6, 10), (2, 2), (2, 2), allow_partial=True)
    assert np.array_equal(iron.TensorAccessSequence.from_taps(list(taps)).access_count(), np.ones((6, 10)))
    assert [len(list(tap.access_generator())) for tap in taps] == [16, 16, 8, 8, 8, 4]
    with pytest.raises(ValueError, match="allow_partial"):
        iron.TensorTiler2D.group_tiler((6, 10), (2, 2), (2, 2))


def test_patterns_wrap_and_know_where_elements_are_met() -> None:
    tap = iron.TensorAccessPattern((2, 4), 6, [2, 2], [3, 1])
    assert list(tap.access_generator()) == [6, 7, 1, 2]
    assert tap.access_order().tolist() == [[-1, 2, 3, -1], [-1, -1, 0, 1]]
    again = iron.TensorAccessPattern(8, 0, [3, 2], [0, 1])
    assert (again.tensor_dims, again.access_order().tolist()) == ([1, 8], [[4, 5, -1, -1, -1, -1, -1, -1]])
    assert again.access_count().sum() == 6
    assert iron.TensorAccessPattern((4, 4), 0, [1, 1, 4], [9, 9, 1]).strides == [0, 0, 1]


@pytest.mark.parametrize(
    "wrong", [((4, 4), 16, [1], [1]), ((4, 4), 0, [0], [1]), ((4, 4), 0, [1], [-1]), ((4, 4), 0, [1, 2], [1])]
)
def test_patterns_refuse_what_is_none(wrong: Any) -> None:
    with pytest.raises(ValueError, match="IRON-005"):
        iron.TensorAccessPattern(*wrong)


def test_sequences_are_made_by_functions() -> None:
    taps = iron.TensorAccessSequence((4, 4), 4, sizes=[1, 4], strides=[0, 1], offset_fn=lambda step, before: 4 * step)
    assert [tap.offset for tap in taps] == [0, 4, 8, 12]
    assert taps.access_order().tolist() == np.arange(16).reshape(4, 4).tolist()
