"""Casts between registers against fractions and ml_dtypes: every value of 8 and 16 bits, every layout and mode."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from lanewise.asc import RoundMode, reg
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions
from lanewise.numerics.formats import DTYPES

GLOBAL, KEEP_INFINITY, TRUNCATE_INTEGERS, KEEP_NAN = 1 << 60, 1 << 48, 1 << 59, 1 << 50
FLOATS: dict[str, Any] = {
    "half": np.float16, "bfloat16": ml_dtypes.bfloat16, "float": np.float32, "fp8_e5m2": ml_dtypes.float8_e5m2,
    "fp8_e4m3fn": ml_dtypes.float8_e4m3fn, "fp8_e8m0": ml_dtypes.float8_e8m0fnu,
    "fp4x2_e2m1": ml_dtypes.float4_e2m1fn,
}
LARGEST = {"half": 65504, "bfloat16": (2 - Fraction(1, 128)) * 2**127, "fp8_e5m2": 57344, "fp8_e4m3fn": 448}
DIGITS = {"half": (10, -14), "bfloat16": (7, -126), "float": (23, -126), "fp8_e5m2": (2, -14), "fp8_e4m3fn": (3, -6)}
FOUR_BITS = ("int4x2", "fp4x2_e2m1", "fp4x2_e1m2")
PAIRS = instructions()["reg_cast"].rows
CTRLS = (GLOBAL, GLOBAL | KEEP_INFINITY, GLOBAL | TRUNCATE_INTEGERS)


# --- the oracle: exact values and one rounding ------------------------------------------------------------------------


def whole(x: Fraction, mode: int) -> int:
    low = x.numerator // x.denominator
    if x == low:
        return low
    rest = x - low
    if mode in (0, 1):
        return low + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and low % 2 == 1))
    if mode == 2:
        return low
    if mode == 3:
        return low + 1
    if mode == 4:
        return low + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and x > 0))
    if mode == 5:
        return low if x > 0 else low + 1
    return low if low % 2 else low + 1  # odd


def to_float(x: Any, kind: str, mode: int, clamps: bool) -> float:
    """x: a fraction, or an infinity or NaN as a float. Zero keeps its sign through `sign_of`."""
    top = LARGEST.get(kind)
    if isinstance(x, float):
        if x != x:
            return 0.0 if clamps else float("nan")
        return (float(top) if x > 0 else -float(top)) if clamps and top else x if kind != "fp8_e4m3fn" else float("nan")
    if x == 0:
        return 0.0
    digits, least = DIGITS[kind]
    exponent = least
    size = abs(x)
    if size >= Fraction(2) ** least:
        exponent = size.numerator.bit_length() - size.denominator.bit_length()
        if Fraction(2) ** exponent > size:
            exponent -= 1
    step = Fraction(2) ** (exponent - digits)
    rounded = whole(x / step, mode) * step
    if top is not None and abs(rounded) > top:
        end = float(top) if clamps else float("nan") if kind == "fp8_e4m3fn" else float("inf")
        return end if x > 0 else -end
    return float(rounded)


def to_integer(x: Any, bits: int, signed: bool, mode: int, clamps: bool) -> int:
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if isinstance(x, float):
        return 0 if x != x else high if x > 0 else low
    value = whole(x, mode)
    if clamps:
        return min(max(value, low), high)
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value > high else value


def exact(code: int, kind: str) -> Any:
    """The value of a code: a fraction, or an infinity or NaN."""
    if kind in ("int4x2", "int4"):
        return Fraction(code - 16 if code > 7 else code)
    if kind == "fp4x2_e1m2":
        return Fraction(code & 7, 4) * (-1 if code & 8 else 1)
    if kind == "fp4x2_e2m1":
        return Fraction((0, 1, 2, 3, 4, 6, 8, 12)[code & 7], 2) * (-1 if code & 8 else 1)
    if kind == "fp8_e8m0":
        return float("nan") if code == 255 else Fraction(2) ** (code - 127) if code else Fraction(0)
    if kind in FLOATS:
        face = FLOATS[kind]
        value = float(np.array([code], f"u{np.dtype(face).itemsize}").view(face)[0])
        return Fraction(value) if np.isfinite(value) else value
    bits = DTYPES[kind].bits
    return Fraction(code - (1 << bits) if kind.startswith("i") and code >> bits - 1 else code)


def code_of(value: float, kind: str, negative: bool) -> int:
    face = FLOATS[kind]
    size = np.dtype(face).itemsize
    if value != value:
        return {"half": 0x7E00, "bfloat16": 0x7FC0, "float": 0x7FC00000, "fp8_e5m2": 0x7E, "fp8_e4m3fn": 0x7F}[kind]
    code = int(np.array([abs(value)], np.float64).astype(np.float32).astype(face).view(f"u{size}")[0])
    return code | (negative << 8 * size - 1)


def convert(code: int, source: str, to: str, mode: int, ctrl: int) -> int:
    """What a cast makes of a code, as a code."""
    x = exact(code, source)
    negative = source in FLOATS and source != "fp8_e8m0" and bool(code >> DTYPES[source].bits - 1)
    negative = negative or (isinstance(x, Fraction) and x < 0)
    if source.startswith("fp4"):
        negative = bool(code & 8)
    mode = mode or 1
    clamps_float, clamps_integer = not ctrl & KEEP_INFINITY, not ctrl & TRUNCATE_INTEGERS
    from_integer = source in ("int4x2",) or source.lstrip("u").startswith("int")
    if to == "fp8_e8m0":
        return 255 if isinstance(x, float) else code >> 7 & 0xFF
    if to in ("fp4x2_e2m1", "fp4x2_e1m2"):
        if isinstance(x, float) and x != x:
            return 0
        values = [exact(c, to) for c in range(8)]
        size = values[-1] if isinstance(x, float) else abs(x)
        bottom = [v for v in values if v <= size]
        at = len(bottom) - 1
        if at < 7 and size != values[at]:
            step = values[at + 1] - values[at]
            signed_mode = {2: 3, 3: 2}.get(mode, mode) if negative else mode
            if signed_mode == 1:
                middle = (size - values[at]) * 2
                at += middle > step or (middle == step and at % 2)
            elif signed_mode == 4:
                at += (size - values[at]) * 2 >= step
            elif signed_mode == 3:
                at += 1
        return at | (8 if negative else 0)
    if to == "int4x2":
        return to_integer(x, 4, True, mode, clamps_integer) & 15
    if DTYPES[to].is_integer:
        widens = from_integer and DTYPES[to].bits > DTYPES[source].bits
        bits = DTYPES[to].bits
        return to_integer(x, bits, to.startswith("i"), mode, clamps_integer or widens) & (1 << bits) - 1
    value = to_float(x, to, mode, to != "float" and (clamps_float or from_integer))
    return code_of(value, to, negative if value == value and not (isinstance(x, float) and x != x) else False)


# --- the lanes, as the page places them -------------------------------------------------------------------------------


def run(source: str, to: str, codes: Any, mask: Any = None, old: int | None = None, **told: Any) -> Any:
    """Codes of one register through a cast; raw lanes of the result."""
    src = reg.RegTensor(source)
    src.data[:] = np.ascontiguousarray(codes).view(np.uint8)
    dst = reg.RegTensor(to)
    dst.data[:] = 0xEE if old is None else old
    reg.cast(dst, src, mask or reg.MaskReg(), merge=old is not None, **told)
    return dst.data.copy()


def place(source: str, to: str, codes: Any, layout: int, one: Callable[[int], int]) -> Any:
    """The raw bytes that converting every element by `one` must give."""
    if to in FOUR_BITS:
        out = np.zeros(256, np.uint8)
        for i in range(64):
            out[4 * i + layout] = one(int(codes[2 * i])) | one(int(codes[2 * i + 1])) << 4
        return out
    size = DTYPES[to].size
    if source in FOUR_BITS:
        picked = [int(codes[4 * (i // 2) + layout]) >> 4 * (i % 2) & 15 for i in range(128)]
        return np.array([one(c) for c in picked], np.uint16).view(np.uint8)
    wide, narrow = max(DTYPES[source].size, size), min(DTYPES[source].size, size)
    r = wide // narrow
    if DTYPES[source].size < size:
        return np.array([one(int(c)) for c in codes[layout::r]], f"u{size}").view(np.uint8)
    out = np.zeros(256 // size, f"u{size}")
    out[layout::r] = [one(int(c)) for c in codes]
    return out.view(np.uint8)


def layouts(source: str, to: str) -> range:
    if source in FOUR_BITS or to in FOUR_BITS:
        return range(4)
    sizes = DTYPES[source].size, DTYPES[to].size
    return range(max(sizes) // min(sizes))


def modes(row: Any) -> list[int]:
    return [m for m in range(8) if row.round_modes >> m & 1] or [0]


NARROW = [row for row in PAIRS if DTYPES[row.types[1]].size <= 2 and "hifloat8" not in row.types]
SAMPLE = np.array([0, 1, 2, 0x3C00, 0x3C01, 0x7BFF, 0x7C00, 0x7C01, 0xFC00, 0x8000, 0x8001, 0xBC00, 0x5C04, 0xDC04,
                   0x7F7F, 0x7F80, 0x3F80, 0xFF80, 0x4B80, 0x3FC0, 0x4020, 0x40A0, 0x4110, 0x0080, 0xFFFF, 0x7FFF],
                  np.uint16)


@pytest.mark.parametrize("row", NARROW, ids=lambda row: f"{row.types[1]}-{row.types[0]}")
@pytest.mark.parametrize("every", [pytest.param(True, marks=pytest.mark.sweep), False])
def test_every_value_in_every_layout_and_mode(make_core: Any, row: Any, every: bool) -> None:
    to, source, _ = row.types
    size = DTYPES[source].size
    values = np.arange(256 ** size, dtype=f"u{size}")
    if not every and size == 2:
        rng = np.random.default_rng(sum(map(ord, source + to)))
        values = np.concatenate([SAMPLE, rng.integers(0, 2**16, 512 - len(SAMPLE), np.uint16)])
    lanes = 256 // size
    with make_core("ascend950") as core:
        for ctrl in CTRLS:
            core.state["ctrl"] = ctrl
            for mode in modes(row):
                one = cache(lambda code, m=mode, c=ctrl: convert(code, source, to, m, c))
                for layout in layouts(source, to):
                    for start in range(0, len(values), lanes):
                        codes = np.roll(values[start : start + lanes], layout)
                        got = run(source, to, codes, round_mode=mode, layout=layout)
                        wanted = place(source, to, codes, layout, one)
                        assert got.tolist() == wanted.tolist(), (ctrl, mode, layout, start)


WIDE = [row for row in PAIRS if DTYPES[row.types[1]].size == 4 and "hifloat8" not in row.types]


@pytest.mark.parametrize("row", WIDE, ids=lambda row: f"{row.types[1]}-{row.types[0]}")
def test_words_in_every_layout_and_mode(make_core: Any, row: Any) -> None:
    to, source, _ = row.types
    rng = np.random.default_rng(sum(map(ord, source + to)))
    edges = np.array([0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65535, 2**31 - 1, -(2**31)]).astype(np.uint32)
    if source == "float":
        picked = [0.5, 1.5, 2.5, -0.5, -1.5, 127.5, -128.5, 255.5, 32767.5, 1e9, -3e9, 3e38, -3e38, 1e-40, 448.0, 460.0,
                  464.0, 57344.0, 65519.0, 65520.0, np.inf, -np.inf, np.nan, -0.0, 61440.0, 1 + 2.0**-11,
                  1 + 3 * 2.0**-11]
        edges = np.array(picked, np.float32).view(np.uint32)
    codes = np.concatenate([edges, rng.integers(0, 2**32, 128 - len(edges), np.uint32)])
    if source == "float":  # half of the random ones in a range where casts do something
        codes[64:] = (rng.standard_normal(64) * 10.0 ** rng.integers(-6, 6, 64)).astype(np.float32).view(np.uint32)
    with make_core("ascend950") as core:
        for ctrl in CTRLS:
            core.state["ctrl"] = ctrl
            for mode in modes(row):
                one = cache(lambda code, m=mode, c=ctrl: convert(code, source, to, m, c))
                for layout in layouts(source, to):
                    for half in (codes[:64], codes[64:]):
                        got = run(source, to, half, round_mode=mode, layout=layout)
                        assert got.tolist() == place(source, to, half, layout, one).tolist(), (ctrl, mode, layout)


@pytest.mark.parametrize("to", ["float", "int32"])
def test_64_bits_of_one_and_two_registers(make_core: Any, to: str) -> None:
    rng = np.random.default_rng(8)
    edges = [0, 1, -1, 2**31, -(2**31) - 1, 2**63 - 1, -(2**63), 2**24 + 1]
    values = edges + rng.integers(-(2**62), 2**62, 56).tolist()
    with make_core("ascend950"):
        one = [convert(v & (1 << 64) - 1, "int64", to, 1, GLOBAL) for v in values]
        dst = reg.RegTensor(to)
        reg.cast(dst, reg.RegTensor("int64", np.array(values[:32]), 1), round_mode=1, layout=1)
        assert dst.data.view(np.uint32).tolist() == [x for v in one[:32] for x in (0, v)]
        reg.cast(dst, reg.RegTensor("int64", np.array(values), 2), round_mode=1, layout=0)
        assert dst.data.view(np.uint32).tolist() == one
        back = reg.RegTensor("int64", 0, 2)
        reg.cast(back, dst, round_mode=1, layout=0)
        wanted = [convert(v, to, "int64", 1, GLOBAL) for v in one]
        assert [int(v) & (1 << 64) - 1 for v in back.numpy()] == wanted


def test_mistake_2_the_control_register_decides_about_saturation(make_core: Any) -> None:
    with make_core("ascend950") as core:
        src, dst = reg.RegTensor("half", 257.0), reg.RegTensor("uint8")
        truncate = GLOBAL | TRUNCATE_INTEGERS
        for ctrl, asked, wanted in ((GLOBAL, 0, 255), (GLOBAL, 1, 255), (truncate, 1, 1), (0, 0, 1), (0, 1, 255)):
            core.state["ctrl"] = ctrl
            reg.cast(dst, src, round_mode=1, saturate=asked)
            assert dst.numpy()[0] == wanted
        big, half = reg.RegTensor("float", 1e6), reg.RegTensor("half")
        keep = GLOBAL | KEEP_INFINITY
        for ctrl, asked, limit in ((GLOBAL, 0, 65504.0), (keep, 1, np.inf), (0, 0, np.inf), (0, 1, 65504.0)):
            core.state["ctrl"] = ctrl
            reg.cast(half, big, round_mode=1, saturate=asked)
            assert half.numpy()[0] == limit


def test_mistake_3_the_mask_is_read_as_the_source_lies(make_core: Any) -> None:
    with make_core("ascend950"):
        src, dst = reg.RegTensor("half", 1.0), reg.RegTensor("float")
        words = reg.MaskReg("float", 64)  # bits 0, 4, 8, ...: only even half lanes
        reg.cast(dst, src, words, layout=0)
        assert dst.numpy().all()
        with pytest.raises(LanewiseError, match=r"REG-009.*for lanes of 32 bits.*only the first can take part"):
            reg.cast(dst, src, words, layout=1)
        words.memory[-1] = 0  # as if loaded: nobody knows for which lanes
        reg.cast(dst, src, words, layout=1)
        assert not dst.numpy().any()
        halves = reg.MaskReg("half", np.arange(128) % 4 == 3)
        reg.cast(dst, src, halves, layout=1)
        assert dst.numpy().tolist() == [0.0, 1.0] * 32
        narrow = reg.RegTensor("half")
        reg.cast(narrow, reg.RegTensor("float", 2.0), reg.MaskReg("float", 2), round_mode=1, layout=1)
        assert narrow.numpy().tolist() == [0.0, 2.0, 0.0, 2.0] + [0.0] * 124


def test_mistake_4_narrow_results_lie_apart_with_zeros_between(make_core: Any) -> None:
    with make_core("ascend950"):
        dst = reg.RegTensor("uint8", 9)
        reg.cast(dst, reg.RegTensor("int32", np.arange(64, dtype=np.int32)), layout=2)
        assert dst.numpy().tolist() == [x for i in range(64) for x in (0, 0, i, 0)]


def test_4_bit_pairs_follow_the_even_lane(make_core: Any) -> None:
    with make_core("ascend950"):
        src = reg.RegTensor("half", np.tile([1.0, 2.0], 64))
        even = reg.MaskReg("half", np.arange(128) % 4 == 0)  # lane 0 of every second pair
        got = run("half", "int4x2", src.data, even, round_mode=1, layout=3)
        assert got.tolist() == [x for i in range(64) for x in (0, 0, 0, 0 if i % 2 else 0x21)]
        back = run("int4x2", "half", got, reg.MaskReg("uint8", np.arange(256) == 3), layout=3).view(np.float16)
        assert back.tolist() == [1.0, 2.0] + [0.0] * 126


def test_merging_reads_the_mask_as_the_destination_lies(make_core: Any) -> None:
    with make_core("ascend950"):
        dst, src = reg.RegTensor("half", 7.0), reg.RegTensor("float", 2.0)
        reg.cast(dst, src, reg.MaskReg("float", 2), round_mode=1, layout=0, merge=True)
        assert dst.numpy()[:6].tolist() == [2.0, 7.0, 2.0, 7.0, 7.0, 7.0]


def test_mistake_20_casts_with_e8m0_overwrite_their_source(make_core: Any) -> None:
    with make_core("ascend950"):
        src, dst = reg.RegTensor("bfloat16", np.float32(8.0)), reg.RegTensor("fp8_e8m0")
        reg.cast(dst, src, layout=0)
        assert dst.numpy().tolist() == [130, 0] * 128
        assert src.data.view(np.uint16).tolist() == [130] * 128


def test_a_nan_stays_in_8_bits_under_ctrl50(make_core: Any) -> None:
    with make_core("ascend950") as core:
        src = np.full(64, 0x7FC00000, np.uint32)
        for ctrl, wanted in ((GLOBAL, 0), (GLOBAL | KEEP_NAN, 0x7E)):
            core.state["ctrl"] = ctrl
            assert run("float", "fp8_e5m2", src, round_mode=1)[0] == wanted


def test_hifloat8_has_its_documented_codes(make_core: Any) -> None:
    values = np.zeros(64, np.float32)
    values[:6] = [np.nan, np.inf, -np.inf, 2.0**-22, 1.0, 1e-9]
    with make_core("ascend950") as core:
        core.state["ctrl"] = GLOBAL | KEEP_INFINITY
        got = run("float", "hifloat8", values.view(np.uint32), round_mode=4)[::4]
        assert got[:6].tolist() == [0x80, 0x6F, 0xEF, 0x01, 0x08, 0x00]
        back = run("hifloat8", "float", np.arange(256, dtype=np.uint8), layout=0).view(np.float32)
        there = run("float", "hifloat8", back.view(np.uint32), round_mode=4)[::4]
        assert there.tolist() == list(range(0, 256, 4))


def test_refused_modes_and_layouts(make_core: Any) -> None:
    with make_core("ascend950"):
        src, dst = reg.RegTensor("float", 1.0), reg.RegTensor("bfloat16")
        with pytest.raises(LanewiseError, match="MODE-001"):
            reg.cast(dst, src, round_mode=RoundMode.CAST_NONE)
        with pytest.raises(LanewiseError, match="OP-005"):
            reg.cast(dst, src, round_mode=1, layout=2)
        with pytest.raises(LanewiseError, match="MODE-001"):
            reg.cast(reg.RegTensor("int32"), src, round_mode=RoundMode.CAST_ODD)


@pytest.mark.parametrize("kind", ["half", "bfloat16", "float"])
def test_truncate_rounds_to_whole_numbers(make_core: Any, kind: str) -> None:
    values = [0.5, 1.5, 2.5, -0.5, -1.5, 1.25, -1.25, 60.75]
    with make_core("ascend950"):
        src, dst = reg.RegTensor(kind, np.array(values, FLOATS[kind])), reg.RegTensor(kind)
        for mode in range(6):
            reg.truncate(dst, src, round_mode=mode)
            assert dst.numpy()[:8].astype(np.float64).tolist() == [whole(Fraction(v), mode) for v in values]
        src.fill(np.array([np.inf, np.nan], FLOATS[kind]))
        reg.truncate(dst, src)
        assert np.isinf(dst.numpy()[0].astype(np.float64))
        assert np.isnan(dst.numpy()[1].astype(np.float64))
