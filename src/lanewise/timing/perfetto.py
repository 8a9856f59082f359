"""A report as a Chrome trace, which Perfetto opens too: a process per block, a lane per pipe, an arrow per flag.

One cycle is drawn as one microsecond, so that no digit is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lanewise.isa.issued import Pipe
from lanewise.timing.order import Act
from lanewise.timing.replay import why_text
from lanewise.timing.report import BlockTime, Report, instruction, label

LANES = {Pipe.S: "SCALAR", Pipe.V: "VECTOR", Pipe.MTE2: "MTE2", Pipe.MTE3: "MTE3"}
FLOW, SYNC = "FLOWCTRL", 4  # barriers and waits of the scalar unit have a lane of their own


def perfetto(*reports: Report) -> dict[str, Any]:
    """The trace of launches one after the other, as data; write it with json.dump."""
    events: list[dict[str, Any]] = []
    begin, process = 0.0, 0
    for number, report in enumerate(reports, 1):
        launch = f"launch {number}, " if len(reports) > 1 else ""
        for block in report.blocks:
            events += _lanes(process, f"{launch}block {block.index}")
            events += _work(report, block, process, begin)
            events += _arrows(block, process, begin)
            process += 1
        begin += report.cycles
    first = reports[0] if reports else None
    about = {"chip": first.chip.name, "clock_mhz": first.numbers.clock} if first else {}
    return {"traceEvents": events, "displayTimeUnit": "ms", "otherData": {**about, "unit": "1 us here is 1 cycle"}}


def _lanes(process: int, name: str) -> Iterator[dict[str, Any]]:
    yield _meta("process_name", process, 0, {"name": name})
    for lane, title in [*LANES.items(), (SYNC, FLOW)]:
        yield _meta("thread_name", process, int(lane), {"name": title})
        yield _meta("thread_sort_index", process, int(lane), {"sort_index": int(lane)})


def _work(report: Report, block: BlockTime, process: int, begin: float) -> Iterator[dict[str, Any]]:
    time = block.time
    for i, (act, pipe) in enumerate(zip(block.steps.act.tolist(), block.steps.pipe.tolist(), strict=True)):
        lane = pipe if pipe or act == Act.SCALAR else SYNC
        ins = instruction(block.records["opcode"][i])
        yield {
            "ph": "X", "name": label(ins), "cat": FLOW if lane == SYNC else LANES[Pipe(lane)], "pid": process,
            "tid": int(lane), "ts": begin + float(time.start[i]), "dur": float(time.end[i] - time.start[i]),
            "args": _details(report, block, i, pipe),
        }


def _details(report: Report, block: BlockTime, i: int, pipe: int) -> dict[str, Any]:
    record, time = block.records[i], block.time
    out: dict[str, Any] = {"op": instruction(record["opcode"]).name, "code": report.where(record), "row": i}
    if int(record["repeat"]) > 1:
        out["repeat"] = int(record["repeat"])
    if time.wait[i] > 0:
        out["waited"], out["for"] = float(time.wait[i]), why_text(int(time.why[i]), pipe)
    if block.lost[i]:
        out["conflict cycles"] = float(block.lost[i])
    if not block.known[i]:
        out["cost"] = "unknown"
    return out


def _arrows(block: BlockTime, process: int, begin: float) -> Iterator[dict[str, Any]]:
    """From the work before a set to the work after its wait."""
    time, steps = block.time, block.steps
    work = [np.flatnonzero(steps.pipe == lane) for lane in range(4)]
    for number, (setter, waiter) in enumerate(zip(time.setters.tolist(), time.waiters.tolist(), strict=True)):
        source, target = int(steps.source[waiter]), int(steps.target[waiter])
        shared = {"cat": "flag", "name": f"{Pipe(source).name}_{Pipe(target).name}", "id": process << 32 | number,
                  "pid": process}
        later = work[target][np.searchsorted(work[target], waiter) :]
        follower = int(later[0]) if target and len(later) else waiter
        yield {**shared, "ph": "s", "tid": source, "ts": begin + float(time.end[setter])}
        yield {**shared, "ph": "f", "bp": "e", "tid": target, "ts": begin + float(time.start[follower])}


def _meta(kind: str, process: int, lane: int, what: dict[str, Any]) -> dict[str, Any]:
    return {"ph": "M", "name": kind, "pid": process, "tid": lane, "args": what}
