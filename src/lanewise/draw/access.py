"""What one issued instruction touches, drawn from its record."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.chips import DEFAULT
from lanewise.chips.chip import chip as find_chip
from lanewise.draw.glyphs import glyphs
from lanewise.draw.strides import rows
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.issued import MASK, REG, UNALIGNED, MaskMode, Space, in_memory
from lanewise.isa.record import Instruction, Overload
from lanewise.machine.definition.elementwise import offsets
from lanewise.machine.definition.lanes import BLOCK, REPEAT, Lanes
from lanewise.numerics.formats import BY_CODE, DTYPES, DType

REGISTERS = {REG: "register", MASK: "mask register", UNALIGNED: "unaligned stream"}
NO_TYPE = DType("bits", 0, 8, "u", np.dtype(np.uint8), "")  # of mask registers


def access(record: Any, *, chip: str = DEFAULT, repeats: int = 4, ascii: bool = False) -> str:
    """The blocks that each operand touches in the first `repeats` repeats; `record` is a row of `core.trace()`.

    The record does not name its chip; `chip` matters where a chip works in other units than the operands hold.
    """
    ins = by_opcode()[int(record["opcode"])]
    assert ins is not None
    how = Overload(int(record["overload"]))
    operands = record["operands"][: int(record["operand_count"])]
    units = units_of(ins, how, [kind_of(o) for o in operands], find_chip(chip).instructions)
    follows_strides = ins.form.executor == "elementwise" or ins.form.strides is not None
    drawn = MaskMode(int(record["mask_mode"])) != MaskMode.NONE and follows_strides
    lanes = lanes_of(ins, record, units) if drawn else None
    head = f"{ins.name}, {how.label} form"
    lines = [head if lanes is None else f"{head}, {lanes.repeats} repeat{'' if lanes.repeats == 1 else 's'}"]
    for operand, o, unit in zip(ins.form.operands, operands, units, strict=True):
        space = Space(int(o["space"]))
        place = f"at {space.name} byte {int(o['address'])}" if in_memory(space) else REGISTERS[space]
        name = f"{operand.name:<5} {kind_of(o).name} {place}"
        if lanes is None or (ins.form.executor == "reduce" and not operand.reads):  # results follow no block strides
            lines.append(name)
            continue
        if not operand.strided:
            lines.append(f"{name}, placed by bits or offsets, not by strides")
            continue
        block, repeat = pitch_of(o, how, lanes.per_repeat * unit.size)
        lines.append(f"{name}, block stride {block // BLOCK}, repeat stride {repeat // BLOCK}")
        touched = [_blocks(lanes, r, block, repeat, unit.size) for r in range(min(lanes.repeats, repeats))]
        lines += [f"  {line}" for line in rows(touched, ascii=ascii).splitlines()]
    if lanes is None:
        lines.append("(its parameters, not strides, say what it touches)")
    else:
        signs = glyphs(ascii)
        lines.append(f"one sign is 32 bytes: {signs.on} touched   {signs.part} some lanes   {signs.none} not touched")
    return "\n".join(lines)


def kind_of(operand: Any) -> DType:
    return BY_CODE.get(int(operand["dtype"]), NO_TYPE)


def units_of(ins: Instruction, how: Overload, types: list[DType], chip: str) -> list[DType]:
    """The types the lanes work in."""
    names = tuple(t.name for t in types)
    unit = next((r.unit for r in ins.rows_on(chip) if r.types == names and how in r.overloads), "")
    return [DTYPES[unit]] * len(types) if unit else types


def lanes_of(ins: Instruction, record: Any, units: list[DType]) -> Lanes:
    reduces = ins.form.executor == "reduce"
    per_repeat = REPEAT // (units[1].size if reduces else ins.form.width([u.size for u in units]))
    words, repeats = [int(w) for w in record["mask"]], int(record["repeat"])
    if MaskMode(int(record["mask_mode"])) == MaskMode.NORMAL:
        return Lanes(MaskMode.NORMAL, words, repeats, per_repeat, 0)
    count = words[0] & 0xFFFFFFFF
    each = count if ins.form.counts_each_repeat and record["overload"] != Overload.COUNT else 0
    return Lanes(MaskMode.COUNTER, words, repeats, per_repeat, count - (repeats - 1) * per_repeat, each)


def pitch_of(operand: Any, how: Overload, whole: int) -> tuple[int, int]:
    """Block and repeat stride in bytes; the count form has none and runs on without gaps."""
    if how == Overload.COUNT:
        return BLOCK, whole
    return int(operand["block_stride"]) * BLOCK, int(operand["repeat_stride"]) * BLOCK


def _blocks(lanes: Lanes, repeat_index: int, block: int, repeat: int, size: int) -> dict[int, bool]:
    at = np.unique(offsets(lanes.active(repeat_index), repeat_index, block, repeat, size))
    numbers, counts = np.unique(at // BLOCK, return_counts=True)
    return {int(b): bool(n * size == BLOCK) for b, n in zip(numbers, counts, strict=True)}
