"""What joins kernels: cascades, streams and buffers. All are bounded: who cannot go on waits for the other side."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import numpy as np

from lanewise.aie.checked import watches
from lanewise.aie.cores import current_core
from lanewise.aie.team import standing, wait
from lanewise.errors import LanewiseError, user_location
from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.lanes import Array, storage
from lanewise.isa.aie.observing import observed
from lanewise.isa.aie.types import LaneType, Tag, check_tag, lane_type, tag
from lanewise.isa.aie.vectors import Vector, vector, zeros
from lanewise.machine.scheduler import Where


class Link:
    """A queue of words between two kernels. Without a reader or a writer running, waiting is a deadlock at once."""

    kind = "link"

    def __init__(self, name: str, depth: int | None) -> None:
        self.name = name or self.kind
        self.depth = depth  # None: as the chip of the first kernel to use it says
        self.words: deque[Any] = deque()
        self.last_put: Where | tuple[str, int] | None = None  # of a check

    def _capacity(self) -> int:
        return self.depth if self.depth is not None else int(current_core(self.name).chip.fact(f"{self.kind}_depth"))

    def _put(self, word: Any) -> None:
        depth = self._capacity()
        wait(f"room in {self.kind} {self.name} ({depth} of {depth} words are full)", lambda: len(self.words) < depth)
        self.words.append(word)
        self._note()

    def _note(self) -> None:
        if watches():
            inside = standing.get()
            self.last_put = inside() if inside else user_location()

    def _get(self) -> Any:
        wait(f"data in {self.kind} {self.name} (empty)", lambda: len(self.words) > 0)
        return self.words.popleft()

    def cross(self, reads: bool, memory: Array) -> None:
        """Memory of a C++ kernel into the link, or from the link into memory. Waits for the other side."""
        raise self._refuse("both_sides")

    def end_packet(self) -> None:
        """What a C++ kernel put last ends a packet: for those who lead packets on."""

    def _refuse(self, case: str, **fields: Any) -> LanewiseError:
        return LanewiseError("AIE-006", case=case, link=f"{self.kind} {self.name}", **fields)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}: {len(self.words)} words>"


class Cascade(Link):
    """Accumulators from core to core, 384 or 512 bits at a time, bit for bit. The depth is the chip's."""

    kind = "cascade"

    def __init__(self, tag_name: str | Tag = "acc48", name: str = "", depth: int | None = None) -> None:
        super().__init__(name, depth)
        self.tag = tag(tag_name)

    def _lanes_per_word(self) -> int:
        core = current_core(self.name)
        kind = check_tag(self.tag, core.family)
        if kind.is_float and not core.has("float_accumulators"):
            bits = 256  # float accumulators are vectors there
        else:
            bits = int(core.chip.fact("cascade_bits"))
        per_lane = kind.lane_bits(core.family) * (2 if kind.is_complex else 1)
        return bits // (96 if per_lane == 80 else 192 if per_lane == 160 else per_lane)

    def cross(self, reads: bool, memory: Array) -> None:
        family = current_core(self.name).family
        face = np.dtype(np.float32) if self.tag.is_float else storage(self.tag.lane_bits(family))
        lanes = memory.view(face).reshape((-1, 2) if self.tag.is_complex else -1)
        if reads:
            lanes[...] = self.get(len(lanes)).lanes
        else:
            self.put(Accum(lanes.copy(), self.tag, family))

    @observed("put_mcd")
    def put(self, acc: Accum) -> None:
        """Sends an accumulator, the low lanes first. A small one fills up a word with undefined lanes, here zero."""
        if acc.tag != self.tag:
            raise self._refuse("other_accumulator", tag=self.tag, other=acc.tag)
        width = self._lanes_per_word()
        for first in range(0, acc.size, width):
            part = acc.lanes[first : first + width]
            word = np.zeros((width, *part.shape[1:]), part.dtype)
            word[: len(part)] = part
            self._put(word)

    @observed("get_scd")
    def get(self, size: int) -> Accum:
        """Receives `size` lanes."""
        width = self._lanes_per_word()
        words = [self._get() for _ in range(-(-size // width))]
        return Accum(np.concatenate(words)[:size].copy(), self.tag, current_core(self.name).family)


class Stream(Link):
    """Values one after the other, in 32-bit beats; vectors of any size."""

    kind = "stream"

    def __init__(self, type: str | LaneType, values: Any = None, name: str = "", depth: int | None = None) -> None:
        super().__init__(name, depth)
        self.type = lane_type(type)
        if values is not None:  # an input from outside is all there
            self._extend(vector(values, self.type))

    def _extend(self, v: Vector) -> None:
        self.words.extend((row, False) for row in v.data)

    def _wait_for_room(self) -> None:
        depth = max(1, self._capacity() * 32 // self.type.lane_bits)
        wait(f"room in stream {self.name} ({depth} values wait in it)", lambda: len(self.words) < depth)

    def cross(self, reads: bool, memory: Array) -> None:
        values = memory.view(self.type.dtype).reshape((-1, 2) if self.type.is_complex else -1)
        if reads:
            values[...] = self.read_v(len(values)).data
            return
        for i in range(len(values)):  # each may have to wait
            self.write(Vector(values[i : i + 1].copy(), self.type))

    @observed("writeincr")
    def write(self, value: Any, last: bool = False) -> None:
        """One value, or a vector lane by lane; `last` marks the end of a packet."""
        v = value if isinstance(value, Vector) else vector([value], self.type)
        if v.type != self.type:
            raise self._refuse("other_type", type=self.type, other=v.type)
        for i, row in enumerate(v.data):
            self._wait_for_room()
            self.words.append((row, last and i == v.size - 1))
        self._note()

    @observed("readincr")
    def read(self) -> Any:
        """The next value."""
        value = self._get()[0]
        return tuple(value.tolist()) if self.type.is_complex else value.item()

    @observed("readincr")
    def read_last(self) -> tuple[Any, bool]:
        """The next value, and whether it ends a packet."""
        value, last = self._get()
        return (tuple(value.tolist()) if self.type.is_complex else value.item()), last

    @observed("readincr_v")
    def read_v(self, size: int) -> Vector:
        """The next `size` values."""
        out = zeros(self.type, size)
        for i in range(size):
            out.data[i] = self._get()[0]
        return out

    def numpy(self) -> Array:
        """What is in it now; for an output at the end of a run."""
        out = zeros(self.type, len(self.words))
        for i, (row, _) in enumerate(self.words):
            out.data[i] = row
        return out.data


class OutputStream(Stream):
    """A stream that leaves the graph: somebody outside always takes what is written."""

    def _wait_for_room(self) -> None:
        pass


class Block:
    """A kernel's view of one buffer: read and written at a place that moves and wraps around."""

    def __init__(self, data: Array, type: LaneType) -> None:
        self.data = data
        self.type = type
        self.at = 0

    @property
    def size(self) -> int:
        return len(self.data)

    def _take(self, size: int) -> Array:
        index = (self.at + np.arange(size)) % self.size
        self.at = (self.at + size) % self.size
        return index

    @observed("window_readincr")
    def readincr(self) -> Any:
        value = self.data[self._take(1)[0]]
        return tuple(value.tolist()) if self.type.is_complex else value.item()

    @observed("window_readincr_v")
    def readincr_v(self, size: int) -> Vector:
        return Vector(self.data[self._take(size)].copy(), self.type)

    @observed("window_writeincr")
    def writeincr(self, value: Any) -> None:
        v = value if isinstance(value, Vector) else vector([value], self.type)
        self.data[self._take(v.size)] = v.data

    def incr(self, count: int = 1) -> None:
        self.at = (self.at + count) % self.size

    def decr(self, count: int = 1) -> None:
        self.incr(-count)


class Buffer(Link):
    """Blocks of samples that one kernel fills and another reads; two of them go back and forth.

    A kernel is given `buffer.input` or `buffer.output` and sees a Block. With a margin, a reader finds the last samples
    of the block before in front of its own. `values` are blocks that are there from the beginning.
    """

    kind = "buffer"

    def __init__(self, type: str | LaneType, size: int, margin: int = 0, name: str = "", values: Any = None) -> None:
        super().__init__(name, 2)
        self.type = lane_type(type)
        self.size, self.margin = size, margin
        self._history = zeros(self.type, margin).data
        self._memory = zeros(self.type, size).data  # of the writer: it keeps its content until it is written
        if values is not None:
            given = vector(values, self.type).data
            if len(given) % size:
                raise self._refuse("whole_samples", count=len(given), size=size)
            self.words.extend(given.reshape(-1, size, *given.shape[1:]).copy())

    @property
    def input(self) -> End:
        return End(self, reads=True)

    @property
    def output(self) -> End:
        return End(self, reads=False)

    def acquire_input(self) -> Block:
        block = np.concatenate([self._history, self._get()])
        self._history = block[len(block) - self.margin :].copy()
        return Block(block, self.type)

    def acquire_output(self) -> Block:
        self._wait_for_room()
        return Block(self._memory, self.type)

    def _wait_for_room(self) -> None:
        wait(f"an empty block of buffer {self.name} (both are full)", lambda: len(self.words) < 2)

    def release_output(self, block: Block) -> None:
        self.words.append(block.data.copy())

    def numpy(self) -> Array:
        """All blocks in it, one after the other."""
        return np.concatenate([*self.words, zeros(self.type, 0).data])


class OutputBuffer(Buffer):
    """A buffer that leaves the graph: there is always room."""

    def _wait_for_room(self) -> None:
        pass


class End(NamedTuple):
    """One side of a buffer, as a kernel's argument."""

    buffer: Buffer
    reads: bool

    def acquire(self) -> Block:
        return self.buffer.acquire_input() if self.reads else self.buffer.acquire_output()

    def release(self, block: Block) -> None:
        if not self.reads:
            self.buffer.release_output(block)
