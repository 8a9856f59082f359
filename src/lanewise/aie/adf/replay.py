"""A graph in time: when each call can start and end, from how long calls compute and what they move.

Cores and ports are lanes. A call starts when its core is free, its blocks are there and there is room for those that it
fills; what it reads from a stream must have come before it ends. All but buffers between kernels and cascades goes over
a port, at the rate of streams or, where blocks are moved, of DMAs, while the call before or after works on the other
half of its buffer; a PLIO carries no more than its width at its frequency. Files and memory outside always have data
and room: how fast they are depends on the platform. Where kernels wait for each other inside a call, neither waits.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from lanewise.aie.adf.levels import Link, Node, Picture
from lanewise.aie.adf.observed import Called
from lanewise.timing.lanes import Lanes, Rates, cycles

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
            self.times.append(max(time, self.last))

    def when(self, position: int) -> float | None:
        """The first so many bytes have passed then; None: nobody knows yet."""
        if position <= 0:
            return 0.0
        at = bisect_left(self.bytes, position)
        return self.times[at] if at < len(self.times) else None

    @property
    def total(self) -> int:
        return self.bytes[-1] if self.bytes else 0

    @property
    def last(self) -> float:
        return self.times[-1] if self.times else 0.0


class Replay:
    def __init__(self, picture: Picture, calls: Sequence[Called], rates: Rates, mhz: float) -> None:
        """`mhz` is the clock of the array, which frequencies of PLIOs are measured by."""
        self.rates, self._mhz, self._lanes = rates, mhz, Lanes(rates)
        self.nodes: dict[int, Node] = {n.id: n for n in picture.nodes}
        self.links = list(picture.links)
        self.calls: dict[int, list[Called]] = {n.id: [] for n in picture.nodes if n.kind == "kernel"}
        for call in calls:
            self.calls[call.kernel].append(call)
        self.spans: list[Span] = []
        self._written = [_Flow() for _ in self.links]
        self._read = [_Flow() for _ in self.links]
        self._arrived = [_Flow() for _ in self.links]  # behind a port; else what is written is there
        self._next = dict.fromkeys(self.calls, 0)
        self._run()

    @property
    def cycles(self) -> float:
        """Until the last call has ended, and what it wrote has left."""
        return self._lanes.end

    def over_port(self, link: Link) -> bool:
        """Whether it leads through a port: neighbours share buffers, and a cascade is a wire of its own."""
        kernels = all(node is not None and node.kind == "kernel" for node in self._end_nodes(link))
        return link.kind != "cascade" and not (kernels and link.gives and link.takes)

    def carries(self, link: Link) -> float:
        """Cycles that the port of a link is busy."""
        return cycles(link.bytes, self.rate(link)) if self.over_port(link) else 0.0

    def rate(self, link: Link) -> float:
        """Bytes a cycle over the port of a link."""
        port = self.rates.along(dma=bool(link.gives or link.takes))
        return min([port, *(self.plio_rate(n) for n in self._end_nodes(link) if n is not None and n.mhz > 0)])

    def plio_rate(self, plio: Node, mhz: float = 0.0) -> float:
        """Bytes in a cycle of the array; at its own frequency where none is given."""
        return plio.bits / 8 * (mhz or plio.mhz) / self._mhz

    def _end_nodes(self, link: Link) -> tuple[Node | None, Node | None]:
        return self.nodes.get(link.source), self.nodes.get(link.sink)

    def busy(self, kernel: int) -> float:
        return sum(call.time.cycles for call in self.calls[kernel])

    def _run(self) -> None:
        cores = [self.nodes[kernel].core for kernel in self.calls]
        while True:
            moved = False
            for kernel, core in zip(self.calls, cores, strict=True):
                takes_turns = cores.count(core) > 1
                while self._step(kernel, patient=True):
                    moved = True
                    if takes_turns:
                        break
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
        free = self._lanes.now(f"core {node.core}")
        start, ready, waits = free, 0.0, ""
        for at, count in call.moved.items():
            link = self.links[at]
            reads = link.sink == kernel
            when = self._arrival_of(at, count) if reads else self._space_time(at, count)
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
            late = next(
                a for a in call.moved if self.links[a].sink == kernel and self._arrival_of(a, call.moved[a]) == ready
            )
            waits = waits or f"data in {self.links[late].kind} {self.links[late].name}"
        for at, count in call.moved.items():
            if self.links[at].sink == kernel:
                self._read[at].add(count, end)
            else:
                self._written[at].add(count, end)
                self._send(at, count, end)
        self.spans.append(Span(kernel, node.core, number, free, start, end, call.time.cycles, waits))
        self._lanes.wait(f"core {node.core}", start, waits)
        self._lanes.spend(f"core {node.core}", call.time.cycles, node.name)
        self._lanes.wait(f"core {node.core}", end, waits)
        self._next[kernel] += 1
        return True

    def _send(self, at: int, count: int, end: float) -> None:
        """What a call has written goes over its port: a block when the call has ended, words of a stream at once."""
        link, lane = self.links[at], f"port {at}"
        if not count or not self.over_port(link):
            return
        if link.gives:
            self._lanes.wait(lane, end, "data")
        self._lanes.spend(lane, cycles(count, self.rate(link)), "moves")
        self._lanes.wait(lane, end, "data")
        self._arrived[at].add(count, self._lanes.now(lane))

    def _arrival_of(self, at: int, count: int) -> float | None:
        """When a call has all that it reads of a link."""
        link = self.links[at]
        position = self._read[at].total + count
        given = self._delivery_time(link, at, position)
        source = self.nodes.get(link.source)
        if given is None or not self.over_port(link) or (source is not None and source.kind == "kernel"):
            return given
        # From files and memory a block comes while the call before it works on the other half.
        flow = self._arrived[at]
        while flow.total < position:
            before = (self._read[at].when(flow.total - count) or 0.0) if link.takes else 0.0
            self._lanes.wait(f"port {at}", max(given, before), "data and room")
            flow.add(count, self._lanes.spend(f"port {at}", cycles(count, self.rate(link)), "moves"))
        return flow.when(position)

    def _delivery_time(self, link: Link, at: int, position: int, depth: int = 0) -> float | None:
        """When so many bytes have come into a link; through what holds data for no time of its own, too."""
        source = self.nodes.get(link.source)
        if source is None or depth > len(self.links):
            return 0.0
        if source.kind in ("PLIO", "GMIO"):  # at once, but for the port that leads into a memory
            return cycles(position, self.rate(link)) if depth else 0.0
        if source.kind not in _INSTANT:
            return (self._arrived if self.over_port(link) else self._written)[at].when(position)
        latest = 0.0
        for other, before in enumerate(self.links):
            if before.sink != link.source or not link.bytes:
                continue
            share = min(before.bytes, -(-position * before.bytes // link.bytes))
            when = self._delivery_time(before, other, share, depth + 1)
            if when is None:
                return None
            latest = max(latest, when)
        return latest

    def _space_time(self, at: int, count: int) -> float | None:
        link = self.links[at]
        sink = self.nodes.get(link.sink)
        if sink is not None and sink.kind != "kernel" and link.gives:  # the block before the last has left
            return self._arrived[at].when(self._written[at].total - count)
        if not link.capacity or sink is None or sink.kind != "kernel":
            return 0.0
        after = self._written[at].total + (count if link.gives else 0)  # of a stream: what earlier calls wrote
        return self._read[at].when(min(after - link.capacity, link.bytes))
