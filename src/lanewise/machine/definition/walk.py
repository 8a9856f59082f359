"""The walk executor: the definition reads and writes elements itself, through one accessor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.issued import VECTOR_MEMORY
from lanewise.isa.record import Overload
from lanewise.machine.definition import rules
from lanewise.machine.definition.call import Call
from lanewise.machine.definition.elementwise import last_byte, load, offsets, store
from lanewise.machine.definition.lanes import Lanes
from lanewise.machine.leniency import complain
from lanewise.numerics.formats import DType

Array = np.ndarray[Any, Any]


class Walker:
    """Checks every access and keeps the writes until the walk has ended."""

    def __init__(self, call: Call, lanes: Lanes | None) -> None:
        core = call.core
        self.core, self.ins, self.env, self.tensors = core, call.ins, call.env, call.tensors
        self.repeat, self.params, self.counted = call.repeat, call.params, call.how == Overload.COUNT
        self._lanes, self._pitch = lanes, call.pitch
        self._active: list[Array] | None = None
        self._writes: list[tuple[Array, Array, DType]] = []  # of this repeat
        self._done: list[tuple[Array, Array, DType]] = []  # of earlier repeats
        self._seen = core.mem  # what reads see: a copy as soon as a repeat has written
        self._align: dict[int, int] = {}
        self.state = core.state.copy()  # registers; what the walk changes counts when it has ended

    def _addresses(self, operand: int, at: Array, kind: DType | None = None) -> Array:
        size = (kind or self.env.types[operand]).size
        if at.size:
            self._check_operand(operand, (int(at.max()) + 1) * size)
        return self.tensors[operand].address + at * size

    def _check_operand(self, operand: int, end: int) -> None:
        align = self._align.get(operand, rules.BLOCK)
        rules.check_operand(self.core, self.ins, operand, self.tensors[operand], end, align)

    def reach(self, operand: int, end: int, align: int = rules.BLOCK) -> None:
        self._align[operand] = align
        self._check_operand(operand, end)

    def wants(self, operand: int, size: int) -> None:
        have = self.room(operand)
        if have < size:
            name = self.ins.form.operands[operand].name
            complain(self.core, LanewiseError("MEM-002", op=self.ins.name, operand=name, have=have, need=size), "free")

    def entry(self, operand: int, index: int, address: int, size: int) -> int:
        tensor = self.tensors[operand]
        rules.check_operand(self.core, self.ins, operand, tensor, 0)
        label = f"{self.ins.form.operands[operand].name}[{index}]"
        rules.check_range(self.core, self.ins, label, VECTOR_MEMORY, address, size)
        if address < tensor.address:
            raise LanewiseError("MEM-002", op=self.ins.name, operand=label, have=0, need=address - tensor.address)
        self._check_operand(operand, address - tensor.address + size)
        return (address - int(tensor.address)) // self.env.types[operand].size

    def address(self, operand: int) -> int:
        return int(self.tensors[operand].address)

    def within(self, field: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            self.refuse("STRIDE-001", field=field, stride=value, low=low, high=high)

    def refuse(self, id: str, **fields: Any) -> NoReturn:
        raise LanewiseError(id, op=self.ins.name, **fields)

    def next_repeat(self) -> None:
        if self._writes and self._seen is self.core.mem:
            self._seen = self.core.mem.copy()
        for addresses, values, dtype in self._writes:
            store(self._seen, addresses, values, dtype)
        self._done += self._writes
        self._writes = []

    def read(self, operand: int, offsets: Array | int, kind: DType | None = None) -> Array:
        at = np.atleast_1d(np.asarray(offsets, np.int64))
        addresses, of = self._addresses(operand, at, kind), kind or self.env.types[operand]
        self.core.touches.add(VECTOR_MEMORY, addresses, of.size, write=False)
        values = load(self._seen, addresses, of)
        return values if np.ndim(offsets) else values[0]

    def write(self, operand: int, offsets: Array | int, values: Array, kind: DType | None = None) -> None:
        at = np.atleast_1d(np.asarray(offsets, np.int64))
        data = np.array(np.broadcast_to(values, at.shape))
        addresses, of = self._addresses(operand, at, kind), kind or self.env.types[operand]
        self.core.touches.add(VECTOR_MEMORY, addresses, of.size, write=True)
        self._writes.append((addresses, data, of))

    def lanes(self) -> list[Array]:
        if self._active is None:
            assert self._lanes is not None
            self._active = [self._lanes.active(r) for r in range(self._lanes.repeats)]
        return self._active

    def offsets(self, operand: int, repeat: int, lanes: Array, kind: DType | None = None) -> Array:
        size = (kind or self.env.types[operand]).size
        block, pitch = self._pitch[operand]
        if kind and self.counted:  # contiguous in that type, too
            assert self._lanes is not None
            pitch = self._lanes.per_repeat * size
        return offsets(lanes, repeat, block, pitch, size) // size

    def span(self, operand: int, first: bool = False) -> int:
        lanes = self._lanes
        assert lanes is not None
        if first and lanes.repeats > 1:
            lanes = replace(lanes, repeats=1, last=lanes.per_repeat)
        return last_byte(lanes, *self._pitch[operand], self.env.types[operand].size)

    def room(self, operand: int) -> int:
        tensor = self.tensors[operand]
        extent = tensor.length * self.env.types[operand].bits // 8
        return max(0, min(extent, self.core.mem.size - tensor.address))

    def peek(self, name: str, address: int, size: int, align: int = 1, only: Array | None = None) -> Array:
        rules.check_range(self.core, self.ins, name, VECTOR_MEMORY, address, size, align)
        self.core.touches.add(VECTOR_MEMORY, address + (np.arange(size) if only is None else only), 1, write=False)
        return self._seen[address : address + size].copy()

    def commit(self) -> None:
        self.core.state[...] = self.state
        for addresses, values, dtype in self._done + self._writes:
            store(self.core.mem, addresses, values, dtype)


def run(call: Call, lanes: Lanes | None) -> None:
    if lanes is not None and lanes.empty:
        return
    walker = Walker(call, lanes)
    call.ins.meaning(walker)
    walker.commit()
