"""The register executors: lanes of registers under a mask, and walks that reach registers and UB themselves."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.issued import MASK, REG, VECTOR_MEMORY
from lanewise.isa.record import Flag, Instruction
from lanewise.isa.registers import BYTES, UNWRITTEN
from lanewise.machine.definition import rules
from lanewise.machine.definition.call import Call, storage_dtype
from lanewise.machine.definition.lanes import Lanes
from lanewise.numerics.formats import DType

Array = np.ndarray[Any, Any]

_UNWRITTEN = np.array(UNWRITTEN, np.uint64).view(np.uint8)


def is_unwritten(data: Array) -> bool:
    """Whether nothing was ever written to a register, or to one of two."""
    return any(np.array_equal(data[at : at + len(_UNWRITTEN)], _UNWRITTEN) for at in range(0, len(data), BYTES))


class Registers:
    """One instruction's view of its registers and of UB. Everything it changes is kept until `commit`."""

    def __init__(self, call: Call) -> None:
        self.core, self.ins, self.env, self.tensors = call.core, call.ins, call.env, call.tensors
        self.flags, self.params = call.flags, call.params
        self.strict = call.core.strict
        self.state = call.core.state.copy()
        self._registers: dict[int, Array] = {}  # operand: its new bytes
        self._memory: list[tuple[int, Array, Array | None]] = []
        self._streams: dict[int, Array] = {}

    # --- vector registers ---

    def _kind(self, operand: int, kind: DType | None) -> DType:
        return kind if kind is not None else self.env.types[operand]

    def count(self, operand: int, kind: DType | None = None) -> int:
        return len(self.tensors[operand].data) // self._kind(operand, kind).size

    def _touch_lanes(self, operand: int, on: Array, *, write: bool) -> None:
        """Lanes of a register: an operand of two has parts of a lane in both, at the same place."""
        if self.core.observed:
            places = np.flatnonzero(np.resize(np.repeat(on, self.pitch(operand)), len(self.tensors[operand].data)))
            self.core.touches.add(REG, self.address(operand) + places, 1, write=write)

    def lanes(self, operand: int, kind: DType | None = None, on: Array | None = None) -> Array:
        of = self._kind(operand, kind)
        data = self.tensors[operand].data
        if on is not None:
            self._touch_lanes(operand, on, write=False)
        else:
            self.core.touches.add(REG, self.address(operand), len(data), write=False)
        return self._lanes(data, of)

    @staticmethod
    def _lanes(data: Array, of: DType) -> Array:
        if len(data) == BYTES:
            return data.view(storage_dtype(of)).copy()
        half = of.size // 2  # two registers: low parts in the first, high parts in the second
        parts = data.reshape(2, -1, half).transpose(1, 0, 2)
        return np.ascontiguousarray(parts).reshape(-1).view(storage_dtype(of)).copy()

    def put(self, operand: int, values: Array, kind: DType | None = None) -> None:
        self.core.touches.add(REG, self.address(operand), len(self.tensors[operand].data), write=True)
        self._put(operand, values, self._kind(operand, kind))

    def _put(self, operand: int, values: Array, of: DType) -> None:
        lanes = np.zeros(self.count(operand, of), storage_dtype(of))
        lanes[: len(values)] = values
        data = lanes.view(np.uint8)
        if len(data) > BYTES:
            data = np.ascontiguousarray(data.reshape(-1, 2, of.size // 2).transpose(1, 0, 2)).reshape(-1)
        self._registers[operand] = data

    def put_masked(self, operand: int, values: Array, active: Array) -> None:
        data = self.tensors[operand].data
        merges = self.flags & Flag.MERGE and not is_unwritten(data)
        old = self._lanes(data, self.env.types[operand]) if merges else np.zeros(self.count(operand), values.dtype)
        self._put(operand, np.where(active, values, old.astype(values.dtype, copy=False)), self.env.types[operand])
        self._touch_lanes(operand, active if merges else np.ones_like(active), write=True)

    def old(self, operand: int) -> Array:
        data = self.tensors[operand].data
        return np.zeros_like(data) if is_unwritten(data) else data.copy()

    # --- mask registers ---

    def bits(self, operand: int) -> Array:
        self.core.touches.add(MASK, self.address(operand), len(self.tensors[operand].data), write=False)
        return np.unpackbits(self.tensors[operand].data, bitorder="little").astype(bool)

    def pitch(self, like: int) -> int:
        """Mask bits from one lane of an operand to the next."""
        return self.env.types[like].size * BYTES // len(self.tensors[like].data)

    def active(self, operand: int, like: int, stride: int = 1) -> Array:
        return self.lane_bits(operand, self.pitch(like), stride=stride)

    def lane_bits(self, operand: int, pitch: int, lanes: int = BYTES, stride: int = 1) -> Array:
        bits, made = self.bits(operand)[: lanes * pitch], self.width(operand)
        if made and not pitch <= made <= pitch * stride and self._misreads_mask(bits, made, pitch):
            effect = (f"lane k follows lane {pitch // made}k of the mask" if made < pitch else
                      f"of every {made // pitch} lanes only the first can take part")
            self.refuse("REG-009", operand=self.ins.form.operands[operand].name, made=8 * made, used=8 * pitch,
                        effect=effect)
        return bits[::pitch]

    def _misreads_mask(self, bits: Array, made: int, pitch: int) -> bool:
        """Whether a mask for lanes of `made` bytes says something else about lanes of `pitch` bytes.

        All and no lanes are the same for wider ones. Narrower ones may lie in wider places with nothing between them,
        as casts leave them; what the mask leaves out is nothing then.
        """
        if not bits.any():
            return False
        if made < pitch:
            return not bits[::made].all()
        sources = [i for i, o in enumerate(self.ins.form.operands) if o.reads and o.space == "reg"]
        return all(self.tensors[i].data.reshape(-1, made)[:, pitch:].any() for i in sources if self.pitch(i) == pitch)

    def width(self, operand: int) -> int:
        return int(self.tensors[operand].width)

    def put_bits(self, operand: int, bits: Array, width: int = 0) -> None:
        self.core.touches.add(MASK, self.address(operand), len(self.tensors[operand].data), write=True)
        self._registers[operand] = np.append(np.packbits(np.asarray(bits, bool), bitorder="little"), np.uint8(width))

    def put_lane_bits(self, operand: int, lanes: Array, like: int) -> None:
        bits = np.zeros(BYTES, bool)
        bits[:: self.pitch(like)] = lanes
        self.put_bits(operand, bits, self.pitch(like))

    def stream(self, operand: int) -> Array:
        return self._streams.setdefault(operand, self.tensors[operand].data.copy())

    # --- memory ---

    def address(self, operand: int) -> int:
        return int(self.tensors[operand].address)

    def _checked_start(self, operand: int, offset: int, size: int, align: int) -> int:
        start = self.address(operand) + offset
        rules.check_range(self.core, self.ins, self.ins.form.operands[operand].name, VECTOR_MEMORY, start, size, align)
        return start

    def reaches(self, end: int) -> bool:
        return end <= int(self.core.mem.size)

    def reach(self, operand: int, offset: int, align: int = 1, size: int = 0) -> None:
        self._checked_start(operand, offset, size, align)

    def load(self, operand: int, offset: int, size: int, align: int = 1, only: Array | None = None) -> Array:
        start = self._checked_start(operand, offset, size, align)
        self.core.touches.add(VECTOR_MEMORY, start + (np.arange(size) if only is None else only), 1, write=False)
        return self.core.mem[start : start + size].copy()

    def store(self, operand: int, offset: int, data: Array, align: int = 1, keep: Array | None = None) -> None:
        raw = np.ascontiguousarray(data).view(np.uint8)
        start = self._checked_start(operand, offset, len(raw), align)
        written = np.arange(len(raw)) if keep is None else np.flatnonzero(~np.broadcast_to(keep, raw.shape))
        self.core.touches.add(VECTOR_MEMORY, start + written, 1, write=True)
        self._memory.append((start, raw, keep))

    @property
    def chip(self) -> str:
        return str(self.core.chip.name)

    def refuse(self, id: str, **fields: Any) -> NoReturn:
        raise LanewiseError(id, op=self.ins.name, **fields)

    def commit(self) -> None:
        for start, data, keep in self._memory:
            place = self.core.mem[start : start + len(data)]
            place[:] = data if keep is None else np.where(keep, place, data)
        for operand, data in (*self._streams.items(), *self._registers.items()):
            self.tensors[operand].memory[:] = data
        self.core.state[...] = self.state


def refuse_unwritten(ins: Instruction, tensors: Any) -> None:
    for operand, tensor in zip(ins.form.operands, tensors, strict=False):
        if operand.reads and operand.space in ("reg", "mask") and is_unwritten(tensor.data):
            raise LanewiseError("REG-001", op=ins.name, operand=operand.name)


def run(call: Call, lanes: Lanes | None) -> None:
    refuse_unwritten(call.ins, call.tensors)
    walk = Registers(call)
    if call.ins.form.executor == "registers":
        lane_by_lane(walk, call.values)
    else:
        call.ins.meaning(walk)
    walk.commit()


def lane_by_lane(walk: Registers, scalars: list[Any]) -> None:
    """The meaning on whole registers, then the mask: lanes it leaves out become zero or stay."""
    operands = walk.ins.form.operands
    mask = next(i for i, o in enumerate(operands) if o.space == "mask")
    target = next(i for i, o in enumerate(operands) if o.writes)
    active = walk.active(mask, target)
    sources = [walk.lanes(i, on=active) for i, o in enumerate(operands) if o.reads and o.space == "reg"]
    shape = (walk.count(target),)
    results = walk.ins.meaning(walk.env, *sources, *(np.broadcast_to(np.asarray(s), shape) for s in scalars))
    values = np.asarray(results).astype(storage_dtype(walk.env.types[target]), copy=False)
    walk.put_masked(target, values, active)
