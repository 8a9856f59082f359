"""Quantisation of the high-level library: every rounding step as numpy makes it."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from library_kernels import CPP, chips, floats, kernels

RNG = np.random.default_rng
HALF, BFLOAT = np.float16, ml_dtypes.bfloat16


def call(chip: str, name: str, *arguments: Any, types: str = "") -> None:
    found = getattr(kernels("quantize950.asc" if name.endswith("950") else "quantize.asc", chip), name)
    (found[types] if types else found)[1](*arguments)


def to_int8(x: np.ndarray) -> np.ndarray:
    return np.clip(x, -128, 127).astype(np.int8)


def through_half(x: np.ndarray, scale: Any, offset: Any) -> np.ndarray:
    """numpy rounds each half operation once."""
    with np.errstate(over="ignore"):
        total = x.astype(HALF) * np.asarray(scale).astype(HALF) + np.asarray(offset).astype(HALF)
    return to_int8(np.rint(total))


@floats
@chips
def test_ascend_quant_goes_through_half(chip: str, dtype: Any) -> None:
    n, channels = 640, 32
    x = (RNG(1).normal(size=n) * 60).astype(dtype)
    x[:4] = [1000, -1000, 60000, 0]
    scales, offsets = RNG(2).uniform(0.5, 2, channels).astype(dtype), RNG(3).normal(size=channels).astype(dtype)
    scale, offset = np.float32(1.1), np.float32(0.9)
    y = np.zeros((5, n), np.int8)
    call(chip, "quant", x, scales, offsets, y, scale, offset, n, channels, types=CPP[dtype])
    each, shift = np.tile(scales, n // channels), np.tile(offsets, n // channels)
    wants = (
        through_half(x, scale, offset), through_half(x, scale, offset), through_half(x, each, dtype(offset)),
        through_half(x, each, shift), through_half(x, each, shift),
    )  # fmt: skip
    for got, want in zip(y, wants, strict=True):
        assert np.array_equal(got, want)
    in_float = to_int8(np.rint(x.astype(np.float32) * scale + offset))
    assert not np.array_equal(y[0], in_float), "float arithmetic would give something else"


@pytest.mark.parametrize(("result", "scale"), [("float", "float"), ("bfloat16_t", "float"), ("half", "uint64_t"), ("bfloat16_t", "bfloat16_t")])
@chips
def test_ascend_dequant_pitches(chip: str, result: str, scale: str) -> None:
    kinds = {"float": np.float32, "bfloat16_t": BFLOAT, "half": HALF}
    to = np.dtype(kinds[result])
    m, n, count = 4, 40, 37
    block = 32 // to.itemsize
    pitch = -(-n // block) * block
    x = RNG(4).integers(-30000, 30000, (m, n)).astype(np.int32)
    values = RNG(5).uniform(0.001, 1, n).astype(BFLOAT if scale == "bfloat16_t" else np.float32).astype(np.float32)
    scales = values.view(np.uint32).astype(np.uint64) if scale == "uint64_t" else values.astype(kinds[scale])
    y = np.full(2 * m * pitch + 2 * m * n, 9, to)
    call(chip, "dequant", x, scales, y, scales[3], m, n, count, pitch, types=f"{result}, {scale}")
    first, second = y[: m * pitch].reshape(m, pitch), y[m * pitch : 2 * m * pitch].reshape(m, pitch)
    wide = x.astype(np.float32)
    assert np.array_equal(first[:, :count], (wide[:, :count] * values[:count]).astype(to))
    assert np.array_equal(second[:, :count], (wide[:, :count] * values[3]).astype(to))
    assert (first[: m - 1, n:].astype(np.float32) == 9).all()
    rows = (wide.reshape(-1, 16) * values[:16]).astype(to).ravel()
    assert np.array_equal(y[2 * m * pitch :], np.tile(rows, 2)), "one long row, and rows as long as there are scales"


@pytest.mark.parametrize("kind", ["half", "bfloat16_t"])
@chips
def test_ascend_antiquant_groups_and_roundings(chip: str, kind: str) -> None:
    to = {"half": HALF, "bfloat16_t": BFLOAT}[kind]
    k, n, groups = 12, 32, 3
    x = RNG(6).integers(-128, 128, (k, n)).astype(np.int8)
    scales, offsets = RNG(7).uniform(0.01, 3, (groups, n)).astype(to), (RNG(8).normal(size=(groups, n)) * 9).astype(to)
    y = np.zeros((4, k * n), to)
    call(chip, "antiquant", x, scales, offsets, y, k, n, groups, types=kind)

    def restored(source: np.ndarray, scale: np.ndarray, offset: np.ndarray | None) -> np.ndarray:
        if kind == "half":  # two roundings to half
            value = source.astype(HALF)
            return (value if offset is None else value + offset) * scale
        value = source.astype(np.float32)
        value = value if offset is None else value + offset.astype(np.float32)
        return (value * scale.astype(np.float32)).astype(BFLOAT)

    def bits(a: np.ndarray) -> np.ndarray:
        return np.ascontiguousarray(a).view(np.uint16).ravel()

    s, o = np.repeat(scales, k // groups, axis=0), np.repeat(offsets, k // groups, axis=0)
    assert np.array_equal(bits(y[0]), bits(restored(x, s, o)))
    turned, ts, to_ = x.reshape(n, k), scales.reshape(n, groups), offsets.reshape(n, groups)
    each = k // groups
    assert np.array_equal(bits(y[1]), bits(restored(turned, np.repeat(ts, each, axis=1), np.repeat(to_, each, axis=1))))
    assert np.array_equal(bits(y[2]), bits(restored(x, s, None)))
    assert np.array_equal(bits(y[3]), bits(restored(x, np.asarray(0.3).astype(to), np.asarray(0.5).astype(to))))


def test_ascend_antiquant_of_four_bits() -> None:
    x, y = np.array([0x21, 0x8F, 0x70, 0xF9], np.uint8), np.zeros(8, HALF)
    call("ascend910b", "antiquant_int4", x, y, 8)
    assert np.array_equal(y, (np.array([1, 2, -1, -8, 0, 7, -7, -1]) + 1) * 2)


# --- ascend950 alone ---


@floats
def test_quantize_policies_in_float(dtype: Any) -> None:
    m, n = 4, 32
    x = (RNG(9).normal(size=(m, n)) * 40).astype(dtype)
    scales, offsets = RNG(10).uniform(0.5, 2, m * n).astype(np.float32), RNG(11).normal(size=m * n).astype(np.float32)
    y = np.zeros((5, m, n), np.int8)
    call("ascend950", "quantize950", x, scales, offsets, y, m, n, types=CPP[dtype])
    wide = x.astype(np.float32)
    row, column = np.meshgrid(np.arange(m), np.arange(n), indexing="ij")
    groups = row * -(-n // 5) + column // 5
    by_rows = row // 2 * n + column
    away = lambda v: np.copysign(np.floor(np.abs(v) + 0.5), v)  # noqa: E731
    wants = (
        np.rint(wide * np.float32(1.7) + np.float32(0.3)), np.floor(wide * scales[column] + offsets[column]),
        away(wide * scales[row]), np.trunc(wide * scales[groups] + offsets[groups]),
        np.ceil(wide * scales[by_rows] + offsets[by_rows]),
    )  # fmt: skip
    for got, want in zip(y, wants, strict=True):
        assert np.array_equal(got, to_int8(want))


def test_dequantize_and_antiquantize_of_950() -> None:
    m, n = 3, 32
    x = RNG(12).integers(-20000, 20000, (m, n)).astype(np.int32)
    scales = RNG(13).uniform(0.01, 1, n).astype(np.float32)
    y = np.zeros((3, m, n), HALF)
    call("ascend950", "dequantize950", x, scales, y, m, n)
    for got, want in zip(y, (scales[None, :], scales[:m, None], scales[:m, None]), strict=True):
        assert np.array_equal(got, (x.astype(np.float32) * want).astype(HALF))
    small = RNG(14).integers(-128, 128, (m, n)).astype(np.int8)
    s, o = RNG(15).uniform(0.01, 3, n).astype(HALF), (RNG(16).normal(size=n) * 9).astype(HALF)
    z = np.zeros((m, n), HALF)
    call("ascend950", "antiquantize950", small, s, o, z, m, n)
    want = ((small.astype(np.float32) + o.astype(np.float32)) * s.astype(np.float32)).astype(HALF)
    assert np.array_equal(z.view(np.uint16), want.view(np.uint16)), "one rounding to half, at the end"
    assert not np.array_equal(z, (small.astype(HALF) + o) * s)


def test_small_floats_of_950() -> None:
    x = np.concatenate([RNG(17).normal(size=30) * 30, [1000, -1000]]).astype(np.float32)
    y, back = np.zeros((2, 32), np.uint8), np.zeros(32, np.float32)
    call("ascend950", "small_floats950", x, y, back, 32)
    exact = np.clip(x * np.float32(2) + np.float32(0.5), -448, 448)  # saturated
    assert np.array_equal(y[0].view(ml_dtypes.float8_e4m3fn), exact.astype(ml_dtypes.float8_e4m3fn))
    assert np.array_equal(back, y[0].view(ml_dtypes.float8_e4m3fn).astype(np.float32))
    other = np.clip(x * x[0], -57344, 57344)
    assert np.array_equal(y[1].view(ml_dtypes.float8_e5m2), other.astype(ml_dtypes.float8_e5m2))
