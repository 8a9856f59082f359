"""Fixpipe: where results go and what becomes of them, against the published table; on both engines."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
import sheet

import lanewise
from lanewise import asc

ENGINES = ("fast", "definition")
CHIPS = ("ascend910b", "ascend950")
Q = asc.QuantModes


def deq_scale_word(scale: float, offset: int = 0, signed: bool = True) -> int:
    return int(np.float32(scale).view(np.uint32)) | (offset & 0x1FF) << 37 | int(signed) << 46


def truncate_scale(scale: float) -> np.float32:
    return (np.float32(scale).view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)


def stored(chip: str, engine: str, x: Any, to: str, mode: Any = Q.NoQuant, *, order: Any = asc.CO2Layout.ROW_MAJOR,
           size: int = 0,
           words: Any = None, before: Any = None, atomic: str = "", position: str = "", **params: Any) -> Any:
    """What Fixpipe leaves in GM, or at a position, of a result in L0C."""
    m, n = x.shape
    kind = asc.DataType(to)
    with lanewise.core(chip, engine=engine, kind="AIC") as core:
        src = core.local("CO1", sheet.to_result(x))
        old = np.zeros(size or m * n, kind.numpy) if before is None else before
        dst = core.local(position, old, to) if position else core.gm(old)
        if atomic:
            asc.set_atomic_add(asc.DataType(atomic))
        stride = params.pop("dst_stride", n)
        rest = () if words is None else (core.local("C1", np.array(words, np.uint64)),)
        asc.fixpipe(
            dst,
            src,
            *rest,
            asc.FixpipeParamsV220(n, m, sheet.ceil_to(m, 16), stride, quant_pre=mode, **params),
            config=order,
        )
        return dst.numpy()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
def test_rows_of_any_length(engine: str, chip: str) -> None:
    x = np.arange(30 * 41, dtype=np.float32).reshape(30, 41) - 300
    got = stored(chip, engine, x, "float", dst_stride=50, size=30 * 50).reshape(30, 50)
    assert (got[:, :41] == x).all()
    assert (got[:, 41:] == 0).all()
    assert (stored(chip, engine, x, "float", relu_en=True).reshape(30, 41) == np.maximum(x, 0)).all()
    whole = x.astype(np.int32)
    assert (stored(chip, engine, whole, "int32").reshape(30, 41) == whole).all()
    assert (stored(chip, engine, x, "half", Q.F322F16).reshape(30, 41) == x.astype(np.float16)).all()
    wide = x * np.float32(1.00390625)
    assert (stored(chip, engine, wide, "bfloat16", Q.F322BF16).reshape(30, 41) == wide.astype(ml_dtypes.bfloat16)).all()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
def test_fractals_and_several_matrices(engine: str, chip: str) -> None:
    x = np.arange(32 * 64, dtype=np.float32).reshape(32, 64)
    blocks = 1 if chip == "ascend950" else 32 // 4
    nz = {"order": asc.CO2Layout.NZ}
    assert (stored(chip, engine, x, "float", dst_stride=32 * 16 // blocks, **nz) == sheet.nz(x, wide=16)).all()
    split = stored(chip, engine, x, "float", dst_stride=32 * 8 // blocks, is_channel_split=True, **nz)
    assert (split == sheet.nz(x, wide=8)).all()
    small = x - 1024
    eight = stored(chip, engine, small, "int8", Q.QF322B8_PRE, dst_stride=32 * 32 // (blocks if blocks == 1 else 32),
                   deq_scalar=deq_scale_word(0.125), **nz)
    assert (eight == sheet.nz(np.clip(np.rint(small * 0.125), -128, 127).astype(np.int8), wide=32)).all()
    apart = 32 * 32 // 16 if chip == "ascend950" else 32 * 32 // 256
    with lanewise.core(chip, engine=engine, kind="AIC") as core:
        dst = core.gm(np.zeros(32 * 64, np.float32))
        asc.fixpipe(dst, core.local("CO1", sheet.to_result(x)),
                    asc.FixpipeParamsV220(32, 32, 32, 32, nd_num=2, src_nd_stride=apart, dst_nd_stride=1024))
        assert (dst.numpy().reshape(2, 32, 32) == np.stack([x[:, :32], x[:, 32:]])).all()
    turned = stored("ascend950", engine, x, "float", order=asc.CO2Layout.COLUMN_MAJOR, dst_stride=32)
    assert (turned.reshape(64, 32) == x.T).all()


def quantised(x: Any, scale: float, offset: int, signed: bool) -> Any:
    v = np.float32(x) * truncate_scale(scale)
    whole = np.clip(np.rint(v), -256, 255).astype(np.int64) + offset
    return np.clip(whole, -128, 127).astype(np.int8) if signed else np.clip(whole, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
def test_scales_and_offsets_of_8_bits(engine: str, chip: str) -> None:
    rng = np.random.default_rng(11)
    x = np.concatenate([rng.standard_normal((16, 30)) * 300, [[2.5, 3.5, -2.5, 0, 1e30, -1e30] * 5]]).astype(np.float32)
    for scale, offset, signed in ((1.0, 0, True), (0.3333333, 5, True), (1.7, -100, False), (0.01, 200, False)):
        to = "int8" if signed else "uint8"
        got = stored(chip, engine, x, to, Q.QF322B8_PRE, deq_scalar=deq_scale_word(scale, offset, signed)).reshape(
            x.shape
        )
        assert (got == quantised(x, scale, offset, signed)).all()
        got = stored(chip, engine, x, to, Q.QF322B8_PRE, deq_scalar=deq_scale_word(scale, offset, signed),
                     relu_en=True).reshape(x.shape)
        assert (got == quantised(np.maximum(x, 0), scale, offset, signed)).all()
        whole = np.clip(x, -1e9, 1e9).astype(np.int32)
        got = stored(chip, engine, whole, to, Q.REQ8, deq_scalar=deq_scale_word(scale, offset, signed)).reshape(x.shape)
        assert (got == quantised(whole.astype(np.float32), scale, offset, signed)).all()
    scales = np.linspace(0.1, 2, 30)
    got = stored(chip, engine, x, "int8", Q.VQF322B8_PRE,
                 words=[deq_scale_word(s, k % 7) for k, s in enumerate(scales)] + [0, 0]).reshape(x.shape)
    for k, s in enumerate(scales):
        assert (got[:, k] == quantised(x[:, k], s, k % 7, True)).all()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
def test_integers_become_halves(engine: str, chip: str) -> None:
    x = np.random.default_rng(12).integers(-(2**20), 2**20, (16, 32)).astype(np.int32)
    x[0, :3] = 2**31 - 1, -(2**31), 16777217
    for scale in (1.0, 0.01234):
        with np.errstate(over="ignore"):
            want = np.clip(x.astype(np.float32) * truncate_scale(scale), -65504, 65504).astype(np.float16)
        assert (
            stored(chip, engine, x, "half", Q.DEQF16, deq_scalar=deq_scale_word(scale)).reshape(x.shape) == want
        ).all()
    words = [deq_scale_word(2.0**-k) for k in range(32)]
    got = stored(chip, engine, x, "half", Q.VDEQF16, words=words).reshape(x.shape)
    want = np.clip(x.astype(np.float64) * 2.0 ** -np.arange(32), -65504, 65504).astype(np.float32).astype(np.float16)
    assert (got[1:] == want[1:]).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_scale_may_shift_integers_first(engine: str) -> None:
    x = np.array([[1000, -1000, 2**30, -(2**30), 7, -7] + [0] * 10], np.int32)
    shifted = np.clip(x >> 4, -32768, 32767).astype(np.float32)
    got = stored("ascend910b", engine, x, "half", Q.DEQF16, deq_scalar=deq_scale_word(1.0) | 3 << 32 | 1 << 36)
    assert (got == shifted.ravel().astype(np.float16)).all()
    got = stored("ascend950", engine, x, "half", Q.DEQF16, deq_scalar=deq_scale_word(1.0) | 3 << 32 | 1 << 36)
    assert (got == np.clip(x, -65504, 65504).ravel().astype(np.float16)).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_scaled_floats_of_the_950(engine: str) -> None:
    x = (np.random.default_rng(13).standard_normal((16, 32)) * 30).astype(np.float32)
    scaled = x * truncate_scale(0.7)
    for mode, to, want in (
        (Q.QF322F16_PRE, "half", scaled.astype(np.float16)),
        (Q.QF322BF16_PRE, "bfloat16", scaled.astype(ml_dtypes.bfloat16)),
        (Q.QF322F32_PRE, "float", scaled),
        (Q.QF322FP8_PRE, "fp8_e4m3fn", scaled.astype(ml_dtypes.float8_e4m3fn)),
    ):
        got = stored("ascend950", engine, x, to, mode, deq_scalar=deq_scale_word(0.7)).reshape(x.shape)
        assert (np.asarray(got).astype(np.float32) == want.astype(np.float32)).all(), mode
    whole = x.astype(np.int32)
    got = stored("ascend950", engine, whole, "bfloat16", Q.QS322BF16_PRE, deq_scalar=deq_scale_word(0.7)).reshape(
        x.shape
    )
    assert (got == (whole.astype(np.float32) * truncate_scale(0.7)).astype(ml_dtypes.bfloat16)).all()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
def test_results_are_added_up_in_global_memory(engine: str, chip: str) -> None:
    x = np.arange(16 * 16, dtype=np.float32).reshape(16, 16)
    before = np.full(256, 0.5, np.float32)
    assert (stored(chip, engine, x, "float", before=before, atomic="float") == x.ravel() + 0.5).all()
    halves = stored(chip, engine, x, "half", Q.F322F16, before=np.full(256, 0.5, np.float16), atomic="half")
    assert (halves == x.ravel() + 0.5).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_half_results_clamp_unless_told_not_to(engine: str) -> None:
    x = np.array([[1e6, -1e6, np.inf, np.nan] * 4], np.float32)
    got = stored("ascend910b", engine, x, "half", Q.F322F16)
    assert (got[:4] == np.array([65504, -65504, 65504, 0], np.float16)).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_results_go_to_l1(engine: str) -> None:
    x = np.arange(16 * 32, dtype=np.float32).reshape(16, 32)
    for chip, stride in (("ascend910b", 16 * 16 * 2 // 32), ("ascend950", 16 * 16)):
        got = stored(chip, engine, x, "half", Q.F322F16, position="A1", order=asc.CO2Layout.NZ, dst_stride=stride)
        assert (got == sheet.nz(x.astype(np.float16))).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_calls_that_fit_no_row_are_refused(engine: str) -> None:
    x = np.zeros((16, 16), np.float32)
    for problem, to, mode, more in (
        ("OP-006.*DEQF16", "half", Q.DEQF16, {}),
        ("OP-006", "float", Q.F322F16, {}),
        ("STRIDE-001.*dst_stride", "float", Q.NoQuant, {"dst_stride": 0}),
        ("PARAM-001.*is_channel_split", "float", Q.NoQuant, {"is_channel_split": True}),
    ):
        with pytest.raises(lanewise.LanewiseError, match=problem):
            stored("ascend910b", engine, x, to, mode, **more)
