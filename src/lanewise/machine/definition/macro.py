"""The macro executor: a library function reads and writes whole parts of its operands through one accessor."""

from __future__ import annotations

import struct
from typing import Any, NoReturn

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa import saturation
from lanewise.isa.issued import on_core
from lanewise.isa.macro import Part
from lanewise.isa.record import Instruction, Row
from lanewise.machine.definition import rules
from lanewise.machine.definition.call import Call
from lanewise.machine.definition.lanes import Lanes
from lanewise.numerics import small
from lanewise.numerics.formats import DTYPES, DType
from lanewise.numerics.rounding import RoundMode, to_float, widen

Array = np.ndarray[Any, Any]


class Runner:
    def __init__(self, core: Any, ins: Instruction, row: Row, tensors: Any, params: tuple[int, ...]) -> None:
        self.core, self.ins, self.tensors, self.params = core, ins, tensors, params
        self.policy = core.policy
        self.types: list[DType | None] = [DTYPES[t] if t else None for t in row.types]
        self.tied_away = core.policy["softmax_half"] == "away"
        self._kept: list[tuple[Any, Array, Array]] = []

    def has(self, operand: int) -> bool:
        return self.types[operand] is not None

    def type(self, operand: int) -> DType:
        kind = self.types[operand]
        assert kind is not None
        return kind

    def per_block(self, operand: int) -> int:
        return 256 // self.type(operand).bits

    def real(self, parameter: int) -> float:
        bits = self.params[parameter] & (1 << 64) - 1
        return float(struct.unpack("<d", struct.pack("<Q", bits))[0])

    def refuse(self, what: str, value: Any, need: str) -> NoReturn:
        raise LanewiseError("PARAM-001", op=self.ins.name, what=what, value=value, need=need)

    def _memory(self, operand: int, places: Array) -> tuple[Any, int]:
        """The bytes that an operand lies in and where it starts there, when it may be reached that far."""
        tensor, bits = self.tensors[operand], self.type(operand).bits
        low, high = int(places.min()) * bits // 8, -(-(int(places.max()) + 1) * bits // 8)
        if on_core(tensor.space):
            rules.check_operand(self.core, self.ins, operand, tensor, high)
            return self.core.memories[tensor.space], int(tensor.address)
        name = self.ins.form.operands[operand].name
        start = int(tensor.address)
        self.core.gm_space.reach(self.core, self.ins.name, name, start + low, start + high)
        return self.core.gm_space.view(start, high), 0

    def _record_touch(self, operand: int, places: Array, *, write: bool) -> None:
        tensor, bits = self.tensors[operand], self.type(operand).bits
        self.core.touches.add(tensor.space, int(tensor.address) + places * bits // 8, -(-bits // 8), write=write)

    def raw(self, operand: int, part: Part | Array) -> Array:
        places = part.offsets if isinstance(part, Part) else np.asarray(part, np.int64)
        kind = self.type(operand)
        if not places.size:
            return np.zeros(0, f"u{kind.size}")
        memory, start = self._memory(operand, places)
        self._record_touch(operand, places, write=False)
        if kind.bits == 4:
            return (memory[start + places // 2] >> 4 * (places % 2) & 15).astype(np.uint8)
        picked = memory[start + places[:, None] * kind.size + np.arange(kind.size)]
        return np.ascontiguousarray(picked).view(f"u{kind.size}")[:, 0]

    def integers(self, operand: int, part: Part | Array) -> Array:
        return self.raw(operand, part).view(self.type(operand).numpy)

    def numbers(self, operand: int, part: Part | Array) -> Array:
        return numbers_of(self.raw(operand, part), self.type(operand))

    def put_raw(self, operand: int, part: Part | Array, values: Array) -> None:
        places = part.offsets if isinstance(part, Part) else np.asarray(part, np.int64)
        if not places.size:
            return
        kind = self.type(operand)
        memory, start = self._memory(operand, places)
        self._record_touch(operand, places, write=True)
        bits = np.ascontiguousarray(np.broadcast_to(np.asarray(values).ravel(), places.shape).astype(f"u{kind.size}"))
        at = start + places[:, None] * kind.size + np.arange(kind.size)
        self._kept.append((memory, at, bits.view(np.uint8).reshape(-1, kind.size)))

    def put(self, operand: int, part: Part | Array, values: Array, away: bool = False) -> None:
        n = part.size if isinstance(part, Part) else np.asarray(part).size
        data = np.broadcast_to(np.asarray(values, np.float64).ravel(), (n,))
        self.put_raw(operand, part, self.encoded(data, operand, away))

    def _saturates(self) -> bool:
        return saturation.halves(int(self.core.state["ctrl"]))

    def encoded(self, values: Array, operand: int, away: bool = False) -> Array:
        """The bits of numbers as elements of an operand."""
        kind = self.type(operand)
        if kind.is_integer or kind.kind == "b":
            return values.astype(np.int64).astype(np.uint64) & np.uint64((1 << kind.bits) - 1)
        clamp = kind.name == "half" and self._saturates()
        mode = RoundMode.CAST_RINT
        if away and kind.name == "half":
            with np.errstate(over="ignore"):
                values, mode = values.astype(np.float32).astype(np.float64), RoundMode.CAST_ROUND
        return np.ascontiguousarray(to_float(values, kind, mode, clamp)).view(f"u{kind.size}")

    def rounded(self, values: Array, kind: str) -> Array:
        to = DTYPES[kind]
        return widen(to_float(np.asarray(values, np.float64), to, saturate=kind == "half" and self._saturates()), to)

    def commit(self) -> None:
        for memory, places, data in self._kept:
            memory[places] = data


def numbers_of(bits: Array, kind: DType) -> Array:
    """The exact values of elements, as float64."""
    if kind.is_float:
        return widen(bits.view(kind.numpy), kind)
    if kind.kind == "b":
        return (bits != 0).astype(np.float64)
    if kind.is_integer:
        return bits.view(kind.numpy).astype(np.float64)
    if kind.name == "int4":
        return np.where(bits > 7, bits.astype(np.int64) - 16, bits).astype(np.float64)
    if kind.name in small.NAMES:
        return small.decode(bits, kind)
    return bits.view(kind.numpy).astype(np.float32).astype(np.float64)


def run(call: Call, lanes: Lanes | None) -> None:
    runner = Runner(call.core, call.ins, call.row, call.tensors, call.params)
    with np.errstate(all="ignore"):
        call.ins.meaning(runner)
    runner.commit()
