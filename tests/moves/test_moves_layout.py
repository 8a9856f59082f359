"""Layouts against plain loops: any nest, and the moves of a matrix unit from their formulas."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import cube_layouts
import cube_loops
import numpy as np
import pytest
from cube_cases import cube_cases, in_order_of
from nests import Placed, random_layouts

from lanewise.moves import FIRST, Axis, Conversion, Digit, Fill, Layout, axis, constant

OLD = 0x5C
ITEMS = {4: np.uint8, 8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def data(bits: int, n: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(n).integers(0, 2**bits, n, dtype=ITEMS[bits])


def room(placed: Placed) -> tuple[int, int]:
    """Items that the two sides need."""
    return max(to for to, _ in placed) + 1, max([0, *(frm for _, frm in placed if frm is not None)]) + 1


def moved(layout: Layout, to: int, frm: int) -> tuple[Any, Any]:
    """What a layout makes of a destination of old items, and what it came from."""
    src, dst = data(layout.bits, frm), np.full(to, OLD & (2**layout.bits - 1), ITEMS[layout.bits])
    layout.move(dst, src)
    return dst.tolist(), src.tolist()


def agrees(layout: Layout, placed: Placed, fill: int = 0) -> None:
    """Values, order, bounds and runs of a layout are those of a list of (to, from)."""
    if not placed:
        assert layout.items == 0
        assert layout.bounds() == (None, None)
        return
    got, src = moved(layout, *room(placed))
    wanted = [OLD & (2**layout.bits - 1)] * len(got)
    for to, frm in placed:
        wanted[to] = fill if frm is None else src[frm]
    assert got == wanted
    touches(layout, placed)


def touches(layout: Layout, placed: Placed) -> None:
    sources = [frm for _, frm in placed if frm is not None]
    to_bounds, source_bounds = layout.bounds()
    assert to_bounds == (min(to for to, _ in placed), max(to for to, _ in placed) + 1)
    assert source_bounds == ((min(sources), max(sources) + 1) if sources else None)
    flat: Placed = []
    for run in layout.runs():
        flat += [(run.to + k, None if run.source is None else run.source + k) for k in range(run.items)]
    assert flat == placed


def test_any_nest_is_its_loops() -> None:
    sizes = set()
    for layout, placed in random_layouts(400, seed=20):
        sizes.add(min(len(placed), 2))
        agrees(layout, placed, layout.fill.value)
    assert sizes == {0, 1, 2}


def test_a_stride_may_go_down_and_meet_itself() -> None:
    agrees(
        Layout((axis(3, -4, 5), axis(4)), source=8), [(5 * i + j, 8 - 4 * i + j) for i in range(3) for j in range(4)]
    )
    agrees(Layout((axis(3, 4, 2), axis(4))), [(2 * i + j, 4 * i + j) for i in range(3) for j in range(4)])


def test_elements_of_the_fill_start_anew_with_every_run() -> None:
    layout = Layout((axis(2, 3, 8), axis(8, first=-2, limit=3)), fill=constant(0xABCD, 16))
    src, dst = np.array([1, 2, 3, 4, 5, 6], np.uint8), np.zeros(16, np.uint8)
    layout.move(dst, src)
    assert dst.tolist() == [0xCD, 0xAB, 1, 2, 3, 0xCD, 0xAB, 0xCD, 0xCD, 0xAB, 4, 5, 6, 0xCD, 0xAB, 0xCD]


def test_the_first_element_of_a_stretch_fills() -> None:
    inner = Axis(8, (Digit(1),), (Digit(1, 3), Digit(4)), limit=6)
    layout = Layout((axis(2, 10, 8), inner), fill=Fill(FIRST, bits=16))
    src, dst = np.arange(40, dtype=np.uint8), np.zeros(16, np.uint8)
    layout.move(dst, src)
    assert dst.tolist() == [0, 1, 2, 4, 5, 6, 4, 5, 10, 11, 12, 14, 15, 16, 14, 15]
    assert [(run.stretch, run.begins) for run in layout.runs()] == [
        (0, True), (4, True), (4, False), (10, True), (14, True), (14, False)]  # fmt: skip


def test_more_axes_go_around_a_whole_move() -> None:
    inner = Layout((axis(2, 4, 2), axis(2)), conversion=Conversion(8, lambda x, w: x + w.astype(np.uint8), 0))
    layout = inner.within(axis(3, 8, 10))
    src, dst = np.zeros(32, np.uint8), np.zeros(32, np.uint8)
    layout.move(dst, src)
    assert dst.tolist() == [0, 0, 1, 1] + [0] * 8 + [1, 1] + [0] * 8 + [1, 1] + [0] * 8


@pytest.mark.parametrize(("layout", "target", "seen"), [
    (Layout((axis(5, 100, 64), axis(40))), False, (5, 40, 100)),
    (Layout((axis(5, 100, 64), axis(40))), True, (5, 40, 64)),
    (Layout((axis(40),)), True, (1, 40, 40)),
    (Layout((axis(3, 500, 7), axis(4, 30, 1), axis(16, limit=10))), False, (12, 10, 30)),
    (Layout((Axis(32, (Digit(1),), (Digit(1, 7), Digit(9)), limit=21),)), False, (3, 7, 9)),
])  # fmt: skip
def test_a_memory_sees_pieces(layout: Layout, target: bool, seen: tuple[int, int, int]) -> None:
    assert layout.seen(target) == seen


# --- the matrix unit ------------------------------------------------------------------------------------------------


def test_moves_of_a_matrix_unit_are_layouts() -> None:
    seen = set()
    for name, layout, placed, fill in cube_cases():
        seen.add(name.split("(")[0])
        agrees(layout, in_order_of(layout, placed), fill)
    assert seen == {"nd2nz", "load_2d", "load_2d_v2", "load_transposed", "load_scales", "im2col"}


def _quantised(scales: Any) -> Callable[[Any, Any], Any]:
    """float to int8 with a scale for each column."""
    return lambda x, column: np.clip(np.rint(x * scales[column]), -128, 127).astype(np.int8)


@pytest.mark.parametrize("order", ["rows", "columns", "8", "16", "32"])
def test_what_leaves_a_matrix_unit_is_converted_on_the_way(order: str) -> None:
    r = random.Random(3)
    for m, n, nd in ((1, 1, 1), (5, 32, 2), (17, 64, 1), (3, 40, 2), (0, 16, 1), (4, 0, 1)):
        src_stride, dst_stride = (m + 15) // 16 * 16 + 16 * r.randint(0, 1), 2000
        scales = np.array([r.choice((0.25, 0.5, 1.0, 2.0)) for _ in range(max(n, 1))], np.float32)
        layout = cube_layouts.fixpipe(m, n, src_stride, dst_stride, nd, 5000, 90000, order, 8, _quantised(scales))
        src = np.array([r.randrange(-2000, 2000) / 8 for _ in range(nd * 80000 + 8000)], np.float32)
        dst = np.full(nd * 90000 + 90000, OLD, np.int8)
        wanted = dst.tolist()

        def put(to: int, frm: int, column: int, wanted: Any = wanted, src: Any = src, scales: Any = scales) -> None:
            wanted[to] = max(-128, min(127, round(float(src[frm]) * float(scales[column]))))

        cube_loops.fixpipe(put, m, n, src_stride, dst_stride, nd, 5000, 90000, order)
        layout.move(dst, src)
        assert dst.tolist() == wanted
