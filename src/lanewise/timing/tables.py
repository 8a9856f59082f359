"""A report as rows: by instruction, by source line, and its bank conflicts, under the names profilers use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.lib.recfunctions import repack_fields

from lanewise.isa.issued import Pipe
from lanewise.timing import functions
from lanewise.timing.banks import Cure, collision, cures
from lanewise.timing.order import PIPES
from lanewise.timing.reach import room
from lanewise.timing.replay import replay, why_text
from lanewise.timing.report import BlockTime, Report, instruction, label
from lanewise.timing.vector import bits, walks

Row = dict[str, Any]
REPLAYED = 100_000  # records, up to which a launch is replayed to see what a change would bring


def pipe_rows(report: Report) -> list[Row]:
    """PipeUtilization: busy cycles of the mean block, as a share of all cycles, and the bytes it moved.

    Where nothing that a pipe did has a cost, its cycles are unknown, not none.
    """
    mean = float(np.mean([b.cycles for b in report.blocks])) if report.blocks else 0.0
    out = []
    for pipe in PIPES:
        busy = report.busy(pipe.name)
        moved = float(np.mean([b.bytes(pipe.name) for b in report.blocks])) if report.blocks else 0.0
        timed = all(_is_timed(report, block, pipe) for block in report.blocks)
        out.append({"pipe": pipe.name, "cycles": busy if timed else None,
                    "ratio": (busy / mean if mean else 0.0) if timed else None, "bytes": moved})
    return out


def _is_timed(report: Report, block: BlockTime, pipe: Pipe) -> bool:
    """Whether any of what a pipe did has a cost, if it did anything."""
    did = block.known[block.steps.pipe == pipe]
    return bool(report.numbers.clock) and (not len(did) or bool(did.any()))


def instruction_rows(report: Report) -> list[Row]:
    """instr, pipe, call_count, cycles (None: unknown), running_time(us): all blocks together."""
    return _grouped(report, lambda b: b.records["opcode"].astype(np.int64) * 8 + b.records["pipe"], _instruction)


def line_rows(report: Report) -> list[Row]:
    """code (file:line), call_count, cycles, running_time(us)."""
    return _grouped(report, lambda b: _by_line(b.records), _line)


def _by_line(records: Any) -> Any:
    """A number for every source line."""
    return records["file"].astype(np.int64) << 32 | records["line"]


def wait_rows(report: Report) -> list[Row]:
    """Cycles that pipes stood still, by reason, in the mean block."""
    out: dict[tuple[str, str], float] = {}
    for block in report.blocks:
        for key, cycles in block.waits.items():
            out[key] = out.get(key, 0.0) + cycles / len(report.blocks)
    return [{"pipe": p, "reason": r, "cycles": c} for (p, r), c in sorted(out.items(), key=lambda item: -item[1])]


def _instruction(report: Report, block: BlockTime, at: int) -> Row:
    ins = instruction(block.records["opcode"][at])
    return {"instr": label(ins), "op": ins.name, "pipe": _pipe(block, at)}


def _line(report: Report, block: BlockTime, at: int) -> Row:
    return {"code": report.where(block.records[at])}


def _pipe(block: BlockTime, at: int) -> str:
    return Pipe(int(block.steps.pipe[at])).name


def _grouped(report: Report, key: Any, label: Any) -> list[Row]:
    rows: dict[int, Row] = {}
    for block in report.blocks:
        kinds, first, back = np.unique(key(block), return_index=True, return_inverse=True)
        spent = np.where(block.steps.pipe == Pipe.S, block.scalar, block.spent)
        sums = [np.bincount(back, weights=w, minlength=len(kinds)) for w in
                (np.ones(len(back)), spent, block.time.wait, block.lost, ~block.known)]
        for k, kind in enumerate(kinds):
            row = rows.get(int(kind))
            if row is None:
                row = rows[int(kind)] = {**label(report, block, int(first[k])), "call_count": 0, "cycles": 0.0,
                                         "wait_cycles": 0.0, "conflict_cycles": 0.0, "unknown": 0}
            for name, column in zip(("call_count", "cycles", "wait_cycles", "conflict_cycles", "unknown"), sums,
                                    strict=True):
                row[name] += float(column[k]) if "cycles" in name else int(column[k])
    clock = report.numbers.clock
    for row in rows.values():
        if not clock or row["unknown"] == row["call_count"]:
            row["cycles"] = None
        row["running_time_us"] = None if row["cycles"] is None else row["cycles"] / clock
    return sorted(rows.values(), key=lambda row: -(row["cycles"] or 0))


@dataclass(frozen=True)
class Conflict:
    """One use of memory that collides, all its calls together."""

    where: str
    instr: str
    calls: int
    cycles: float  # lost by all calls of all blocks
    collides: str
    cure: str
    changes: tuple[Cure, ...]  # the same as data; empty for accesses of registers
    saved: float  # cycles of V that the cure gives back, in all calls of all blocks
    blocks: int  # that it happens in
    total: float | None  # cycles of the launch with the cure; None where that is not worked out


def conflicts(report: Report, most: int = 10) -> list[Conflict]:
    """The costliest conflicts, with the blocks that meet and the changes that help most."""
    found: dict[bytes, list[tuple[int, Any]]] = {}  # use of memory -> blocks and their rows
    for number, block in enumerate(report.blocks):
        rows = np.flatnonzero(block.lost > 0.5)
        uses = repack_fields(block.records[rows][["opcode", "operands", "mask", "repeat", "file", "line"]])
        kinds, back = np.unique(uses.view(f"V{uses.itemsize}"), return_inverse=True)
        for k, kind in enumerate(kinds):
            found.setdefault(kind.tobytes(), []).append((number, rows[back == k]))

    def lost(where: list[tuple[int, Any]]) -> float:
        return sum(float(report.blocks[n].lost[rows].sum()) for n, rows in where)

    return [_conflict(report, where, lost(where)) for where in sorted(found.values(), key=lost, reverse=True)[:most]]


def _conflict(report: Report, where: list[tuple[int, Any]], cycles: float) -> Conflict:
    block, at = report.blocks[where[0][0]], int(where[0][1][0])
    record, calls = block.records[at], sum(len(rows) for _, rows in where)
    ins = instruction(record["opcode"])
    about = report.where(record), label(ins), calls, cycles
    if ins.form.executor.startswith("register"):
        meets, cure, saved = functions.collision(report.numbers, block.records[at : at + 1], block.payload)
        return Conflict(*about, meets, cure, (), saved * calls, len(where), None)
    cost = report.numbers.cost(ins.timing, bits(ins, record))
    assert cost is not None
    operands, repeats = walks(ins, record), int(record["repeat"])
    changes = tuple(cures(report.numbers, operands, repeats, cost.repeat, room(ins, record, report.chip)))
    saved = sum(c.saved for c in changes)
    return Conflict(
        *about, collision(report.numbers, operands, repeats), "; then ".join(str(c) for c in changes), changes,
        saved * calls, len(where), _without(report, where, saved) if changes else None,
    )


def _without(report: Report, where: list[tuple[int, Any]], saved: float) -> float | None:
    """Cycles of the launch when each of these rows takes less, replayed."""
    if sum(len(b.records) for b in report.blocks) > REPLAYED:
        return None
    costs = [b.cost for b in report.blocks]
    for number, rows in where:
        costs[number] = costs[number].copy()
        costs[number][rows] -= saved
    times = replay(report.numbers, [(b.steps, c, b.scalar) for b, c in zip(report.blocks, costs, strict=True)])
    return replace(report, blocks=[replace(b, time=t) for b, t in zip(report.blocks, times, strict=True)]).cycles


def slowest(report: Report) -> Row:
    """Where the time of the slowest block goes, seen from each pipe: a pipe works in order, so that its work, its waits
    and what comes after its last instruction are all of the block."""
    block = max(report.blocks, key=lambda b: b.cycles, default=None)
    if block is None:
        return {"block": None, "cycles": 0.0, "pipes": {}}
    out: Row = {"block": block.index, "cycles": block.cycles, "pipes": {}}
    for pipe in PIPES[1:]:
        rows = np.flatnonzero(block.steps.pipe == pipe)
        ended = float(block.time.end[rows[-1]]) if len(rows) else 0.0
        last = {"cause": "after its last instruction", "code": "", "cycles": block.cycles - ended}
        out["pipes"][pipe.name] = [*_parts(report, block, rows, pipe), last]
    return out


def _parts(report: Report, block: BlockTime, rows: Any, pipe: Pipe) -> Iterator[Row]:
    """Cycles by cause and line."""
    records, why = block.records[rows], block.time.why[rows]
    kinds, first, back = np.unique(_by_line(records), return_index=True, return_inverse=True)
    lost = np.minimum(block.lost[rows], block.spent[rows])
    causes = [("work", block.spent[rows] - lost), ("bank conflicts", lost)]
    waits = block.time.wait[rows]
    causes += [(why_text(int(w), int(pipe)), np.where(why == w, waits, 0.0)) for w in np.unique(why) if w]
    for cause, cycles in causes:
        sums = np.bincount(back, weights=cycles, minlength=len(kinds))
        yield from ({"cause": cause, "code": report.where(records[first[k]]), "cycles": float(sums[k])}
                    for k in np.flatnonzero(sums))


def data(report: Report) -> Row:
    """Everything as plain data, for JSON; None where there is no number."""
    timed = bool(report.numbers.clock)
    return {
        "chip": report.chip.name,
        "clock_mhz": report.numbers.clock or None,
        "cycles": report.cycles if timed else None,
        "left_out": sum(report.unknown.values()),
        "microseconds": report.microseconds,
        "launch_us": report.launch_us,
        "system_ticks": report.ticks if timed else None,
        "blocks": [
            {
                "block": b.index, "cycles": b.cycles if timed else None, "records": len(b.records),
                "busy": {p.name: b.busy[p.name] if _is_timed(report, b, p) else None for p in PIPES},
                "waits": [{"pipe": p, "reason": r, "cycles": c} for (p, r), c in b.waits.items()],
                "conflict_cycles": float(b.lost.sum()), "bytes_in": b.bytes("MTE2"), "bytes_out": b.bytes("MTE3"),
                "l2_bytes": int(b.moved[b.near].sum()),
            }
            for b in report.blocks
        ],
        "slowest": slowest(report) if timed else None,
        "pipes": pipe_rows(report),
        "waits": wait_rows(report),
        "instructions": instruction_rows(report),
        "lines": line_rows(report),
        "conflicts": [asdict(c) for c in conflicts(report)],
        "unknown": report.unknown,
        "rests_on": report.rests_on,
        "notes": report.notes,
    }


def bundle(launches: Sequence[tuple[str, Report]]) -> Row:
    """Several launches as one piece of data: totals, all blocks, and each launch in full."""
    each = [{"kernel": name, **data(report)} for name, report in launches]
    cycles, known = [one["cycles"] for one in each], [one["microseconds"] for one in each]
    return {
        "chip": each[0]["chip"] if each else None,
        "clock_mhz": each[0]["clock_mhz"] if each else None,
        "cycles": None if None in cycles else sum(cycles),
        "left_out": sum(one["left_out"] for one in each),
        "microseconds": None if None in known else sum(known),
        "blocks": [{"launch": k, **block} for k, one in enumerate(each) for block in one["blocks"]],
        "launches": each,
    }
