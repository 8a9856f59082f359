"""Memory of tensors that give it back by themselves: pieces at the top of UB."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from lanewise.errors import LanewiseError
from lanewise.isa.issued import VECTOR_MEMORY
from lanewise.machine.events import tell
from lanewise.machine.tensor import TPosition

if TYPE_CHECKING:
    from lanewise.machine.core import Core

ALIGN = 32


class Claim:
    """Keeps a piece of UB for as long as some tensor or view points to it."""

    __slots__ = ("__weakref__",)


class Arena:
    """Pieces at the top of UB, first fit from above, free again when their last tensor is gone."""

    def __init__(self, core: Core) -> None:
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
        if start < self._core.top():
            rows = (f"  {s:>8} .. {s + n - 1:<8} {n:>8} bytes  LocalTensorAuto" for s, n in self._used.items())
            table = "\n".join(rows)
            raise LanewiseError(
                "MEM-003", what=holder, need=size, memory=VECTOR_MEMORY.name,
                free=max(0, end - self._core.top()), size=self._core.mem.size,
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
