"""Compare and Compares, with their result in memory or in CMPMASK, and the two ways between CMPMASK and memory."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, ON_950
from lanewise.isa.calls import call
from lanewise.isa.env import Array, Env
from lanewise.isa.form import BINARY_STRIDES, COMPARE, UNARY_STRIDES, WALK
from lanewise.isa.record import ALL_FORMS, COUNT, MASKED, PLAIN, Flag, Instruction, Overload, Row
from lanewise.isa.walk import Walk
from lanewise.numerics.formats import DTYPES

FAMILY = "compare"
MODES = ("LT", "GT", "EQ", "LE", "GE", "NE")
EQ = MODES.index("EQ")
RELATIONS = (np.less, np.greater, np.equal, np.less_equal, np.greater_equal, np.not_equal)
REGISTER_BYTES = 16
STORE_BYTES = 128


def compare_lanes(e: Env, mode: int, a: Array, b: Array) -> Array:
    """One bit per lane. A NaN is in no relation, so only NE holds for it."""
    result: Array = RELATIONS[mode](e.exact(a), e.exact(b))
    return result.astype(bool)


def packed(flags: Array) -> Array:
    """Bits in bytes, the lowest bit first."""
    return np.packbits(flags, bitorder="little")


def compare(w: Walk) -> None:
    """Bit e of repeat r is bit r * lanes + e of dst: packed, whatever the strides of dst say."""
    _to_memory(w, lambda r, lanes: (w.read(1, w.offsets(1, r, lanes)), w.read(2, w.offsets(2, r, lanes))))


def compare_scalar(w: Walk) -> None:
    """As Compare, against one number, which may stand on the left."""
    (scalar,) = w.env.scalars

    def order_operands(r: int, lanes: Array) -> tuple[Array, Array]:
        vector = w.read(1, w.offsets(1, r, lanes))
        number = np.full(vector.shape, scalar, vector.dtype)
        return (number, vector) if w.env.has(Flag.SCALAR_LEFT) else (vector, number)

    _to_memory(w, order_operands)


def _to_memory(w: Walk, sides: Callable[[int, Array], tuple[Array, Array]]) -> None:
    per_repeat = 256 // w.env.types[1].size
    size = per_repeat // 8
    for operand in range(1, len(w.env.types)):
        w.reach(operand, w.span(operand))
    repeats = w.lanes()
    w.reach(0, len(repeats) * size)
    for r, lanes in enumerate(repeats):
        flags = np.zeros(per_repeat, bool)
        flags[lanes] = compare_lanes(w.env, w.params[0], *sides(r, lanes))
        w.write(0, r * size + np.arange(size), packed(flags).view(w.env.to.numpy))
        w.next_repeat()


def compare_register(w: Walk) -> None:
    """One repeat; its bits go to CMPMASK, and every other bit there becomes 0."""
    lanes = w.lanes()[0]
    for operand in (0, 1):
        w.reach(operand, w.span(operand, first=True))
    a, b = (w.read(operand, w.offsets(operand, 0, lanes)) for operand in (0, 1))
    flags = np.zeros(128, bool)
    flags[lanes] = compare_lanes(w.env, w.params[0], a, b)
    w.state["cmpmask"][:2] = packed(flags).view(np.uint64)
    w.state["cmpmask"][2:] = 0


def get_cmp_mask(w: Walk) -> None:
    """16 bytes, though the page asks for 128 bytes of room: whose they are does not matter."""
    w.reach(0, REGISTER_BYTES, align=REGISTER_BYTES)
    w.wants(0, STORE_BYTES)
    face = np.dtype(np.uint8) if w.env.to.kind in "bs" else w.env.to.numpy
    data = w.state["cmpmask"][:2].copy().view(face)
    w.write(0, np.arange(data.size), data)


def set_cmp_mask(w: Walk) -> None:
    w.reach(0, REGISTER_BYTES, align=REGISTER_BYTES)
    data = w.read(0, np.arange(REGISTER_BYTES // w.env.to.size))
    w.state["cmpmask"] = [*np.ascontiguousarray(data).view(np.uint64), 0, 0]



_WIDE = "int8 uint8 int64 uint64 double"  # on ascend950 only in the count form
_MASKED_950 = "int16 uint16 half bfloat16 int32 uint32 float"
_FLOATS = "half float"


def _rows(
    chips: tuple[str, ...], types: str, to: str, operands: int, overloads: tuple[Overload, ...] = ALL_FORMS,
    modes: tuple[int, ...] = (),
) -> tuple[Row, ...]:
    """dst holds bytes of either sign, where the chip takes both."""
    return tuple(
        Row(chips, (d, *(t,) * (operands - 1)), overloads, modes=modes) for t in types.split() for d in to.split()
    )


def _of_width(*bits: int) -> list[str]:
    return [t.name for t in DTYPES.values() if t.bits in bits]


_POLICIES = ("compare_mask", "compare_count", "compare_nan")
_OLDER = (C310B, C310P, C910)
_BOTH = "int8 uint8"
_REGISTER = (*ON_950, *A2A3, C310P)

_ANY_TYPES = "T0=BinaryDefaultType, T1=BinaryDefaultType, options..."  # they may be left out

INSTRUCTIONS = (
    Instruction("compare", FAMILY, COMPARE, ("Compare",), "bit i of dst = src0[i] relates to src1[i]", compare,
                _rows(ON_950, _MASKED_950, _BOTH, 3) + _rows(ON_950, _WIDE, _BOTH, 3, COUNT)
                + _rows((*A2A3, *_OLDER), _FLOATS, _BOTH, 3) + _rows(A2A3, "int32", _BOTH, 3, modes=(EQ,)),
                modes=MODES, policies=_POLICIES, timing="compare",
                notes=("the result is packed without gaps, lowest bit first; strides of dst have no effect",
                       "910b and 910_93 compare int32 only for EQ",
                       "as operators: asc.assign(dst, a < b), and with > <= >=, for all elements of a"),
                calls=(call("<T, U, _isSetMask>(dst:U, src0:T, src1:T, cmpMode:CMPMODE, count)"),
                       call("<T, U, isSetMask>(dst:U, src0:T, src1:T, cmpMode:CMPMODE, mask, repeatTime, "
                            "repeatParams:BinaryRepeatParams&)"))),
    Instruction("compares", FAMILY, COMPARE("dst% src $scalar", strides=UNARY_STRIDES), ("Compares",),
                "bit i of dst = src[i] relates to scalar",
                compare_scalar,
                _rows(ON_950, _MASKED_950, "uint8", 2) + _rows(ON_950, "int8 uint8 int64 uint64", "uint8", 2, COUNT)
                + (Row(ON_950, ("uint8", "double"), COUNT, modes=(EQ,)),)
                + _rows((*A2A3, C310B, C310P), _FLOATS, "uint8", 2) + _rows(A2A3, "int32", "uint8", 2, modes=(EQ,))
                + _rows((C310B,), "int16 uint16 int32 uint32", "uint8", 2),
                old=("CompareScalar",), python=("compares", "compare_scalar"), modes=MODES, flexible=ON_950,
                policies=_POLICIES, call="compare-scalar", timing="compare",
                notes=("ascend950: the number may stand on the left or be one element of a tensor",
                       "ascend950 compares double with a number only for EQ"),
                calls=(call(f"<{_ANY_TYPES}>(dst:D, src0:S?, src1:V?, cmpMode:CMPMODE, count)"),
                       call(f"<{_ANY_TYPES}>(dst:D, src0:S?, src1:V?, cmpMode:CMPMODE, mask, repeatTime, "
                            "repeatParams:UnaryRepeatParams&)"))),
    Instruction("compare_register", FAMILY, WALK("src0 src1", strides=BINARY_STRIDES), ("Compare",),
                "bit i of CMPMASK = src0[i] relates to src1[i], one repeat", compare_register,
                tuple(Row(_REGISTER, (t, t), MASKED) for t in _FLOATS.split()), python=("compare",), modes=MODES,
                policies=("compare_nan", "cmpmask_idle"), call="compare-register", timing="compare",
                notes=("the mask is obeyed on every chip; strides of dst have no effect",),
                calls=(call("<T, isSetMask>(src0:T, src1:T, cmpMode:CMPMODE, mask, repeatParams:BinaryRepeatParams&) "
                            "-> cmpMode", strides="0, repeatParams.src0BlkStride, repeatParams.src0RepStride; "
                            "1, repeatParams.src1BlkStride, repeatParams.src1RepStride"),)),
    Instruction("get_cmp_mask", FAMILY, WALK("dst"), ("GetCmpMask",), "dst = CMPMASK, 16 bytes", get_cmp_mask,
                tuple(Row(_REGISTER, (t,), PLAIN) for t in _of_width(8, 16, 32)), policies=("cmpmask_store",),
                call="cmpmask-store", timing="state",
                notes=("dst starts on a multiple of 16 bytes and has room for 128",),
                calls=(call("<T>(dst:T)"),)),
    Instruction("set_cmp_mask", FAMILY, WALK("src"), ("SetCmpMask",), "CMPMASK = the first 16 bytes of src",
                set_cmp_mask, tuple(Row(_REGISTER, (t,), PLAIN) for t in _of_width(8, 16, 32, 64)),
                call="cmpmask-load", timing="state",
                notes=("what the bits mean depends on the mode of the Select that follows",
                       "src starts on a multiple of 16 bytes"),
                calls=(call("<T>(src:T)"),)),
)
