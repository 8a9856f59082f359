"""AI Engine kernels: the least cycles that their issue slots and the chains of their results allow, and those of their
loops.

A core starts one multiplication, two loads and one store a cycle, so a kernel takes at least as long as the unit that
it uses most. A chain of results, of multiplications into one accumulator among them, takes a latency for each. How well
a compiler fills the slots is not known here, and neither is what leaves no count, so the cycles are a lower end. Of
latencies only documented ones are in it; where a rate is not documented, the text says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lanewise.markup import pre
from lanewise.timing.numbers import Numbers, numbers

WIDTHS = (8, 16, 32, 64)
TALLY_WORDS = 31  # of struct tally in lanewise/aie/tally.h
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
    def from_words(words: Sequence[int]) -> Tally:
        products = {(a, b): words[4 * i + j] for i, a in enumerate(WIDTHS) for j, b in enumerate(WIDTHS)
                    if words[4 * i + j]}
        streams = [-(-max(ports) // 4) for ports in (words[23:25], words[25:27])]
        counts = [*words[16:23], *streams, max(words[27:29]), *words[29:TALLY_WORDS]]
        return Tally(products, *counts)


@dataclass(frozen=True)
class Work:
    """What only the records of operations say: registers of 512 bits in the vector ALU, moves of registers, and lanes
    of elementary functions."""

    alu: int = 0
    moves: int = 0
    functions: int = 0


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


def time(chip: str, tally: Tally, work: Work = Work(), path: float = 0.0) -> Time:
    """By the numbers of a chip; what has none is named. `path` is the longest chain of results, in cycles."""
    known = numbers(chip, "aie")
    unknown: list[str] = []
    products, behind = _multiplications(known, tally, unknown)
    lanes = tally.results / known["unit.result_bits"]
    chains = {"unit.chain": tally.chain * known["unit.chain"],  # a cycle each: no assumption
              "unit.float_chain": tally.float_chain * known["unit.float_chain"]}
    asked = {  # the unit -> its cycles and the numbers behind them
        "multiplier": (products, behind) if products >= lanes else (lanes, ["unit.result_bits"]),
        "loads": ((tally.loads + tally.scalar_loads) / known["unit.loads"], ["unit.loads"]),
        "stores": ((tally.stores + tally.scalar_stores) / known["unit.stores"], ["unit.stores"]),
        "vector ALU": (float(work.alu), ["unit.alu"]),
        "moves": (work.moves / known["unit.moves"], ["unit.moves"]),
        "functions": (work.functions / known["unit.functions"], ["unit.functions"]),
        "stream in": (tally.stream_in / known["unit.stream_words"], ["unit.stream_words"]),
        "stream out": (tally.stream_out / known["unit.stream_words"], ["unit.stream_words"]),
        "cascade": (tally.cascade / known["unit.cascade_bits"], ["unit.cascade_bits"]),
        "chain": (max(chains.values()), [max(chains, key=lambda name: chains[name])]),
    }
    documented = known.facts["unit.load_latency"].evidence == "documented"
    first = known["unit.load_latency"] if tally.loads + tally.scalar_loads and documented else 0.0
    most, used = max(asked.values(), key=lambda item: item[0])
    decides = used if most and first + most >= path else []
    assumed = {
        name.partition(".")[2]: known.facts[name].source
        for name in decides if known.facts[name].evidence != "documented"
    }
    always = ("multiplier", "loads", "stores")
    units = {unit: cycles for unit, (cycles, _) in asked.items() if unit in always or (cycles and unit != "chain")}
    cycles = max(first + most, path)
    return Time(known.chip, cycles, units, asked["chain"][0], first, tuple(unknown), tally, assumed, path=path)


def _multiplications(known: Numbers, tally: Tally, unknown: list[str]) -> tuple[float, list[str]]:
    """Cycles, and the rates that they come from."""
    cycles, used = 0.0, list[str]()
    for (a, b), count in tally.products.items():  # widths with a rate of their own, or as many bits as the unit has
        own = f"unit.products_{a}" if a == b else ""
        name = own if own in known.facts else "unit.product_bits"
        cycles += count / known[name] * (1 if name == own else a * b)
        used.append(name)
    for count, name, words in ((tally.small_floats, "unit.bfloat16", "products of bfloat16"),
                               (tally.floats, "unit.float", "products of float")):
        if count and name in known.facts:
            cycles += count / known[name]
            used.append(name)
        elif count:
            unknown.append(f"{count:,} {words}")
    return cycles, list(dict.fromkeys(used))
