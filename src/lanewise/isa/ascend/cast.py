"""Conversions between element types, and instructions that end in one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lanewise.isa import calls as shapes
from lanewise.isa import saturation
from lanewise.isa.ascend import arithmetic
from lanewise.isa.ascend.arithmetic import FLOAT_POLICIES
from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, ON_950
from lanewise.isa.calls import by_hand, call
from lanewise.isa.env import Array, Env, component
from lanewise.isa.form import BINARY, BINARY_STRIDES, CONVERT, STATE, UNARY_STRIDES, VECTOR_SCALAR, WALK
from lanewise.isa.record import ALL_FORMS, COUNT, PLAIN, Instruction, Row, rows
from lanewise.isa.walk import Walk
from lanewise.numerics.formats import DTYPES, DType
from lanewise.numerics.rounding import RoundMode, convert, to_float, to_integer, widen

FAMILY = "cast"
INT32, FLOAT, HALF = DTYPES["int32"], DTYPES["float"], DTYPES["half"]


# --- saturation -----------------------------------------------------------------------------------------------------


def saturates(e: Env, quantising: bool = False) -> tuple[bool, bool]:
    """Whether float results saturate, and whether integer results do: casts ask for it, quantising ones do not."""
    return saturation.casts(e.policy, e.ctrl, asked=not quantising)


def cast_to(e: Env, x: Array, source: DType, to: DType, mode: RoundMode) -> Array:
    """Elements of one type as another, under the control bits."""
    clamps_float, clamps_integer = saturates(e)
    widens = source.is_integer and to.is_integer and to.bits > source.bits  # what cannot be shown is clamped always
    integer = to.is_integer or to.name == "int4"
    return convert(x, source, to, mode, (clamps_integer or widens) if integer else clamps_float,
                   saturation.keeps_nan(e.policy, e.ctrl))


# --- Cast -----------------------------------------------------------------------------------------------------------


def cast(e: Env, a: Array) -> Array:
    source, to, mode = e.types[1], e.to, RoundMode(e.params[0])
    if (source.name, to.name) == ("int32", "half") and e.policy["cast_int32_to_half"] == "deqscale":
        return dequantise(e, a)
    if source.kind == "c":
        return _cast_parts(e, a, source, to, mode)
    return _to_face(cast_to(e, _from_face(a, source), source, to, mode), to)


def _cast_parts(e: Env, a: Array, source: DType, to: DType, mode: RoundMode) -> Array:
    part_in, part_out = component(source), component(to)
    parts = np.ascontiguousarray(a).view(part_in.numpy)
    return np.ascontiguousarray(cast_to(e, parts, part_in, part_out, mode)).view(to.numpy)


def _from_face(x: Array, of: DType) -> Array:
    """Lanes hold storage types as plain bytes; 4-bit integers are numbers again here."""
    if of.name == "int4":
        return (x.astype(np.int8) ^ 8) - 8
    return np.ascontiguousarray(x).view(of.numpy) if of.kind == "s" else x


def _to_face(x: Array, of: DType) -> Array:
    if of.name == "int4":
        return np.asarray(x).astype(np.int8).view(np.uint8) & 15
    return np.ascontiguousarray(x).view(np.uint8) if of.kind == "s" else x


def truncate(e: Env, a: Array) -> Array:
    """Whole numbers in the same type; infinity and NaN pass whatever the control bits say."""
    return convert(a, e.to, e.to, RoundMode(e.params[0]))


# --- quantising -----------------------------------------------------------------------------------------------------


def _float_step(x: Array) -> Array:
    return widen(to_float(x, FLOAT), FLOAT)


def scaled(e: Env, total: Array) -> Array:
    """int32 values times the half in DEQSCALE: four steps, each rounded to float."""
    scale = widen(np.array(e.deqscale & 0xFFFF, np.uint16).view(np.float16), HALF)
    with np.errstate(invalid="ignore", over="ignore"):
        x = _float_step(np.asarray(total).astype(np.float64))
        return _float_step(_float_step(_float_step(x * 2.0**-17) * scale) * 2.0**17)


def dequantise(e: Env, a: Array) -> Array:
    return to_float(scaled(e, a), HALF, RoundMode.CAST_RINT, saturates(e, quantising=True)[0])


def _quantise(e: Env, x: Array, words: Array) -> Array:
    """int16 to 8 bits by parameter words: scale in bits 0..31, offset in 37..45, sign in 46."""
    keep = saturates(e, quantising=True)[1]
    scale = (words & 0xFFFFE000).astype(np.uint32).view(np.float32)  # ten bits of fraction are used
    with np.errstate(invalid="ignore", over="ignore"):
        product = _float_step(x.astype(np.float64) * widen(scale, FLOAT))
    whole = to_integer(product, DTYPES["int16"], RoundMode.CAST_RINT, keep).astype(np.int64)
    offset = (words >> np.uint64(37) & np.uint64(0x1FF)).astype(np.int64)
    if e.policy["dequant_offset"] == "signed":
        offset = np.where(offset > 255, offset - 512, offset)
    total = np.clip(whole, -256, 255) + offset
    signed = (words >> np.uint64(46) & np.uint64(1)).astype(bool)
    low, high = np.where(signed, -128, 0), np.where(signed, 127, 255)
    return (np.clip(total, low, high) if keep else total) & 0xFF


def _active_offsets(w: Walk, operand: int, kind: DType | None = None) -> Array:
    """Element offsets of all active lanes of all repeats."""
    return np.concatenate([w.offsets(operand, r, lanes, kind) for r, lanes in enumerate(w.lanes())])


def cast_dequant(w: Walk) -> None:
    """params: is_vec_deq, half_block. 16 results a block, in the half of the block that half_block names."""
    e = w.env
    by_lane, upper = w.params
    x = w.read(1, _active_offsets(w, 1))
    if e.to.name == "half":
        w.write(0, _active_offsets(w, 0), dequantise(e, x))
        return
    lane = np.concatenate(w.lanes())
    words = np.full(16, e.deqscale, np.uint64)
    if by_lane:
        shift = 5 if e.policy["deqscale_address"] == "blocks" else 0
        used = (8 * np.unique(lane % 16)[:, None] + np.arange(8)).ravel()
        words = w.peek("DEQSCALE", e.deqscale << shift, 128, only=used).view(np.uint64)
    # Source and destination blocks go together, so the bytes of a block start where its number says.
    block = np.concatenate([
        w.offsets(0, 0, 32 * ((lanes + 128 * r) // 16)) if w.counted else w.offsets(0, r, 32 * (lanes // 16))
        for r, lanes in enumerate(w.lanes())
    ])
    result = _quantise(e, x, words[lane % 16]).astype(np.uint8)
    w.write(0, block + lane % 16 + (16 if upper else 0), result.view(e.to.numpy))


def add_deq_relu(w: Walk) -> None:
    e = w.env
    whole = Env([INT32] * 3, e.policy, int_saturate=e.int_saturate)
    half = Env([HALF] * 2, e.policy)
    a, b = (w.read(i, _active_offsets(w, i)) for i in (1, 2))
    product = scaled(e, arithmetic.add(whole, a, b))
    short = to_float(product, HALF, RoundMode.CAST_RINT, saturates(e, quantising=True)[0])
    w.write(0, _active_offsets(w, 0), arithmetic.relu(half, short))
    if e.policy["add_deq_relu_sources"] == "overwritten":  # a macro that keeps its steps in the sources
        w.write(1, _active_offsets(w, 1), to_float(product, FLOAT), FLOAT)
        w.write(2, _active_offsets(w, 2, HALF), short, HALF)


def set_deq_scale(state: Any, params: tuple[int, ...]) -> None:
    """params: the register's 64 bits."""
    state["deqscale"] = params[0]


def set_deq_scale_vector(w: Walk) -> None:
    """params: 16 words, one for each lane of a block; the register then holds where they are."""
    w.write(0, np.arange(16), np.array([p & (1 << 64) - 1 for p in w.params], np.uint64))
    shift = 5 if w.env.policy["deqscale_address"] == "blocks" else 0
    w.state["deqscale"] = w.address(0) >> shift


# --- arithmetic that ends in a cast ---------------------------------------------------------------------------------


def _inner(e: Env) -> Env:
    """The first steps work in the type of the sources."""
    source = e.types[1]
    return Env([source] * 3, e.policy, saturate=e.saturate, int_saturate=e.int_saturate)


def _then_cast(e: Env, x: Array, mode: RoundMode = RoundMode.CAST_RINT) -> Array:
    source = e.types[1]
    if (source.name, e.to.name) == ("int16", "int8"):  # goes through half
        x, source = cast_to(e, x, source, HALF, mode), HALF
    return cast_to(e, x, source, e.to, mode)


def add_relu_cast(e: Env, a: Array, b: Array) -> Array:
    inner = _inner(e)
    return _then_cast(e, arithmetic.relu(inner, arithmetic.add(inner, a, b)))


def sub_relu_cast(e: Env, a: Array, b: Array) -> Array:
    inner = _inner(e)
    return _then_cast(e, arithmetic.relu(inner, arithmetic.sub(inner, a, b)))


def mul_cast(e: Env, a: Array, b: Array) -> Array:
    return _then_cast(e, arithmetic.mul(_inner(e), a, b))


def muls_cast(e: Env, a: Array, s: Array) -> Array:
    return _then_cast(e, arithmetic.mul(_inner(e), a, s), RoundMode.CAST_ROUND)


# --- legal pairs and modes ------------------------------------------------------------------------------------------

_NONE, _RINT, _FLOOR, _CEIL, _ROUND, _TRUNC, _ODD, _HYBRID = (1 << m for m in RoundMode)
_FIVE = _RINT | _FLOOR | _CEIL | _ROUND | _TRUNC
_ANY = _FIVE | _NONE | _ODD | _HYBRID  # the mode is ignored
_INEXACT = _FLOOR | _CEIL | _ROUND | _TRUNC | _NONE

# Modes -> destination/source.
_A2 = {
    _NONE: "half/int8 half/uint8 float/int16 float/half float/bfloat16 int16/int32 int64/int32 int32/int64",
    _FIVE | _NONE: "half/int16 int8/half uint8/half float/int32",
    _FIVE: "int16/half int32/half int32/bfloat16 int16/float bfloat16/float int32/float float/float int64/float "
    "float/int64",
    _FIVE | _ODD | _NONE: "half/float",
}
_A2_ONLY = {_NONE: "half/int4", _FIVE | _NONE: "int4/half", _ANY: "half/int32"}
_950 = {
    _NONE: "int16/int4 half/int4 bfloat16/int4 int16/int8 half/int8 int32/int8 uint16/uint8 half/uint8 uint32/uint8 "
    "bfloat16/fp4x2_e2m1 bfloat16/fp4x2_e1m2 half/hifloat8 float/hifloat8 float/fp8_e5m2 float/fp8_e4m3fn int4/int16 "
    "uint8/int16 int32/int16 uint32/int16 float/int16 uint8/uint16 uint32/uint16 float/half float/bfloat16 "
    "uint8/int32 int16/int32 uint16/int32 int64/int32 uint8/uint32 int16/uint32 uint16/uint32 complex64/complex32 "
    "int32/int64",
    # The library also takes NONE here, as RINT.
    _FIVE | _NONE: "half/int16 int4/half int8/half uint8/half float/int32",
    _FIVE: "int16/half bfloat16/half int32/half fp4x2_e2m1/bfloat16 fp4x2_e1m2/bfloat16 half/bfloat16 int32/bfloat16 "
    "int16/float bfloat16/float int32/float float/float int64/float float/int64 double/int64 bfloat16/double "
    "float/double complex64/complex64",
    _FIVE | _ODD | _NONE: "half/float complex32/complex64",
    _RINT: "fp8_e5m2/float fp8_e4m3fn/float",
    _ROUND | _HYBRID: "hifloat8/half hifloat8/float",
    _TRUNC: "int32/double int64/double",
    _ANY: "half/int32",
}
_310P = {
    _NONE: "half/int8 half/uint8 half/int16 int4/half float/half int16/int32 float/int32",
    _INEXACT: "int8/half uint8/half",
    _RINT: "int16/half",
    _FIVE: "int32/half int64/float",
    _ODD | _NONE: "half/float",
    _ANY: "half/int32",
}
_910 = {
    _NONE: "half/int8 half/uint8 half/int16 float/half float/int32",
    _INEXACT: "int8/half uint8/half",
    _FIVE: "int32/half int64/float",
    _ODD | _NONE: "half/float",
}
_COUNT_ONLY = {"complex32", "complex64", "double"}


def _cast_rows(chips: tuple[str, ...], table: Mapping[int, str]) -> tuple[Row, ...]:
    out = []
    for modes, pairs in table.items():
        for pair in pairs.split():
            to, source = pair.split("/")
            forms = COUNT if _COUNT_ONLY & {to, source} else ALL_FORMS
            out.append(Row(chips, (to, source), forms, round_modes=modes))
    return tuple(out)


def _modes(rows: tuple[Row, ...], modes: int) -> tuple[Row, ...]:
    return tuple(Row(r.chips, r.types, r.overloads, round_modes=modes) for r in rows)


_SCALED = (*ON_950, *A2A3, C310P)
_CAST_POLICIES = (
    "cast_saturation", "cast_int32_to_half", "cast_overflow", "cast_zero_sign", "packed_order", "hifloat8_hybrid",
    "nan_result",
)
_COMPOUND = ("compound_cast", "cast_saturation", "cast_overflow", *FLOAT_POLICIES)
_SUMS = {
    ON_950: "int8/half/half int8/int16/int16 half/float/float float/int64/int64 int32/int64/int64",
    (*A2A3, C310P): "int8/half/half int8/int16/int16 half/float/float",
    (C310B,): "int8/half/half half/float/float",
}

_DEQUANTS = "isVecDeq:bool=true, halfBlock:bool=true"

INSTRUCTIONS = (
    Instruction("cast", FAMILY, CONVERT, ("Cast",), "dst = src as another type, rounded by round_mode", cast,
                _cast_rows(ON_950, _950) + _cast_rows(A2A3, _A2) + _cast_rows(A2A3, _A2_ONLY)
                + _cast_rows((C310B,), {**_A2, _NONE: f"{_A2[_NONE]} half/int32"}) + _cast_rows((C310P,), _310P)
                + _cast_rows((C910,), _910),
                policies=_CAST_POLICIES, timing="cast",
                notes=("float to float rounds to whole numbers",
                       "int32 to half multiplies by DEQSCALE and ignores round_mode, except on ascend310b",
                       "a repeat holds as many elements as fit 256 bytes of the wider type; each operand walks its own "
                       "blocks",
                       "4-bit elements go in pairs: an even count or mask, and mask bits in equal pairs",
                       "a widening integer cast clamps what the target cannot show, whatever CTRL says",
                       "ascend950 takes CAST_NONE as CAST_RINT for half to int4, int8 and uint8, int16 to half and "
                       "int32 to float, which its page does not list"),
                calls=(call("<T, U, _isSetMask>(dst:T, src:U, roundMode:RoundMode, count)"),
                       call("<T, U, isSetMask>(dst:T, src:U, roundMode:RoundMode, mask, repeatTime, "
                            "repeatParams:UnaryRepeatParams&)"))),
    Instruction("truncate", FAMILY, CONVERT, ("Truncate",), "dst = src rounded to whole numbers by round_mode",
                truncate, _modes(rows({ON_950: "half bfloat16 float"}, operands=2, overloads=COUNT), _FIVE),
                policies=("cast_zero_sign", "nan_result"), timing="cast",
                notes=("infinity and NaN pass even where results saturate",),
                calls=(call("<T, roundMode:RoundMode>(dst:T, src:T, count) -> roundMode"),)),
    Instruction("cast_dequant", "compound", WALK("dst src", strides=UNARY_STRIDES), ("CastDequant",),
                "dst = int16 as 8 bits by scale, offset and sign of DEQSCALE, or int32 as half by its half scale",
                cast_dequant,
                rows({(*ON_950, *A2A3): "half/int32 int8/int16 uint8/int16", (C310P,): "int8/int16 uint8/int16"},
                     operands=2),
                old=("CastDeq",), python=("cast_dequant", "cast_deq"),
                policies=("cast_saturation", "dequant_steps", "dequant_offset", "dequant_half_block",
                          "deqscale_address"),
                call="dequant", timing="dequant",
                notes=("16 int16 elements become 16 bytes in one half of the destination block of the same number",
                       "is_vec_deq: lane j of every 16 uses parameter word j of the table DEQSCALE points to",
                       "the sign bit of the parameter word, not the destination type, chooses int8 or uint8"),
                calls=(call(f"<T, U, {_DEQUANTS}>(dst:T, src:U, count) -> isVecDeq, halfBlock"),
                       call(f"<T, U, isSetMask, {_DEQUANTS}>(dst:T, src:U, mask, repeatTime, "
                            "repeatParams:UnaryRepeatParams&) -> isVecDeq, halfBlock"))),
    Instruction("set_deq_scale", "cast-aux", STATE, ("SetDeqScale",), "DEQSCALE = a half, or scale, offset and sign",
                set_deq_scale, (Row(_SCALED, (), PLAIN),), timing="state", pipe="S",
                notes=("one register serves all its users: a later call of any form replaces it",),
                calls=(call("(scale:half) -> lanewise::raw_bits(scale)"),
                       call("(scale:float, offset:i16, signMode:bool) "
                            "-> lanewise::deq_word(scale, offset, signMode)"))),
    Instruction("set_deq_scale_vector", "cast-aux", WALK("dst"), ("SetDeqScale",),
                "16 parameter words into a tensor; DEQSCALE = where they are", set_deq_scale_vector,
                (Row(_SCALED, ("uint64",), PLAIN),), python=("set_deq_scale",), policies=("deqscale_address",),
                call="scale-table", timing="state", pipe="S",
                calls=by_hand("sixteen words are made from three arrays of a structure",
                              "<T>(vdeq:T, vdeqInfo:VdeqInfo&)")),
    Instruction("add_deq_relu", "compound", WALK("dst src0+ src1+", strides=BINARY_STRIDES), ("AddDeqRelu",),
                "dst = max(0, half of (src0 + src1) * DEQSCALE)", add_deq_relu,
                rows({_SCALED: "half/int32/int32"}, operands=3),
                policies=("add_deq_relu_sources", "integer_overflow", "cast_saturation", "max_min_special"),
                call="binary", timing="dequant",
                notes=("910b and 910_93 keep their steps in the sources: src0 then holds floats, src1 halves",),
                calls=(*shapes.BINARY, call("<isSetMask>(dst:half, src0:int32, src1:int32, mask, repeatTime, "
                                            "repeatParams:BinaryRepeatParams&)"))),
    Instruction("add_relu_cast", "compound", BINARY, ("AddReluCast",), "dst = max(0, src0 + src1) as another type",
                add_relu_cast, rows(_SUMS, {ON_950: "int32"}, 3), saturates=True,
                policies=(*_COMPOUND, "integer_overflow", "max_min_special"), timing="fused-cast", c="add_relu"),
    Instruction("sub_relu_cast", "compound", BINARY, ("SubReluCast",), "dst = max(0, src0 - src1) as another type",
                sub_relu_cast, rows(_SUMS, {ON_950: "int64"}, 3), saturates=True,
                policies=(*_COMPOUND, "integer_overflow", "max_min_special"), timing="fused-cast", c="sub_relu"),
    Instruction("mul_cast", "compound", BINARY, ("MulCast",), "dst = src0 * src1 as another type", mul_cast,
                rows({ON_950: "int8/half/half uint8/half/half float/int64/int64 int32/int64/int64",
                      (*A2A3, C310B, C310P): "int8/half/half uint8/half/half"}, {ON_950: "int64"}, 3),
                saturates=True, policies=(*_COMPOUND, "integer_overflow"), timing="fused-cast"),
    Instruction("muls_cast", "compound", VECTOR_SCALAR, ("MulsCast",),
                "dst = src * scalar as half, rounded to nearest with ties away from zero", muls_cast,
                rows({ON_950: "half/float"}, operands=2, overloads=COUNT), old=("FusedMulsCast",),
                python=("muls_cast", "fused_muls_cast"), flexible=ON_950, policies=_COMPOUND, timing="fused-cast"),
)
