"""The walk executor: the definition reads and writes elements itself, through one accessor."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.env import Env
from lanewise.isa.record import Instruction
from lanewise.machine.definition import rules
from lanewise.machine.definition.elementwise import load, offsets, store
from lanewise.machine.definition.lanes import Lanes
from lanewise.numerics.formats import DType

Array = np.ndarray[Any, Any]


class Walker:
    """Checks every access and keeps the writes until the walk has ended."""

    def __init__(
        self, core: Any, ins: Instruction, env: Env, tensors: Any, lanes: Lanes | None, repeat: int,
        params: tuple[int, ...], pitch: list[tuple[int, int]], counted: bool = False,
    ) -> None:
        self.core, self.ins, self.env, self.tensors = core, ins, env, tensors
        self.repeat, self.params, self.counted = repeat, params, counted
        self._lanes, self._pitch = lanes, pitch
        self._writes: list[tuple[Array, Array, DType]] = []
        self.state = core.state.copy()  # registers; what the walk changes counts when it has ended

    def _addresses(self, operand: int, at: Array, kind: DType | None = None) -> Array:
        size = (kind or self.env.types[operand]).size
        if at.size:
            rules.touches(self.core, self.ins, operand, self.tensors[operand], (int(at.max()) + 1) * size)
        return self.tensors[operand].address + at * size

    def read(self, operand: int, offsets: Array | int) -> Array:
        at = np.atleast_1d(np.asarray(offsets, np.int64))
        values = load(self.core.mem, self._addresses(operand, at), self.env.types[operand])
        return values if np.ndim(offsets) else values[0]

    def write(self, operand: int, offsets: Array | int, values: Array, kind: DType | None = None) -> None:
        at = np.atleast_1d(np.asarray(offsets, np.int64))
        data = np.array(np.broadcast_to(values, at.shape))
        self._writes.append((self._addresses(operand, at, kind), data, kind or self.env.types[operand]))

    def peek(self, name: str, address: int, count: int, kind: DType) -> Array:
        end = address + count * kind.size
        if end > self.core.mem.size:
            raise LanewiseError(
                "MEM-001", op=self.ins.name, operand=name, first=address, last=end - 1, chip=self.core.chip.name,
                size=self.core.mem.size,
            )
        return np.frombuffer(self.core.mem[address:end].tobytes(), kind.numpy)

    def address(self, operand: int) -> int:
        return int(self.tensors[operand].address)

    def lanes(self) -> list[Array]:
        assert self._lanes is not None
        return [self._lanes.active(r) for r in range(self._lanes.repeats)]

    def offsets(self, operand: int, repeat: int, lanes: Array, kind: DType | None = None) -> Array:
        size = (kind or self.env.types[operand]).size
        return offsets(lanes, repeat, *self._pitch[operand], size) // size

    def commit(self) -> None:
        self.core.state[...] = self.state
        for addresses, values, dtype in self._writes:
            store(self.core.mem, addresses, values, dtype)
