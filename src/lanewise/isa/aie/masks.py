"""Masks: one bit per lane, as comparisons give and select takes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.vectors import refuse


class Mask:
    maker: tuple[object, int] | None = None  # who counts, and the record of the operation that made it

    def __init__(self, bits: Iterable[Any]) -> None:
        self.bits: Array = np.array(list(bits) if not isinstance(bits, np.ndarray) else bits, dtype=bool)

    @classmethod
    def from_int(cls, value: int, size: int) -> Mask:
        """Lane l is bit l of a number."""
        return cls([value >> lane & 1 for lane in range(size)])

    def to_int(self) -> int:
        return sum(1 << lane for lane in np.flatnonzero(self.bits).tolist())

    @property
    def size(self) -> int:
        return len(self.bits)

    def __len__(self) -> int:
        return self.size

    def count(self) -> int:
        return int(self.bits.sum())

    def empty(self) -> bool:
        return not self.bits.any()

    def full(self) -> bool:
        return bool(self.bits.all())

    def clz(self) -> int:
        """Lanes above the highest that is set."""
        found = np.flatnonzero(self.bits)
        return self.size if not len(found) else self.size - 1 - int(found[-1])

    def ctz(self) -> int:
        found = np.flatnonzero(self.bits)
        return self.size if not len(found) else int(found[0])

    def test(self, lane: int) -> bool:
        return bool(self.bits[lane])

    def _bits_of(self, other: Mask) -> Array:
        if other.size != self.size:
            raise refuse("mask", "masks_differ", size=self.size, other=other.size)
        return other.bits

    def __and__(self, other: Mask) -> Mask:
        return Mask(self.bits & self._bits_of(other))

    def __or__(self, other: Mask) -> Mask:
        return Mask(self.bits | self._bits_of(other))

    def __xor__(self, other: Mask) -> Mask:
        return Mask(self.bits ^ self._bits_of(other))

    def __invert__(self) -> Mask:
        return Mask(~self.bits)

    def __getitem__(self, lane: int) -> bool:
        return self.test(lane)

    def __repr__(self) -> str:
        return f"mask<{self.size}>({self.to_int():#x})"


def mask(bits: Any, size: int | None = None) -> Mask:
    """A mask of booleans, or of the bits of a number with `size` lanes."""
    if isinstance(bits, int):
        if size is None:
            raise refuse("mask", "mask_number")
        return Mask.from_int(bits, size)
    return Mask(bits)
