"""What a call must satisfy before anything happens. The C++ engine has the same rules in the same order."""

from __future__ import annotations

from typing import Any

from lanewise.chips.chip import chips
from lanewise.chips.cores import every_memory
from lanewise.errors import LanewiseError
from lanewise.isa.issued import COUNTER_BIT, Space
from lanewise.isa.record import Flag, Instruction, Overload, Row
from lanewise.isa.reduce import ReduceOrder
from lanewise.machine.definition.lanes import Lanes
from lanewise.machine.leniency import complain
from lanewise.numerics.formats import BY_CODE, DTYPES, DType
from lanewise.numerics.rounding import RoundMode

BLOCK = 32


def legal_row(core: Any, ins: Instruction, types: list[DType | None], overload: Overload) -> Row:
    """The row that allows these types in this overload on this chip."""
    chip = core.chip.name
    here = list(ins.rows_on(core.chip.instructions))
    if not here:
        raise LanewiseError("OP-001", op=ins.name, chip=chip, known=", ".join(c for c in chips() if c in ins.chips))
    names = tuple(t.name if t else "" for t in types)
    exact = [row for row in here if row.types == names]
    for row in exact:
        if overload in row.overloads:
            return row
    if exact:
        known = sorted({o.label for row in exact for o in row.overloads})
        raise LanewiseError(
            "OP-003", op=ins.name, chip=chip, types=describe(names), known=", ".join(known), form=overload.label
        )
    near = [row for row in here if row.types[0] == names[0]]
    if near:
        at = max(next(i for i, (a, b) in enumerate(zip(names, row.types, strict=True)) if a != b) for row in near)
        need = list(dict.fromkeys(row.types[at] for row in near if row.types[:at] == names[:at]))
        first = ins.form.operands[0].name
        raise LanewiseError(
            "TYPE-001", op=ins.name, operand=ins.form.operands[at].name, got=names[at], need=" or ".join(need),
            like=f"like {first}" if need == [names[0]] else f"where {first} holds {names[0]}",
        )
    supported = dict.fromkeys(describe(row.types) for row in here)
    raise LanewiseError("OP-002", op=ins.name, chip=chip, types=describe(names), known=", ".join(supported))


def same_traits(ins: Instruction, tensors: tuple[Any, ...]) -> None:
    """TensorTrait tensors and plain ones do not meet in one call."""
    for i, tensor in enumerate(tensors[: len(ins.form.operands)]):
        if tensor.is_trait != tensors[0].is_trait:
            raise LanewiseError("TYPE-004", op=ins.name, operand=ins.form.operands[i].name)


def mode_allowed(core: Any, ins: Instruction, row: Row, params: tuple[int, ...]) -> None:
    """The first parameter must be a mode that the row has."""
    if not ins.modes:
        return
    known = row.modes or range(len(ins.modes))
    if params[0] not in known:
        asked = ins.modes[params[0]] if 0 <= params[0] < len(ins.modes) else f"mode {params[0]}"
        raise LanewiseError(
            "OP-006", op=ins.name, chip=core.chip.name, types=describe(row.types), asked=asked,
            known=", ".join(ins.modes[m] for m in known),
        )


def describe(types: tuple[str, ...]) -> str:
    """Mask registers have no type."""
    named = [t for t in types if t] or [""]
    return named[0] if len(set(named)) == 1 else "/".join(named)


def scalar_in_range(core: Any, ins: Instruction, row: Row, bits: int) -> None:
    bounds = ins.ranges.get(core.chip.instructions)
    if bounds is None:
        return
    kind = DTYPES[ins.scalar_type(row)]
    value = int(kind.decode(bits))
    if value < bounds.low and bounds.high is None:
        raise LanewiseError(
            "SCALAR-002", op=ins.name, what="the shift", value=value, chip=core.chip.name, low=bounds.low
        )
    high = kind.bits if bounds.high == "bits" else bounds.high
    if value < bounds.low or (high is not None and value > int(high)):
        raise LanewiseError(
            "SCALAR-001", op=ins.name, what="the shift", value=value, chip=core.chip.name, low=bounds.low, high=high,
            type=kind.name,
        )


def flags_allowed(core: Any, ins: Instruction, flags: int) -> None:
    chip, like = core.chip.name, core.chip.instructions
    if flags & Flag.ROUND and like not in ins.rounds:
        raise LanewiseError("OP-005", op=ins.name, case="rounding", chip=chip)
    if flags & (Flag.SCALAR_LEFT | Flag.SCALAR_TENSOR) and like not in ins.flexible:
        raise LanewiseError("OP-005", op=ins.name, case="scalar_operand", chip=chip)
    if flags & (Flag.KEEP_SUBNORMALS | Flag.EXACT) and like not in ins.algorithms:
        raise LanewiseError("OP-005", op=ins.name, case="algorithm", chip=chip)


def round_mode_allowed(core: Any, ins: Instruction, row: Row, params: tuple[int, ...]) -> None:
    """The round mode is the first parameter of an instruction that takes one."""
    if not row.round_modes:
        return
    asked = params[0] if params else -1
    if 0 <= asked < len(RoundMode) and row.round_modes >> asked & 1:
        return
    known = ", ".join(m.name for m in RoundMode if row.round_modes >> m & 1)
    name = RoundMode(asked).name if 0 <= asked < len(RoundMode) else str(asked)
    raise LanewiseError(
        "MODE-001", op=ins.name, mode=name, source=row.types[1], to=row.types[0], chip=core.chip.name, known=known
    )


def lanes_in_pairs(ins: Instruction, lanes: Lanes) -> None:
    """Both 4-bit values of a byte take part, or none."""
    for r in {0, lanes.repeats - 1} if lanes.repeats else ():
        active = set(lanes.active(r).tolist())
        if any(k ^ 1 not in active for k in active):
            raise LanewiseError("MASK-006", op=ins.name)


def strides_in_field(core: Any, ins: Instruction, strides: tuple[int, ...] | None, repeat: int) -> None:
    """What lies between repeats matters where there are several: Counter mode makes its own."""
    fields = ins.form.strides
    if strides is None or fields is None:
        return
    count = len(strides) // 2
    several = repeat > 1 or int(core.state["ctrl"]) >> COUNTER_BIT & 1
    names = [o.name for o in ins.form.operands]
    for i, value in enumerate(strides if several else strides[:count]):
        block = i < count
        high = (1 << (fields.block if block else fields.repeat)) - 1
        if not 0 <= value <= high:
            field = f"{names[i % count]}_{'blk' if block else 'rep'}_stride"
            raise LanewiseError("STRIDE-001", op=ins.name, field=field, stride=value, low=0, high=high)


def results_allowed(core: Any, ins: Instruction, strides: tuple[int, ...] | None, params: tuple[int, ...]) -> None:
    """What the chip says about the order of a reduction's results and about a destination stride of 0."""
    if ins.orders and params[0] not in ins.orders[core.chip.instructions]:
        known = ", ".join(ReduceOrder(o).name for o in ins.orders[core.chip.instructions])
        order = ReduceOrder(params[0]).name
        raise LanewiseError("OP-005", op=ins.name, case="result_order", order=order, chip=core.chip.name, known=known)
    if ins.form.group != "all" and strides and strides[2] == 0 and core.policy["reduce_zero_stride"] == "refused":
        raise LanewiseError("STRIDE-001", op=ins.name, field="dst_rep_stride", stride=0, low=1, high=65535)


def check_memory(ins: Instruction, operand: int, tensor: Any, allowed: list[Space] | None = None) -> None:
    """An operand is in a memory where it may be."""
    allowed = ins.operand_spaces(operand) if allowed is None else allowed
    if tensor.space not in allowed:
        need = " or ".join(every_memory()[space.name].places for space in allowed)
        raise LanewiseError("POS-001", op=ins.name, operand=ins.form.operands[operand].name,
                            position=Space(tensor.space).name, need=need)  # fmt: skip


def check_operand(core: Any, ins: Instruction, operand: int, tensor: Any, last: int, align: int = 0) -> None:
    """An operand in the memory where it belongs that is touched up to `last` bytes after its start."""
    name, address = ins.form.operands[operand].name, tensor.address
    check_memory(ins, operand, tensor)
    check_range(core, ins, name, tensor.space, address, last, align)
    extent = tensor.length * BY_CODE[tensor.code].bits // 8
    if last > extent:
        free = core.held.by_nobody_else(address, address + extent, address + last)
        problem = LanewiseError("MEM-002", op=ins.name, operand=name, have=extent, need=last)
        complain(core, problem, "free" if free else "")


def check_range(
    core: Any, ins: Instruction, name: str, space: int, address: int, last: int, align: int = 0
) -> None:
    """Bytes of a memory of the core from an aligned address on; 0: aligned as all of its tensors are."""
    align = align or every_memory()[Space(space).name].align
    if address % align:
        below = address - address % align
        raise LanewiseError(
            "ALIGN-001", op=ins.name, operand=name, memory=Space(space).name, address=address, chip=core.chip.name,
            need=align, below=below, above=below + align,
        )
    size = core.size_of(space)
    if address < 0 or address + last > size:
        raise LanewiseError(
            "MEM-001", op=ins.name, operand=name, memory=Space(space).name, first=address, last=address + last - 1,
            chip=core.chip.name, size=size,
        )
