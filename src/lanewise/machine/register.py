"""Registers as objects: memory of the host that both engines work on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.isa.issued import MASK, REG, UNALIGNED, Space
from lanewise.isa.registers import BYTES, UNWRITTEN
from lanewise.machine.engine import TensorBase
from lanewise.numerics.formats import DType, dtype

if TYPE_CHECKING:
    from lanewise.machine.core import Core

MASK_BYTES = 32
STREAM_BYTES = 64


class Register(TensorBase):  # type: ignore[misc]
    """What all kinds share: `memory` at a fixed place, and `data`, its part without notes of our own.

    A register of a vector function starts undefined.
    """

    __slots__ = ("core", "data", "dtype", "memory")

    def __init__(self, core: Core, size: int, kind: DType | None, space: Space, notes: int = 0) -> None:
        self.core = core
        self.dtype = kind
        self.memory = np.zeros(size + notes, np.uint8)
        self.data = self.memory[:size]
        for start in range(0, size if space != UNALIGNED else 0, BYTES):
            self.data[start : start + 8 * len(UNWRITTEN)].view(np.uint64)[:] = UNWRITTEN
        length = size * 8 // kind.bits if kind else size
        super().__init__(self.data.ctypes.data, length, kind.code if kind else 0, int(space), False)


class VectorRegister(Register):
    """256 bytes of elements; `registers=2` splits wide elements over two."""

    def __init__(self, core: Core, kind: Any, registers: int = 1) -> None:
        super().__init__(core, BYTES * registers, dtype(kind), REG)


class MaskRegister(Register):
    """256 bits, and a note behind them: how wide the lanes are that it was made for."""

    def __init__(self, core: Core) -> None:
        super().__init__(core, MASK_BYTES, None, MASK, notes=1)

    @property
    def width(self) -> int:
        """Bytes; 0: any."""
        return int(self.memory[MASK_BYTES])


class UnalignedRegister(Register):
    def __init__(self, core: Core) -> None:
        super().__init__(core, STREAM_BYTES, None, UNALIGNED)
