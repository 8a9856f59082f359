"""Moves of a matrix unit with parameters within and at the edges of what they take."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import cube_layouts
import cube_loops
from nests import Placed

from lanewise.moves import Layout


def cube_cases() -> Iterator[tuple[str, Layout, Placed, int]]:
    """Moves with parameters within and at the edges of what they take."""
    r = random.Random(7)

    def case(name: str, *p: Any, fill: int = 0) -> tuple[str, Layout, Placed, int]:
        placed: Placed = []
        getattr(cube_loops, name)(lambda to, frm: placed.append((to, frm)), *p)
        return f"{name}{p}", getattr(cube_layouts, name)(*p), placed, fill

    for bits in (4, 8, 16, 32):
        c0 = 256 // bits
        for d in (0, 1, c0 - 1, c0, c0 + 1, 3 * c0 - 1):
            n = r.choice((0, 1, 3, 16, 17))
            for columns_first in (False, True):
                yield case(
                    "nd2nz", bits, r.choice((1, 2)), n, d, 900, 61, max(n, 16), r.choice((1, 2)), 4096, columns_first
                )
        for down in (False, True):
            yield case("load_2d", bits, 6, 4, r.choice((0, 1, 2)), r.choice((0, 1)), False, down)
            if bits == 16:
                yield case("load_2d", bits, 6, 4, 2, 1, True, down)
            for repeat in (0, 1, 3):
                yield case(
                    "load_transposed", bits, 5, repeat, r.choice((0, 1, 2)), r.choice((0, 3)), r.choice((0, 1)), down
                )
        for stride in (5, -5):
            yield case("load_2d_v2", bits, 1, 4, 3, 2, stride, 4, False)
            yield case("load_2d_v2", bits, 0, 4, 4, 4, stride, 9, True)
    yield case("load_scales", 1, 2, 3, 4, 7, 5)
    for order in ("Zz", "Nz", "ZzT", "NzT", "Zn"):
        for bits in (8, 16, 32):
            for _ in range(3):
                yield case("im2col", bits, _image(r, 256 // bits), order, fill=9)


def _image(r: random.Random, c0: int) -> dict[str, Any]:
    """A feature map with a part of its matrix that begins and ends anywhere."""
    while True:
        p = {
            "h": r.randint(1, 6),
            "w": r.randint(1, 6),
            "channels": r.choice((1, c0, c0 + 1)),
            "pad": 9,
            "kh": r.randint(1, 3),
            "kw": r.randint(1, 3),
            "stride_h": r.randint(1, 2),
            "stride_w": r.randint(1, 3),
            "dil_h": r.randint(1, 2),
            "dil_w": r.randint(1, 2),
            "left": r.randint(0, 2),
            "right": r.randint(0, 2),
            "top": r.randint(0, 2),
            "bottom": r.randint(0, 2),
            "m_start": r.randint(0, 5),
            "k_start": c0 * r.randint(0, 2),
            "m_ext": r.choice((1, 15, 16, 17, 30)),
            "k_ext": c0 * r.randint(1, 4),
        }
        high = p["h"] + p["top"] + p["bottom"] - (p["kh"] - 1) * p["dil_h"] - 1
        wide = p["w"] + p["left"] + p["right"] - (p["kw"] - 1) * p["dil_w"] - 1
        if high >= 0 and wide >= 0:
            return p


def in_order_of(layout: Layout, placed: Placed) -> Placed:
    """A formula has no order, so where no two items meet they may come in any."""
    by_target = dict(placed)
    if len(by_target) < len(placed):
        return placed
    targets = layout.places()[0].tolist()
    assert sorted(targets) == sorted(by_target)
    return [(to, by_target[to]) for to in targets]
