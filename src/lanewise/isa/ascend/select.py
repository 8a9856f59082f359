"""Select, element by element by bits, and GatherMask, which packs the elements whose bit is set."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, ON_950
from lanewise.isa.calls import by_hand, call
from lanewise.isa.env import Array
from lanewise.isa.form import BINARY_STRIDES, WALK
from lanewise.isa.issued import ALL_ONES, COUNTER_BIT
from lanewise.isa.record import ALL_FORMS, COUNT, MASKED, PLAIN, Flag, Instruction, Overload, Row
from lanewise.isa.walk import Walk
from lanewise.numerics.formats import DTYPES

FAMILY = "select"
MODES = ("VSEL_CMPMASK_SPR", "VSEL_TENSOR_SCALAR_MODE", "VSEL_TENSOR_TENSOR_MODE")
REGISTER, SCALAR, TENSOR = range(3)
REGISTER_BYTES = 16
BYTE = DTYPES["uint8"]
PATTERNS = tuple(f"pattern {n}" for n in range(8))
ROOM = 8 << 18  # elements: more than any UB holds, so a larger number is a mistake

Side = int | Array  # an operand, or one number for all lanes
Bits = Callable[[int, Array], Array]  # for lanes of a repeat, whether their bit is set


# --- Select ---


def select(w: Walk) -> None:
    """dst = bit ? src0 : src1. Mode 0 reuses the first bits in every repeat, mode 2 goes on through sel_mask."""
    sides = _checked(w, 2, 3)
    if w.params[0] == TENSOR:
        _select(w, _running(w), *sides)
        after = w.address(1)
    else:
        once = _first_bits(w)
        _select(w, lambda r, lanes: _bit(once[lanes // 8], lanes), *sides)
        after = int.from_bytes(once[:REGISTER_BYTES].tobytes(), "little")
    _store_cmpmask(w, after)


def select_scalar(w: Walk) -> None:
    """One side is a number: src1, or src0 where the chip allows it. Bits go on through sel_mask."""
    number = np.asarray(w.env.scalars[0])
    _select_with(w, number)
    _store_cmpmask(w, int.from_bytes(number.tobytes(), "little"))


def select_preset(w: Walk) -> None:
    """Without sel_mask: CMPMASK holds the bits (mode 0) or, in its low 32 bits, the address of sel_mask (mode 2)."""
    sides = _checked(w, 1, 2)
    register = w.state["cmpmask"].copy()
    if w.params[0] == REGISTER:
        _select(w, lambda r, lanes: _bit(register.view(np.uint8)[lanes // 8], lanes), *sides)
        return
    size, address = _bit_bytes(w), int(register[0]) & 0xFFFFFFFF
    used = np.concatenate([r * size + lanes // 8 for r, lanes in enumerate(w.lanes())])
    span, told = _bit_span(w, size), np.zeros(0, np.int64)
    w.peek("sel_mask", address, span, align=32, only=used)

    def bits(r: int, lanes: Array) -> Array:  # as earlier repeats have left them
        return _bit(w.peek("sel_mask", address, span, align=32, only=told)[r * size + lanes // 8], lanes)

    _select(w, bits, *sides)


def select_preset_scalar(w: Walk) -> None:
    """Without src1: the first element of CMPMASK is the number."""
    number = w.state["cmpmask"].copy().view(w.env.to.numpy)[0]
    _select_with(w, np.asarray(number))


def _checked(w: Walk, src0: Side, src1: Side) -> tuple[Side, Side]:
    for operand in (0, src0, src1):
        if isinstance(operand, int):
            w.reach(operand, w.span(operand))
    return src0, src1


def _select_with(w: Walk, number: Array) -> None:
    sides = _checked(w, number, 2) if w.env.has(Flag.SCALAR_LEFT) else _checked(w, 2, number)
    _select(w, _running(w), *sides)


def _select(w: Walk, bits: Bits, src0: Side, src1: Side) -> None:
    for r, lanes in enumerate(w.lanes()):
        chosen = bits(r, lanes)
        result = np.zeros(lanes.shape, w.env.to.numpy)
        for side, on in ((src0, chosen), (src1, ~chosen)):
            result[on] = w.read(side, w.offsets(side, r, lanes[on])) if isinstance(side, int) else side
        w.write(0, w.offsets(0, r, lanes), result)
        w.next_repeat()


def _bit_bytes(w: Walk) -> int:
    """A whole repeat uses one bit per lane, even where the mask leaves some lanes out."""
    return 256 // w.env.to.size // 8


def _mask_bytes_used(w: Walk, r: int) -> int:
    """Bytes that hold the bits of the active lanes of a repeat."""
    lanes = w.lanes()[r]
    return int(lanes.max()) // 8 + 1 if lanes.size else 0


def _bit_span(w: Walk, pitch: int) -> int:
    return max(r * pitch + _mask_bytes_used(w, r) for r in range(len(w.lanes())))


def _bit(data: Array, lanes: Array) -> Array:
    """The bit of each lane, of the byte that holds it."""
    return data >> (lanes % 8).astype(np.uint8) & 1 == 1


def _running(w: Walk) -> Bits:
    """Bits taken from sel_mask one repeat after the other."""
    size = _bit_bytes(w)
    w.reach(1, _bit_span(w, size))
    return lambda r, lanes: _bit(w.read(1, r * size + lanes // 8, BYTE), lanes)


def _first_bits(w: Walk) -> Array:
    """The first bits of sel_mask, as many as the register holds where the tensor is that long, then zeros."""
    need = _bit_span(w, 0)
    w.reach(1, need)
    if w.env.policy["select_cmpmask"] == "overwritten":
        used = np.arange(max(need, min(REGISTER_BYTES, w.room(1))))
    else:
        used = np.unique(np.concatenate(w.lanes()) // 8)
    once = np.zeros(32, np.uint8)
    once[used] = w.read(1, used, BYTE)
    return once


def _store_cmpmask(w: Walk, value: int) -> None:
    """What the call leaves in CMPMASK, on the chips that load it first."""
    if w.env.policy["select_cmpmask"] == "overwritten":
        w.state["cmpmask"] = [value & ALL_ONES, value >> 64, 0, 0]


# --- GatherMask ---


def gather_mask(w: Walk) -> None:
    """Keep the elements whose bit in the pattern tensor is set; rows of bits lie src1_repeat_stride blocks apart."""
    stride = w.params[5]

    def bits(r: int, n: int) -> Array:
        e = np.arange(n)
        return _bit(w.read(2, 32 * r * stride + np.arange(-(-n // 8)), BYTE)[e // 8], e)

    _gather_mask(w, w.params, bits)


def gather_mask_builtin(w: Walk) -> None:
    """Keep elements by a fixed pattern: 1 even, 2 odd, 3 to 6 one of every four, 7 all."""
    pattern = w.params[0]

    def bits(r: int, n: int) -> Array:
        e = np.arange(n)
        if pattern <= 2:
            return e % 2 == pattern - 1
        return e % 4 == pattern - 3 if pattern <= 6 else e >= 0

    _gather_mask(w, w.params[1:], bits)


def _gather_mask(w: Walk, params: tuple[int, ...], bits: Callable[[int, int], Array]) -> None:
    reduce_mode, mask, block, repeats, repeat_stride, pattern_stride = params
    w.within("mask", mask, 0, 0xFFFFFFFF)
    w.within("src0_block_stride", block, 0, 255)
    w.within("repeat_times", repeats, 0, 0xFFFF)
    w.within("src0_repeat_stride", repeat_stride, 0, 0xFFFF)
    w.within("src1_repeat_stride", pattern_stride, 0, 255)
    of = w.env.to
    per_repeat, per_block = 256 // of.size, 32 // of.size
    each, last = per_repeat, per_repeat  # elements of every repeat, and of the last one
    if reduce_mode and w.env.policy["gather_mask_count"] == "total":
        repeats = -(-mask // per_repeat)
        last = mask - (repeats - 1) * per_repeat
    elif reduce_mode:
        each = last = mask
    total = (repeats - 1) * each + last if repeats else 0
    if total > ROOM:
        w.refuse("MASK-005", count=total)

    sizes = [each] * (repeats - 1) + [last] if total else []
    places = [_lane_offset(r, np.arange(n), block, repeat_stride, per_block) for r, n in enumerate(sizes)]
    w.reach(1, max((int(p.max()) + 1 for p in places), default=0) * of.size)
    if len(w.env.types) == 3:
        ends = [r * pattern_stride * 32 + -(-n // 8) for r, n in enumerate(sizes)]
        w.reach(2, max(ends, default=0))
    kept = [w.read(1, place[bits(r, place.size)]) for r, place in enumerate(places)]
    count = sum(k.size for k in kept)
    w.reach(0, count * of.size)
    if count:
        w.write(0, np.arange(count), np.concatenate(kept))
    w.state["rsvd_cnt"] = count
    w.state["mask"] = [mask, 0, 0, 0]
    w.state["ctrl"] = int(w.state["ctrl"]) & (ALL_ONES ^ (1 << COUNTER_BIT))


def _lane_offset(r: int, e: Array, block: int, repeat_stride: int, per_block: int) -> Array:
    """Beyond a repeat's eight blocks the next ones follow at the same block stride."""
    return (r * repeat_stride + e // per_block * block) * per_block + e % per_block


# --- records ---


_STRIDED = WALK(strides=BINARY_STRIDES)

_BIT_TYPES = ("uint8", "uint16", "uint32", "uint64")
_MASKED_950 = "int16 uint16 half bfloat16 int32 uint32 float"
_WIDE = "int8 uint8 complex32 int64 uint64 complex64"  # on ascend950 only in the count form
_FLOATS = "half float"
_MODES_1_2 = (*A2A3, C310B, C310P)  # ascend910 has mode 0 only


def _rows(
    chips: tuple[str, ...], types: str, vectors: int, overloads: tuple[Overload, ...], modes: tuple[int, ...]
) -> tuple[Row, ...]:
    return tuple(
        Row(chips, (t, bits, *(t,) * vectors), overloads, modes=modes) for t in types.split() for bits in _BIT_TYPES
    )


def _select_rows(vectors: int, modes: tuple[int, ...]) -> tuple[Row, ...]:
    return (_rows(ON_950, _MASKED_950, vectors, ALL_FORMS, modes) + _rows(ON_950, _WIDE, vectors, COUNT, modes)
            + _rows(_MODES_1_2, _FLOATS, vectors, ALL_FORMS, modes))


_EITHER = (REGISTER, TENSOR)
_PATTERN_TYPES = {1: "uint8", 2: "uint16", 4: "uint32"}
_GATHERED = {ON_950: "int8 uint8 int16 uint16 half bfloat16 int32 uint32 float",
             A2A3: "int16 uint16 half bfloat16 int32 uint32 float",
             (C310B,): "int16 uint16 half int32 uint32 float", (C310P,): "int16 uint16 half int32 uint32 float"}
_WIDTH = {"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "half": 2, "bfloat16": 2, "int32": 4, "uint32": 4, "float": 4}
_GATHER_POLICIES = ("gather_mask_count", "gather_mask_after", "gather_mask_tail")
_PRESET_CHIPS = {_MASKED_950: ON_950, _FLOATS: _MODES_1_2}

_SELECT = by_hand("its arguments choose between two records, and its bits may be declared as any type",
                  "<T, U, options...>(dst:T, selMask:U, src0, src1, selMode:SELMODE, count)",
                  "<T, U, options...>(dst:T, selMask:U, src0, src1, selMode:SELMODE, mask, repeatTime, "
                  "repeatParams:BinaryRepeatParams&)")
_PRESET = "it takes the mask that was set before, and repeats"
_KEPT = ("reduceMode, mask, params.src0BlockStride, params.repeatTimes, params.src0RepeatStride, "
         "params.src1RepeatStride")
_VERSION = "_mode:GatherMaskMode=defaultGatherMaskMode"
_COUNTED = "rsvdCnt = lw_current()->state->rsvd_cnt"

INSTRUCTIONS = (
    Instruction("select", FAMILY, _STRIDED("dst sel_mask% src0 src1"), ("Select",),
                "dst[i] = bit i of sel_mask ? src0[i] : src1[i]", select,
                _select_rows(2, _EITHER) + _rows((C910,), _FLOATS, 2, ALL_FORMS, (REGISTER,)), modes=MODES,
                policies=("select_cmpmask",), call="select", timing="select",
                notes=("mode 0 uses the first bits of sel_mask, one per lane of a repeat, again in every repeat; "
                       "mode 2 uses one bit per lane after the other, lanes that are masked off included",
                       "modes 1 and 2 need 8 KB of reserved UB on chips before ascend950; here they stay untouched"),
                calls=_SELECT),
    Instruction("select_scalar", FAMILY, _STRIDED("dst sel_mask% src0 $scalar"), ("Select",),
                "dst[i] = bit i of sel_mask ? src0[i] : scalar",
                select_scalar, _select_rows(1, (SCALAR,)), python=("select",), modes=MODES, flexible=ON_950,
                policies=("select_cmpmask",), call="select-scalar", timing="select",
                notes=("ascend950: the number may stand on the left or be one element of a tensor",),
                calls=_SELECT),
    Instruction("select_preset", FAMILY, _STRIDED("dst src0 src1"), ("Select",),
                "dst[i] = bit i ? src0[i] : src1[i], with bits or their address in CMPMASK", select_preset,
                tuple(Row(chips, (t,) * 3, MASKED, modes=_EITHER)
                      for types, chips in _PRESET_CHIPS.items() for t in types.split())
                + tuple(Row((C910,), (t,) * 3, MASKED, modes=(REGISTER,)) for t in _FLOATS.split()),
                python=("select",), modes=MODES, call="select-preset", timing="select",
                notes=("MASK and CMPMASK are set before the call; the low 32 bits of CMPMASK are the address",),
                calls=by_hand(_PRESET, "<T, selMode:SELMODE>(dst:T, src0:T, src1:T, repeatTime, "
                              "repeatParams:BinaryRepeatParams&)")),
    Instruction("select_preset_scalar", FAMILY, _STRIDED("dst sel_mask% src0"), ("Select",),
                "dst[i] = bit i of sel_mask ? src0[i] : the first element of CMPMASK", select_preset_scalar,
                tuple(Row(chips, (t, bits, t), MASKED) for types, chips in _PRESET_CHIPS.items()
                      for t in types.split() for bits in _BIT_TYPES),
                python=("select",), call="select-preset-scalar", timing="select",
                notes=("MASK and CMPMASK are set before the call",),
                calls=by_hand(_PRESET, "<T, U>(dst:T, selMask:U, src0:T, repeatTime, "
                              "repeatParams:BinaryRepeatParams&)")),
    Instruction("gather_mask", FAMILY, WALK("dst src0 src1_pattern@"), ("GatherMask",),
                "dst = the elements of src0 whose pattern bit is 1, without gaps", gather_mask,
                tuple(Row(chips, (t, t, _PATTERN_TYPES[_WIDTH[t]]), PLAIN)
                      for chips, types in _GATHERED.items() for t in types.split()),
                policies=_GATHER_POLICIES, call="gather-mask", timing="gather-mask",
                notes=("dst goes on across repeats; get_gather_mask_remain_count() tells how many elements were kept",
                       "the mask argument only counts in reduce mode"),
                calls=(call(f"<T, U, {_VERSION}>(dst:T, src0:T, src1Pattern:U, reduceMode:bool, mask:u32, "
                            f"params:GatherMaskParams&, rsvdCnt:out u64) -> {_KEPT}", after=_COUNTED),)),
    Instruction("gather_mask_builtin", FAMILY, WALK("dst src0"), ("GatherMask",),
                "dst = the elements of src0 that a fixed pattern picks, without gaps", gather_mask_builtin,
                tuple(Row(chips, (t, t), PLAIN, modes=tuple(range(1, 7 if chips == (C310P,) else 8)))
                      for chips, types in _GATHERED.items() for t in types.split()),
                python=("gather_mask",), modes=PATTERNS, policies=_GATHER_POLICIES, call="gather-mask-builtin",
                timing="gather-mask",
                notes=("patterns: 1 even, 2 odd, 3 to 6 first to fourth of every four, 7 all (not on ascend310p)",),
                calls=(call(f"<T, {_VERSION}>(dst:T, src0:T, src1Pattern:u8, reduceMode:bool, mask:u32, "
                            f"params:GatherMaskParams&, rsvdCnt:out u64) -> src1Pattern, {_KEPT}",
                            after=_COUNTED),)),
)
