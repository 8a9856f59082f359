"""The memories of a core over time: who holds which bytes from when to when, and which bytes nobody ever held.

Queues give buffers out and take them back in the order of the program. On the chip that is not when a buffer is in
use: instructions run later than they are issued. So a buffer of a queue is held from the start of the first work on it
to the end of the last before it is given back.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lanewise.chips import cores
from lanewise.isa.catalogue import opcodes
from lanewise.isa.issued import VECTOR_MEMORY, Space, on_core
from lanewise.machine.tensor import TPosition
from lanewise.report.sites import Files
from lanewise.report.timeline import SCALE, start_and_end
from lanewise.timing.model import has_rows
from lanewise.timing.reports import Report
from lanewise.timing.traced import source_places

Data = dict[str, Any]
_GIVES = {
    "init_buffer": "TBuf", "init_buf_pool": "pool", "local_mem_alloc": "allocated", "ub_array": "array",
    "pop_stack_buffer": "rest of the pipe", "local_tensor_auto": "tensor",
}  # fmt: skip
_PIPES = ("tpipe_init", "tpipe_destroy")  # end what is held in every memory
_ENDS = ("reset_buf_pool", "local_tensor_auto_end")
_QUEUES = ("alloc_tensor", "free_tensor")
_LIES = {cores.positions()[at]: Space[one.name] for one in cores.memories() for at in one.positions}  # by position


@dataclass
class _Buffer:
    what: str
    owner: int
    number: int
    first: int
    size: int
    position: int
    place: int
    born: float
    died: float | None = None
    work: list[float] | None = None  # on the tensor that is out: start of the first, end of the last
    held: list[tuple[float, float]] = field(default_factory=list)

    def touch(self, start: float, end: float) -> None:
        if self.work is None:
            self.work = [start, end]
        else:
            self.work = [min(start, self.work[0]), max(end, self.work[1])]

    def give_back(self) -> None:
        if self.work is not None:
            self.held.append((self.work[0], self.work[1]))
        self.work = None

    def times(self, end: float) -> list[tuple[float, float]]:
        if self.what == "queue":
            self.give_back()
            return self.held
        return [(self.born, end if self.died is None else self.died)]


class _Memory:
    """Who holds what of one while records go by."""

    def __init__(self) -> None:
        self.all: list[_Buffer] = []
        self._starts: list[tuple[int, int]] = []  # of those that are alive: first byte, number in `all`

    def give(self, buffer: _Buffer) -> None:
        insort(self._starts, (buffer.first, len(self.all)))
        self.all.append(buffer)

    def end(self, first: int, size: int, time: float) -> None:
        self._end({n for at, n in self._starts if first <= at < first + size}, time)

    def end_all(self, time: float) -> None:
        self._end({n for _, n in self._starts}, time)

    def _end(self, gone: set[int], time: float) -> None:
        for number in gone:
            self.all[number].died = time
        self._starts = [pair for pair in self._starts if pair[1] not in gone]

    def holder(self, address: int) -> _Buffer | None:
        """The last one that was given a piece which begins at or before the address and reaches it."""
        at = bisect_right(self._starts, (address, len(self.all)))
        found = self.all[self._starts[at - 1][1]] if at else None
        return found if found is not None and address < found.first + found.size else None


def memory(report: Report, traces: list[Any], files: Files, rows: Sequence[int]) -> Data:
    """As far as the timeline goes: of each of the first blocks so many `rows`. A block has a map for each memory that
    somebody held or touched there, the vector memory first."""
    sizes = {Space[one.name]: report.chip.size(one.use) for one in cores.memories()}
    blocks = []
    for block, trace, most in zip(report.blocks, traces, rows, strict=False):
        times = start_and_end(report, block)
        end = max(block.cycles, float(times[1].max(initial=0.0)))
        maps = []
        for space, held in sorted(_followed(times, trace, most).items()):
            buffers = [_data(one, end, report, files) for one in held.all]
            about = {"memory": space.name, "bytes": sizes[space]}
            maps.append({**about, "buffers": buffers, "holes": holes(buffers, sizes[space])})
        blocks.append({"block": block.index, "maps": maps})
    return {"names": [space.name for space in sizes], "blocks": blocks}


def _data(one: _Buffer, end: float, report: Report, files: Files) -> Data:
    file, line = files.place(one.place, report.files)
    held = [[round(a * SCALE), round(b * SCALE)] for a, b in one.times(end)]
    position = "" if one.position >= TPosition.MAX else TPosition(one.position).name
    return {"what": one.what, "owner": one.owner, "number": one.number, "first": one.first, "bytes": one.size,
            "position": position, "file": file, "line": line, "held": held}


def _followed(times: tuple[Any, Any], trace: Any, most: int) -> dict[Space, _Memory]:
    names = {opcodes()[name]: name for name in (*_GIVES, *_PIPES, *_ENDS, *_QUEUES)}
    records = trace.records[: int(np.searchsorted(np.cumsum(has_rows(trace.records)), most, "right"))]
    rows = np.cumsum(has_rows(records)) - has_rows(records)  # of each record: its row, or that of the next one
    start, end = (column.tolist() for column in times)
    timed, spaces, addresses = has_rows(records).tolist(), records["operands"]["space"], records["operands"]["address"]
    held: dict[Space, _Memory] = {}
    owners: dict[int, Space] = {}  # where the buffers of queues are
    done = 0.0  # when all work so far has ended
    columns = (records["opcode"], records["operand_count"], records["payload"], source_places(records), rows)
    for k, (opcode, operands, payload, place, row) in enumerate(zip(*(c.tolist() for c in columns), strict=True)):
        name = names.get(opcode)
        if name in _PIPES:
            for one in held.values():
                one.end_all(done)
        elif name is not None:
            owner, number, first, size, position = (int(v) for v in trace.payload[payload : payload + 5])
            space = owners.get(owner, VECTOR_MEMORY) if name in _QUEUES else _LIES.get(position, VECTOR_MEMORY)
            there = held.setdefault(space, _Memory())
            if name in _GIVES:
                owners[owner] = space
                born = start[row] if row < len(start) else done
                there.give(_Buffer(_GIVES[name], owner, number, first, size, position, place, born))
            elif name in _ENDS:
                there.end(first, size, done)
            elif (holder := there.holder(first)) is not None:
                holder.what = "queue"
                holder.give_back()
        elif operands and timed[k]:
            done = max(done, end[row])
            for number, address in zip(spaces[k, :operands].tolist(), addresses[k, :operands].tolist(), strict=True):
                if not on_core(number):
                    continue
                there = held.setdefault(Space(number), _Memory())
                if (holder := there.holder(address)) is not None:
                    holder.touch(start[row], end[row])
    return held


def holes(buffers: list[Data], size: int) -> list[list[int]]:
    """Bytes that nobody ever held: the first, and the one behind the last."""
    out, end = [], 0
    for first, behind in sorted((b["first"], b["first"] + b["bytes"]) for b in buffers):
        if first > end:
            out.append([end, first])
        end = max(end, behind)
    return [*out, [end, size]] if end < size else out
