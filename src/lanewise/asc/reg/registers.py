"""Registers for notebooks: made from arrays and numbers, seen as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.registers import BYTES
from lanewise.machine.border import to_bits
from lanewise.machine.core import current_core
from lanewise.machine.definition.call import storage_dtype
from lanewise.machine.register import MASK_BYTES, MaskRegister, UnalignedRegister, VectorRegister
from lanewise.numerics.formats import dtype

Array = np.ndarray[Any, Any]


class RegTensor(VectorRegister):
    """`RegTensor(dtype, values, registers)`: one number for all lanes, or an array for the first ones.

    `registers=2` splits 64-bit and complex elements over two registers.
    """

    __slots__ = ()

    def __init__(self, kind: Any, values: Any = None, registers: int = 1) -> None:
        super().__init__(current_core("RegTensor"), kind, registers)
        if values is not None:
            self.fill(values)

    def fill(self, values: Any) -> None:
        of = dtype(self.dtype)
        data = np.zeros(len(self.data), np.uint8)
        single = np.ndim(values) == 0 and not isinstance(values, range)
        raw, _ = to_bits([values] if single else list(values) if isinstance(values, range) else values, of)
        if single:
            raw = np.tile(raw, len(data) // len(raw))
        data[: len(raw)] = raw
        if len(data) > BYTES:
            data = np.ascontiguousarray(data.reshape(-1, 2, of.size // 2).transpose(1, 0, 2)).reshape(-1)
        self.data[:] = data

    def numpy(self) -> Array:
        """All lanes in order; types that numpy lacks as their bytes."""
        of = dtype(self.dtype)
        data = self.data
        if len(data) > BYTES:
            data = np.ascontiguousarray(data.reshape(2, -1, of.size // 2).transpose(1, 0, 2)).reshape(-1)
        return data.view(storage_dtype(of)).copy()


class MaskReg(MaskRegister):
    """`MaskReg(dtype, lanes)`: the first lanes of that type, or those that are true; without lanes all lanes."""

    __slots__ = ()

    def __init__(self, kind: Any = "uint8", lanes: Any = None, registers: int = 1) -> None:
        super().__init__(current_core("MaskReg"))
        bits = np.ones(BYTES, bool)
        if lanes is not None:
            width = dtype(kind).size // registers
            chosen = np.arange(BYTES // width) < lanes if np.ndim(lanes) == 0 else np.asarray(lanes, bool)
            bits[:] = False
            bits[: len(chosen) * width : width] = chosen
            self.memory[MASK_BYTES] = width
        self.data[:] = np.packbits(bits, bitorder="little")

    def lanes(self, kind: Any = "uint8", registers: int = 1) -> Array:
        """One boolean for each lane of a type."""
        return np.unpackbits(self.data, bitorder="little").astype(bool)[:: dtype(kind).size // registers]


class UnalignReg(UnalignedRegister):
    """The bytes that an unaligned stream has read ahead, or not yet written."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(current_core("UnalignReg"))
