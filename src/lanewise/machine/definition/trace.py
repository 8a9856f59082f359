"""Writes the record of an instruction that the definition engine has just run."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.catalogue import opcodes
from lanewise.isa.events import Pipe, mover
from lanewise.isa.issued import RECORD, MaskMode, Space, Trait
from lanewise.isa.record import MOVES, Instruction, Overload
from lanewise.machine.definition.lanes import Lanes
from lanewise.machine.trace import location
from lanewise.numerics.formats import BY_CODE

ROLES = {"dst": 1, "src": 2, "inout": 3, "scratch": 4}


def pipe_of(ins: Instruction, tensors: Any) -> Pipe:
    """Of a move: the one that leads from its source to its target."""
    if ins.pipe == MOVES:
        source, target = tensors[1 if len(tensors) > 1 else 0], tensors[0]
        return mover(Space(source.space).name, Space(target.space).name)
    return Pipe[ins.pipe]


def append(
    core: Any, ins: Instruction, how: Overload, flags: int, tensors: Any, scalars: Any, lanes: Lanes | None,
    repeat: int, strides: Any, params: tuple[int, ...],
) -> None:
    record = np.zeros((), RECORD)
    operands = ins.form.operands
    for i, tensor in enumerate(tensors[: len(operands)]):
        size = BY_CODE[tensor.code].bits if tensor.code else 0  # a mask or an unaligned register
        block, rep = (1, 0) if strides is None else (strides[i], strides[len(operands) + i])
        record["operands"][i] = (
            tensor.address, min(tensor.length * size // 8, 0xFFFFFFFF), block, rep, tensor.code, tensor.space,
            ROLES[operands[i].role], (Trait.TENSOR if tensor.is_trait else 0) | tensor.around,
        )
    record["operand_count"] = len(operands)
    record["sequence"] = len(core.records)
    record["opcode"] = opcodes()[ins.name]
    record["overload"], record["flags"] = how, flags
    record["pipe"] = pipe_of(ins, tensors)
    record["block"], record["core"], record["thread"] = core.block, core.number, core.thread
    record["file"], record["line"] = location()
    record["scalars"][: len(scalars)] = scalars
    record["mask_mode"] = MaskMode.NONE
    record["repeat"] = repeat
    if lanes is not None:
        record["mask"], record["mask_mode"], record["repeat"] = lanes.words, lanes.mode, lanes.repeats
    record["payload"], record["payload_count"] = len(core.payload), len(params)
    core.payload.extend(params)
    core.records.append(record)
