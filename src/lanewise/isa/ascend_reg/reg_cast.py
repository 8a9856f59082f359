"""Conversions between registers.

As many elements are converted as lanes of the wider type fit. The narrow side has several places for each of them;
`layout` says which is used, and the places beside it become zero. The mask is read as the source lies.
"""

from __future__ import annotations

import numpy as np

from lanewise.isa import saturation
from lanewise.isa.ascend.arithmetic import FLOAT_POLICIES
from lanewise.isa.ascend.cast import truncate
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_arithmetic import typed_rows
from lanewise.isa.calls import call
from lanewise.isa.env import Array, Env
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Flag, Instruction, Row
from lanewise.isa.registers import BYTES, REG_UNARY, RegisterWalk
from lanewise.numerics.formats import DTYPES, DType
from lanewise.numerics.rounding import RoundMode, convert

FAMILY = "register cast"
SAT = 1
E8M0 = "fp8_e8m0"
_FOUR_BITS = ("int4x2", "fp4x2_e2m1", "fp4x2_e1m2")


def _converted(e: Env, x: Array, asked: int, mode: RoundMode) -> Array:
    """Elements in their faces: bytes for stored types, one for each value of 4 bits."""
    source, to = (DTYPES["int4"] if t.name == "int4x2" else t for t in (e.types[1], e.to))
    integer = to.is_integer or to.name == "int4"
    widens = source.is_integer and to.is_integer and to.bits > source.bits  # what cannot be shown is clamped always
    if source.name == "int4":
        x = (x.astype(np.int8) ^ 8) - 8
    elif source.kind == "s":
        x = np.ascontiguousarray(x).view(source.numpy)
    clamps = saturation.casts(e.policy, e.ctrl, asked == SAT)[integer]
    out = convert(x, source, to, mode, widens or clamps, saturation.keeps_nan(e.policy, e.ctrl))
    if to.name == "int4":
        return np.asarray(out).astype(np.int8).view(np.uint8) & 15
    return np.ascontiguousarray(out).view(np.uint8) if to.kind == "s" else out


def _mode(source: DType, to: DType, mode: int) -> RoundMode:
    """No mode is nearest even, and the mode of its own for hifloat8; where nothing is rounded no mode is looked at."""
    if f"{to}/{source}" in _PAIRS[0].split():
        return RoundMode.CAST_RINT
    if mode == RoundMode.CAST_NONE:
        return RoundMode.CAST_HYBRID if to.name == "hifloat8" else RoundMode.CAST_RINT
    return RoundMode(mode)


def cast(w: RegisterWalk) -> None:
    """params: round mode, layout, saturation (1 asks for it)."""
    e = w.env
    mode, layout, asked = w.params
    source, to = e.types[1], e.to
    places = _lanes_per_element(w)
    if layout >= places:
        w.refuse("OP-005", case="lane_layout", layout=layout, source=source, to=to, chip=w.chip, places=places)
    at = max(layout, 0)
    picks = source.name in _FOUR_BITS or (w.count(1) > w.count(0) and to.name not in _FOUR_BITS)
    x = w.lanes(1)
    active = w.active(2, 1, 2 if to.name in _FOUR_BITS else places if picks and at == 0 else 1)
    if to.name in _FOUR_BITS:
        x, active = x.reshape(-1, 2), active[0::2]  # the even lane decides for both
    elif picks:
        x, active = x[at::places], active[at::places]
    if source.name in _FOUR_BITS:
        x = np.stack([x & 15, x >> 4], axis=1)
    results = _converted(e, x, asked, _mode(source, to, mode))
    if results.ndim == 2:
        active = active[:, None]
    results = np.where(active, results, np.zeros(1, results.dtype))
    if to.name in _FOUR_BITS:
        results = results[:, 0] | results[:, 1] << 4
    results = results.reshape(-1)
    out = np.zeros(w.count(0), results.dtype)
    wider = len(results) == len(out)
    out[slice(None) if wider else slice(at, None, places)] = results
    if E8M0 in (source.name, to.name) and e.policy["e8m0_cast_source"] == "overwritten":
        _overwrite(w, x, active)
    if e.has(Flag.MERGE):  # a second step, under the mask as the destination lies
        w.put_masked(0, out, w.bits(2)[:: BYTES // w.count(0)])
    else:
        w.put(0, out)


def _lanes_per_element(w: RegisterWalk) -> int:
    """Places for an element on the narrow side; a byte of two 4-bit values has four."""
    if {w.env.types[0].name, w.env.types[1].name} & set(_FOUR_BITS):
        return 4
    most, least = max(w.count(0), w.count(1)), min(w.count(0), w.count(1))
    return most // least


def _overwrite(w: RegisterWalk, x: Array, active: Array) -> None:
    """The library's sequence shifts exponents in the source register itself."""
    field = x.view(np.uint16) >> 7 & 0xFF if w.env.types[1].name != E8M0 else x.astype(np.uint16)
    w.put(1, np.where(active, field, 0).astype(np.uint16), DTYPES["uint16"])


_NONE, _RINT, _FLOOR, _CEIL, _ROUND, _TRUNC, _ODD, _HYBRID = (1 << m for m in RoundMode)
_FIVE = _RINT | _FLOOR | _CEIL | _ROUND | _TRUNC

# Modes -> destination/source; 0: whatever the mode says, nothing is rounded.
_PAIRS = {
    0: "half/hifloat8 float/hifloat8 float/fp8_e4m3fn float/fp8_e5m2 bfloat16/fp8_e8m0 bfloat16/fp4x2_e2m1 "
    "bfloat16/fp4x2_e1m2 fp8_e8m0/bfloat16 float/bfloat16 float/half half/int4x2 bfloat16/int4x2 half/int8 half/uint8 "
    "float/int16 int16/int4x2 int16/int8 int32/int8 uint16/uint8 uint32/uint8 int4x2/int16 uint8/int16 int32/int16 "
    "uint32/int16 uint8/uint16 uint32/uint16 uint8/int32 int16/int32 uint16/int32 int64/int32 uint8/uint32 "
    "int16/uint32 uint16/uint32 int32/int64",
    _FIVE | _NONE: "int4x2/half int8/half uint8/half int16/half int32/half int32/bfloat16 int16/float int32/float "
    "int64/float bfloat16/half half/bfloat16 fp4x2_e2m1/bfloat16 fp4x2_e1m2/bfloat16 half/int16 float/int32 "
    "float/int64",
    _FIVE: "bfloat16/float",
    _FIVE | _ODD | _NONE: "half/float",
    _RINT | _NONE: "fp8_e4m3fn/float fp8_e5m2/float",
    _ROUND | _HYBRID | _NONE: "hifloat8/half hifloat8/float",
}

INSTRUCTIONS = (
    Instruction("reg_cast", FAMILY, REGISTER_WALK("dst:reg src+:reg mask:mask"), ("Reg::Cast",),
                "dst = src as another type", cast,
                tuple(Row(ON_950, (*pair.split("/"), ""), PLAIN, round_modes=modes)
                      for modes, pairs in _PAIRS.items() for pair in pairs.split()),
                policies=("cast_saturation", "cast_overflow", "cast_zero_sign", "packed_order", "hifloat8_hybrid",
                          "e8m0_cast_source", "nan_result", "asc_init_control"),
                parameters={"round_mode": 0, "layout": 0, "saturate": 1}, timing="simple",
                notes=("the saturation of the trait counts only while CTRL[60] is 0",
                       "the mask is read in the source layout: source byte p needs bit p",
                       "merging: the mask of the final copy is read in the destination layout",
                       "int16 to uint32 clamps negative numbers to 0 always",
                       "no round mode is nearest even, except to hifloat8 (hybrid) and to bfloat16 (refused)",
                       "the casts between bfloat16 and fp8_e8m0 overwrite src"),
                calls=(call("<T~S, U~V, trait:CastTrait=castTrait>(dst:S, src:V, mask) -> lanewise::cast_round<trait>, "
                            "lanewise::cast_layout<S, V, trait>, trait.satMode",
                            flags="lanewise::merge_flag<trait.mrgMode>"),)),
    Instruction("reg_truncate", FAMILY, REG_UNARY, ("Reg::Truncate",),
                "dst = src rounded to whole numbers", truncate,
                typed_rows("half bfloat16 float", 2, round_modes=_FIVE | _NONE), lane="truncate",
                parameters={"round_mode": 0},
                policies=("cast_zero_sign", *FLOAT_POLICIES), call="reg-truncate", timing="simple",
                notes=("infinity and NaN pass even where results saturate",),
                calls=(call("<T~S, roundMode:RoundMode=RoundMode::CAST_NONE, merge>(dst:S, src:S, mask) "
                            "-> roundMode"),),
                c=tuple(call(f"asc_{mode.lower()}<T>(dst:T, src:T, mask) -> AscendC::RoundMode::CAST_{mode}")
                        for mode in ("FLOOR", "CEIL", "RINT", "ROUND", "TRUNC"))),
)
