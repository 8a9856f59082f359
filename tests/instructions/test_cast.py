"""Casts against hand-stated results, ml_dtypes and plain Python arithmetic."""

from __future__ import annotations

import struct
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from lanewise import asc
from lanewise.asc import RoundMode


def cast(make_core: Any, chip: str, values: Any, source: Any, to: Any, mode: RoundMode) -> Any:
    with make_core(chip) as core:
        src = core.ub(np.array(values, source))
        dst = core.ub(len(values), to)
        asc.cast(dst, src, mode, len(values))
        return dst.numpy()


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_mistake_18_rounding_modes(make_core: Any, chip: str) -> None:
    values = [0.5, 1.5, 2.5, -0.5, -1.5, 1.25, -1.25]
    expected = {
        RoundMode.CAST_RINT: [0, 2, 2, 0, -2, 1, -1],
        RoundMode.CAST_ROUND: [1, 2, 3, -1, -2, 1, -1],  # ties go away from zero
        RoundMode.CAST_FLOOR: [0, 1, 2, -1, -2, 1, -2],
        RoundMode.CAST_CEIL: [1, 2, 3, 0, -1, 2, -1],
        RoundMode.CAST_TRUNC: [0, 1, 2, 0, -1, 1, -1],
    }
    for mode, wanted in expected.items():
        assert cast(make_core, chip, values, np.float32, np.int32, mode).tolist() == wanted
        # float to float keeps the type and rounds to whole numbers
        assert cast(make_core, chip, values, np.float32, np.float32, mode).tolist() == wanted


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_mistake_18_odd_is_sticky_and_none_is_rint(make_core: Any, chip: str) -> None:
    step = 2.0**-10  # of half at 1
    values = [1 + step / 1024, 1 + step / 2, 1 + 1.5 * step, 1.0]
    odd = cast(make_core, chip, values, np.float32, np.float16, RoundMode.CAST_ODD)
    assert odd.tolist() == [1 + step, 1 + step, 1 + step, 1.0]
    none = cast(make_core, chip, values, np.float32, np.float16, RoundMode.CAST_NONE)
    assert none.tolist() == [1.0, 1.0, 1 + 2 * step, 1.0]


def test_mistake_19_int32_to_half_uses_the_scale_and_no_mode(make_core: Any) -> None:
    def f32(x: float) -> float:
        return float(struct.unpack("<f", struct.pack("<f", x))[0])

    values, scale = [1, -7, 1000, 123457, -100001], float(np.float16(0.37))
    wanted = [np.float16(f32(f32(f32(f32(v) * 2.0**-17) * scale) * 2.0**17)) for v in values]
    for mode in (RoundMode.CAST_NONE, RoundMode.CAST_CEIL, RoundMode.CAST_FLOOR):
        with make_core("ascend910b") as core:
            src, dst = core.ub(np.array(values, np.int32)), core.ub(len(values), np.float16)
            asc.set_deq_scale(0.37)
            asc.cast(dst, src, mode, len(values))
            assert dst.numpy().tolist() == [float(w) for w in wanted]


def test_mistake_20_dequantised_blocks_have_a_half_and_a_short_scale(make_core: Any) -> None:
    scale = 1.0 + 2.0**-10 + 2.0**-12  # the last bit is beyond the ten that count
    short = 1.0 + 2.0**-10
    values = [-300, -2, -1, 0, 1, 2, 100, 127, 200, 512, 1024, -1024, 5, 6, 7, 8]
    wanted = [max(-128, min(127, max(-256, min(255, round(v * short))))) for v in values]
    for upper in (False, True):
        with make_core("ascend910b") as core:
            src, dst = core.ub(np.array(values, np.int16)), core.ub(np.full(32, 99, np.int8))
            asc.set_deq_scale(scale, 0, True)
            asc.cast_deq(dst, src, 16, is_vec_deq=False, half_block=upper)
            got = dst.numpy().tolist()
        assert got[16 * upper : 16 * upper + 16] == wanted
        assert got[16 * (not upper) : 16 * (not upper) + 16] == [99] * 16


@pytest.mark.parametrize(("source", "to"), [(np.float32, np.float16), (np.float32, ml_dtypes.bfloat16)])
def test_cast_agrees_with_numpy_and_ml_dtypes(make_core: Any, source: Any, to: Any) -> None:
    bits = np.random.default_rng(3).integers(0, 2**32, 4000, np.uint32)
    values = bits.view(np.float32)
    values = values[np.isfinite(values) & (np.abs(values) < 60000)]
    got = cast(make_core, "ascend910b", values, source, to, RoundMode.CAST_RINT)
    assert np.array_equal(got.view(np.uint16), values.astype(to).view(np.uint16))


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_narrowing_saturates_unless_told_otherwise(make_core: Any, chip: str) -> None:
    assert cast(make_core, chip, [2**31 - 1, -(2**31), 5], np.int32, np.int16, RoundMode.CAST_NONE).tolist() == [
        32767, -32768, 5,
    ]
    half = cast(make_core, chip, [127.5, -200.0, np.nan], np.float16, np.int8, RoundMode.CAST_RINT)
    assert half.tolist() == [127, -128, 0]
