"""Operations that the agreement test cannot call: they give bits beside lanes, or are about memory and places."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from lanewise import aie


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(34)


def bits(flags: Any) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)


@pytest.mark.parametrize(("largest", "smallest", "lanes"), [
    ("maxcmp4", "mincmp4", 4), ("maxcmp8", "mincmp8", 8), ("maxcmp16", "mincmp16", 16),
])  # fmt: skip
def test_aie_others_maxcmp_and_mincmp(
    aie1: aie.Core, rng: np.random.Generator, largest: str, smallest: str, lanes: int
) -> None:
    x, y = (rng.integers(-9, 9, 16).astype(np.int32) for _ in "xy")
    offsets = (0, 0x76543210, 0xFEDCBA98)[: 3 if lanes == 16 else 2]
    for name, pick, moved in ((largest, np.maximum, x < y), (smallest, np.minimum, x > y)):
        values, mask = getattr(aie, name)(aie.vector(x), *offsets, aie.vector(y), *offsets)
        assert values.data.tolist() == pick(x, y)[:lanes].tolist()
        assert mask == bits(moved[:lanes])


def test_aie_others_maxcmp32_and_mincmp32(aie1: aie.Core, rng: np.random.Generator) -> None:
    x, y = (rng.integers(-9, 9, 32).astype(np.int16) for _ in "xy")
    for name, pick, moved in (("maxcmp32", np.maximum, x < y), ("mincmp32", np.minimum, x > y)):
        values, mask = getattr(aie, name)(aie.vector(x), aie.vector(y))
        assert (values.data.tolist(), mask) == (pick(x, y).tolist(), bits(moved))


def test_aie_others_fpmaxcmp_and_fpmincmp(aie1: aie.Core) -> None:
    acc, x = np.array([1, 5, -2, 0, 7, -7, 3, 2], np.float32), np.array([2, 4, -3, 0, 8, -8, 3, 9], np.float32)
    for name, pick, moved in (("fpmaxcmp", np.maximum, acc < x), ("fpmincmp", np.minimum, acc > x)):
        values, mask = getattr(aie, name)(aie.vector(acc), aie.vector(x))
        assert (values.data.tolist(), int(mask)) == (pick(acc, x).tolist(), bits(moved))


def test_aie_others_values_with_their_bits(ml: aie.Core, rng: np.random.Generator) -> None:
    a, b = (rng.integers(-9, 9, 32).astype(np.int16) for _ in "ab")
    x, y = aie.vector(a), aie.vector(b)
    for (values, mask), wanted, moved in (
        (aie.max_lt(x, y), np.maximum(a, b), a < b),
        (aie.min_ge(x, y), np.minimum(a, b), a >= b),
        (aie.abs_gtz(x), np.abs(a), a > 0),
        (aie.maxdiff_lt(x, y), np.maximum(a - b, 0), a < b),
        (aie.sub_lt(x, y), a - b, a < b),
        (aie.sub_ge(x, y), a - b, a >= b),
        (aie.neg_gtz(x), -a, a > 0),
        (aie.bneg_ltz(x), ~a, a < 0),
    ):
        assert (values.data.tolist(), mask) == (wanted.tolist(), bits(moved))
    assert aie.eqz(x) == bits(a == 0)


def test_aie_others_aligned_places(core: aie.Core) -> None:
    x, y = np.arange(64, dtype=np.int16), np.zeros(64, np.int16)
    need = {"aie": 16, "aie-ml": 32, "aie-mlv2": 64}[core.family] // 2  # elements
    floor = 21 // need * need
    assert aie.floor_pointer(x, 32, 21) == floor
    assert aie.load_floor_v(x, 32, 21).data.tolist() == list(range(floor, floor + 32))
    aie.store_floor_v(y, aie.vector(x[:32]), 21)
    assert y[floor : floor + 32].tolist() == list(range(32))
    aie.store_unaligned_v(y, aie.vector(x[32:48]), 3)
    assert y[3:19].tolist() == list(range(32, 48))


def test_aie_others_walks_in_a_circle(core: aie.Core) -> None:
    x = np.arange(16, dtype=np.int32)
    assert list(itertools.islice(aie.begin_circular(x, 14), 5)) == [14, 15, 0, 1, 2]
    parts = itertools.islice(aie.begin_vector_circular(x, 4, 3), 3)
    assert [part.data.tolist() for part in parts] == [[12, 13, 14, 15], [0, 1, 2, 3], [4, 5, 6, 7]]


def test_aie_others_windows_backwards() -> None:
    buffer = aie.Buffer("int32", 8, name="block")
    seen: list[Any] = []

    def writer(end: Any) -> None:
        block = aie.window_acquire(end)
        aie.window_incr(block, 7)
        for i in range(7, 0, -1):
            aie.window_writedecr(block, i)
        aie.window_release(end, block)

    def reader(end: Any) -> None:
        block = aie.window_acquire(end)
        aie.window_incr(block, 7)
        seen.extend([aie.window_readdecr(block) for _ in range(3)])
        aie.window_decr(block)
        seen.append(aie.window_read(block))
        aie.window_release(end, block)

    aie.run((lambda: writer(buffer.output),), (lambda: reader(buffer.input),), chip="aie")
    assert seen == [7, 6, 5, 3]


def test_aie_others_transposed_matrix(core: aie.Core, rng: np.random.Generator) -> None:
    a, b = (rng.integers(-99, 99, size).astype(np.int8) for size in (32, 64))
    tile = aie.mmul(4, 8, 8, "int8", "int8").mul(aie.vector(a), aie.op_transpose(aie.vector(b)))
    want = a.reshape(4, 8).astype(int) @ b.reshape(8, 8).T.astype(int)
    assert tile.to_accum().values().tolist() == want.reshape(-1).tolist()


def test_aie_others_small_ones(core: aie.Core) -> None:
    assert aie.packet_id(0x8000_0013) == 19
    assert aie.iota("int16", 8, -3).data.tolist() == list(range(-3, 5))
    wide = aie.accum([1, -2, 3, -4], "acc64")
    assert aie.accum_cast("acc56", wide).values().tolist() == [1, -2, 3, -4]
    assert str(aie.accum_cast("acc56", wide).tag) == "acc56"
