"""Between vectors and accumulators under the names of the intrinsics: which width each one takes and gives."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.aie.accums import Accum, srs, ups
from lanewise.isa.aie.arithmetic import to_fixed
from lanewise.isa.aie.env import current
from lanewise.isa.aie.record import FIRST, LATER, Operation, table
from lanewise.isa.aie.types import FAMILIES, LaneType, Tag
from lanewise.isa.aie.vectors import Vector, refuse
from lanewise.numerics import accumulator


def _complex_name(acc: Accum, name: str) -> str:
    return f"c{name}" if acc.tag.is_complex else name


def _shift_round_saturate(op: str, acc: Accum, shift: int, narrow: str, wide: str) -> Vector:
    """To one type from the narrow accumulators, to another from the wide ones."""
    to = narrow if acc.bits == current(op).fact("narrow_lane_bits") else wide
    return srs(acc, shift, _complex_name(acc, to))


def lsrs(acc: Accum, shift: int) -> Vector:
    """The wide result: words of the first generation's narrow lanes, halves of later ones."""
    long = current("lsrs").fact("narrow_lane_bits") > 32
    return (
        _shift_round_saturate("lsrs", acc, shift, "int32", "int64")
        if long
        else _shift_round_saturate("lsrs", acc, shift, "int16", "int32")
    )


def ssrs(acc: Accum, shift: int) -> Vector:
    """The narrow result."""
    return _shift_round_saturate("ssrs", acc, shift, "int8", "int16")


def ulsrs(acc: Accum, shift: int) -> Vector:
    return _shift_round_saturate("ulsrs", acc, shift, "uint16", "uint32")


def ussrs(acc: Accum, shift: int) -> Vector:
    return _shift_round_saturate("ussrs", acc, shift, "uint8", "uint16")


def bsrs(acc: Accum, shift: int) -> Vector:
    return srs(acc, shift, "int8")


def ubsrs(acc: Accum, shift: int) -> Vector:
    return srs(acc, shift, "uint8")


def _interleaved_order(size: int) -> Any:
    """Lanes 0, N/2, 1, N/2 + 1, ..."""
    return np.arange(size).reshape(2, -1).T.reshape(-1)


def srs_ilv(acc: Accum, shift: int) -> Vector:
    """srs, then the lanes of both halves in turn."""
    v = _shift_round_saturate("srs_ilv", acc, shift, "int16", "int32")
    return Vector(v.data[_interleaved_order(v.size)].copy(), v.type)


def ups_ilv(v: Vector, shift: int = 0) -> Accum:
    """ups of the even lanes into the lower half and of the odd ones into the upper half."""
    acc = ups(v, shift)
    lanes = np.empty_like(acc.lanes)
    lanes[_interleaved_order(acc.size)] = acc.lanes
    return Accum(lanes, acc.tag, acc.family)


def fsrs(x: Vector | Accum, shift: int = 0, type: str | LaneType = "int32") -> Vector:
    """Floats, shifted down, to integers."""
    v = x.to_vector("float") if isinstance(x, Accum) else x
    return to_fixed(v, type, -shift)


def lups(v: Vector, shift: int = 0) -> Accum:
    """ups into the wide accumulator."""
    core = current("lups")
    return ups(v, shift, f"{'c' if v.type.is_complex else ''}acc{core.fact('wide_lane_bits')}")


def sups(v: Vector, shift: int = 0) -> Accum:
    """ups into the narrow accumulator."""
    return ups(v, shift, "acc32")


def srs_to(acc: Accum, shift: int, type: str | LaneType) -> Vector:
    """srs by the type of the result: srs_to_v16int16 is srs_to(acc, shift, "int16")."""
    return srs(acc, shift, type)


def ups_to(v: Vector, shift: int, tag: str | Tag) -> Accum:
    """ups by the type of the result: ups_to_v16acc64 is ups_to(v, shift, "acc64")."""
    return ups(v, shift, tag)


def to_vector(acc: Accum, type: str | LaneType, shift: int = 0) -> Vector:
    """Shifted down, rounded and fitted by the modes of the core."""
    if not isinstance(acc, Accum):
        raise refuse("to_vector", "not_an_accumulator", acc=repr(acc))
    return acc.to_vector(type, shift)


def to_vector_zip(acc: Accum, type: str | LaneType, shift: int = 0) -> Vector:
    """to_vector, then the lanes of both halves in turn."""
    v = to_vector(acc, type, shift)
    return Vector(v.data[_interleaved_order(v.size)].copy(), v.type)


def from_vector(v: Vector, tag: str | Tag, shift: int = 0) -> Accum:
    """Shifted up into an accumulator."""
    return ups(v, shift, tag)


_MODES = ("rounding", "saturation")
_STEPS = (Accum.to_vector, accumulator.srs, accumulator.shift_round, accumulator._term, accumulator.fit_to_width)
_SRS = ("unsigned_symmetric", "bfloat16_overflow")
_UPS = ("ups_overflow", "accumulator_padding")
_OUT = ("srs_saturated",)
_LOST = ("ups_overflow",)
_FIRST_WIDE = "acc80/int32 cacc80/cint32"
_TO = {
    FIRST: """acc48/int8 acc48/uint8 acc48/int16 acc48/int32 acc80/int8 acc80/uint8 acc80/int16 acc80/int32 acc80/int64
        cacc48/cint16 cacc48/cint32 cacc80/cint16 cacc80/cint32 accfloat/float""",
    LATER: """acc32/int8 acc32/uint8 acc32/int16 acc32/uint16 acc32/int32 acc32/uint32 acc64/int8 acc64/uint8
        acc64/int16 acc64/uint16 acc64/int32 acc64/uint32 acc64/int64 cacc64/cint16 cacc64/cint32 accfloat/bfloat16
        accfloat/float""",
}
_FROM = {
    FIRST: """int8/acc48 uint8/acc48 int16/acc48 int32/acc48 int8/acc80 uint8/acc80 int16/acc80 int32/acc80
        cint16/cacc48 cint32/cacc48 cint16/cacc80 cint32/cacc80""",
    LATER: """int8/acc32 uint8/acc32 int16/acc32 uint16/acc32 int8/acc64 uint8/acc64 int16/acc64 uint16/acc64
        int32/acc64 uint32/acc64 cint16/cacc64 cint32/cacc64 bfloat16/accfloat float/accfloat""",
}

OPERATIONS = (
    Operation("srs", "srs", "Shift right, round, saturate: accumulator to vector, by the modes of the core", srs,
              table({FIRST: f"acc48/int16 acc48/int32 cacc48/cint16 {_FIRST_WIDE}", LATER: "accfloat/bfloat16"}),
              ("srs",), "acc:accum shift:srs to:type", "", _SRS, _MODES, _OUT,
              notes=("A negative shift multiplies. What is shifted out decides the rounding before anything is fitted.",
                     "srs of 48-bit lanes gives int16, or int32 where the program puts it into words."),
              stands_on=_STEPS, timing="convert"),
    Operation("lsrs", "srs", "srs to the wide result", lsrs,
              table({FIRST: "acc48/int32 cacc48/cint32 acc80/int64", LATER: "acc32/int16 acc64/int32 cacc64/cint32"}),
              ("lsrs",), "acc:accum shift:srs", "lsrs({acc}, {shift})", _SRS, _MODES, _OUT, timing="convert"),
    Operation("ssrs", "srs", "srs to the narrow result", ssrs, table({LATER: "acc32/int8 acc64/int16 cacc64/cint16"}),
              ("ssrs",), "acc:accum shift:srs", "ssrs({acc}, {shift})", _SRS, _MODES, _OUT, timing="convert"),
    Operation("ulsrs", "srs", "srs to the wide unsigned result", ulsrs, table({LATER: "acc32/uint16 acc64/uint32"}),
              ("ulsrs",), "acc:accum shift:srs", "ulsrs({acc}, {shift})", _SRS, _MODES, _OUT, timing="convert"),
    Operation("ussrs", "srs", "srs to the narrow unsigned result", ussrs, table({LATER: "acc32/uint8 acc64/uint16"}),
              ("ussrs",), "acc:accum shift:srs", "ussrs({acc}, {shift})", _SRS, _MODES, _OUT, timing="convert"),
    Operation("bsrs", "srs", "srs to bytes", bsrs, table({FIRST: "acc48/int8"}), ("bsrs",), "acc:accum shift:srs",
              "bsrs({acc}, {shift})", _SRS, _MODES, _OUT, timing="convert"),
    Operation("ubsrs", "srs", "srs to unsigned bytes", ubsrs, table({FIRST: "acc48/uint8"}), ("ubsrs",),
              "acc:accum shift:srs", "ubsrs({acc}, {shift})", _SRS, _MODES, _OUT, timing="convert"),
    Operation("srs_ilv", "srs", "srs, then the lanes of both halves in turn", srs_ilv,
              table({FIRST: f"acc48/int16 cacc48/cint16 {_FIRST_WIDE}"}, "inferred"), ("srs_ilv", "srsI"),
              "acc:accum shift:srs", "srs_ilv({acc}, {shift})", _SRS, _MODES, _OUT, evidence="inferred",
              timing="convert"),
    Operation("fsrs", "srs", "Floats, shifted down, to integers", fsrs, table({FAMILIES: "float/int32"}, "inferred"),
              ("fsrs",), policies=("float_to_fixed",), modes=("rounding",), evidence="inferred", timing="convert"),
    Operation("srs_to", "srs", "srs, named after its result; _conf sets the modes for one call", srs_to,
              table({LATER: _TO[LATER]}), ("srs_to_v{N}{T}", "srs_to_v{N}{T}_conf", "to_v{16,32}bfloat16"),
              policies=_SRS, modes=_MODES, status=_OUT, timing="convert"),
    Operation("to_vector", "conversion", "The srs of the interface: accumulator to lanes of any type", to_vector,
              table(_TO), ("aie::to_vector", "aie::to_vector_sign"), "acc:accum to:type shift:srs",
              "{acc}.template to_vector<{to}>({shift})", _SRS, _MODES, _OUT,
              notes=("32-bit accumulator lanes become 32-bit words as they are: the shift does not count.",),
              stands_on=_STEPS, timing="convert"),
    Operation("to_vector_zip", "conversion", "to_vector, then the lanes of both halves in turn", to_vector_zip,
              table({FIRST: _TO[FIRST]}), ("aie::to_vector_zip",), "acc:accum to:type shift:srs",
              "{acc}.template to_vector_zip<{to}>({shift})", _SRS, _MODES, _OUT, timing="convert"),
    Operation("ups", "ups", "Shift left: vector to accumulator", ups,
              table({FIRST: "int8/acc48 uint8/acc48 int16/acc48 int32/acc48 cint16/cacc48 cint32/cacc48",
                     LATER: "bfloat16/accfloat"}), ("ups",), "v shift:ups", "ups({v}, {shift})", _UPS, (), _LOST,
              timing="convert"),
    Operation("lups", "ups", "Shift left: vector to the wide accumulator", lups,
              table({FIRST: "int32/acc80 cint32/cacc80", LATER: "int16/acc64 int32/acc64 cint16/cacc64 cint32/cacc64"}),
              ("lups",), "v shift:ups", "lups({v}, {shift})", _UPS, (), _LOST, timing="convert"),
    Operation("sups", "ups", "Shift left: vector to the narrow accumulator", sups,
              table({LATER: "int8/acc32 uint8/acc32 int16/acc32 uint16/acc32"}), ("sups",), "v shift:ups",
              "sups({v}, {shift})", _UPS, (), _LOST, timing="convert"),
    Operation("ups_ilv", "ups", "ups of the even lanes into the lower half, of the odd ones into the upper", ups_ilv,
              table({FIRST: "int16/acc48 int32/acc48 cint16/cacc48"}, "inferred"), ("ups_ilv",), "v shift:ups",
              "ups_ilv({v}, {shift})", _UPS, (), _LOST, evidence="inferred", timing="convert"),
    Operation("ups_to", "ups", "ups, named after its result", ups_to, table({LATER: _FROM[LATER]}),
              ("ups_to_v{N}{A}",), policies=_UPS, status=_LOST, timing="convert"),
    Operation("from_vector", "conversion", "The ups of the interface: vector to accumulator", from_vector,
              table(_FROM), ("aie::from_vector", "aie::from_vector_sign"), "v to:tag shift:ups",
              "aie::from_vector<{to}>({v}, {shift})", _UPS, (), _LOST, timing="convert"),
)
