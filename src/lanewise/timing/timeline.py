"""A report as a Chrome trace, which Perfetto opens too: a process per block, a lane per pipe, an arrow per flag.

One cycle is drawn as one microsecond, so that no digit is lost. `trace_files` writes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from lanewise.chips import cores
from lanewise.isa.events import SCALAR
from lanewise.timing.order import NAMES, PIPES, Act, why_text
from lanewise.timing.reports import BlockTime, Report
from lanewise.timing.traced import flags, pipes, source_places

# Lanes of a vector core come first: its pipes, and one for barriers and waits of the scalar unit. Others follow.
SYNC, FLOW = len(cores.kind_for("vector").pipes), "FLOWCTRL"
LANE_OF = np.array([k if k < SYNC else k + 1 for k in PIPES])  # by pipe
LANES = dict(sorted({SYNC: FLOW, **{int(LANE_OF[k]): pipe.title for k, pipe in enumerate(cores.pipes())}}.items()))
INSIDE = 0.01  # cycles by which an arrow keeps from the edge of its slice, where viewers would not see which it means
Event = dict[str, Any]
Array = np.ndarray[Any, Any]


def perfetto(*reports: Report) -> dict[str, Any]:
    """The trace of launches one after the other, as data."""
    return {"traceEvents": list(events(reports)), "displayTimeUnit": "ms", "otherData": metadata(reports)}


def metadata(reports: Sequence[Report]) -> dict[str, Any]:
    first = reports[0] if reports else None
    known = {"chip": first.chip.name, "clock_mhz": first.numbers.clock or None} if first else {}
    return {**known, "unit": "1 us here is 1 cycle"}


def events(reports: Sequence[Report]) -> Iterator[Event]:
    begin, process = 0.0, 0
    for number, report in enumerate(reports, 1):
        launch = f"launch {number}, " if len(reports) > 1 else ""
        for block in report.blocks:
            yield from _lanes(process, f"{launch}{report.name_of(block)}", lanes_of([block]))
            yield from _work_events(report, block, process, begin)
            yield from _arrows(block, process, begin)
            process += 1
        begin += report.cycles


def lanes_of(blocks: Sequence[BlockTime]) -> dict[int, str]:
    """The lanes that blocks are drawn on: those of cube cores where one of them did anything there."""
    last = max((int(lanes(block).max(initial=SYNC)) for block in blocks), default=SYNC)
    return LANES if last > SYNC else {lane: title for lane, title in LANES.items() if lane <= SYNC}


def _lanes(process: int, name: str, shown: dict[int, str]) -> Iterator[Event]:
    yield _meta("process_name", process, 0, {"name": name})
    for lane, title in shown.items():
        yield _meta("thread_name", process, lane, {"name": title})
        yield _meta("thread_sort_index", process, lane, {"sort_index": lane})


def _work_events(report: Report, block: BlockTime, process: int, begin: float) -> Iterator[Event]:
    records, rows = block.records, block.rows
    code: dict[int, str] = {}
    columns = (records["opcode"], lanes(block), pipes(block), rows["start"], rows["end"], rows["wait"], rows["why"],
               records["repeat"], source_places(records), rows["lost"], rows["known"])
    every = zip(*(column.tolist() for column in columns), strict=True)
    for i, (opcode, lane, pipe, start, end, wait, why, repeat, at, lost, known) in enumerate(every):
        kind = report.kinds[opcode]
        place = code.get(at)
        if place is None:
            place = code[at] = report.where(at)
        details: dict[str, Any] = {"op": kind.name, "code": place, "row": i}
        if repeat > 1:
            details["repeat"] = repeat
        if wait > 0:
            details["waited"], details["for"] = wait, why_text(why, pipe)
        if lost:
            details["conflict cycles"] = lost
        if not known:
            details["cost"] = "unknown"
        yield {"ph": "X", "name": kind.label, "cat": LANES[lane], "pid": process,
               "tid": lane, "ts": begin + start, "dur": end - start, "args": details}


def lanes(block: BlockTime) -> Array:
    """Of each row: that of its pipe, or SYNC for what only orders."""
    of = pipes(block)
    return np.where((of == SCALAR) & (block.rows["act"] != Act.SCALAR), SYNC, LANE_OF[of])


class Arrows(NamedTuple):
    """Flags that hold work up: from the last work before a set to the first work after its wait. A row for each."""

    source: Array  # the pipe that sets
    target: Array  # the pipe that waits
    first: Array  # the row that it leaves
    last: Array  # the row that it reaches
    lane: Array
    leaves: Array
    end_lane: Array
    arrives: Array


def arrows(block: BlockTime) -> Arrows:
    of, rows = pipes(block), np.arange(len(block.rows))
    start, end = block.rows["start"], block.rows["end"]
    setters, waiters = flags(block)
    before, after = np.full((len(PIPES), len(rows)), -1), np.full((len(PIPES), len(rows)), len(rows))
    for lane in PIPES[1:]:  # of each row the last work before it and the first one after it
        before[lane] = np.maximum.accumulate(np.where(of == lane, rows, -1)) if len(rows) else -1
        after[lane] = np.minimum.accumulate(np.where(of == lane, rows, len(rows))[::-1])[::-1]
    source, target = block.rows["source"][waiters].astype(int), block.rows["target"][waiters].astype(int)
    first, last = before[source, setters], after[target, waiters]
    held = (target == SCALAR) | (last < len(rows))
    early, late = first < 0, target == SCALAR  # the scalar unit itself set it, or waited
    first, last = np.where(early, setters, first), np.where(late, waiters, np.minimum(last, len(rows) - 1))
    inside = np.minimum(INSIDE, (end - start) / 2)
    leaves = end[first] - inside[first]
    arrives = np.where(late, end[last] - inside[last], start[last] + inside[last])
    columns = (source, target, first, last, np.where(early, SYNC, LANE_OF[source]), leaves,
               np.where(late, SYNC, LANE_OF[target]), np.maximum(leaves, arrives))
    return Arrows(*(column[held] for column in columns))


def _arrows(block: BlockTime, process: int, begin: float) -> Iterator[Event]:
    names = [[f"{a}_{b}" for b in NAMES] for a in NAMES]
    columns = (column.tolist() for column in arrows(block))
    for number, (a, b, _, _, lane, ts, end_lane, end_ts) in enumerate(zip(*columns, strict=True)):
        shared = {"cat": "flag", "name": names[a][b], "id": process << 32 | number, "pid": process}
        yield {**shared, "ph": "s", "tid": lane, "ts": begin + ts}
        yield {**shared, "ph": "f", "bp": "e", "tid": end_lane, "ts": begin + end_ts}


def _meta(kind: str, process: int, lane: int, what: dict[str, Any]) -> Event:
    return {"ph": "M", "name": kind, "pid": process, "tid": lane, "args": what}
