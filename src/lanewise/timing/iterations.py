"""AI Engine kernels: cycles of their loops, one iteration after the other where no pragma says otherwise.

An iteration takes as long as the latencies of the kinds of operations in it, one behind the other, and a cycle for
each further one that the busiest slot starts. Where a loop is pipelined, an iteration starts as soon as its busiest
slot is free. Entering a loop costs the latencies once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lanewise.timing.numbers import Numbers

SLOTS = ("load", "multiply", "alu", "convert", "function", "move", "store")  # each with a latency of its own


class Step(NamedTuple):
    """One operation: its slot, the cycles that it takes there, its place in the program, its loop's pragma."""

    slot: str
    cycles: float
    place: int
    pipelined: bool


def cycles_as_written(known: Numbers, steps: Iterable[Step]) -> float:
    total, before = 0.0, frozenset[int]()
    for iteration in iterations(steps):
        busy: dict[str, float] = {}
        for step in iteration:
            busy[step.slot] = busy.get(step.slot, 0.0) + step.cycles
        waits = sum(known[f"unit.{slot}_latency"] for slot in busy)
        places = frozenset(step.place for step in iteration)
        if not places & before:  # the loop is entered
            total += waits
        busiest = max(1.0, *busy.values())
        total += busiest if all(step.pipelined for step in iteration) else waits + busiest - 1
        before = places
    return total


def iterations(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """A place that comes again starts the next one."""
    seen, now = set[int](), list[Step]()
    for step in steps:
        if step.place in seen:
            yield now
            seen, now = set[int](), list[Step]()
        seen.add(step.place)
        now.append(step)
    if now:
        yield now
