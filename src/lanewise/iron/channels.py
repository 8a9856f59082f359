"""DMA channels with descriptors, streams of cores, and routes of packets, while a design runs."""

from __future__ import annotations

from collections import deque
from typing import Any, Protocol

import numpy as np

from lanewise.aie.team import wait
from lanewise.iron.locks import Lock
from lanewise.iron.packets import HEADER, Framed, header, packet_id
from lanewise.iron.patterns import Pattern, check_dims, counted, piece
from lanewise.iron.refusals import wrong
from lanewise.iron.routes import Bd, DmaChannel, End
from lanewise.iron.streams import Sink, Source
from lanewise.timing.lanes import WORD, Lanes, cycles

Array = np.ndarray[Any, Any]
MOST_DIMS = 4


def _pattern(bd: Bd, end: End) -> Pattern:
    of, what = bd.buffer.array, f"descriptor of Buffer {bd.buffer.name}"
    dims = check_dims(bd.dimensions, what, MOST_DIMS)
    inner = piece(of, bd.offset, bd.length)
    if dims:
        index = bd.offset + counted(dims, bd.length)
        if index.max() >= of.size:
            raise wrong(what, "out_of_reach", dims=dims, element=index.max(), of=of).at(bd.where)
        inner = Pattern(inner.total, of.dtype.itemsize, index)
    if bd.packet is None or not end.gives:
        return inner
    first = header(*bd.packet, getattr(end.tile, "col", None), getattr(end.tile, "row", None))
    return Framed(inner, first, inner.total)


class Channel:
    """A DMA's way through its descriptors: all acquires of one, its data, all releases, then the next."""

    is_dma = True

    def __init__(self, end: End, of: DmaChannel) -> None:
        self.end, self._of = end, of
        self._patterns = [_pattern(bd, end) for bd in of.bds]
        self._number: int | None = 0
        self._rounds = of.rounds
        self._acquired = self._at = 0
        self.since = 0.0

    @property
    def _bd(self) -> Bd:
        assert self._number is not None
        return self._of.bds[self._number]

    def offered(self) -> int:
        """Bytes that are left of the descriptor, once it has its locks."""
        if self._number is None:
            return 0
        steps = self._bd.acquires
        while self._acquired < len(steps):
            lock, value, at_least = steps[self._acquired]
            if not lock.is_ready(value, at_least):
                return 0
            self.since = max(self.since, lock.take(value, at_least))
            self._acquired += 1
        return self._patterns[self._number].total - self._at

    room = offered

    def lock(self) -> Lock | None:
        """The one that it waits for."""
        return self._bd.acquires[self._acquired].lock if self._number is not None and not self.offered() else None

    def releases(self, lock: Lock) -> bool:
        return any(release.lock is lock for bd in self._of.bds for release in bd.releases)

    def packet_left(self) -> int:
        """Bytes that are left of a packet: a descriptor sends one."""
        return self.offered()

    def _memory(self) -> Array:
        return self._bd.buffer.element().array().reshape(-1).view(np.uint8)

    def take(self, count: int, at: float) -> Array:
        assert self._number is not None
        data = self._patterns[self._number].read(self._memory(), self._at, count)
        self._moved(count, at)
        return data

    def put(self, data: Array, at: float) -> None:
        assert self._number is not None
        self._patterns[self._number].write(self._memory(), self._at, data)
        self._moved(len(data), at)

    def _moved(self, count: int, at: float) -> None:
        assert self._number is not None
        self._at += count
        if self._at < self._patterns[self._number].total:
            return
        for lock, value in self._bd.releases:
            lock.give(value, at, str(self.end))
        self._acquired = self._at = 0
        self.since = at
        self._number = self._of.after(self._number)
        if self._number is None and self._rounds > 1:
            self._number, self._rounds = 0, self._rounds - 1

    def waits(self) -> str | None:
        """What it waits for, for who wants to know why nothing moves."""
        if self._number is None:
            return None
        bd = f"descriptor {self._number} ({self._bd.buffer.name})"
        if not self.offered():
            lock, value, at_least = self._bd.acquires[self._acquired]
            return f"{bd} waits for lock {lock.name} to {'reach' if at_least else 'be'} {value}"
        size = self._bd.buffer.array.dtype.itemsize
        total = self._patterns[self._number].total // size
        word = "sent" if self.end.gives else "received"
        return f"{bd} has {word} {self._at // size} of {total} elements"


class CoreStream:
    """The stream port of a core: words that its kernels put or get. As many wait in it as the chip's stream holds."""

    is_dma = False

    def __init__(self, name: str, words: int) -> None:
        self.name, self._most = name, words * WORD
        self.words = bytearray()
        self.since = 0.0
        self._ends: deque[int] = deque()  # of packets, counted from the next byte that is taken

    def end_packet(self) -> None:
        """What was put last ends a packet."""
        self._ends.append(len(self.words))

    def packet_left(self) -> int | None:
        """Bytes that are left of a packet; None: its end has not come yet."""
        if not self._ends:
            return None
        if not self._ends[0]:
            return self._ends.popleft()
        return self._ends[0]

    def cross(self, reads: bool, memory: Array) -> None:
        """Bytes of a kernel into the stream, or out of it."""
        at = 0
        while at < len(memory):
            if reads:
                wait(f"data in the {self.name}", lambda: bool(self.words))
                count = min(len(memory) - at, len(self.words))
                memory[at : at + count] = np.frombuffer(bytes(self.words[:count]), np.uint8)
                del self.words[:count]
            else:
                wait(f"room in the {self.name}", lambda: len(self.words) < self._most)
                count = min(len(memory) - at, self._most - len(self.words))
                self.words += memory[at : at + count].tobytes()
            at += count

    def offered(self) -> int:
        return len(self.words)

    def room(self) -> int:
        return self._most - len(self.words)

    def take(self, count: int, at: float) -> Array:
        data = np.frombuffer(bytes(self.words[:count]), np.uint8)
        del self.words[:count]
        self._ends = deque(end - count for end in self._ends if end > count)
        return data

    def put(self, data: Array, at: float) -> None:
        self.words += data.tobytes()


class PacketEnd:
    """A destination of packets: one packet at a time, whoever sends it."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.taken_by: PacketStream | None = None


class PacketSource(Source, Protocol):
    def packet_left(self) -> int | None: ...


class PacketStream:
    """Packets of one source: each goes to the ends that its id has."""

    is_of_core = False

    def __init__(
        self, name: str, source: PacketSource, routes: dict[int, list[tuple[PacketEnd, bool]]], clocks: Lanes
    ) -> None:
        self.name = self.lane = name
        self._source, self._routes, self._clocks = source, routes, clocks
        ends = [end.sink for to in routes.values() for end, _ in to]
        self._rate = clocks.rates.along(source.is_dma or any(end.is_dma for end in ends))
        self._ends: list[tuple[PacketEnd, bool]] = []  # of the packet that is on its way, and whether they keep headers
        self._header: Array | None = None  # while those who keep it have not got it
        self._left: int | None = 0  # bytes behind it; None: a core has not ended it yet
        self._is_claimed = False
        self.bytes = 0

    def move(self) -> bool:
        """As much of a packet as all its ends take; whether anything moved."""
        started = not self._ends
        if started and not self._start():
            return False
        if not self._is_claimed:
            if any(end.taken_by is not None for end, _ in self._ends):
                return started
            for end, _ in self._ends:
                end.taken_by = self
            self._is_claimed = True
        if self._header is not None:
            keepers = [end.sink for end, keeps in self._ends if keeps]
            if any(sink.room() < HEADER for sink in keepers):
                return started
            for sink in keepers:
                sink.put(self._header, self._clocks.now(self.lane))
            self._header = None
        sinks = [end.sink for end, _ in self._ends]
        if self._left is None:
            self._left = self._source.packet_left()
        known = [] if self._left is None else [self._left]
        count = min([*known, self._source.offered(), *(sink.room() for sink in sinks)]) if self._left != 0 else 0
        if count:
            self._clocks.wait(self.lane, self._source.since, "waits for data")
            self._clocks.wait(self.lane, max(sink.since for sink in sinks), "waits for room")
            at = self._clocks.spend(self.lane, cycles(count, self._rate), "moves")
            data = self._source.take(count, at)
            for sink in sinks:
                sink.put(data, at)
            self.bytes += count
            self._left = None if self._left is None else self._left - count
        if self._left == 0:
            for end, _ in self._ends:
                end.taken_by = None
            self._ends, self._is_claimed = [], False
        return started or bool(count)

    def _start(self) -> bool:
        """A header has come, and says where its packet goes."""
        if self._source.offered() < HEADER:
            return False
        whole = self._source.packet_left()
        if whole is not None and whole < HEADER:
            return False
        self._left = None if whole is None else whole - HEADER
        self._header = self._source.take(HEADER, self._clocks.now(self.lane))
        number = packet_id(self._header)
        if number not in self._routes:
            ids = ", ".join(map(str, sorted(self._routes)))
            raise wrong(self.name, "unknown_packet", packet=number, ids=ids)
        self._ends = self._routes[number]
        return True
