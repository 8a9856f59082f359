"""Lane selection of first-generation multiplications: which element of a buffer meets which lane and column.

An instruction fills a grid of lanes and columns; a lane's result is the sum over its columns. Offsets are four bits per
lane, the lowest lane first. The definition, in numpy; `lanewise/aie/selection.h` is the same in C++.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.isa.aie.types import LaneType

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Selection:
    """The numbers a call gives for one buffer. `square` picks from blocks of four elements, two bits of each nibble."""

    start: int = 0
    offsets: int = 0
    step: int = 0
    square: int = 0

    def nibble(self, place: int) -> int:
        return self.offsets >> (4 * place) & 15

    def picked(self, even: int, odd: int, row: int, column: int) -> int:
        """One of the elements at even, even + 1, odd, odd + 1: the square is read row by row."""
        return (even, even + 1, odd, odd + 1)[self.square >> (4 * (2 * row + column)) & 3]


def columns(x: LaneType, z: LaneType, lanes: int) -> int:
    """An instruction has so many products to spend on its lanes."""
    products = 128 * 64 // (x.bits * z.bits) // (1 + x.is_complex) // (1 + z.is_complex)
    return max(1, products // lanes)


def x_scheme(x: LaneType, z: LaneType) -> str:
    if x.bits == 8:
        return "bytes"
    plain = not x.is_complex and not z.is_complex
    return "halves" if plain and x.bits == 16 and z.bits <= 16 else "regular"


def z_scheme(x: LaneType, z: LaneType) -> str:
    if z.bits != 8:
        return "regular"
    return "z_bytes_twice" if x.bits == 8 else "z_bytes"


def element(scheme: str, s: Selection, lane: int, column: int) -> int:
    """The element, not yet wrapped around the buffer."""
    if scheme == "regular":
        return s.start + s.nibble(lane) + s.step * column
    base = s.start + s.step * (column // 2)
    row, within = lane % 2, column % 2
    if scheme == "halves":  # a pair of nibbles serves two lanes, in units of two elements; the odd one is relative
        even, odd = s.nibble(lane - row), s.nibble(lane - row + 1)
        return s.picked(base + 2 * even, base + 2 * (even + odd + 1), row, within)
    if scheme == "bytes":  # a pair serves four lanes, in units of four elements
        pair, high = lane // 4, lane // 2 % 2
        even, odd = s.nibble(2 * pair), s.nibble(2 * pair + 1)
        return s.picked(base + 4 * even + 2 * high, base + 4 * (even + odd + 1) + 2 * high, row, within)
    pair = lane // (4 if scheme == "z_bytes_twice" else 2)  # both nibbles are absolute, in units of two elements
    return s.picked(base + 2 * s.nibble(2 * pair), base + 2 * s.nibble(2 * pair + 1), row, within)


def elements(scheme: str, s: Selection, lanes: int, count: int, size: int) -> Array:
    """Elements of a buffer of `size` for every lane and column."""
    return np.array([[element(scheme, s, lane, c) % size for c in range(count)] for lane in range(lanes)])
