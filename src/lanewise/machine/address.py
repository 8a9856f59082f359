"""What a kernel gets for an array argument: a typed address in GM."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lanewise.numerics.formats import DType, dtype


@dataclass(frozen=True)
class GlobalAddress:
    address: int
    dtype: DType
    length: int = 0  # elements of the array it came from
    trait: Any = None

    def __add__(self, elements: int) -> GlobalAddress:
        """Moved by elements."""
        moved = self.address + int(elements) * self.dtype.bits // 8
        return GlobalAddress(moved, self.dtype, max(0, self.length - int(elements)), self.trait)

    __radd__ = __add__

    def __sub__(self, elements: int) -> GlobalAddress:
        return self + -elements

    def cast(self, kind: Any) -> GlobalAddress:
        """The same address as another type."""
        to = dtype(kind)
        return GlobalAddress(self.address, to, self.length * self.dtype.bits // to.bits)

    def __int__(self) -> int:
        return self.address
