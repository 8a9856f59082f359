"""When things happen in a graph or a design: cores, streams and DMAs are lanes, and each goes on at the latest of its
own cycle and that of what it waits for.

How long a core computes is the clock's of its slots (engine/timing/slots.hpp); how long bytes are on their way follows
from one rate of streams and one of DMAs. So times follow from data and depths alone, whatever the order in which this
computer runs the cores.
"""

from __future__ import annotations

from typing import NamedTuple

from lanewise.timing.numbers import numbers

WORD = 4  # bytes that go together


class Rates(NamedTuple):
    """Bytes in a cycle of the array."""

    stream: float
    dma: float

    @staticmethod
    def of(chip: str) -> Rates:
        known = numbers(chip, "aie")
        return Rates(WORD * known["unit.stream_words"], WORD * known["unit.dma_words"])

    def along(self, dma: bool) -> float:
        """Of a stream; of one between DMAs what both keep up with."""
        return min(self.stream, self.dma) if dma else self.stream


def cycles(nbytes: int, rate: float) -> float:
    """Words are not parted."""
    return -(-nbytes // WORD) * WORD / rate


class Span(NamedTuple):
    """What a lane was busy with, or waited for."""

    lane: str
    name: str
    start: float
    end: float
    waits: bool = False


class Level(NamedTuple):
    """An object more or less at one end of a fifo."""

    end: str
    at: float
    change: int


class Lanes:
    """Cycles of lanes, by name; `spans` and `levels` are for whoever draws them."""

    def __init__(self, rates: Rates, keeps: bool = False) -> None:
        self.rates, self._keeps = rates, keeps
        self._now: dict[str, float] = {}
        self.busy: dict[str, float] = {}
        self.spans: list[Span] = []
        self.levels: list[Level] = []

    def now(self, lane: str) -> float:
        return self._now.get(lane, 0.0)

    @property
    def end(self) -> float:
        return max(self._now.values(), default=0.0)

    def wait(self, lane: str, until: float, what: str) -> None:
        """Nothing, where it is later already."""
        start = self.now(lane)
        if until > start:
            self._now[lane] = until
            self._add(Span(lane, what, start, until, True))

    def spend(self, lane: str, cycles: float, what: str) -> float:
        """The cycle at which it is done."""
        start = self.now(lane)
        self._now[lane] = end = start + cycles
        self.busy[lane] = self.busy.get(lane, 0.0) + cycles
        self._add(Span(lane, what, start, end))
        return end

    def change(self, end: str, at: float, change: int) -> None:
        if self._keeps and end:
            self.levels.append(Level(end, at, change))

    def _add(self, span: Span) -> None:
        if not self._keeps:
            return
        last = self.spans[-1] if self.spans else None
        if last is not None and last[:2] == span[:2] and last.end == span.start and last.waits == span.waits:
            self.spans[-1] = last._replace(end=span.end)
        else:
            self.spans.append(span)
