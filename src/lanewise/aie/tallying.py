"""What a Python kernel asks of the units of its core, counted as C++ headers count it: see lanewise/aie/tally.h."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.types import LANE_TYPES
from lanewise.isa.aie.vectors import Vector
from lanewise.timing.slots import WIDTHS
from lanewise.timing.units import Tally


class Tallying:
    """Since the start, or since what was counted was taken."""

    def __init__(self) -> None:
        self._products: Counter[tuple[int, int]] = Counter()
        self._sums: Counter[str] = Counter()
        self._ports: dict[str, Counter[int]] = {}
        self._made = 0  # real products of the operation that runs now
        self._before = 0  # multiplications that led to its accumulator

    def start(self, arguments: Sequence[Any]) -> None:
        self._made = 0
        self._before = max((one.depth for one in map(_accumulator, arguments) if one is not None), default=0)

    def multiplied(self, count: int) -> None:
        self._made += count

    def done(self, types: Sequence[str], result: Any) -> None:
        """An operation with operands of these types has ended."""
        if not self._made:
            return
        factors = [LANE_TYPES[t] for t in types if t in LANE_TYPES]
        if not factors:
            return
        first, last = factors[0], factors[-1]
        if not first.is_float:
            self._products[_width(first.bits), _width(last.bits)] += self._made
        else:
            self._sums["floats" if 32 in (first.bits, last.bits) else "small_floats"] += self._made
        acc = _accumulator(result)
        if acc is None:  # floats of the first generation are summed in vectors
            if isinstance(result, Vector) and result.type.is_float:
                self._sums["results"] += _bits(result)
                self._sums["float_chain"] = max(self._sums["float_chain"], 1)
            return
        acc.depth = self._before + 1
        self._sums["results"] += acc.size * acc.bits * (2 if acc.tag.is_complex else 1)
        chain = "float_chain" if acc.tag.is_float else "chain"
        self._sums[chain] = max(self._sums[chain], acc.depth)

    def moved(self, unit: str, value: Any) -> None:
        """`unit` is loads or stores, of 256 bits."""
        self._sums[unit] += -(-_bits(value) // 256)

    def crossed(self, unit: str, value: Any, port: Any) -> None:
        """Words of 32 bits (stream_in, stream_out) or bits (cascade) through a port; the busiest of them counts."""
        ways = self._ports.setdefault(unit, Counter())
        ways[id(port)] += _bits(value) if unit == "cascade" else -(-_bits(value) // 32)
        self._sums[unit] = max(ways.values())

    def take(self) -> Tally:
        taken = Tally(dict(self._products), **self._sums)
        self._products.clear()
        self._sums.clear()
        self._ports.clear()
        return taken


def _accumulator(value: Any) -> Accum | None:
    """What sums go into; that of a matrix tile."""
    found = value if isinstance(value, Accum) else getattr(value, "acc", None)
    return found if isinstance(found, Accum) else None


def _bits(value: Any) -> int:
    if isinstance(value, Accum):
        return value.size * value.bits * (2 if value.tag.is_complex else 1)
    return value.size * value.type.lane_bits if isinstance(value, Vector) else 32


def _width(bits: int) -> int:
    return next(width for width in WIDTHS if bits <= width)
