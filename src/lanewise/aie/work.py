"""What an operation of a Python kernel asks of units and ports: in C++ lanewise/aie/recording.h."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.issued import FLOATS, PORTS, SMALL_FLOATS, WIDTHS
from lanewise.isa.aie.types import LANE_TYPES
from lanewise.isa.aie.vectors import Vector


class Work(NamedTuple):
    """Fields of ISSUED."""

    products: int = 0
    results: int = 0
    crossed: int = 0
    port: int = 0
    elements: int = 0
    factors: int = 0
    scalar: int = 0


NONE = Work()


def multiplying(count: int, types: Sequence[str], result: Any) -> Work:
    """So many real products of operands of these types, and the lanes that take them."""
    factors = [LANE_TYPES[t] for t in types if t in LANE_TYPES]
    if not factors:
        return NONE
    widths = factors[0].bits, factors[-1].bits
    if factors[0].is_float:
        kind = FLOATS if 32 in widths else SMALL_FLOATS
    else:
        first, last = (next(i for i, width in enumerate(WIDTHS) if bits <= width) for bits in widths)
        kind = len(WIDTHS) * first + last
    sums = result if isinstance(result, Accum) else getattr(result, "acc", result)  # that of a matrix tile
    # Floats of the first generation are summed in vectors.
    takes = isinstance(sums, Accum) or (isinstance(sums, Vector) and sums.type.is_float)
    return Work(products=count, results=_bits(sums) if takes else 0, factors=kind)


class Ports:
    """The links that a kernel uses, with numbers: the busiest of a kind decides."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int], int] = {}

    def crossing(self, kind: str, value: Any, link: Any) -> Work:
        """Whole words through a stream, or the lanes of a cascade."""
        if isinstance(value, Accum):
            kind = "cascade"
        number = self._numbers.setdefault((kind, id(link)), len(self._numbers))
        bits = _bits(value) if kind == "cascade" else -(-_bits(value) // 32) * 32
        return Work(crossed=bits, port=4 * number + PORTS.index(kind))


def _bits(value: Any) -> int:
    if isinstance(value, Accum):
        return value.size * value.bits * (2 if value.tag.is_complex else 1)
    return value.size * value.type.lane_bits if isinstance(value, Vector) else 32
