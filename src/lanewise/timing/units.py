"""AI Engine kernels: the least cycles that their issue slots and the chains of their results allow, and those of their
loops.

The clock is engine/timing/slots.hpp. How well a compiler fills the slots is not known there, and neither is what leaves
no count, so the cycles are a lower end. Of latencies only documented ones are in it; where a rate is not documented,
the text says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from lanewise.chips.chip import chip as find_chip
from lanewise.isa.aie.issued import ISSUED, WIDTHS
from lanewise.isa.aie.lanes import Array
from lanewise.markup import pre
from lanewise.timing.model import engine
from lanewise.timing.numbers import numbers
from lanewise.timing.slots import UNITS, Counted

UNSEEN = "arithmetic and branches of the scalar unit, locks of windows and waiting for others are not counted"


@dataclass(frozen=True)
class Tally:
    """What a kernel asked for."""

    products: Mapping[tuple[int, int], int] = field(default_factory=dict)  # bits of the two factors -> real products
    small_floats: int = 0  # products of bfloat16
    floats: int = 0
    results: int = 0  # bits of accumulator lanes
    loads: int = 0  # of 256 bits
    stores: int = 0
    chain: int = 0  # multiplications one after the other into one accumulator
    float_chain: int = 0
    stream_in: int = 0  # words of 32 bits, over the busier of the core's ports
    stream_out: int = 0
    cascade: int = 0  # bits, in or out, which are wires of their own
    scalar_loads: int = 0  # of different words of 32 bits: a compiler may keep them
    scalar_stores: int = 0

    @staticmethod
    def of_records(records: Array) -> Tally:
        """What the records of a call add up to; they have their classes."""
        words = engine().slot_counts(records.view(np.uint8))
        products = {(a, b): words[4 * i + j] for i, a in enumerate(WIDTHS) for j, b in enumerate(WIDTHS)
                    if words[4 * i + j]}
        return Tally(products, *words[16:])

    @property
    def words(self) -> list[int]:
        """As the clock takes them: slots.Counted."""
        products = [self.products.get((a, b), 0) for a in WIDTHS for b in WIDTHS]
        return [*products, *(getattr(self, name) for name in Counted._fields[1:])]


@dataclass(frozen=True, repr=False)
class Time:
    """`cycles` is the least: the busiest unit or the longest chain, and the first load before it. `as_written` is about
    what its instructions take where loops without a pragma run one iteration after the other: no upper end, as
    arithmetic on single numbers is not in it; 0 where nobody asked for it.
    """

    chip: str
    cycles: float
    units: Mapping[str, float]  # cycles that each unit is asked for
    chain: float
    first: float
    unknown: tuple[str, ...]
    tally: Tally
    assumed: Mapping[str, str]  # numbers behind `cycles` that are not documented, with their sources
    as_written: float = 0.0
    path: float = 0.0  # of operations that wait for each other's results

    @property
    def bound(self) -> str:
        """What it is bound by."""
        chains = {"accumulator chain": self.chain, "chain of results": self.path - self.first}
        return max({**self.units, **chains}.items(), key=lambda item: item[1])[0]

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return pre(str(self))

    def __str__(self) -> str:
        how = ", if assumed rates hold" if self.assumed else ""
        lines = [f"at least {self.cycles:,.0f} cycles on {self.chip}{how}, bound by {self.bound}"]
        if self.as_written:
            how = "with its loops as they are written, without arithmetic on single numbers"
            lines.append(f"about {self.as_written:,.0f} {how}")
        lines += [f"  {unit:<18}{cycles:>12,.1f}" for unit, cycles in self.units.items()]
        lines.append(f"  {'accumulator chain':<18}{self.chain:>12,.1f}")
        if self.path:
            lines.append(f"  {'chain of results':<18}{self.path:>12,.1f}")
        lines.append(f"  {'first load':<18}{self.first:>12,.1f}")
        lines += [f"{text}: in no total" for text in self.unknown]
        if self.assumed:
            lines.append("rests on assumptions: " + "; ".join(f"{name} ({why})" for name, why in self.assumed.items()))
        return "\n".join([*lines, UNSEEN])


@dataclass(frozen=True)
class Asked:
    """Operations that are alike, on one line."""

    file: str
    line: int
    what: str
    count: int


@dataclass(frozen=True)
class Call:
    """Calls of a kernel that took the same."""

    kernel: str
    file: str
    time: Time
    asked: tuple[Asked, ...] = ()  # by one of them
    count: int = 1


def time(chip: str, tally: Tally, records: Array | None = None) -> Time:
    """By the numbers of a chip; what has none is named. The records have their classes."""
    known = numbers(chip, "aie")
    counted = np.array(tally.words, np.int64)
    each = np.zeros(0, ISSUED) if records is None else records
    found = engine().slot_time(find_chip(chip, "aie").timing, counted, each.view(np.uint8))
    cycles = dict(zip(UNITS.values(), found["units"], strict=True))
    chain = cycles.pop("chain")
    always = ("multiplier", "loads", "stores")
    assumed = {
        name.partition(".")[2]: known.facts[name].source
        for name in found["behind"] if known.facts[name].evidence != "documented"
    }
    unknown = [f"{found[kind]:,} products of {words}"
               for kind, words in (("small_floats", "bfloat16"), ("floats", "float")) if found[kind]]
    return Time(known.chip, found["cycles"], {unit: n for unit, n in cycles.items() if n or unit in always}, chain,
                found["first"], tuple(unknown), tally, assumed, 0.0 if records is None else found["as_written"],
                found["path"])
