"""TensorTiler2D: the patterns that cut a matrix into tiles and groups of tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lanewise.iron.refusals import wrong_value
from lanewise.iron.taps import TensorAccessPattern, TensorAccessSequence


def _pair(what: str, of: Any) -> tuple[int, int]:
    values = tuple(int(v) for v in of)
    if len(values) != 2 or min(values) < 1:
        raise wrong_value(what, "no_pair", of=repr(of))
    return values[0], values[1]


class _Axis(NamedTuple):
    """One direction: `tiles` of them, `repeat` in a group, `step` apart."""

    tiles: int
    repeat: int
    step: int

    def patterns(self) -> int:
        """Whole groups, and what is left over in smaller ones."""
        full = self.tiles // (self.step * self.repeat)
        left = self.tiles - self.step * self.repeat * full
        deep = left // self.step
        return self.step * full + (self.step * (left // (self.step * deep)) if deep else left)

    def start(self, number: int) -> int:
        return number // self.step * self.step * self.repeat + number % self.step

    def taken(self, start: int) -> int:
        """How many tiles of the group are there."""
        return min(self.repeat, -(-(self.tiles - start) // self.step))


class TensorTiler2D:
    """Class methods that give a TensorAccessSequence."""

    def __init__(self) -> None:
        raise wrong_value("TensorTiler2D", "tiler_made")

    @classmethod
    def simple_tiler(
        cls, tensor_dims: Sequence[int], tile_dims: Sequence[int] | None = None, tile_col_major: bool = False,
        iter_col_major: bool = False, pattern_repeat: int = 1, prune_step: bool = True,
    ) -> TensorAccessSequence:  # fmt: skip
        """A pattern for each tile; without one, the whole tensor."""
        return cls.group_tiler(
            tensor_dims, tensor_dims if tile_dims is None else tile_dims, (1, 1), tile_col_major=tile_col_major,
            iter_col_major=iter_col_major, pattern_repeat=pattern_repeat, prune_step=prune_step,
        )  # fmt: skip

    @classmethod
    def group_tiler(
        cls, tensor_dims: Sequence[int], tile_dims: Sequence[int], tile_group_dims: Sequence[int] = (1, 1),
        tile_col_major: bool = False, tile_group_col_major: bool = False, iter_col_major: bool = False,
        pattern_repeat: int = 1, allow_partial: bool = False, prune_step: bool = True,
    ) -> TensorAccessSequence:  # fmt: skip
        """A pattern for each group of neighbouring tiles."""
        return cls.step_tiler(
            tensor_dims, tile_dims, tile_group_dims, (1, 1), tile_col_major, tile_group_col_major, iter_col_major,
            pattern_repeat, allow_partial, prune_step,
        )  # fmt: skip

    @classmethod
    def step_tiler(
        cls, tensor_dims: Sequence[int], tile_dims: Sequence[int], tile_group_repeats: Sequence[int] = (1, 1),
        tile_group_steps: Sequence[int] = (1, 1), tile_col_major: bool = False, tile_group_col_major: bool = False,
        iter_col_major: bool = False, pattern_repeat: int = 1, allow_partial: bool = False, prune_step: bool = True,
    ) -> TensorAccessSequence:  # fmt: skip
        """A pattern for each group of tiles that lie some tiles apart."""
        tensor, tile = _pair("tensor_dims", tensor_dims), _pair("tile_dims", tile_dims)
        repeats, steps = _pair("tile_group_repeats", tile_group_repeats), _pair("tile_group_steps", tile_group_steps)
        if pattern_repeat < 1:
            raise wrong_value("pattern_repeat", "pattern_repeat", pattern_repeat=pattern_repeat)
        axes = []
        for whole, part, repeat, step in zip(tensor, tile, repeats, steps, strict=True):
            if whole % part:
                raise wrong_value("tile_dims", "tile_dims", tile=tile, tensor=tensor)
            if not allow_partial and whole % (part * repeat * step):
                raise wrong_value("tile_groups", "groups_of_tiles", repeats=repeats, steps=steps, tensor=tensor)
            tiles = whole // part
            repeat = min(repeat, -(-tiles // step))
            axes.append(_Axis(tiles, repeat, 1 if step > tiles else step))
        down, right = axes
        rows, columns = down.patterns(), right.patterns()
        taps = []
        for k in range(rows * columns):
            row, column = (k % rows, k // rows) if iter_col_major else (k // columns, k % columns)
            taps.append(_pattern(tensor, tile, down, right, down.start(row), right.start(column), pattern_repeat,
                                 tile_col_major, tile_group_col_major, prune_step))  # fmt: skip
        return TensorAccessSequence.from_taps(taps)


def _pattern(
    tensor: tuple[int, int], tile: tuple[int, int], down: _Axis, right: _Axis, row: int, column: int,
    pattern_repeat: int, tile_col_major: bool, group_col_major: bool, prune_step: bool,
) -> TensorAccessPattern:  # fmt: skip
    """The group whose first tile is at that row and column of tiles."""
    width = tensor[1]
    high, wide = tile
    offset = row * high * width + column * wide
    repeat_rows, repeat_columns = down.taken(row), right.taken(column)
    if prune_step:  # tiles that touch in the order they are taken are one larger tile
        if group_col_major and down.step == 1 and repeat_rows > 1 and not tile_col_major:
            high, repeat_rows = high * repeat_rows, 1
        elif not group_col_major and right.step == 1 and repeat_columns > 1 and tile_col_major:
            wide, repeat_columns = wide * repeat_columns, 1
    inner = [(wide, 1), (high, width)] if tile_col_major else [(high, width), (wide, 1)]
    rows, columns = (repeat_rows, width * tile[0] * down.step), (repeat_columns, tile[1] * right.step)
    if repeat_rows > 1 and repeat_columns > 1:
        outer = [columns, rows] if group_col_major else [rows, columns]
    else:
        outer = [(1, 0), rows if repeat_rows > 1 else columns if repeat_columns > 1 else (1, 0)]
    if pattern_repeat > 1:
        if outer[0][0] > 1:
            raise wrong_value("pattern_repeat", "no_room_to_repeat")
        outer[0] = (pattern_repeat, 0)
    dims = [*outer, *inner]
    return TensorAccessPattern(tensor, offset, [d[0] for d in dims], [d[1] for d in dims])
