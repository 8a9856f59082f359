"""Gather, Gatherb, Scatter, Interleave and DeInterleave against plain Python loops."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from lanewise import asc
from lanewise.errors import LanewiseError

KINDS_950 = [np.int8, np.uint8, np.int16, np.uint16, np.float16, ml_dtypes.bfloat16, np.int32, np.uint32, np.float32,
             np.int64, np.uint64]  # fmt: skip


def random_bytes(count: int, seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 256, count, np.uint8)


def random_offsets(count: int, size: int, elements: int, seed: int) -> Any:
    return (np.random.default_rng(seed).integers(0, elements, count) * size).astype(np.uint32)


def at(data: Any, byte: int, size: int) -> bytes:
    return np.asarray(data).view(np.uint8)[byte : byte + size].tobytes()


# --- Gather ---


@pytest.mark.parametrize("kind", KINDS_950)
@pytest.mark.parametrize("base", [0, 64])
def test_mistake_23_gather_offsets_are_bytes_plus_base(make_core: Any, kind: Any, base: int) -> None:
    core = make_core("ascend950")
    size = np.dtype(kind).itemsize
    source = random_bytes(512 * size, 1).view(kind)
    offsets = random_offsets(300, size, 512 - base // size, 2)
    dst = core.ub(np.zeros(300 * size, np.uint8).view(kind))
    asc.gather(dst, core.ub(source), core.ub(offsets), base, 300)
    wanted = b"".join(at(source, base + int(o), size) for o in offsets)
    assert dst.numpy().tobytes() == wanted


def test_mistake_23_an_element_number_is_not_an_offset(make_core: Any) -> None:
    core = make_core()
    source = np.arange(64, dtype=np.float32)
    dst = core.ub(2, np.float32)
    asc.gather(dst, core.ub(source), core.ub(np.array([4, 8], np.uint32)), 0, 2)
    assert dst.numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize(("kind", "lanes"), [(np.float32, 64), (np.int16, 128)])
def test_gather_masked_reads_offsets_without_gaps(make_core: Any, kind: Any, lanes: int) -> None:
    core = make_core()
    size = np.dtype(kind).itemsize
    source = random_bytes(2048, 3).view(kind)
    offsets = random_offsets(3 * lanes, size, len(source), 4)
    old = np.full(4 * 288 // size, 7, kind)
    dst = core.ub(old)
    mask = 0x8000_0000_F00F_1235
    asc.gather(dst, core.ub(source), core.ub(offsets), 0, (mask, 0), 3, 9)
    wanted = old.copy()
    for r in range(3):
        for e in range(64):
            if mask >> e & 1:
                wanted[r * 9 * 32 // size + e] = source[int(offsets[r * lanes + e]) // size]
    assert dst.numpy().tobytes() == wanted.tobytes()


def test_gather_8_bit_repeats_are_four_blocks_on_310b(make_core: Any) -> None:
    core = make_core("ascend310b")
    source = random_bytes(256, 3)
    offsets = random_offsets(256, 1, 256, 4)
    dst = core.ub(np.zeros(512, np.uint8))
    asc.gather(dst, core.ub(source), core.ub(offsets), 0, 100, 2, 8)
    wanted = [0] * 512
    for r in range(2):
        for e in range(100):
            wanted[256 * r + e] = int(source[offsets[128 * r + e]])
    assert dst.numpy().tolist() == wanted


def test_gather_16_bit_on_ascend950_uses_bits_16_to_1_of_an_offset(make_core: Any) -> None:
    core = make_core("ascend950")
    source = np.arange(64, dtype=np.int16)
    dst = core.ub(3, np.int16)
    asc.gather(dst, core.ub(source), core.ub(np.array([6, 0x20000 + 8, 0x80000000 + 10], np.uint32)), 0, 3)
    assert dst.numpy().tolist() == [3, 4, 5]


@pytest.mark.parametrize(("offset", "base", "id"), [(2, 0, "PARAM-001"), (0, 3, "PARAM-001"), (256, 0, "MEM-002"),
                                                    (1 << 31, 0, "MEM-001"), (0, 1 << 32, "STRIDE-001")])  # fmt: skip
def test_gather_refuses_bad_offsets_without_a_change(
    make_core: Any, unchanged: Any, offset: int, base: int, id: str
) -> None:
    core = make_core()
    source, offsets = core.ub(np.zeros(64, np.float32)), np.zeros(64, np.uint32)
    offsets[63] = offset
    tensors = core.ub(64, np.float32), source, core.ub(offsets)
    before = unchanged.snapshot(core)
    with pytest.raises(LanewiseError) as caught:
        asc.gather(*tensors, base, 64)
    assert caught.value.id == id
    unchanged(core, before)


def test_gather_does_not_look_at_offsets_of_masked_lanes(make_core: Any) -> None:
    core = make_core()
    offsets = np.full(64, 0xFFFFFFFF, np.uint32)
    offsets[5] = 12
    dst = core.ub(np.zeros(64, np.float32))
    asc.gather(dst, core.ub(np.arange(64, dtype=np.float32)), core.ub(offsets), 0, (1 << 5, 0), 1, 8)
    assert dst.numpy().tolist() == [3.0 if i == 5 else 0.0 for i in range(64)]


# --- Scatter ---


@pytest.mark.parametrize("kind", KINDS_950)
def test_mistake_23_scatter_offsets_are_bytes_plus_base(make_core: Any, kind: Any) -> None:
    core = make_core("ascend950")
    size = np.dtype(kind).itemsize
    source = random_bytes(200 * size, 1).view(kind)
    offsets = (np.random.default_rng(5).permutation(480)[:200] * size).astype(np.uint32)
    dst = core.ub(np.full(512 * size, 0xEE, np.uint8).view(kind))
    asc.scatter(dst, core.ub(source), core.ub(offsets), 32, 200)
    wanted = bytearray(b"\xee" * (512 * size))
    for i, o in enumerate(offsets.tolist()):
        wanted[32 + o : 32 + o + size] = at(source, i * size, size)
    assert dst.numpy().tobytes() == bytes(wanted)


def test_scatter_masked_with_a_source_stride(make_core: Any) -> None:
    core = make_core("ascend310p")
    source = np.arange(256, dtype=np.float32)
    offsets = (np.random.default_rng(5).permutation(192) * 4).astype(np.uint32)
    dst = core.ub(np.full(192, -1, np.float32))
    asc.scatter(dst, core.ub(source), core.ub(offsets), 0, 50, 3, 5)
    wanted = [-1.0] * 192
    for r in range(3):
        for e in range(50):
            wanted[int(offsets[64 * r + e]) // 4] = float(source[r * 40 + e])
    assert dst.numpy().tolist() == wanted


def test_scatter_of_equal_offsets_keeps_the_last(make_core: Any) -> None:
    core = make_core("ascend950")
    dst = core.ub(np.zeros(64, np.float32))
    asc.scatter(dst, core.ub(np.arange(64, dtype=np.float32)), core.ub(np.full(64, 8, np.uint32)), 0, 64)
    assert dst.numpy().tolist() == [63.0 if i == 2 else 0.0 for i in range(64)]


def test_scatter_does_not_exist_on_910b(make_core: Any) -> None:
    core = make_core("ascend910b")
    x = core.ub(np.zeros(64, np.float32))
    with pytest.raises(LanewiseError) as caught:
        asc.scatter(x, x, core.ub(np.zeros(64, np.uint32)), 0, 64)
    assert caught.value.id == "OP-001"


# --- Gatherb ---


@pytest.mark.parametrize("block_stride", [0, 1, 2])
def test_gatherb_places_blocks(make_core: Any, block_stride: int) -> None:
    core = make_core()
    source = random_bytes(2048, 1).view(np.uint16)
    offsets = random_offsets(16, 32, 64, 3)
    dst = core.ub(np.zeros(2048, np.uint16))
    asc.gatherb(dst, core.ub(source), core.ub(offsets), 2, asc.GatherRepeatParams(block_stride, 20))
    wanted = bytearray(4096)
    for r in range(2):
        for j in range(8):
            block = r * 20 + j * (block_stride or 1)
            wanted[32 * block : 32 * block + 32] = at(source, int(offsets[8 * r + j]), 32)
    assert dst.numpy().tobytes() == bytes(wanted)


def test_gatherb_leaves_the_mask_all_ones_on_910b(make_core: Any) -> None:
    for chip, mask in (("ascend910b", [2**64 - 1] * 4), ("ascend950", [5, 0, 0, 0])):
        core = make_core(chip)
        core.state["mask"] = [5, 0, 0, 0]
        x = core.ub(np.zeros(256, np.uint32))
        asc.gatherb(core.ub(64, np.uint32), x, core.ub(np.zeros(8, np.uint32)), 1, asc.GatherRepeatParams())
        assert core.state["mask"].tolist() == mask


def test_gatherb_offsets_are_whole_blocks(make_core: Any) -> None:
    core = make_core()
    x = core.ub(np.zeros(256, np.uint32))
    with pytest.raises(LanewiseError) as caught:
        asc.gatherb(core.ub(64, np.uint32), x, core.ub(np.full(8, 16, np.uint32)), 1, asc.GatherRepeatParams())
    assert caught.value.id == "PARAM-001"


# --- Interleave ---


@pytest.mark.parametrize("kind", KINDS_950)
def test_interleave_and_back(make_core: Any, kind: Any) -> None:
    core = make_core("ascend950")
    size = np.dtype(kind).itemsize
    a, b = (random_bytes(100 * size, s).view(kind) for s in (1, 2))
    x, y, d0, d1 = core.ub(a), core.ub(b), core.ub(100, kind), core.ub(100, kind)
    asc.interleave(d0, d1, x, y, 100)
    row = b"".join(at(v, i * size, size) for i in range(100) for v in (a, b))
    assert d0.numpy().tobytes() + d1.numpy().tobytes() == row
    back0, back1 = core.ub(100, kind), core.ub(100, kind)
    asc.de_interleave(back0, back1, d0, d1, 100)
    assert back0.numpy().tobytes() == a.tobytes()
    assert back1.numpy().tobytes() == b.tobytes()


def test_de_interleave_of_one_source(make_core: Any) -> None:
    core = make_core("ascend950")
    d0, d1 = core.ub(np.zeros(8, np.int16)), core.ub(np.zeros(8, np.int16))
    asc.de_interleave(d0, d1, core.ub(np.arange(10, 20, dtype=np.int16)), 10)
    assert d0.numpy().tolist() == [10, 12, 14, 16, 18, 0, 0, 0]
    assert d1.numpy().tolist() == [11, 13, 15, 17, 19, 0, 0, 0]


def test_interleave_needs_an_even_count(make_core: Any) -> None:
    core = make_core("ascend950")
    x = core.ub(np.zeros(64, np.int16))
    for run in (lambda: asc.interleave(x, x, x, x, 5), lambda: asc.de_interleave(x, x, x, 5)):
        with pytest.raises(LanewiseError) as caught:
            run()
        assert caught.value.id == "PARAM-001"
