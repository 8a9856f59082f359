"""Global memory: buffers at stable addresses, each with guard bytes behind it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.machine.host import TO_DEVICE, TO_HOST, Host
from lanewise.machine.leniency import complain

if TYPE_CHECKING:
    from lanewise.machine.core import Core

BASE = 0x10_0000_0000
ALIGN = 512
SLACK = 64 * 1024  # guard bytes behind every buffer
PAGE = 512  # chips go on behind a buffer up to the end of such a piece, and of the next
UNIT = 32  # device memory comes in blocks of so many bytes, and one more
GUARD = 0xFB
POISON = 0xFF  # what uninitialised memory holds

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


def aligned_bytes(size: int, fill: int, align: int = ALIGN) -> Bytes:
    """`size` bytes whose host address is a multiple of `align`."""
    raw = np.full(size + align, fill, np.uint8)
    start = -raw.ctypes.data % align
    return raw[start : start + size]


def _out_of_bounds_hint(address: int) -> str:
    """As the engine says it (engine/memory/gm.cpp); buffers of a launch are all freed at its end."""
    if address < 4096:
        return "as it has no global buffer: give it one, from a kernel argument, first"
    return "which belongs to no buffer of the device; memory of the host has to be copied there first"


@dataclass
class Buffer:
    name: str
    address: int
    size: int
    data: Bytes | None = None  # the buffer and its guard bytes; None: an array that was borrowed

    @property
    def total(self) -> int:
        return self.size + SLACK

    @property
    def spare(self) -> int:
        """Bytes that the chip's allocator gives: copies of whole blocks reach there."""
        return -(-self.size // UNIT) * UNIT + UNIT


    @property
    def slack(self) -> int:
        """Where what is behind it ends that programs reach with whole tiles."""
        return -(-self.size // PAGE) * PAGE + PAGE


@dataclass(frozen=True)
class Overrun:
    """An access behind the end of a buffer, inside its guard bytes."""

    op: str
    operand: str
    buffer: str
    size: int
    first: int
    last: int


class Gm:
    """All buffers of one launch, shared by its blocks."""

    def __init__(self, native: Any = None, *, listened: bool = False) -> None:
        self.host = Host(listened)
        self.buffers: list[Buffer] = []
        self._overruns: list[Overrun] = []
        self._starts: list[int] = []
        self._next = BASE
        self.native: Any = native.Gm() if native is not None else None

    def allocate(self, size: int, name: str = "") -> Buffer:
        buffer = self._add_buffer(size, name)
        buffer.data = aligned_bytes(buffer.total, GUARD)
        if self.native is not None:
            self.native.add(buffer.address, size, buffer.spare, buffer.total, buffer.data, buffer.name)
        return buffer

    def borrow(self, bits: Bytes, name: str) -> Buffer:
        """A buffer that holds an array without a copy of it, until somebody writes there or reaches behind its end."""
        buffer = self._add_buffer(bits.size, name)
        self.native.borrow(buffer.address, bits.size, buffer.spare, buffer.total, bits, GUARD, buffer.name)
        return buffer

    def borrows(self, buffer: Buffer) -> bool:
        return buffer.data is None and self.native.borrows(buffer.address)

    def give_back(self, buffer: Buffer, bits: Bytes) -> None:
        """What was written into a borrowed array, which the buffer holds again."""
        self.native.give_back(buffer.address, bits)
        buffer.data = None

    def contents(self, buffer: Buffer) -> Bytes:
        """To look at and to write to, with the guard bytes."""
        if buffer.data is None:
            buffer.data = self.native.own(buffer.address, buffer.total)
        return buffer.data

    def _add_buffer(self, size: int, name: str) -> Buffer:
        buffer = Buffer(name or f"buffer {len(self.buffers)}", self._next, size)
        self.buffers.append(buffer)
        self._starts.append(buffer.address)
        self._next += -(-buffer.total // ALIGN) * ALIGN
        self.host.note("device_malloc", buffer.address, size, size, 0)
        return buffer

    def put(self, buffer: Buffer, bits: Bytes) -> None:
        """A copy from the host to the start of a buffer."""
        self.host.note_copy(buffer.address, bits.ctypes.data, bits.size, TO_DEVICE)
        self.contents(buffer)[: bits.size] = bits

    def note_read(self, address: int, size: int) -> None:
        """A copy to the host, to wherever numpy likes."""
        self.host.note_copy(0, address, size, TO_HOST)

    def free_all(self) -> None:
        """The host is done with the buffers; what they hold stays for whoever looks."""
        for buffer in self.buffers:
            self.host.note("device_free", buffer.address, buffer.size, 0)

    @property
    def overruns(self) -> list[Overrun]:
        """Every overrun so far, whichever engine met it."""
        found = list(self._overruns)
        for op, operand, number, first, last in self.native.overruns() if self.native is not None else ():
            buffer = self.buffers[number]
            found.append(Overrun(op, operand, buffer.name, buffer.size, first, last))
        return found

    def find(self, address: int) -> Buffer | None:
        at = bisect_right(self._starts, address) - 1
        if at < 0:
            return None
        buffer = self.buffers[at]
        return buffer if address < buffer.address + buffer.total else None

    def reach(self, core: Core, op: str, operand: str, first: int, end: int) -> None:
        """Bytes first..end-1 must lie in one buffer and what the allocator gives with it; strict: in the buffer."""
        buffer = self.find(first)
        if buffer is None:
            raise LanewiseError(
                "MEM-005", op=op, operand=operand, address=hex(first), instead=_out_of_bounds_hint(first)
            )
        start, stop = first - buffer.address, end - buffer.address
        if stop <= buffer.size:
            return
        problem = LanewiseError(
            "MEM-004", op=op, operand=operand, first=start, last=stop - 1, buffer=buffer.name, size=buffer.size
        )
        if core.strict or stop > max(buffer.spare, buffer.slack):
            raise problem
        complain(core, problem, "slack" if stop > buffer.spare else "spare")
        self._overruns.append(Overrun(op, operand, buffer.name, buffer.size, start, stop - 1))

    def view(self, address: int, size: int) -> Bytes:
        buffer = self.find(address)
        assert buffer is not None
        start = address - buffer.address
        return self.contents(buffer)[start : start + size]
