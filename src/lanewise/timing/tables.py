"""A report as rows: by instruction, by source line, and its bank conflicts, under the names profilers use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.lib.recfunctions import repack_fields

from lanewise.isa.issued import Pipe
from lanewise.timing import functions
from lanewise.timing.banks import Cure, collision, cures
from lanewise.timing.order import PIPES
from lanewise.timing.reach import room
from lanewise.timing.report import BlockTime, Report, instruction, label
from lanewise.timing.vector import bits, walks

Row = dict[str, Any]


def pipe_rows(report: Report) -> list[Row]:
    """PipeUtilization: busy cycles of the mean block, as a share of all cycles, and the bytes it moved."""
    mean = float(np.mean([b.cycles for b in report.blocks])) if report.blocks else 0.0
    out = []
    for pipe in PIPES:
        busy = report.busy(pipe.name)
        moved = float(np.mean([b.bytes(pipe.name) for b in report.blocks])) if report.blocks else 0.0
        out.append({"pipe": pipe.name, "cycles": busy, "ratio": busy / mean if mean else 0.0, "bytes": moved})
    return out


def instruction_rows(report: Report) -> list[Row]:
    """instr, pipe, call_count, cycles, running_time(us): all blocks together."""
    return _grouped(report, lambda b: b.records["opcode"].astype(np.int64) * 8 + b.records["pipe"], _instruction)


def line_rows(report: Report) -> list[Row]:
    """code (file:line), call_count, cycles, running_time(us)."""
    return _grouped(report, lambda b: b.records["file"].astype(np.int64) << 32 | b.records["line"], _line)


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
        spent = np.where(block.steps.act >= 1, block.spent, 0.0) + np.where(block.steps.act == 0, block.scalar, 0.0)
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
        row["running_time_us"] = row["cycles"] / clock if clock else None
    return sorted(rows.values(), key=lambda row: -row["cycles"])


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
    saved: float  # cycles that the cure gives back


def conflicts(report: Report, most: int = 10) -> list[Conflict]:
    """The costliest conflicts, with the blocks that meet and the changes that help most."""
    found: dict[bytes, tuple[BlockTime, int, int, float]] = {}
    for block in report.blocks:
        rows = np.flatnonzero(block.lost > 0.5)
        uses = repack_fields(block.records[rows][["opcode", "operands", "mask", "repeat", "file", "line"]])
        kinds, first, back = np.unique(uses.view(f"V{uses.itemsize}"), return_index=True, return_inverse=True)
        counts, lost = np.bincount(back), np.bincount(back, weights=block.lost[rows])
        for k, kind in enumerate(kinds):
            held = found.get(kind.tobytes(), (block, int(rows[first[k]]), 0, 0.0))
            found[kind.tobytes()] = (*held[:2], held[2] + int(counts[k]), held[3] + float(lost[k]))
    out = []
    for block, at, calls, cycles in sorted(found.values(), key=lambda f: -f[3])[:most]:
        record = block.records[at]
        ins = instruction(record["opcode"])
        if ins.form.executor.startswith("register"):
            meets, cure, saved = functions.collision(report.numbers, block.records[at : at + 1], block.payload)
            out.append(Conflict(report.where(record), label(ins), calls, cycles, meets, cure, (), saved * calls))
            continue
        cost = report.numbers.cost(ins.timing, bits(ins, record))
        assert cost is not None
        operands, repeats = walks(ins, record), int(record["repeat"])
        changes = tuple(cures(report.numbers, operands, repeats, cost.repeat, room(ins, record, report.chip)))
        out.append(Conflict(
            report.where(record), label(ins), calls, cycles, collision(report.numbers, operands, repeats),
            "; then ".join(str(c) for c in changes), changes, sum(c.saved for c in changes) * calls,
        ))
    return out


def data(report: Report) -> Row:
    """Everything as plain data, for JSON."""
    return {
        "chip": report.chip.name,
        "clock_mhz": report.numbers.clock or None,
        "cycles": report.cycles,
        "microseconds": report.microseconds,
        "launch_us": report.launch_us,
        "system_ticks": report.ticks,
        "blocks": [
            {
                "block": b.index, "cycles": b.cycles, "busy": b.busy, "records": len(b.records),
                "waits": [{"pipe": p, "reason": r, "cycles": c} for (p, r), c in b.waits.items()],
                "conflict_cycles": float(b.lost.sum()), "bytes_in": b.bytes("MTE2"), "bytes_out": b.bytes("MTE3"),
                "l2_bytes": int(b.moved[b.near].sum()),
            }
            for b in report.blocks
        ],
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
    known = [one["microseconds"] for one in each]
    return {
        "chip": each[0]["chip"] if each else None,
        "clock_mhz": each[0]["clock_mhz"] if each else None,
        "cycles": sum(one["cycles"] for one in each),
        "microseconds": None if None in known else sum(known),
        "blocks": [{"launch": k, **block} for k, one in enumerate(each) for block in one["blocks"]],
        "launches": each,
    }
