"""UB without a pipe: the bump allocator of the vendor, and tensors that give their memory back by themselves."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Any

from lanewise.chips.cores import every_memory, memory
from lanewise.errors import LanewiseError
from lanewise.isa.issued import VECTOR_MEMORY
from lanewise.machine.arena import Claim
from lanewise.machine.core import current_core
from lanewise.machine.events import tell
from lanewise.machine.tensor import VECTOR_POSITIONS, LocalTensor, TPosition
from lanewise.numerics.formats import dtype

# The vendor's names and numbers of memories.
_NUMBERS = {one.word: one.vendor for one in every_memory().values() if one.vendor is not None}
_NAMES = [*sorted(_NUMBERS, key=_NUMBERS.__getitem__), "MAX"]
Hardware = IntEnum("Hardware", {name: k for k, name in enumerate(_NAMES)})  # type: ignore[misc]
VECTOR = Hardware[memory("vector").word]


class LocalMemAllocator:
    """Takes UB from the bottom up. It does not round: 5 floats leave the next tensor at byte 20."""

    tensor_class: type[LocalTensor] = LocalTensor

    def __init__(self, hard: Hardware = VECTOR) -> None:
        self.core = current_core("LocalMemAllocator")
        if hard != VECTOR:
            raise LanewiseError(
                "CALL-001", op="LocalMemAllocator", case="not_emulated", name=Hardware(hard).name,
                usage=f"LocalMemAllocator(Hardware.{VECTOR.name})",
            )
        self._head = self.core.top()
        self._owner = self.core.next_owner()
        self._held: list[str] = []

    def get_cur_addr(self) -> int:
        return self._head

    def alloc(self, pos: Any = None, data_type: Any = None, tile_size: Any = None) -> LocalTensor:
        """(pos, data_type, tile_size), or (data_type, tile_size) at VECCALC."""
        if pos is not None and not isinstance(pos, TPosition):
            pos, data_type, tile_size = None, pos, data_type if tile_size is None else tile_size
        position = TPosition.VECCALC if pos is None else pos
        if position not in VECTOR_POSITIONS:
            raise LanewiseError(
                "POS-001", op="alloc", operand="the tensor", position=position.name, need=memory("vector").places
            )
        to = dtype(data_type)
        size = int(tile_size) * to.bits // 8
        if self._head + size > self.core.mem.size:
            raise LanewiseError(
                "MEM-003", what=f"{tile_size} x {to}", need=size, memory=VECTOR_MEMORY.name,
                free=max(0, self.core.mem.size - self._head), size=self.core.mem.size,
                table="\n".join(self._held) or "  (nothing is allocated)",
            )
        tensor = self.tensor_class.place(self.core, self._head, int(tile_size), data_type, position)
        tell(self.core, "local_mem_alloc", self._owner, len(self._held), self._head, size, position)
        self._held.append(f"  {self._head:>8} .. {self._head + size - 1:<8} {size:>8} bytes  {tile_size} x {to}")
        self._head += size
        return tensor


def auto_span(kind: Any, shape: Any) -> tuple[Any, int, int, Claim]:
    """Core, address, length and claim of a tensor that needs no allocation call."""
    core = current_core("LocalTensorAuto")
    to = dtype(kind)
    length = math.prod((shape,) if isinstance(shape, int) else shape)
    address, claim = core.arena.take(length * to.bits // 8, f"LocalTensorAuto({to}, {shape})")
    return core, address, length, claim
