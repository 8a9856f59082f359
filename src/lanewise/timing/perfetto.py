"""A report as a Chrome trace, which Perfetto opens too: a process per block, a lane per pipe, an arrow per flag.

One cycle is drawn as one microsecond, so that no digit is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.issued import Pipe
from lanewise.timing.order import Act
from lanewise.timing.replay import why_text
from lanewise.timing.report import Report, instruction

LANES = {Pipe.S: "SCALAR", Pipe.V: "VECTOR", Pipe.MTE2: "MTE2", Pipe.MTE3: "MTE3"}
FLOW, SYNC = "FLOWCTRL", 4  # barriers and waits of the scalar unit have a lane of their own


def perfetto(report: Report) -> dict[str, Any]:
    """The trace as data; write it with json.dump."""
    events: list[dict[str, Any]] = []
    for block in report.blocks:
        at = block.index
        events.append(_meta("process_name", at, 0, f"block {at}"))
        for lane, name in [*LANES.items(), (SYNC, FLOW)]:
            events.append(_meta("thread_name", at, int(lane), name))
            events.append({"ph": "M", "name": "thread_sort_index", "pid": at, "tid": int(lane),
                           "args": {"sort_index": int(lane)}})
        time = block.time
        for i, act in enumerate(block.steps.act.tolist()):
            lane = act if act <= Act.MTE3 else SYNC
            record = block.records[i]
            ins = instruction(record["opcode"])
            details: dict[str, Any] = {"op": ins.name, "code": report.where(record), "row": i}
            if int(record["repeat"]) > 1:
                details["repeat"] = int(record["repeat"])
            if time.wait[i] > 0:
                details["waited"] = float(time.wait[i])
                details["for"] = why_text(int(time.why[i]), act if act <= Act.MTE3 else 0)
            if block.lost[i]:
                details["conflict cycles"] = float(block.lost[i])
            if not block.known[i]:
                details["cost"] = "unknown"
            events.append({"ph": "X", "name": ins.vendor[0], "cat": FLOW if lane == SYNC else LANES[Pipe(lane)],
                           "pid": at, "tid": int(lane), "ts": float(time.start[i]),
                           "dur": float(time.end[i] - time.start[i]), "args": details})
        events += _arrows(block)
    return {
        "traceEvents": events,
        "displayTimeUnit": "ms",
        "otherData": {"chip": report.chip.name, "clock_mhz": report.numbers.clock, "unit": "1 us here is 1 cycle"},
    }


def _arrows(block: Any) -> list[dict[str, Any]]:
    """From the work before a set to the work after its wait."""
    out: list[dict[str, Any]] = []
    time, steps = block.time, block.steps
    work = [np.flatnonzero(steps.act == lane) for lane in range(4)]
    for number, (setter, waiter) in enumerate(zip(time.setters.tolist(), time.waiters.tolist(), strict=True)):
        source, target = int(steps.source[waiter]), int(steps.target[waiter])
        shared = {"cat": "flag", "name": f"{Pipe(source).name}_{Pipe(target).name}", "id": block.index << 32 | number,
                  "pid": block.index}
        later = work[target][np.searchsorted(work[target], waiter) :]
        follower = int(later[0]) if target and len(later) else waiter
        out.append({**shared, "ph": "s", "tid": source, "ts": float(time.end[setter])})
        out.append({**shared, "ph": "f", "bp": "e", "tid": target, "ts": float(time.start[follower])})
    return out


def _meta(kind: str, block: int, lane: int, name: str) -> dict[str, Any]:
    return {"ph": "M", "name": kind, "pid": block, "tid": lane, "args": {"name": name}}
