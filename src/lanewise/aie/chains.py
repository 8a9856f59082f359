"""How long the results of a kernel wait for each other: the longest chain of operations, from one iteration to the next
and through memory, too.

`least` takes only what is documented and a cycle for everything else, since no result is there in the cycle in which
its operation starts. What an operation waits for is in its record (`after`); single numbers between vectors leave no
record, so a chain through them ends there, and what comes out is never too long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lanewise.aie.trace import Issued
from lanewise.timing.numbers import Numbers

_FLOATS = ("float", "cfloat", "bfloat16", "cbfloat16", "accfloat", "caccfloat")
_ADDS = ("fpmac", "fpmsc")  # of the first generation: they add to a vector, which is their first operand


def of_floats(one: Issued) -> bool:
    return any(t in _FLOATS for t in one.types)


def latency(known: Numbers, kind: str, one: Issued, least: bool) -> float:
    """Cycles from the start of an operation to that of one which takes its result."""
    name = "unit.float_latency" if kind == "multiply" and of_floats(one) else f"unit.{kind}_latency"
    fact = known.facts[name]
    return 1.0 if least and fact.evidence != "documented" else fact.value


def onto(known: Numbers, one: Issued, least: bool) -> float:
    """Cycles from one multiplication into an accumulator to the next into the same."""
    fact = known.facts["unit.float_chain" if of_floats(one) else "unit.chain"]
    return 1.0 if least and fact.evidence != "documented" else fact.value


def is_sum(one: Issued, number: int, kinds: Sequence[str]) -> bool:
    """Whether it adds to what another multiplication gave: that is needed later than a factor."""
    if kinds[number] != "multiply":
        return False
    return number in one.sums or (one.name.startswith(_ADDS) and one.after[:1] == (number,))


def waits(
    records: Sequence[Issued], kinds: Sequence[str], known: Numbers, at: int, least: bool
) -> Iterator[tuple[int, float]]:
    """The records that one waits for, and how many cycles behind their start it can start."""
    one = records[at]
    for number in one.after:
        if not 0 <= number < at:
            continue
        if kinds[at] == "multiply" and is_sum(one, number, kinds):
            yield number, onto(known, one, least)
        else:
            yield number, latency(known, kinds[number], records[number], least) if kinds[number] else 0.0


def longest(records: Sequence[Issued], kinds: Sequence[str], known: Numbers) -> float:
    """Cycles until the last operation has started, if only results hold it."""
    starts: list[float] = []
    for at in range(len(records)):
        starts.append(max((starts[n] + wait for n, wait in waits(records, kinds, known, at, least=True)), default=0.0))
    return max((start + 1 for start, kind in zip(starts, kinds, strict=True) if kind), default=0.0)
