"""A graph in time: when each call can start and end, from how long calls compute and what they move.

A call starts when its core is free, its blocks are there and there is room for those that it fills; what it reads from
a stream must have come before it ends. Files and memory outside always have data and room: how fast they are depends on
the platform. Where kernels wait for each other inside a call, neither waits here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from lanewise.aie.adf.levels import Link, Node, Picture
from lanewise.aie.adf.observed import Called

_INSTANT = {"shared buffer", "external buffer", "packet split", "packet merge", "ordered packet merge"}


@dataclass(frozen=True)
class Span:
    """A call in cycles. From `free` to `start` its core waits, for `waits` ("data in ...") or for nothing."""

    kernel: int
    core: int
    number: int
    free: float
    start: float
    end: float
    cycles: float
    waits: str = ""


@dataclass
class _Flow:
    """How many bytes have passed one end of a link by when."""

    bytes: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def add(self, count: int, time: float) -> None:
        if count:
            self.bytes.append((self.bytes[-1] if self.bytes else 0) + count)
            self.times.append(max(time, self.times[-1] if self.times else 0.0))

    def when(self, position: int) -> float | None:
        """The first so many bytes have passed then; None: nobody knows yet."""
        if position <= 0:
            return 0.0
        at = bisect_left(self.bytes, position)
        return self.times[at] if at < len(self.times) else None

    @property
    def total(self) -> int:
        return self.bytes[-1] if self.bytes else 0


class Replay:
    def __init__(self, picture: Picture, calls: Sequence[Called]) -> None:
        self.nodes: dict[int, Node] = {n.id: n for n in picture.nodes}
        self.links = list(picture.links)
        self.calls: dict[int, list[Called]] = {n.id: [] for n in picture.nodes if n.kind == "kernel"}
        for call in calls:
            self.calls[call.kernel].append(call)
        self.spans: list[Span] = []
        self._written = [_Flow() for _ in self.links]
        self._read = [_Flow() for _ in self.links]
        self._next = dict.fromkeys(self.calls, 0)
        self._cores: dict[int, float] = {}
        self._run()

    @property
    def cycles(self) -> float:
        return max((s.end for s in self.spans), default=0.0)

    def busy(self, kernel: int) -> float:
        return sum(call.time.cycles for call in self.calls[kernel])

    def _run(self) -> None:
        while True:
            moved = False
            for kernel in self.calls:
                while self._step(kernel, patient=True):
                    moved = True
            if moved:
                continue
            # Kernels that wait for each other inside their calls: the one that is least far goes on.
            left = [k for k in self.calls if self._next[k] < len(self.calls[k])]
            if not left:
                return
            self._step(min(left, key=lambda k: self._next[k] / len(self.calls[k])), patient=False)

    def _step(self, kernel: int, patient: bool) -> bool:
        """The next call of a kernel, if its times are known."""
        number = self._next[kernel]
        if number == len(self.calls[kernel]):
            return False
        call, node = self.calls[kernel][number], self.nodes[kernel]
        free = self._cores.get(node.core, 0.0)
        start, ready, waits = free, 0.0, ""
        for at, count in call.moved.items():
            link = self.links[at]
            reads = link.sink == kernel
            when = self._came(at, count) if reads else self._room(at, count)
            if when is None and patient:
                return False
            if when is None:
                continue
            if reads and not link.takes:
                ready = max(ready, when)  # of a stream: the last word comes before the end
            elif when > start:
                start, waits = when, f"{'data' if reads else 'room'} in {link.kind} {link.name}"
        end = max(start + call.time.cycles, ready)
        if ready > start + call.time.cycles:
            late = next(a for a in call.moved if self.links[a].sink == kernel and self._came(a, call.moved[a]) == ready)
            waits = waits or f"data in {self.links[late].kind} {self.links[late].name}"
        for at, count in call.moved.items():
            (self._read if self.links[at].sink == kernel else self._written)[at].add(count, end)
        self.spans.append(Span(kernel, node.core, number, free, start, end, call.time.cycles, waits))
        self._cores[node.core] = end
        self._next[kernel] += 1
        return True

    def _came(self, at: int, count: int) -> float | None:
        return self._given(self.links[at], at, self._read[at].total + count)

    def _given(self, link: Link, at: int, position: int, depth: int = 0) -> float | None:
        """When so many bytes have come into a link; through what holds data for no time of its own, too."""
        source = self.nodes.get(link.source)
        if source is None or depth > len(self.links) or source.kind in ("PLIO", "GMIO"):
            return 0.0
        if source.kind not in _INSTANT:
            return self._written[at].when(position)
        latest = 0.0
        for other, before in enumerate(self.links):
            if before.sink != link.source or not link.bytes:
                continue
            share = min(before.bytes, -(-position * before.bytes // link.bytes))
            when = self._given(before, other, share, depth + 1)
            if when is None:
                return None
            latest = max(latest, when)
        return latest

    def _room(self, at: int, count: int) -> float | None:
        link = self.links[at]
        sink = self.nodes.get(link.sink)
        if not link.capacity or sink is None or sink.kind != "kernel":
            return 0.0
        after = self._written[at].total + (count if link.gives else 0)  # of a stream: what earlier calls wrote
        return self._read[at].when(min(after - link.capacity, link.bytes))
