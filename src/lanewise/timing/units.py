"""AI Engine kernels: the least cycles that their issue slots and their accumulators allow, and those of their loops.

A core starts one multiplication, two loads and one store a cycle, so a kernel takes at least as long as the unit that
it uses most. A chain of multiplications into one accumulator takes a latency for each. How well a compiler fills the
slots is not known here, and neither is what leaves no count. "At least" is said only where the numbers behind it are
documented.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lanewise.markup import pre
from lanewise.timing.numbers import Numbers, numbers

WIDTHS = (8, 16, 32, 64)
TALLY_WORDS = 26  # of struct tally in lanewise/aie/tally.h
UNSEEN = "scalar code, locks of windows and waiting for others are not counted"


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
    stream_in: int = 0  # words of 32 bits
    stream_out: int = 0
    cascade: int = 0  # bits

    @staticmethod
    def from_words(words: Sequence[int]) -> Tally:
        products = {(a, b): words[4 * i + j] for i, a in enumerate(WIDTHS) for j, b in enumerate(WIDTHS)
                    if words[4 * i + j]}
        return Tally(products, *words[16:TALLY_WORDS])


@dataclass(frozen=True)
class Work:
    """What only the records of operations say: registers of 512 bits in the vector ALU, moves of registers, and lanes
    of elementary functions."""

    alu: int = 0
    moves: int = 0
    functions: int = 0


@dataclass(frozen=True, repr=False)
class Time:
    """`cycles` is the least: the busiest unit or the longest chain, and the first load before it. `as_written` is what
    its vector instructions take where loops without a pragma run one iteration after the other: no upper end, as
    nothing else is in it; 0 where nobody asked for it.
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

    @property
    def bound(self) -> str:
        """What it is bound by."""
        return max({**self.units, "accumulator chain": self.chain}.items(), key=lambda item: item[1])[0]

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return pre(str(self))

    def __str__(self) -> str:
        how = "about" if self.assumed else "at least"
        lines = [f"{how} {self.cycles:,.0f} cycles on {self.chip}, bound by {self.bound}"]
        if self.as_written:
            how = "with its loops as they are written, of vector instructions alone"
            lines.append(f"about {self.as_written:,.0f} {how}")
        lines += [f"  {unit:<18}{cycles:>12,.1f}" for unit, cycles in self.units.items()]
        lines.append(f"  {'accumulator chain':<18}{self.chain:>12,.1f}")
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


def time(chip: str, tally: Tally, work: Work = Work()) -> Time:
    """By the numbers of a chip; what has none is named."""
    known = numbers(chip, "aie")
    unknown: list[str] = []
    products, behind = _multiplications(known, tally, unknown)
    lanes = tally.results / known["unit.result_bits"]
    chains = {"unit.chain": tally.chain * known["unit.chain"],
              "unit.float_chain": tally.float_chain * known["unit.float_chain"]}
    asked = {  # the unit -> its cycles and the numbers behind them
        "multiplier": (products, behind) if products >= lanes else (lanes, ["unit.result_bits"]),
        "loads": (tally.loads / known["unit.loads"], ["unit.loads"]),
        "stores": (tally.stores / known["unit.stores"], ["unit.stores"]),
        "vector ALU": (float(work.alu), ["unit.alu"]),
        "moves": (work.moves / known["unit.moves"], ["unit.moves"]),
        "functions": (work.functions / known["unit.functions"], ["unit.functions"]),
        "stream in": (tally.stream_in / known["unit.stream_words"], ["unit.stream_words"]),
        "stream out": (tally.stream_out / known["unit.stream_words"], ["unit.stream_words"]),
        "cascade": (tally.cascade / known["unit.cascade_bits"], ["unit.cascade_bits"]),
        "chain": (max(chains.values()), [max(chains, key=lambda name: chains[name])]),
    }
    first = known["unit.load_latency"] if tally.loads else 0.0
    most, used = max(asked.values(), key=lambda item: item[0])
    assumed = {
        name.partition(".")[2]: known.facts[name].source
        for name in [*(used if most else []), *(["unit.load_latency"] if first else [])]
        if known.facts[name].evidence != "documented"
    }
    always = ("multiplier", "loads", "stores")
    units = {unit: cycles for unit, (cycles, _) in asked.items() if unit in always or (cycles and unit != "chain")}
    return Time(known.chip, first + most, units, asked["chain"][0], first, tuple(unknown), tally, assumed)


def _multiplications(known: Numbers, tally: Tally, unknown: list[str]) -> tuple[float, list[str]]:
    """Cycles, and the rates that they come from."""
    wide = tally.products.get((32, 32), 0) if "unit.wide_products" in known.facts else 0
    cycles = float(sum(n * a * b for (a, b), n in tally.products.items() if not (wide and a == b == 32)))
    cycles /= known["unit.product_bits"]
    used = ["unit.product_bits"] if cycles else []
    if wide:  # made of narrower ones
        cycles += wide / known["unit.wide_products"]
        used.append("unit.wide_products")
    for count, name, words in ((tally.small_floats, "unit.bfloat16", "products of bfloat16"),
                               (tally.floats, "unit.float", "products of float")):
        if count and name in known.facts:
            cycles += count / known[name]
            used.append(name)
        elif count:
            unknown.append(f"{count:,} {words}")
    return cycles, used
