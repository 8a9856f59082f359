"""UB without a pipe: the bump allocator of the vendor, and tensors that give their memory back by themselves."""

from __future__ import annotations

import math
import weakref
from enum import IntEnum
from typing import Any

from lanewise.errors import LanewiseError
from lanewise.machine.core import current_core
from lanewise.machine.events import tell
from lanewise.machine.tensor import VECTOR_POSITIONS, LocalTensor, TPosition
from lanewise.numerics.formats import dtype

ALIGN = 32


class Hardware(IntEnum):
    GM = 0
    UB = 1
    L1 = 2
    L0A = 3
    L0B = 4
    L0C = 5
    BIAS = 6
    FIXBUF = 7
    MAX = 8


class LocalMemAllocator:
    """Takes UB from the bottom up. It does not round: 5 floats leave the next tensor at byte 20."""

    tensor_class: type[LocalTensor] = LocalTensor

    def __init__(self, hard: Hardware = Hardware.UB) -> None:
        self.core = current_core("LocalMemAllocator")
        if hard != Hardware.UB:
            raise LanewiseError(
                "CALL-001", op="LocalMemAllocator", problem=f"{Hardware(hard).name} is not emulated",
                usage="LocalMemAllocator(Hardware.UB)",
            )
        self._head = self.core.mark()[0]
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
                "POS-001", op="alloc", operand="the tensor", position=position.name, need="VECIN, VECCALC or VECOUT"
            )
        to = dtype(data_type)
        size = int(tile_size) * to.bits // 8
        if self._head + size > self.core.mem.size:
            raise LanewiseError(
                "MEM-003", what=f"{tile_size} x {to}", need=size, free=max(0, self.core.mem.size - self._head),
                size=self.core.mem.size, table="\n".join(self._held) or "  (nothing is allocated)",
            )
        tensor = self.tensor_class.place(self.core, self._head, int(tile_size), data_type, position)
        tell(self.core, "local_mem_alloc", self._owner, len(self._held), self._head, size, position)
        self._held.append(f"  {self._head:>8} .. {self._head + size - 1:<8} {size:>8} bytes  {tile_size} x {to}")
        self._head += size
        return tensor


class Claim:
    """Keeps a piece of UB for as long as some tensor or view points to it."""

    __slots__ = ("__weakref__",)


class Arena:
    """Pieces at the top of UB, first fit from above, free again when their last tensor is gone."""

    def __init__(self, core: Any) -> None:
        self._core = core
        self._used: dict[int, int] = {}

    def take(self, size: int, holder: str) -> tuple[int, Claim]:
        size = -(-size // ALIGN) * ALIGN
        end = self._core.mem.size
        for start in sorted(self._used, reverse=True):
            if end - (start + self._used[start]) >= size:
                break
            end = start
        start = end - size
        if start < self._core.mark()[0]:
            rows = (f"  {s:>8} .. {s + n - 1:<8} {n:>8} bytes  LocalTensorAuto" for s, n in self._used.items())
            table = "\n".join(rows)
            raise LanewiseError(
                "MEM-003", what=holder, need=size, free=max(0, end - self._core.mark()[0]), size=self._core.mem.size,
                table=f"{self._core.usage()}\n{table}" if table else self._core.usage(),
            )
        self._used[start] = size
        self._limit()
        tell(self._core, "local_tensor_auto", 0, 0, start, size, TPosition.VECCALC)
        claim = Claim()
        weakref.finalize(claim, self._free, start).atexit = False
        return start, claim

    def _free(self, start: int) -> None:
        size = self._used.pop(start)
        tell(self._core, "local_tensor_auto_end", 0, 0, start, size, TPosition.VECCALC)
        self._limit()

    def _limit(self) -> None:
        self._core.ceiling = min(self._used, default=self._core.mem.size)


def auto_span(kind: Any, shape: Any) -> tuple[Any, int, int, Claim]:
    """Core, address, length and claim of a tensor that needs no allocation call."""
    core = current_core("LocalTensorAuto")
    to = dtype(kind)
    length = math.prod((shape,) if isinstance(shape, int) else shape)
    address, claim = core.arena.take(length * to.bits // 8, f"LocalTensorAuto({to}, {shape})")
    return core, address, length, claim
