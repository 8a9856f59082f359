"""Calls that are wrong in exactly one place, and the error that both engines must give for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from cells import Cell, masks_of
from strategies import COUNTER, Call, Draw, lanes_of

from lanewise.chips.chip import chip, chips
from lanewise.chips.cores import every_memory
from lanewise.isa.record import Flag, Overload
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode

Spoiled = tuple[str, Call]  # the error's id, the call
MASKED = (Overload.CONTIGUOUS, Overload.BITWISE)
WITH_LANES = ("elementwise", "walk", "reduce")
ALIGN, SHORT, OUTSIDE = "ALIGN-001", "MEM-002", "MEM-001"


@dataclass(frozen=True)
class Reach:
    """How many bytes of each operand in UB a call touches, with operands far apart; 0: not in UB or untouched."""

    bytes: tuple[int, ...]


Way = Callable[[Cell, Call, Draw, Reach], Iterator[Spoiled]]


def _replace(call: Call, **changes: Any) -> Call:
    return replace(call, **{"tensors": list(call.tensors), **changes})


def _operand(call: Call, i: int, **part: Any) -> Call:
    address, length, kind = call.tensors[i]
    changed = _replace(call)
    changed.tensors[i] = (part.get("address", address), part.get("length", length), part.get("kind", kind))
    return changed


def on_another_chip(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    others = [c for c in chips() if chip(c).family == "ascend" and c not in cell.instruction.chips]
    if call.kind:  # on others nothing happens at all
        held = [every_memory()[space].use for space in call.spaces if space != "GM"]
        others = [c for c in others if all(chip(c).size(use) for use in held)]
    if others:
        yield "OP-001", _replace(call, chip=d.pick(*others))


def another_type(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    """What differs from a row with the same destination is named; else all rows are."""
    known = {row.types for row in cell.instruction.rows_on(cell.chip)}
    for i in range(len(cell.row.types)):
        types = list(cell.row.types)
        types[i] = d.pick(*(t for t in DTYPES if t != types[i]))
        if tuple(types) not in known:
            near = any(row[0] == types[0] for row in known)
            yield "TYPE-001" if near else "OP-002", _operand(call, i, kind=DTYPES[types[i]])


def another_overload(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    taken = {o for row in cell.instruction.rows_on(cell.chip) if row.types == cell.row.types for o in row.overloads}
    for overload in set(Overload) - taken:
        if overload == Overload.BITWISE:
            yield "OP-003", _replace(call, overload=overload, mask=(1, 0, 0, 0), repeat=1)
        else:
            yield "OP-003", _replace(call, overload=overload, mask=1, repeat=1)


def mixed_traits(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    if len(cell.instruction.form.operands) > 1 and not cell.instruction.name.startswith("lib_"):
        yield "TYPE-004", _replace(call, traits=(d.below(len(cell.instruction.form.operands)),))


def another_mode(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    ins, row = cell.instruction, cell.row
    if ins.modes:
        wrong = [m for m in (-1, *range(len(ins.modes) + 1)) if m not in (row.modes or range(len(ins.modes)))]
        yield "OP-006", _replace(call, params=(d.pick(*wrong), *call.params[1:]))
    if row.round_modes:
        wrong = [m for m in (-1, *range(len(RoundMode) + 1)) if m < 0 or not row.round_modes >> m & 1]
        yield "MODE-001", _replace(call, params=(d.pick(*wrong), *call.params[1:]))
        yield "MODE-001", _replace(call, params=())
    orders = ins.orders.get(cell.chip)
    if orders and ins.form.executor == "reduce" and set(range(4)) - set(orders):
        yield "OP-005", _replace(call, params=(d.pick(*(set(range(4)) - set(orders))),))


def a_flag(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    ins = cell.instruction
    if ins.form.executor not in WITH_LANES:
        return
    for flag, chips_with in ((Flag.ROUND, ins.rounds), (Flag.SCALAR_LEFT, ins.flexible), (Flag.EXACT, ins.algorithms),
                             (Flag.KEEP_SUBNORMALS, ins.algorithms)):  # fmt: skip
        if cell.chip not in chips_with:
            yield "OP-005", _replace(call, flags=call.flags | flag)


def a_scalar(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    ins = cell.instruction
    bounds = ins.ranges.get(cell.chip)
    if bounds is None or call.flags & Flag.SCALAR_TENSOR:
        return
    kind = DTYPES[ins.scalar_type(cell.row)]
    id = "SCALAR-002" if bounds.high is None else "SCALAR-001"
    if kind.kind == "i":
        yield id, _replace(call, scalars=((bounds.low - 1) & (1 << kind.bits) - 1,))
    if bounds.high is not None:
        high = kind.bits if bounds.high == "bits" else int(bounds.high)
        yield id, _replace(call, scalars=(high + 1,))


def a_scalar_in_memory(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    """A number that is one element of a tensor must have the right type and lie in UB."""
    if call.flags & Flag.SCALAR_TENSOR and any(reach.bytes):
        last, end = len(call.tensors) - 1, chip(cell.chip).fact("ub_bytes")
        other = d.pick(*(t for t in ("int16", "float", "uint8") if t != call.tensors[last][2].name))
        yield "TYPE-001", _operand(call, last, kind=DTYPES[other])
        yield OUTSIDE, _operand(call, last, address=end)


def a_stride(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    fields = cell.instruction.form.strides
    if fields is None or call.strides is None:
        return
    several = call.repeat > 1 or call.control & COUNTER  # else what lies between repeats does not matter
    for i in range(len(call.strides) if several else len(call.strides) // 2):
        width = fields.block if i < len(call.strides) // 2 else fields.repeat
        wrong = list(call.strides)
        wrong[i] = d.pick(-1, 1 << width)
        yield "STRIDE-001", _replace(call, strides=tuple(wrong))
    if cell.instruction.form.group not in ("", "all") and cell.policy["reduce_zero_stride"] == "refused":
        yield "STRIDE-001", _replace(call, strides=(*call.strides[:2], 0, call.strides[3]))


def a_repeat(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    ins = cell.instruction
    if call.overload in MASKED or (call.overload == Overload.PLAIN and ins.form.executor == "walk"):
        if ins.form.most_repeats < 2**31 - 1:  # as far as a record can say it
            yield "REPEAT-001", _replace(call, repeat=ins.form.most_repeats + 1)
        yield "REPEAT-001", _replace(call, repeat=-1)


def a_mask(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    ins = cell.instruction
    if call.overload not in MASKED:
        if call.overload == Overload.COUNT and ins.form.executor in WITH_LANES:
            yield "COUNT-001", _replace(call, mask=-1)
        return
    lanes = 256 // DTYPES[cell.row.types[1]].size if ins.form.executor == "reduce" else lanes_of(cell)
    normal = _replace(call, flags=int(call.flags) | Flag.SET_MASK, control=call.control & ~COUNTER)
    if call.overload == Overload.CONTIGUOUS:
        yield "MASK-001", replace(normal, mask=lanes + 1)
        yield "MASK-001", replace(normal, mask=-1)
    else:
        if lanes < 256:
            yield "MASK-003", replace(normal, mask=tuple((1 << lanes) >> 64 * i & ((1 << 64) - 1) for i in range(4)))
        if "none" not in masks_of(ins, call.overload, cell.chip):
            yield "MASK-002", replace(normal, mask=(0, 0, 0, 0))
    if "compare_mask" not in ins.policies:
        counter = replace(normal, flags=int(normal.flags) & ~Flag.SET_MASK, control=normal.control | COUNTER)
        yield "MASK-005", replace(counter, register=(0xFFFFFFFF, 0, 0, 0), repeat=1)


def half_a_pair(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    if not cell.row.round_modes or not any(DTYPES[t].packed for t in cell.row.types):
        return
    normal = _replace(call, flags=int(call.flags) | Flag.SET_MASK, control=call.control & ~COUNTER)
    mask: Any = (2, 0, 0, 0) if call.overload == Overload.BITWISE else 7
    yield "MASK-006", replace(normal, mask=mask, repeat=max(1, call.repeat))


# --- where operands lie -----------------------------------------------------------------------------------------------


def off_the_grid(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    for i, touched in enumerate(reach.bytes):
        if touched:
            yield ALIGN, _operand(call, i, address=call.tensors[i][0] + 1)


def too_short(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    for i, touched in enumerate(reach.bytes):
        if touched:
            yield SHORT, _operand(call, i, length=(touched * 8 - 1) // max(8, call.tensors[i][2].bits))


def beyond_the_end(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    end = chip(cell.chip).fact("ub_bytes")
    for i, touched in enumerate(reach.bytes):
        if touched and not _is_checked_first(cell, i):
            yield OUTSIDE, _operand(call, i, address=end - touched // 32 * 32 + (0 if touched % 32 else 32))


def _is_checked_first(cell: Cell, i: int) -> bool:
    """Lists of a merge in repeats lie one after the other, which is looked at first."""
    return cell.instruction.name.startswith("mrg_sort") and i > 0


def in_global_memory(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    if cell.instruction.form.executor not in WITH_LANES:
        return
    for i, touched in enumerate(reach.bytes):
        if touched and i < 2:  # as many buffers as there are
            spaces = tuple("GM" if k == i else "UB" for k in range(len(call.tensors)))
            yield "POS-001", _replace(call, spaces=spaces)


def outside_its_buffer(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    if cell.instruction.form.executor == "move" and call.spaces and "GM" in call.spaces and any(reach.bytes):
        yield "MEM-005", _operand(call, call.spaces.index("GM"), address=1 << 40)


# --- parameters of single instructions --------------------------------------------------------------------------------

STRIDE, PARAM = "STRIDE-001", "PARAM-001"
# Place of a parameter -> what it must not be -> the error. A place below 0 counts from the end.
PARAMS: dict[str, tuple[tuple[int, int, str], ...]] = {
    "gather": ((0, -1, STRIDE), (0, 1 << 32, STRIDE)),
    "scatter": ((0, -1, STRIDE), (0, 1 << 32, STRIDE)),
    "gatherb": ((0, 1 << 16, STRIDE), (1, 1 << 16, STRIDE), (0, -1, STRIDE), (1, -1, STRIDE)),
    **dict.fromkeys(("gather_mask", "gather_mask_builtin"),
                    ((-5, 1 << 32, STRIDE), (-4, 256, STRIDE), (-3, 1 << 16, STRIDE), (-2, 1 << 16, STRIDE),
                     (-1, 256, STRIDE), (-1, -1, STRIDE))),
    "transpose_nchw": ((0, 1 << 16, STRIDE), (1, 4096, STRIDE), (2, 4096, STRIDE), (3, 4096, STRIDE)),
    "trans_data_to_5hd": ((-2, 1 << 16, STRIDE), (-1, 1 << 16, STRIDE), (-1, -1, STRIDE)),
    **dict.fromkeys(("mrg_sort", "mrg_sort4"), ((-1, 5, PARAM), (0, 4096, STRIDE), (1, -1, STRIDE))),
    **dict.fromkeys(("proposal_concat", "proposal_extract"), ((0, 6, STRIDE), (0, -1, STRIDE))),
    "bilinear_interpolation": ((0, 0, STRIDE), (0, 256, STRIDE), (4, 0, STRIDE), (2, 1 << 16, STRIDE), (3, 112, STRIDE),
                               (3, 1 << 16, STRIDE), (3, 136, PARAM)),
}  # fmt: skip
IDLE_WITHOUT_REPEATS = ("trans_data_to_5hd", "mrg_sort")


def a_parameter(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    name = cell.instruction.name
    if name in IDLE_WITHOUT_REPEATS and not call.repeat:
        return
    for place, value, id in PARAMS.get(name, ()):
        params = list(call.params)
        params[place] = value
        yield id, _replace(call, params=tuple(params))


def an_odd_count(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    if cell.instruction.name.removesuffix("_one") in ("interleave", "de_interleave"):
        yield PARAM, _replace(call, mask=call.mask + 1)
    if cell.instruction.name == "transpose_nchw":
        n, c, _, _, way = call.params
        per = 32 // call.tensors[0][2].size
        if per > 1:
            yield PARAM, _replace(call, params=(n, c, 1, per + 1, way))


def an_address(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    """Addresses and offsets that are data."""
    name, kind = cell.instruction.name, call.tensors[0][2] if call.tensors else None
    if name == "trans_data_to_5hd" and call.repeat:
        place, end = d.below(16), chip(cell.chip).fact("ub_bytes")
        for value, id in ((call.params[place] + 8, ALIGN), (end, OUTSIDE)):
            params = list(call.params)
            params[place] = value
            yield id, _replace(call, params=tuple(params))
    if name in ("gather", "scatter", "gatherb") and call.memory and (call.repeat or call.overload == Overload.COUNT):
        assert kind is not None
        at, data = call.memory[0]
        offsets = np.frombuffer(data, np.uint32)
        if name == "gatherb" or kind.size > 1:
            yield PARAM, _replace(call, memory=((at, (offsets + np.uint32(1)).tobytes()),))
        whole = kind.size > 2 or name == "gatherb"  # else some chips look at the low bits alone
        far = np.full(1024, 1 << 20 if whole else 0xFFF0, np.uint32)
        yield OUTSIDE if whole else SHORT, _replace(call, memory=((at, far.tobytes()),))
    if name == "select_preset" and cell.mode == 2 and any(reach.bytes):
        yield ALIGN, _replace(call, registers={"cmpmask": (8, 0, 0, 0)})
        yield OUTSIDE, _replace(call, registers={"cmpmask": (1 << 20, 0, 0, 0)})
    if name == "cast_dequant" and call.params[0] and kind is not None and kind.size == 1 and any(reach.bytes):
        yield OUTSIDE, _replace(call, deqscale=1 << 20)


def merged_in_repeats(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    if cell.instruction.name.startswith("mrg_sort") and call.repeat > 1:
        yield "REPEAT-002", _replace(call, params=(*call.params[:4], 1, 15))
        yield "REPEAT-002", _replace(call, params=(call.params[0] + 1, *call.params[1:]))


def a_merged_list(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    if cell.instruction.name.startswith("mrg_sort") and call.repeat == 1:
        for i in range({3: 2, 7: 3, 15: 4}[call.params[5]]):
            if call.params[i]:
                address = call.tensors[1 + i][0]
                yield ALIGN, _operand(call, 1 + i, address=address + 1)
                yield SHORT, _operand(call, 1 + i, length=1)


def half_an_element(cell: Cell, call: Call, d: Draw, reach: Reach) -> Iterator[Spoiled]:
    """A copy to GM that adds up floats moves whole ones; some copies want GM aligned to elements."""
    ins = cell.instruction
    if ins.name == "data_copy_pad" and call.spaces == ("GM", "UB") and call.params[0]:
        yield "ATOMIC-001", _replace(call, control=1 << 6, params=(call.params[0], 6, *call.params[2:]))
    kind = call.tensors[0][2] if call.tensors else None
    if ins.name in ("data_copy", "data_copy_nz2nd", "data_copy_nd2nz", "data_copy_nddma") and kind and kind.size > 1:
        i = call.spaces.index("GM")
        if any(reach.bytes) and not (i == 1 and _only_fills(call)):
            yield "ALIGN-002", _operand(call, i, address=call.tensors[i][0] + 1)


def _only_fills(call: Call) -> bool:
    """Nothing is taken from the source."""
    return call.instruction.name == "data_copy_nd2nz" and call.params[2] == 0


WAYS: tuple[Way, ...] = (
    on_another_chip, another_type, another_overload, mixed_traits, another_mode, a_flag, a_scalar, a_scalar_in_memory,
    a_stride, a_repeat, a_mask, half_a_pair, off_the_grid, too_short, beyond_the_end, in_global_memory,
    outside_its_buffer, a_parameter, an_odd_count, an_address, merged_in_repeats, a_merged_list, half_an_element,
)  # fmt: skip
