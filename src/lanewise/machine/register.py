"""Registers as objects: memory of the host that both engines work on."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.issued import Space
from lanewise.isa.registers import BYTES, UNWRITTEN
from lanewise.machine.engine import TensorBase
from lanewise.numerics.formats import DType, dtype

MASK_BYTES = 32
STREAM_BYTES = 64


class Register(TensorBase):  # type: ignore[misc]
    """What all kinds share: some bytes at a fixed place. A register of a vector function starts undefined."""

    __slots__ = ("core", "data", "dtype")

    def __init__(self, core: Any, size: int, kind: DType | None, space: Space) -> None:
        self.core = core
        self.dtype = kind
        self.data = np.zeros(size, np.uint8)
        for start in range(0, size if space != Space.UNALIGNED else 0, BYTES):
            self.data[start : start + 8 * len(UNWRITTEN)].view(np.uint64)[:] = UNWRITTEN
        length = size * 8 // kind.bits if kind else size
        super().__init__(self.data.ctypes.data, length, kind.code if kind else 0, int(space), False)


class VectorRegister(Register):
    """256 bytes of elements; `registers=2` splits wide elements over two."""

    def __init__(self, core: Any, kind: Any, registers: int = 1) -> None:
        super().__init__(core, BYTES * registers, dtype(kind), Space.REG)


class MaskRegister(Register):
    def __init__(self, core: Any) -> None:
        super().__init__(core, MASK_BYTES, None, Space.MASK)


class UnalignedRegister(Register):
    def __init__(self, core: Any) -> None:
        super().__init__(core, STREAM_BYTES, None, Space.UNALIGNED)
