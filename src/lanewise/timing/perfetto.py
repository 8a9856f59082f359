"""A report as a Chrome trace, which Perfetto opens too: a process per block, a lane per pipe, an arrow per flag.

One cycle is drawn as one microsecond, so that no digit is lost. Events are made one by one: a file of millions of them
is never in memory as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from lanewise.isa.issued import Pipe
from lanewise.timing.order import Act
from lanewise.timing.replay import why_text
from lanewise.timing.report import BlockTime, Report, instruction, label

LANES = {Pipe.S: "SCALAR", Pipe.V: "VECTOR", Pipe.MTE2: "MTE2", Pipe.MTE3: "MTE3"}
FLOW, SYNC = "FLOWCTRL", 4  # barriers and waits of the scalar unit have a lane of their own
INSIDE = 0.01  # cycles by which an arrow keeps from the edge of its slice, where viewers would not see which it means
TOGETHER = 1000  # events that are written at a time
Event = dict[str, Any]


def perfetto(*reports: Report) -> dict[str, Any]:
    """The trace of launches one after the other, as data; `write_perfetto` writes it without holding it."""
    return {"traceEvents": list(_events(reports)), **_about(reports)}


def write_perfetto(path: str | Path, *reports: Report) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"traceEvents":[')
        events, before = _events(reports), ""
        while some := list(islice(events, TOGETHER)):
            file.write(before + json.dumps(some, separators=(",", ":"))[1:-1])
            before = ",\n"
        file.write("]," + json.dumps(_about(reports))[1:])


def _about(reports: tuple[Report, ...]) -> dict[str, Any]:
    first = reports[0] if reports else None
    about = {"chip": first.chip.name, "clock_mhz": first.numbers.clock or None} if first else {}
    return {"displayTimeUnit": "ms", "otherData": {**about, "unit": "1 us here is 1 cycle"}}


def _events(reports: tuple[Report, ...]) -> Iterator[Event]:
    begin, process = 0.0, 0
    for number, report in enumerate(reports, 1):
        launch = f"launch {number}, " if len(reports) > 1 else ""
        for block in report.blocks:
            yield from _lanes(process, f"{launch}block {block.index}")
            yield from _work(report, block, process, begin)
            yield from _arrows(block, process, begin)
            process += 1
        begin += report.cycles


def _lanes(process: int, name: str) -> Iterator[Event]:
    yield _meta("process_name", process, 0, {"name": name})
    for lane, title in [*LANES.items(), (SYNC, FLOW)]:
        yield _meta("thread_name", process, int(lane), {"name": title})
        yield _meta("thread_sort_index", process, int(lane), {"sort_index": int(lane)})


@cache
def _names(opcode: int) -> tuple[str, str]:
    ins = instruction(opcode)
    return label(ins), ins.name


def _work(report: Report, block: BlockTime, process: int, begin: float) -> Iterator[Event]:
    records, time = block.records, block.time
    code: dict[tuple[int, int], str] = {}
    columns = (records["opcode"], block.steps.act, block.steps.pipe, time.start, time.end, time.wait, time.why,
               records["repeat"], records["file"], records["line"], block.lost, block.known)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    for i, (opcode, act, pipe, start, end, wait, why, repeat, file, line, lost, known) in enumerate(rows):
        lane = pipe if pipe or act == Act.SCALAR else SYNC
        name, op = _names(opcode)
        place = code.get((file, line))
        if place is None:
            place = code[file, line] = report.where(records[i])
        details: dict[str, Any] = {"op": op, "code": place, "row": i}
        if repeat > 1:
            details["repeat"] = repeat
        if wait > 0:
            details["waited"], details["for"] = wait, why_text(why, pipe)
        if lost:
            details["conflict cycles"] = lost
        if not known:
            details["cost"] = "unknown"
        yield {"ph": "X", "name": name, "cat": FLOW if lane == SYNC else LANES[Pipe(lane)], "pid": process,
               "tid": lane, "ts": begin + start, "dur": end - start, "args": details}


def _arrows(block: BlockTime, process: int, begin: float) -> Iterator[Event]:
    """From the last work before a set to the first work after its wait; flags that hold no work up have none."""
    time, steps = block.time, block.steps
    lanes, rows = steps.pipe, np.arange(len(steps.act))
    before, after = np.full((4, len(rows)), -1), np.full((4, len(rows)), len(rows))
    for lane in range(1, 4):  # of each row the last work before it and the first one after it
        before[lane] = np.maximum.accumulate(np.where(lanes == lane, rows, -1)) if len(rows) else -1
        after[lane] = np.minimum.accumulate(np.where(lanes == lane, rows, len(rows))[::-1])[::-1]
    source, target = steps.source[time.waiters], steps.target[time.waiters]
    first, last = before[source, time.setters], after[target, time.waiters]
    held = (target == Pipe.S) | (last < len(rows))
    early, late = first < 0, target == Pipe.S  # the scalar unit itself set it, or waited
    first, last = np.where(early, time.setters, first), np.where(late, time.waiters, np.minimum(last, len(rows) - 1))
    inside = np.minimum(INSIDE, (time.end - time.start) / 2)
    leaves = time.end[first] - inside[first]
    arrives = np.where(late, time.end[last] - inside[last], time.start[last] + inside[last])
    columns = (source, target, np.where(early, SYNC, source), np.where(late, SYNC, target), begin + leaves,
               begin + np.maximum(leaves, arrives), held)
    names = [[f"{Pipe(a).name}_{Pipe(b).name}" for b in range(4)] for a in range(4)]
    flags = zip(*(column.tolist() for column in columns), strict=True)
    for number, (a, b, lane, end_lane, ts, end_ts, drawn) in enumerate(flags):
        if drawn:
            shared = {"cat": "flag", "name": names[a][b], "id": process << 32 | number, "pid": process}
            yield {**shared, "ph": "s", "tid": lane, "ts": ts}
            yield {**shared, "ph": "f", "bp": "e", "tid": end_lane, "ts": end_ts}


def _meta(kind: str, process: int, lane: int, what: dict[str, Any]) -> Event:
    return {"ph": "M", "name": kind, "pid": process, "tid": lane, "args": what}
