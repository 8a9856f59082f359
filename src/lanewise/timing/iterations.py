"""AI Engine kernels: cycles of their loops, one iteration after the other where no pragma says otherwise.

An iteration takes as long as its longest chain of results, and not less than the latencies of the kinds of operations
in it, one behind the other, and a cycle for each further one that the busiest slot starts. Where a loop is pipelined,
an iteration starts as soon as its busiest slot is free and what it needs of the iterations before is there. Entering a
loop costs the latencies once more.
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
    number: int = 0  # of its record
    after: tuple[tuple[int, float], ...] = ()  # records that it waits for, and how long behind their start
    latency: float = 0.0


def cycles_as_written(known: Numbers, steps: Iterable[Step]) -> float:
    now, before = 0.0, frozenset[int]()
    began: dict[int, float] = {}
    for iteration in iterations(steps):
        busy: dict[str, float] = {}
        for step in iteration:
            busy[step.slot] = busy.get(step.slot, 0.0) + step.cycles
        waits = sum(known[f"unit.{slot}_latency"] for slot in busy)
        places = frozenset(step.place for step in iteration)
        if not places & before:  # the loop is entered
            now += waits
        busiest = max(1.0, *busy.values())
        offsets = _offsets(iteration)
        late = _late(iteration, offsets, began)  # what comes from before holds it until then
        if all(step.pipelined for step in iteration):
            start = max(now, late)
            now = start + busiest
        else:
            start = now
            chain = max(offsets[step.number] + step.latency for step in iteration)
            now += max(waits + busiest - 1, chain + max(0.0, late - start))
        began.update((number, start + offset) for number, offset in offsets.items())
        before = places
    return now


def _offsets(iteration: list[Step]) -> dict[int, float]:
    """When each step can start, counted from the start of the iteration, as far as the iteration itself decides."""
    out: dict[int, float] = {}
    for step in iteration:
        out[step.number] = max((out[n] + wait for n, wait in step.after if n in out), default=0.0)
    return out


def _late(iteration: list[Step], offsets: dict[int, float], began: dict[int, float]) -> float:
    """The earliest start of an iteration by the results of those before it."""
    return max(
        (began[n] + wait - offsets[step.number] for step in iteration for n, wait in step.after if n in began),
        default=0.0,
    )


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
