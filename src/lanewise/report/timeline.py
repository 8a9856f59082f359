"""What ran when, as columns of small numbers: a lane for each pipe of each block, as the Perfetto trace has them.

Lanes are in order of time, so a row says how long after the end of the one before it begins; on a pipe that is how long
the pipe stood still. Times are in tenths of a cycle. Where a chip has no timing, steps stand in the order in which they
were issued, each as long as the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.events import SCALAR
from lanewise.report.instructions import Instructions
from lanewise.report.sites import Sites
from lanewise.timing.order import NAMES, Why, why_text
from lanewise.timing.reports import BlockTime, Report
from lanewise.timing.timeline import LANE_OF, SYNC, arrows, lanes, lanes_of

Array = np.ndarray[Any, Any]
Data = dict[str, Any]
SCALE = 10
MOST = 110_000  # rows of a page; what is more is left out and said
MOST_ARROWS = 10_000


def timeline(report: Report, traces: list[Any], sites: Sites, instructions: Instructions, room: int = MOST) -> Data:
    """`room` rows at most: blocks are taken in order, and the last one that fits in part is cut."""
    blocks, left, some, shown = [], 0, 0, lanes_of(report.blocks)
    for block, trace in zip(report.blocks, traces, strict=True):
        count = min(len(block.rows), room)
        room -= count
        left += len(block.rows) - count
        if count or not len(block.rows):
            blocks.append(_block(report, block, trace, count, sites, instructions, list(shown)))
        else:
            some += 1
    unit = "cycles" if report.numbers.clock else "steps"
    return {
        "unit": unit, "scale": SCALE, "lanes": list(shown.values()), "blocks": blocks, "left_out": left,
        "cores": max(1, len(report.group)), "blocks_left_out": some, "why": [_wait_reasons(lane) for lane in shown],
    }


def _wait_reasons(lane: int) -> list[str]:
    """Why the pipe of a lane waited, by code."""
    pipe = SCALAR if lane == SYNC else LANE_OF.tolist().index(lane)
    return [_wait_reason(code, pipe) for code in range(Why.FLAG + len(NAMES))]


def _wait_reason(code: int, pipe: int) -> str:
    return why_text(code, pipe) if code >= Why.FLAG or code in set(Why) else ""


def start_and_end(report: Report, block: BlockTime) -> tuple[Array, Array]:
    """Start and end of each row."""
    if report.numbers.clock:
        return block.rows["start"], block.rows["end"]
    order = np.arange(len(block.rows), dtype=float)
    return order, order + 1


def _block(
    report: Report, block: BlockTime, trace: Any, count: int, sites: Sites, instructions: Instructions, shown: list[int]
) -> Data:
    rows, records, of = block.rows[:count], block.records[:count], lanes(block)[:count]
    site = sites.numbers(records, of)
    detail = instructions.numbers(records, trace, site, rows["lost"])
    start, end = (np.rint(times[:count] * SCALE).astype(int) for times in start_and_end(report, block))
    out = []
    for lane in shown:
        mine = np.flatnonzero(of == lane)
        mine = mine[np.argsort(start[mine], kind="stable")]
        before = np.concatenate([[0], end[mine][:-1]])
        out.append({
            "site": site[mine].tolist(), "gap": (start[mine] - before).tolist(), "length": (end - start)[mine].tolist(),
            "why": rows["why"][mine].tolist(), "detail": detail[mine].tolist(),
        })  # fmt: skip
    timed = bool(report.numbers.clock)
    length = round(block.cycles if timed else len(block.rows), 1)
    return {"block": block.index, "name": report.name_of(block), "length": length, "rows": count,
            "all": len(block.rows), "lanes": out, **(_arrows(block) if timed else {"arrows": [], "arrows_left_out": 0})}


def _arrows(block: BlockTime) -> Data:
    found = arrows(block)
    columns = (found.lane, np.rint(found.leaves * SCALE), found.end_lane, np.rint(found.arrives * SCALE))
    kept = np.stack([column.astype(int) for column in columns], axis=1)[:MOST_ARROWS].tolist()
    return {"arrows": kept, "arrows_left_out": len(found.lane) - len(kept)}
