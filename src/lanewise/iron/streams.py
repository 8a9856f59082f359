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

Array = np.ndarray[Any, Any]


class Pool:
    """A ring of objects at one end, or of one piece of them; `free` and `full` are its locks."""

    def __init__(self, nbytes: int, depth: int, dtype: Any) -> None:
        self.depth = depth
        self._memory = [Memory(nbytes, dtype) for _ in range(depth)]
        self.objects = [memory.bytes for memory in self._memory]
        self.free, self.full = depth, 0
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
            self.free -= 1
            self.filled(1)

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

    def filled(self, count: int) -> None:
        self._in += count
        self.full += count
        self.most = max(self.most, self.full)

    def emptied(self, count: int) -> None:
        self._out += count
        self.free += count


class Source(Protocol):
    def offered(self) -> int: ...
    def take(self, count: int) -> Array: ...


class Sink(Protocol):
    def room(self) -> int: ...
    def put(self, data: Array) -> None: ...


class Part(NamedTuple):
    """A pool and the order in which a DMA goes through its objects."""

    pool: Pool
    pattern: Pattern


class PoolSource:
    """A DMA that sends objects, each `repeat` times; of several pools one object in turn."""

    def __init__(self, parts: Sequence[Part], repeat: int = 1) -> None:
        self._parts, self._repeat = parts, repeat
        self._turn = self._at = self._sent = 0
        self._running = False

    def offered(self) -> int:
        pool, pattern = self._parts[self._turn]
        if not self._running:
            if not pool.full:
                return 0
            pool.full -= 1
            self._running = True
        return pattern.total - self._at

    def take(self, count: int) -> Array:
        pool, pattern = self._parts[self._turn]
        data = pattern.read(pool.next_out(), self._at, count)
        self._at += count
        if self._at == pattern.total:
            self._at = 0
            self._sent += 1
            if self._sent == self._repeat:
                self._sent, self._running = 0, False
                pool.emptied(1)
                self._turn = (self._turn + 1) % len(self._parts)
        return data


class PoolSink:
    """A DMA that receives objects; into several pools one object in turn."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._turn = self._at = 0
        self._running = False

    def room(self) -> int:
        pool, pattern = self._parts[self._turn]
        if not self._running:
            if not pool.free:
                return 0
            pool.free -= 1
            self._running = True
        return pattern.total - self._at

    def put(self, data: Array) -> None:
        pool, pattern = self._parts[self._turn]
        pattern.write(pool.next_in(), self._at, data)
        self._at += len(data)
        if self._at == pattern.total:
            self._at, self._running = 0, False
            pool.filled(1)
            self._turn = (self._turn + 1) % len(self._parts)


class Task:
    """One transfer of the host."""

    def __init__(self, memory: Array, pattern: Pattern, of: Any) -> None:
        self.memory, self.pattern, self.of = memory, pattern, of
        self.moved = 0

    def close(self) -> None:
        self.memory = self.memory[:0].copy()

    @property
    def done(self) -> bool:
        return self.moved == self.pattern.total

    @property
    def left(self) -> int:
        return self.pattern.total - self.moved


class HostEnd:
    """The host's DMA at one fifo: transfers one after the other, in the order they were queued."""

    def __init__(self) -> None:
        self.queue: deque[Task] = deque()
        self.bytes = 0  # all that went through

    def offered(self) -> int:
        return self.queue[0].left if self.queue else 0

    room = offered

    def take(self, count: int) -> Array:
        task = self.queue[0]
        data = task.pattern.read(task.memory, task.moved, count)
        self._moved(task, count)
        return data

    def put(self, data: Array) -> None:
        task = self.queue[0]
        task.pattern.write(task.memory, task.moved, data)
        self._moved(task, len(data))

    def _moved(self, task: Task, count: int) -> None:
        task.moved += count
        self.bytes += count
        if task.done:
            self.queue.popleft()


class Stream:
    """From a source to all its sinks."""

    def __init__(self, name: str, source: Source, sinks: Sequence[Sink]) -> None:
        self.name, self._source, self._sinks = name, source, sinks
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
        data = self._source.take(count)
        for sink in self._sinks:
            sink.put(data)
        self.bytes += count
        return True
