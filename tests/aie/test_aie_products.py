"""Sliding multiplications and tiles of matrices from C++, held to Python integers and to the definition."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie
from lanewise.isa.aie.matrices import Mmul
from lanewise.isa.aie.mmul import shapes
from lanewise.isa.aie.types import LANE_TYPES, product_tag

pytestmark = needs_compiler
LANES, POINTS = 8, 8
# Types of coefficients and data, and the steps of coefficients, points and lanes.
SLIDES = [
    *((c, d, 1, 1, 1) for c, d in (("int8", "int8"), ("int16", "int8"), ("int16", "int16"), ("int32", "int16"),
                                   ("int16", "int32"), ("int32", "int32"), ("uint8", "int8"))),
    ("int16", "int16", 1, 2, 1), ("int16", "int16", 2, 1, 2), ("int16", "int16", 1, -1, 1),
    ("int16", "int16", -1, 1, 1),
]  # fmt: skip
TILES = [("int8", "int8"), ("int16", "int16"), ("int16", "int8"), ("int32", "int16"), ("int32", "int32")]
SLIDE = """
void slide{n}(const {c}* c, const {d}* d, int32 cs, int32 ds, const int64* before, int64* out) {{
    using ops = aie::sliding_mul_ops<{lanes}, {points}, {cstep}, {xstep}, {ystep}, {c}, {d}>;
    const auto left = aie::load_v<{nc}>(c);
    const auto right = aie::load_v<{nd}>(d);
    typename ops::accum_type acc;
    for (unsigned l = 0; l < {lanes}; ++l) acc.lane(l) = static_cast<ops::tag::lane>(before[l]);
    const auto put = [&](const auto& a, int at) {{
        for (unsigned l = 0; l < {lanes}; ++l) out[at * {lanes} + l] = static_cast<int64>(a.lane(l));
    }};
    put(ops::mul(left, cs, right, ds), 0);
    put(ops::negmul(left, cs, right, ds), 1);
    put(ops::mac(acc, left, cs, right, ds), 2);
    put(ops::msc(acc, left, cs, right, ds), 3);
}}
"""
TILE = """
void tile{n}(const {a}* a, const {b}* b, int64* out) {{
    using tile = aie::mmul<{m}, {k}, {j}, {a}, {b}>;
    tile sum;
    sum.mul(aie::load_v<tile::size_A>(a), aie::load_v<tile::size_B>(b));
    sum.mac(aie::load_v<tile::size_A>(a), aie::load_v<tile::size_B>(b));
    const auto acc = sum.to_accum();
    for (unsigned l = 0; l < tile::size_C; ++l) out[l] = static_cast<int64>(acc.lane(l));
}}
"""


def elements(of: str, bits: int = 512) -> int:
    return bits // LANE_TYPES[of].bits


class Compiled:
    def __init__(self, chip: str, folder: Path) -> None:
        self.chip = chip
        self.tiles = [
            (a, b, tuple(map(int, text.split("x"))))
            for a, b in TILES for text in shapes(LANE_TYPES[a], LANE_TYPES[b], chip)
            if legal(LANE_TYPES[a], LANE_TYPES[b], *map(int, text.split("x")))
        ]  # fmt: skip
        text = ["#include <aie_api/aie.hpp>"]
        for n, (c, d, cstep, xstep, ystep) in enumerate(SLIDES):
            text.append(SLIDE.format(n=n, c=c, d=d, cstep=cstep, xstep=xstep, ystep=ystep, lanes=LANES, points=POINTS,
                                     nc=elements(c), nd=elements(d)))
        for n, (a, b, (m, k, j)) in enumerate(self.tiles):
            text.append(TILE.format(n=n, a=a, b=b, m=m, k=k, j=j))
        path = folder / "products.cc"
        path.write_text("\n".join(text), encoding="utf-8")
        self.kernels = aie.load(path, chip=chip, flags=("-O0",))


def legal(a: Any, b: Any, m: int, k: int, n: int) -> bool:
    """Whether both matrices are vectors that the chip loads."""
    return all(128 <= bits <= 1024 for bits in (m * k * a.bits, k * n * b.bits))


@pytest.fixture(scope="module", params=["aie", "aie-ml"])
def compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    return Compiled(request.param, tmp_path_factory.mktemp("products"))


def drawn(rng: np.random.Generator, of: str, count: int) -> Any:
    kind = LANE_TYPES[of]
    values = rng.integers(kind.lowest, kind.highest, count, endpoint=True, dtype=np.int64)
    ends = rng.choice([kind.lowest, kind.highest], count)
    return np.where(rng.random(count) < 0.3, ends, values).astype(kind.dtype)


def wrapped(value: int, bits: int) -> int:
    return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


@pytest.mark.parametrize("number", range(len(SLIDES)))
def test_aie_products_sliding(compiled: Compiled, number: int) -> None:
    c, d, cstep, xstep, ystep = SLIDES[number]
    rng = np.random.default_rng(number)
    tag = product_tag(LANE_TYPES[c], LANE_TYPES[d], compiled.chip)
    bits = min(64, tag.lane_bits(compiled.chip))
    nc, nd = elements(c), elements(d)
    for small, cs, ds in itertools.product((False, True), (0, nc - 3), (0, 3, nd - 5)):
        left, right = drawn(rng, c, nc), drawn(rng, d, nd)
        if small:  # sums that fit 32 bits
            left = (left.astype(np.int64) // 64).astype(left.dtype)
        edge = min(63, bits) - 1
        before = rng.integers(-(1 << edge), (1 << edge) - 1, LANES, dtype=np.int64)
        out = np.zeros((4, LANES), np.int64)
        getattr(compiled.kernels, f"slide{number}")(left, right, cs, ds, before, out)
        for lane in range(LANES):
            total = sum(
                int(left[(cs + p * cstep) % nc]) * int(right[(ds + lane * ystep + p * xstep) % nd])
                for p in range(POINTS)
            )
            want = [total, -total, int(before[lane]) + total, int(before[lane]) - total]
            assert [wrapped(w, bits) for w in want] == [wrapped(w, bits) for w in out[:, lane].tolist()], (cs, ds, lane)


def test_aie_products_tiles(compiled: Compiled) -> None:
    """Every shape of these types: C++, Python integers and the definition."""
    rng = np.random.default_rng(4)
    assert len(compiled.tiles) >= 15
    for number, (a, b, (m, k, n)) in enumerate(compiled.tiles):
        left, right = drawn(rng, a, m * k), drawn(rng, b, k * n)
        out = np.zeros(m * n, np.int64)
        getattr(compiled.kernels, f"tile{number}")(left, right, out)
        exact = 2 * (left.reshape(m, k).astype(object) @ right.reshape(k, n).astype(object)).reshape(-1)
        tag = product_tag(LANE_TYPES[a], LANE_TYPES[b], compiled.chip)
        bits = tag.lane_bits(compiled.chip)
        found = [wrapped(v, min(bits, 64)) for v in out.tolist()]
        assert found == [wrapped(int(v), min(bits, 64)) for v in exact], (a, b, m, k, n)
        for engine in ("fast", "definition"):
            with aie.core(compiled.chip, engine=engine):
                tile = Mmul(m, k, n, a, b)
                acc = tile.mul(aie.vector(left), aie.vector(right)).mac(aie.vector(left), aie.vector(right)).to_accum()
                assert [wrapped(int(v), min(bits, 64)) for v in acc.values()] == found, (engine, a, b, m, k, n)
