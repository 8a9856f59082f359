"""Duplicate, Brcb, CreateVecIndex, VectorPadding and BilinearInterpolation, against plain loops."""

from __future__ import annotations

import random
import struct
from typing import Any

import numpy as np
import pytest

from lanewise.isa.record import Flag

ALL = ("ascend910b", "ascend910_93", "ascend950", "ascend310b", "ascend310p", "ascend910")
FROM_TENSOR = Flag.SET_MASK | Flag.SCALAR_TENSOR


def h(x: float) -> float:
    """A number rounded to half; beyond its range the largest half, as CTRL[48] = 0 asks."""
    try:
        return float(struct.unpack("<e", struct.pack("<e", x))[0])
    except OverflowError:
        return 65504.0 if x > 0 else -65504.0


def f(x: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", x))[0])


# --- Duplicate ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", ALL)
@pytest.mark.parametrize(("kind", "value"), [(np.float16, 1.5), (np.int32, -7), (np.uint16, 65535), (np.float32, -2)])
def test_duplicate_forms(make_core: Any, call: Any, chip: str, kind: Any, value: Any) -> None:
    core = make_core(chip)
    per = 256 // np.dtype(kind).itemsize
    x = core.ub(np.zeros(3 * per, kind))
    call(core, "duplicate", x, scalar=value, count=per + 3)
    assert x.numpy().tolist() == [value] * (per + 3) + [0] * (2 * per - 3)
    x = core.ub(np.zeros(3 * per, kind))
    call(core, "duplicate", x, scalar=value, mask=(0b1010, 0), repeat=2, strides=(1, 8))
    assert np.flatnonzero(x.numpy()).tolist() == [1, 3, per + 1, per + 3]


@pytest.mark.parametrize(
    "kind", ["bool", "int8", "hifloat8", "fp8_e5m2", "fp4x2_e2m1", "complex32", "int64", "complex64"]
)
def test_duplicate_any_bits_on_950(make_core: Any, call: Any, kind: str) -> None:
    core = make_core("ascend950")
    x = core.ub(np.zeros(256, np.uint8)).reinterpret_cast(kind)
    size = 256 // len(x)
    pattern = 0x01 if kind == "bool" else 0x0123456789ABCDEF % 2 ** (8 * size)
    call(core, "duplicate", x, bits=pattern, count=10)
    raw = x.reinterpret_cast("uint8").numpy().tobytes()
    assert raw == pattern.to_bytes(size, "little") * 10 + bytes(256 - 10 * size)


def test_duplicate_broadcasts_a_tensor_element_on_950(make_core: Any, call: Any) -> None:
    core = make_core("ascend950")
    x, source = core.ub(np.zeros(64, np.float32)), core.ub(np.array([2.5, 9], np.float32))
    call(core, "duplicate", x, source, count=40, flags=FROM_TENSOR)
    assert x.numpy().tolist() == [2.5] * 40 + [0] * 24


# --- Brcb -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chip", "kind"),
    [("ascend910b", np.float16), ("ascend910b", np.int32), ("ascend910_93", np.uint16), ("ascend310p", np.float32),
     ("ascend950", np.int8), ("ascend950", np.float32), ("ascend950", np.int64)],
)  # fmt: skip
@pytest.mark.parametrize(("block", "repeat_stride"), [(1, 8), (2, 16), (1, 10), (0, 8)])
def test_brcb_blocks(make_core: Any, call: Any, chip: str, kind: Any, block: int, repeat_stride: int) -> None:
    """Eight contiguous source elements a repeat, each over one 32-byte block; block stride 0 counts as 1."""
    core = make_core(chip)
    per = 32 // np.dtype(kind).itemsize
    source = np.arange(1, 25).astype(kind)
    dst = core.ub(np.zeros(64 * per, kind))
    call(core, "brcb", dst, core.ub(source), repeat=3, params=(block, repeat_stride))
    wanted = np.zeros(64 * per, kind)
    for r in range(3):
        for j in range(8):
            start = (r * repeat_stride + j * (block or 1)) * per
            wanted[start : start + per] = source[8 * r + j]
    assert dst.numpy().tolist() == wanted.tolist()


# --- CreateVecIndex -------------------------------------------------------------------------------------------------


def ramp_by_block(first: float, repeats: int, per_block: int, cast: Any) -> list[float]:
    """The macro of the older chips: a block of scalar sums, then blocks by addition, then repeats by addition."""
    block = [cast(f(f(first) + i)) for i in range(per_block)]
    row = list(block)
    for _ in range(7):
        block = [cast(v + per_block) for v in block]
        row += block
    out = list(row)
    for _ in range(repeats - 1):
        row = [cast(v + 8 * per_block) for v in row]
        out += row
    return out


def ramp_by_repeat(first: float, repeats: int, per_block: int, cast: Any) -> list[float]:
    row = [cast(first + i) for i in range(8 * per_block)]
    out = list(row)
    for _ in range(repeats - 1):
        row = [cast(v + 8 * per_block) for v in row]
        out += row
    return out


RAMPS = {"ascend910b": ramp_by_block, "ascend910_93": ramp_by_block, "ascend950": ramp_by_repeat}


@pytest.mark.parametrize("chip", RAMPS)
@pytest.mark.parametrize("first", [0, 5, 1990, 2047, 2049, 4000, 0.1, -3000.5, 65000])
def test_create_vec_index_half_rounds_at_every_step(make_core: Any, call: Any, chip: str, first: float) -> None:
    core = make_core(chip)
    dst = core.ub(np.zeros(512, np.float16))
    call(core, "create_vec_index", dst, scalar=first, count=500)
    assert dst.numpy().tolist() == RAMPS[chip](h(first), 4, 16, h)[:500] + [0] * 12


@pytest.mark.parametrize("chip", RAMPS)
def test_create_vec_index_half_differs_from_the_formula(make_core: Any, call: Any, chip: str) -> None:
    """From 3.3 on, three of 512 elements are not first + i rounded once: the steps round too."""
    core = make_core(chip)
    dst = core.ub(np.zeros(512, np.float16))
    call(core, "create_vec_index", dst, scalar=3.3, count=512)
    direct = [h(h(3.3) + i) for i in range(512)]
    assert sum(a != b for a, b in zip(dst.numpy().tolist(), direct, strict=True)) == 3


@pytest.mark.parametrize("chip", RAMPS)
@pytest.mark.parametrize("first", [0.0, 0.1, 16777210.0, -5.5])
def test_create_vec_index_float(make_core: Any, call: Any, chip: str, first: float) -> None:
    core = make_core(chip)
    dst = core.ub(np.zeros(256, np.float32))
    call(core, "create_vec_index", dst, scalar=first, count=256)
    assert dst.numpy().tolist() == RAMPS[chip](f(first), 4, 8, f)


@pytest.mark.parametrize("chip", RAMPS)
@pytest.mark.parametrize("first", [0, -100, 32760, 32767])
def test_create_vec_index_int16_wraps(make_core: Any, call: Any, chip: str, first: int) -> None:
    core = make_core(chip)
    dst = core.ub(np.zeros(300, np.int16))
    call(core, "create_vec_index", dst, scalar=first, count=300)
    assert dst.numpy().tolist() == [(first + i + 32768) % 65536 - 32768 for i in range(300)]


@pytest.mark.parametrize(("chip", "start"), [("ascend910b", 16777216), ("ascend950", 16777217)])
def test_create_vec_index_int32_large(make_core: Any, call: Any, chip: str, start: int) -> None:
    """The macro adds in float before the cast, so 2**24 + 1 starts at 2**24; 950 counts exactly."""
    core = make_core(chip)
    dst = core.ub(np.zeros(100, np.int32))
    call(core, "create_vec_index", dst, scalar=16777217, count=100)
    if chip == "ascend950":
        wanted = [start + i for i in range(100)]
    else:
        block = [int(f(f(16777217) + i)) for i in range(8)]
        wanted = [v + 8 * b for b in range(13) for v in block][:100]
    assert dst.numpy().tolist()[0] == start
    assert dst.numpy().tolist() == wanted


@pytest.mark.parametrize("kind", [np.int8, np.int64])
def test_create_vec_index_8_and_64_bits_on_950(make_core: Any, call: Any, kind: Any) -> None:
    core = make_core("ascend950")
    bits = np.iinfo(kind).bits
    first = int(np.iinfo(kind).max) - 3
    dst = core.ub(np.zeros(300, kind))
    call(core, "create_vec_index", dst, scalar=first, count=300)
    half = 2 ** (bits - 1)
    assert dst.numpy().tolist() == [(first + i + half) % (2 * half) - half for i in range(300)]


@pytest.mark.parametrize("chip", RAMPS)
@pytest.mark.parametrize("mask", [20, (0b1001, 1 << 63)])
def test_create_vec_index_masked(make_core: Any, call: Any, chip: str, mask: Any) -> None:
    """The number is the position in the repeat plus 128 a repeat, wherever the strides put it."""
    core = make_core(chip)
    dst = core.ub(np.full(600, -1, np.int16))
    call(core, "create_vec_index", dst, scalar=100, mask=mask, repeat=3, strides=(2, 10))
    lanes = range(20) if mask == 20 else (0, 3, 127)
    wanted = [-1] * 600
    for r in range(3):
        for e in lanes:
            wanted[r * 160 + e // 16 * 32 + e % 16] = 100 + 128 * r + e
    assert dst.numpy().tolist() == wanted


# --- VectorPadding (ascend310p) -------------------------------------------------------------------------------------


def padded(block: list[int], mode: int, right: bool) -> list[int]:
    """What continues the block beyond its edge, as many elements as it holds; in reading order."""
    n = len(block)
    edge = block[::-1] if right else block  # from the edge inward
    outward = {0: [edge[0]] * n, 1: edge, 2: [*edge[1:], 0]}[mode]
    return outward if right else outward[::-1]


@pytest.mark.parametrize("mode", [0, 1, 2])
@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("kind", [np.float16, np.int32])
def test_vector_padding(make_core: Any, call: Any, mode: int, right: bool, kind: Any) -> None:
    core = make_core("ascend310p")
    per = 32 // np.dtype(kind).itemsize
    source = np.arange(1, 8 * per + 1).astype(kind)
    dst = core.ub(np.full(8 * per, 99, kind))
    call(core, "vector_padding", dst, core.ub(source), mask=8 * per, strides=(1, 1, 8, 8), params=(mode, int(right)))
    wanted = [v for b in range(8) for v in padded(source[b * per : (b + 1) * per].tolist(), mode, right)]
    assert dst.numpy().tolist() == wanted


def test_vector_padding_mask_gates_writes_only(make_core: Any, call: Any) -> None:
    """The right edge is read although its element is masked off."""
    core = make_core("ascend310p")
    dst = core.ub(np.zeros(128, np.float16))
    call(core, "vector_padding", dst, core.ub(np.arange(1, 129, dtype=np.float16)), mask=(0b101, 0),
         strides=(1, 1, 8, 8), params=(0, 1))  # fmt: skip
    assert dst.numpy().tolist() == [16, 0, 16] + [0] * 125


def test_vector_padding_count(make_core: Any, call: Any) -> None:
    core = make_core("ascend310p")
    dst = core.ub(np.zeros(48, np.float16))
    call(core, "vector_padding", dst, core.ub(np.arange(1, 49, dtype=np.float16)), count=20, params=(0, 0))
    assert dst.numpy().tolist() == [1] * 16 + [17] * 4 + [0] * 28


# --- BilinearInterpolation ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chip", ["ascend910b", "ascend910_93", "ascend950", "ascend310p"])
@pytest.mark.parametrize("per_block", [False, True])
@pytest.mark.parametrize("mask", [128, 40, (0xFF00FF, 1 << 60)])
def test_bilinear_interpolation(make_core: Any, call: Any, chip: str, per_block: bool, mask: Any) -> None:
    """Every step rounds to half: weight times data, the steps of a row added one after the other, then +0."""
    rng = random.Random(f"{per_block}")
    core = make_core(chip)
    rows, steps, stride, offset = 2, 3, 2, 256
    data = [h(rng.uniform(-4, 4)) for _ in range(1024)]
    starts = [32 * rng.randrange(len(data) // 16) for _ in range(8 * rows * steps)]  # bytes, block by block
    weights = [h(rng.uniform(-2, 2)) for _ in range(8 * rows * steps if per_block else rows * steps)]
    weights += [0.0] * (-len(weights) % 16)
    dst = core.ub(np.full(600, 7, np.float16))
    call(core, "bilinear_interpolation", dst, core.ub(np.array(data, np.float16)),
         core.ub(np.array(starts, np.uint32)), core.ub(np.array(weights, np.float16)),
         core.ub(np.zeros(16384, np.uint8)), mask=mask,
         params=(steps, int(per_block), stride, offset, rows))  # fmt: skip
    lanes = range(mask) if isinstance(mask, int) else [e for e in range(128) if mask[e // 64] >> e % 64 & 1]
    wanted = [7.0] * 600
    for v in range(rows):
        for e in lanes:
            total = 0.0
            for k in range(steps):
                step = v * steps + k
                value = data[starts[8 * step + e // 16] // 2 + e % 16]
                product = h(weights[8 * step + e // 16 if per_block else step] * value)
                total = h(product + total) if k else product
            wanted[v * offset + e // 16 * stride * 16 + e % 16] = total + 0.0
    assert dst.numpy().tolist() == wanted


def test_bilinear_interpolation_never_leaves_a_negative_zero(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    dst = core.ub(np.full(128, 7, np.float16))
    call(core, "bilinear_interpolation", dst, core.ub(np.full(16, -0.0, np.float16)), core.ub(np.zeros(8, np.uint32)),
         core.ub(np.ones(16, np.float16)), core.ub(np.zeros(4096, np.uint8)), mask=128,
         params=(1, 0, 1, 128, 1))  # fmt: skip
    assert dst.numpy().view(np.uint16).tolist() == [0] * 128
