"""Reductions, permutations, ramps and histograms of registers against plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanewise.asc import reg
from lanewise.numerics.formats import DTYPES


def tree(values: list[Any], kind: Any) -> Any:
    """Neighbours first, rounded at every step."""
    while len(values) > 1:
        values = [kind(values[i] + values[i + 1]) for i in range(0, len(values), 2)]
    return values[0]


@pytest.mark.parametrize(("kind", "face"), [("float", np.float32), ("half", np.float16)])
def test_mistake_6_sums_are_trees_of_neighbours(make_core: Any, kind: str, face: Any) -> None:
    rng = np.random.default_rng(3)
    n = 256 // face().itemsize
    values = (rng.standard_normal(n) * 10.0 ** rng.integers(-2, 3, n)).astype(face)
    active = rng.integers(0, 4, len(values)) > 0
    per_block = 32 // face().itemsize
    with make_core("ascend950"):
        src, dst, mask = reg.RegTensor(kind, values), reg.RegTensor(kind), reg.MaskReg(kind, active)
        leaves = [v if on else face(0) for v, on in zip(values, active, strict=True)]
        reg.reduce_sum(dst, src, mask)
        assert dst.numpy().tolist() == [tree(leaves, face), *[0] * (len(values) - 1)]
        assert dst.numpy()[0] != np.cumsum(np.array(leaves, face), dtype=face)[-1]  # one by one gives another sum
        reg.reduce_data_block_sum(dst, src, mask)
        blocks = [tree(leaves[b : b + per_block], face) for b in range(0, len(leaves), per_block)]
        assert dst.numpy().tolist() == blocks + [0] * (len(values) - 8)
        reg.pair_reduce_elem(dst, src, mask)
        pairs = [face(leaves[i] + leaves[i + 1]) for i in range(0, len(leaves), 2)]
        assert dst.numpy().tolist() == pairs + [0] * len(pairs)


def test_mistake_7_the_index_is_an_integer_in_the_bits_of_lane_1(make_core: Any) -> None:
    with make_core("ascend950"):
        values = np.zeros(64, np.float32)
        values[[9, 40]] = 5.0
        dst = reg.RegTensor("float", 1.0)
        reg.reduce_max(dst, reg.RegTensor("float", values))
        assert dst.numpy()[0] == 5.0
        assert dst.data.view(np.uint32)[1:].tolist() == [9] + [0] * 62
        values[30] = np.nan
        reg.reduce_min(dst, reg.RegTensor("float", values))
        assert dst.data.view(np.uint32)[:2].tolist() == [0x7FC00000, 30]


def test_extremes_without_an_active_lane_and_in_blocks(make_core: Any) -> None:
    with make_core("ascend950"):
        src, dst, none = reg.RegTensor("int16", 3), reg.RegTensor("int16"), reg.MaskReg("int16", 0)
        reg.reduce_max(dst, src, none)
        assert dst.numpy()[:2].tolist() == [-32768, 0]
        reg.reduce_data_block_min(dst, src, reg.MaskReg("int16", 16))
        assert dst.numpy()[:9].tolist() == [3] + [32767] * 7 + [0]


def test_sums_of_16_bits_have_32_and_of_64_bits_need_lane_0(make_core: Any) -> None:
    with make_core("ascend950"):
        dst = reg.RegTensor("int32")
        reg.reduce_sum(dst, reg.RegTensor("int16", -32768))
        assert dst.numpy()[0] == -32768 * 128
        reg.reduce_data_block_sum(dst, reg.RegTensor("int16", -32768))
        assert dst.numpy()[:9].tolist() == [-32768 * 16] * 8 + [0]
        wide, src = reg.RegTensor("int64"), reg.RegTensor("int64", 7)
        reg.reduce_sum(wide, src)
        assert wide.numpy()[0] == 7 * 32
        reg.reduce_sum(wide, src, reg.MaskReg("int64", np.arange(32) > 0))
        assert wide.numpy()[0] == 0


@pytest.mark.parametrize("kind", ["uint8", "half", "float", "int64"])
def test_interleaving(make_core: Any, kind: str) -> None:
    registers = 2 if kind == "int64" else 1
    n = 256 * registers // DTYPES[kind].size
    a, b = np.arange(n).astype(DTYPES[kind].numpy), (np.arange(n)[::-1] % 99).astype(DTYPES[kind].numpy)
    with make_core("ascend950"):
        ra, rb = (reg.RegTensor(kind, v, registers) for v in (a, b))
        d0, d1 = (reg.RegTensor(kind, 0, registers) for _ in range(2))
        reg.interleave(d0, d1, ra, rb)
        mixed = [x for two in zip(a, b, strict=True) for x in two]
        assert [*d0.numpy().tolist(), *d1.numpy().tolist()] == [x.item() for x in mixed]
        reg.de_interleave(d0, d1, d0, d1)  # destinations may be sources
        assert d0.numpy().tolist() == a.tolist()
        assert d1.numpy().tolist() == b.tolist()


def test_packing_and_unpacking(make_core: Any) -> None:
    values = np.arange(-64, 64, dtype=np.int16) * 257
    with make_core("ascend950"):
        src, packed = reg.RegTensor("int16", values), reg.RegTensor("uint8")
        low = [int(v) & 0xFF for v in values]
        reg.pack(packed, src)
        assert packed.numpy().tolist() == low + [0] * 128
        reg.pack(packed, src, part="HIGHEST")
        assert packed.numpy().tolist() == [0] * 128 + low
        wide = reg.RegTensor("int32")
        reg.un_pack(wide, src, part="HIGHEST")
        assert wide.numpy().tolist() == values[64:].tolist()
        words = reg.RegTensor("uint32")
        reg.pack(words, reg.RegTensor("int64", np.arange(64, dtype=np.int64) << 31, 2))
        assert words.numpy().tolist() == [(i << 31) & 0xFFFFFFFF for i in range(64)]


def test_gathering_inside_a_register_goes_round(make_core: Any) -> None:
    with make_core("ascend950"):
        index = np.arange(128, dtype=np.uint16)[::-1].copy()
        index[0] = 128 + 5
        dst = reg.RegTensor("half")
        reg.gather(dst, reg.RegTensor("half", np.arange(128).astype(np.float16)), reg.RegTensor("uint16", index))
        assert dst.numpy().tolist() == [5.0, *range(126, -1, -1)]


def test_mistake_17_a_falling_ramp_ends_at_the_number(make_core: Any) -> None:
    with make_core("ascend950"):
        dst = reg.RegTensor("int16")
        reg.arange(dst, 7, order="DECREASE_ORDER")
        assert dst.numpy().tolist() == list(range(134, 6, -1))
        reg.arange(dst, 32767)
        assert dst.numpy()[:3].tolist() == [32767, -32768, -32767]
        one, two = reg.RegTensor("int64"), reg.RegTensor("int64", 0, 2)
        reg.arange(one, 3, order="DECREASE_ORDER")  # the library forgets the order for one register
        reg.arange(two, 3, order="DECREASE_ORDER")
        assert one.numpy().tolist() == list(range(3, 35))
        assert two.numpy().tolist() == list(range(66, 2, -1))


def test_ramps_of_half_at_both_ends_of_the_range(make_core: Any) -> None:
    with make_core("ascend950"):
        dst = reg.RegTensor("half")
        reg.arange(dst, 65504.0)
        assert dst.numpy().tolist() == [65504.0] * 16 + [np.inf] * 112
        reg.arange(dst, -65504.0)
        runs = np.unique(dst.numpy().astype(np.float64), return_counts=True)
        assert runs[0].tolist() == [-65504, -65472, -65440, -65408, -65376]
        assert runs[1].tolist() == [16, 32, 32, 32, 16]


def test_mistake_19_cumulative_counts_start_at_value_0_and_add_on(make_core: Any) -> None:
    values = np.random.default_rng(1).integers(0, 256, 256, np.uint8)
    active = np.arange(256) < 200
    with make_core("ascend950"):
        src, mask = reg.RegTensor("uint8", values), reg.MaskReg("uint8", active)
        for part in (0, 1):
            bins = reg.RegTensor("uint16", 65500)
            reg.histograms(bins, src, mask, bins=part)
            counts = [int(((values == 128 * part + n) & active).sum()) for n in range(128)]
            assert bins.numpy().tolist() == [(65500 + c) % 65536 for c in counts]
            bins.fill(10)
            reg.histograms(bins, src, mask, bins=part, cumulative=1)
            assert bins.numpy().tolist() == [10 + int(((values <= 128 * part + n) & active).sum()) for n in range(128)]


def test_select_and_compare(make_core: Any) -> None:
    a = np.array([1.0, np.nan, -0.0, 5.0] * 16, np.float32)
    b = np.array([2.0, np.nan, 0.0, -5.0] * 16, np.float32)
    with make_core("ascend950"):
        ra, rb, dst, bits = reg.RegTensor("float", a), reg.RegTensor("float", b), reg.RegTensor("float"), reg.MaskReg()
        wanted = {"LT": [1, 0, 0, 0], "GT": [0, 0, 0, 1], "EQ": [0, 0, 1, 0], "LE": [1, 0, 1, 0], "GE": [0, 0, 1, 1],
                  "NE": [1, 1, 0, 1]}
        for mode, answer in wanted.items():
            reg.compare(bits, ra, rb, reg.MaskReg("float", 8), mode=mode)
            assert bits.lanes("float").tolist() == [bool(x) for x in answer] * 2 + [False] * 56
        reg.compares(bits, ra, 1.0, mode="GE")
        assert bits.lanes("float").tolist() == [True, False, False, True] * 16
        reg.select(dst, ra, rb, bits)
        assert dst.numpy()[[0, 3]].tolist() == [1.0, 5.0]
        assert dst.data.view(np.uint32)[2] == 0


def test_moves_merge(make_core: Any) -> None:
    with make_core("ascend950"):
        dst, src = reg.RegTensor("half", 1.0), reg.RegTensor("half", 2.0)
        reg.move(dst, src, reg.MaskReg("half", 2), merge=True)
        assert dst.numpy().tolist() == [2.0] * 2 + [1.0] * 126
        reg.duplicate(dst, reg.RegTensor("half", np.arange(3, 131).astype(np.float16)), reg.MaskReg("half", 1))
        assert dst.numpy().tolist() == [3.0] + [0.0] * 127
