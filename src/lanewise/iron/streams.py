"""Data on their way: pools of objects, and streams of bytes between them.

A stream holds nothing: bytes move when its source and all its sinks have a transfer running, so a broadcast moves at
the pace of the slowest. Nothing forces both ends to cut the stream alike.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from lanewise.iron.elements import Memory
from lanewise.iron.patterns import Pattern
from lanewise.timing.lanes import Lanes, cycles

Array = np.ndarray[Any, Any]


class Pool:
    """A ring of objects at one end, or of one piece of them; `free` and `full` are its locks.

    Each lock that is given has the cycle at which it was given.
    """

    def __init__(self, nbytes: int, depth: int, dtype: Any, clocks: Lanes, name: str = "") -> None:
        self.depth, self._clocks, self._name = depth, clocks, name
        self._memory = [Memory(nbytes, dtype) for _ in range(depth)]
        self.objects = [memory.bytes for memory in self._memory]
        self._free_since: deque[float] = deque([0.0] * depth)
        self._full_since: deque[float] = deque()
        self._in = self._out = 0  # objects that were filled, and given back, since the beginning
        self.most = 0  # how full it has been

    def close(self) -> None:
        """Its memory goes."""
        self._memory.clear()
        self.objects.clear()

    def fill_first(self, objects: Sequence[Array]) -> None:
        """Objects that are there from the beginning."""
        for data in objects:
            self.next_in()[:] = data
            self.filled(1, self.take_free(1))

    @property
    def free(self) -> int:
        return len(self._free_since)

    @property
    def full(self) -> int:
        return len(self._full_since)

    def take_free(self, count: int) -> float:
        """The cycle at which the last of them became free."""
        return [self._free_since.popleft() for _ in range(count)][-1]

    def take_full(self, count: int) -> float:
        return [self._full_since.popleft() for _ in range(count)][-1]

    @property
    def first_in(self) -> int:
        """The number of the object to fill next."""
        return self._in % self.depth

    @property
    def first_out(self) -> int:
        return self._out % self.depth

    def next_in(self) -> Array:
        return self.objects[self._in % self.depth]

    def next_out(self) -> Array:
        return self.objects[self._out % self.depth]

    def filled(self, count: int, at: float) -> None:
        self._in += count
        self._full_since.extend([at] * count)
        self.most = max(self.most, self.full)
        self._clocks.change(self._name, at, count)

    def emptied(self, count: int, at: float) -> None:
        self._out += count
        self._free_since.extend([at] * count)
        self._clocks.change(self._name, at, -count)


class Source(Protocol):
    is_dma: bool

    @property
    def since(self) -> float: ...  # when what it offers was there
    def offered(self) -> int: ...
    def take(self, count: int, at: float) -> Array: ...


class Sink(Protocol):
    is_dma: bool

    @property
    def since(self) -> float: ...
    def room(self) -> int: ...
    def put(self, data: Array, at: float) -> None: ...


class Part(NamedTuple):
    """A pool and the order in which a DMA goes through its objects."""

    pool: Pool
    pattern: Pattern


class PoolSource:
    """A DMA that sends objects, each `repeat` times, and takes them from its pools in turn."""

    is_dma = True

    def __init__(self, parts: Sequence[Part], repeat: int = 1, rounds: int | None = None) -> None:
        self._parts, self._repeat = parts, repeat
        self._left = None if rounds is None else rounds * sum(part.pool.depth for part in parts)  # objects to send
        self._turn = self._at = self._sent = 0
        self._running = False
        self.since = 0.0

    def offered(self) -> int:
        pool, pattern = self._parts[self._turn]
        if not self._running:
            if not pool.full or self._left == 0:
                return 0
            self.since = pool.take_full(1)
            self._running = True
        return pattern.total - self._at

    def take(self, count: int, at: float) -> Array:
        pool, pattern = self._parts[self._turn]
        data = pattern.read(pool.next_out(), self._at, count)
        self._at += count
        if self._at == pattern.total:
            self._at = 0
            self._sent += 1
            if self._sent == self._repeat:
                self._sent, self._running = 0, False
                pool.emptied(1, at)
                self._left = None if self._left is None else self._left - 1
                self._turn = (self._turn + 1) % len(self._parts)
        return data


class RoundSource:
    """A DMA that sends the same objects round and round, each `repeat` times."""

    is_dma = True

    def __init__(self, objects: Sequence[Array], pattern: Pattern, repeat: int) -> None:
        self._objects, self._pattern, self._repeat = objects, pattern, repeat
        self._sent = self._at = 0
        self.since = 0.0

    def offered(self) -> int:
        return self._pattern.total - self._at

    def take(self, count: int, at: float) -> Array:
        now = self._objects[self._sent // self._repeat % len(self._objects)]
        data = self._pattern.read(now, self._at, count)
        self._at += count
        if self._at == self._pattern.total:
            self._at, self._sent = 0, self._sent + 1
        return data


class PoolSink:
    """A DMA that receives objects; into several pools one object in turn."""

    is_dma = True

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._turn = self._at = 0
        self._running = False
        self.since = 0.0

    def room(self) -> int:
        pool, pattern = self._parts[self._turn]
        if not self._running:
            if not pool.free:
                return 0
            self.since = pool.take_free(1)
            self._running = True
        return pattern.total - self._at

    def put(self, data: Array, at: float) -> None:
        pool, pattern = self._parts[self._turn]
        pattern.write(pool.next_in(), self._at, data)
        self._at += len(data)
        if self._at == pattern.total:
            self._at, self._running = 0, False
            pool.filled(1, at)
            self._turn = (self._turn + 1) % len(self._parts)


class Task:
    """One transfer of the host."""

    def __init__(self, memory: Array, pattern: Pattern, of: Any, queued: float = 0.0) -> None:
        self.memory, self.pattern, self.of, self.queued = memory, pattern, of, queued
        self.moved, self.ended = 0, queued  # the cycle at which the last of it moved

    def close(self) -> None:
        self.memory = self.memory[:0].copy()

    @property
    def done(self) -> bool:
        return self.moved == self.pattern.total

    @property
    def left(self) -> int:
        return self.pattern.total - self.moved

    @property
    def packet_left(self) -> int:
        """Of the packet that is on its way; where it has no headers of its own, the whole transfer is one."""
        unit = getattr(self.pattern, "unit", self.pattern.total)
        return unit - self.moved % unit


class HostEnd:
    """The host's DMA at one fifo: transfers one after the other, in the order they were queued."""

    is_dma = True

    def __init__(self) -> None:
        self.queue: deque[Task] = deque()
        self.bytes = 0  # all that went through

    @property
    def since(self) -> float:
        return self.queue[0].queued

    def offered(self) -> int:
        return self.queue[0].left if self.queue else 0

    room = offered

    def packet_left(self) -> int:
        return self.queue[0].packet_left if self.queue else 0

    def take(self, count: int, at: float) -> Array:
        task = self.queue[0]
        data = task.pattern.read(task.memory, task.moved, count)
        self._moved(task, count, at)
        return data

    def put(self, data: Array, at: float) -> None:
        task = self.queue[0]
        task.pattern.write(task.memory, task.moved, data)
        self._moved(task, len(data), at)

    def _moved(self, task: Task, count: int, at: float) -> None:
        task.moved += count
        task.ended = at
        self.bytes += count
        if task.done:
            self.queue.popleft()


class Stream:
    """From a source to all its sinks."""

    def __init__(
        self, name: str, source: Source, sinks: Sequence[Sink], clocks: Lanes, lane: str | None = None
    ) -> None:
        self.name, self._source, self._sinks, self._clocks = name, source, sinks, clocks
        self._rate = clocks.rates.along(source.is_dma or any(sink.is_dma for sink in sinks))
        self.lane = f"fifo {name}" if lane is None else lane
        self.is_of_core = False  # kernels put to it or get from it
        self.bytes = 0

    def move(self) -> bool:
        """As much as both ends can; whether anything moved."""
        count = self._source.offered()
        for sink in self._sinks:
            if not count:
                return False
            count = min(count, sink.room())
        if not count:
            return False
        self._clocks.wait(self.lane, self._source.since, "waits for data")
        self._clocks.wait(self.lane, max(sink.since for sink in self._sinks), "waits for room")
        at = self._clocks.spend(self.lane, cycles(count, self._rate), "moves")
        data = self._source.take(count, at)
        for sink in self._sinks:
            sink.put(data, at)
        self.bytes += count
        return True
