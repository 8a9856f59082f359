"""When things happen in a design: each object carries the cycle at which it became full or free.

A core goes on at the latest of its own cycle and that of what it acquires, a stream moves a word a cycle once all its
ends are there. So times follow from data and depths alone, whatever the order in which this computer runs the cores.
"""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """What a core or a stream was busy with, or waited for."""

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


class Clocks:
    """Cycles of cores and streams, by name; `spans` and `levels` are for whoever draws them."""

    def __init__(self, keeps: bool) -> None:
        self._keeps = keeps
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
