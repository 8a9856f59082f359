"""A report as rows: by instruction, by source line, and its bank conflicts, under the names profilers use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from lanewise.isa.events import COPY_IN, COPY_OUT, SCALAR
from lanewise.timing.layouts import Tally
from lanewise.timing.order import NAMES, why_text, working_pipe
from lanewise.timing.reports import BlockTime, Report

Row = dict[str, Any]


def pipe_rows(report: Report) -> list[Row]:
    """PipeUtilization: busy cycles of the mean block, as a share of all cycles, and the bytes it moved.

    Where nothing that a pipe did has a cost, its cycles are unknown, not none.
    """
    mean = report.mean([b.cycles for b in report.blocks])
    out = []
    for pipe in report.pipes:
        busy = report.busy(NAMES[pipe])
        moved = report.mean([float(b.bytes(NAMES[pipe])) for b in report.blocks])
        timed = all(_is_timed(report, block, pipe) for block in report.blocks)
        out.append({"pipe": NAMES[pipe], "cycles": busy if timed else None,
                    "ratio": (busy / mean if mean else 0.0) if timed else None, "bytes": moved})
    return out


def _is_timed(report: Report, block: BlockTime, pipe: int) -> bool:
    """Whether any of what a pipe did has a cost, if it did anything."""
    did = block.are_known(pipe)
    return bool(report.numbers.clock) and (not did or any(did))


def instruction_rows(report: Report) -> list[Row]:
    """instr, pipe, call_count, cycles (None: unknown), running_time(us): all blocks together."""
    def describe_tally(tally: Tally) -> Row:
        kind = report.kinds[tally.opcode]
        return {"instr": kind.label, "op": kind.name, "pipe": NAMES[working_pipe(tally)]}

    return grouped(report, lambda tally: tally.opcode * 16 + tally.pipe, describe_tally)


def line_rows(report: Report) -> list[Row]:
    """code (file:line), call_count, cycles, running_time(us)."""
    return grouped(report, lambda tally: tally.place, lambda tally: {"code": report.where(tally.place)})


def wait_rows(report: Report) -> list[Row]:
    """Cycles that pipes stood still, by reason, in the mean block."""
    out: dict[tuple[str, str], float] = {}
    for block in report.blocks:
        for key, cycles in block.waits.items():
            out[key] = out.get(key, 0.0) + cycles / len(report.blocks)
    return [{"pipe": p, "reason": r, "cycles": c} for (p, r), c in sorted(out.items(), key=lambda item: -item[1])]


def grouped(report: Report, key: Callable[[Tally], int], about: Callable[[Tally], Row]) -> list[Row]:
    """Sums of all that is alike in `key`, with what is said `about` the first of it; costliest first."""
    rows: dict[int, Row] = {}
    for block in report.blocks:
        for tally in sorted(block.tallies, key=key):
            row = rows.get(key(tally))
            if row is None:
                row = rows[key(tally)] = {**about(tally), "call_count": 0, "cycles": 0.0, "wait_cycles": 0.0,
                                          "conflict_cycles": 0.0, "unknown": 0}
            row["call_count"] += tally.calls
            row["cycles"] += tally.scalar if working_pipe(tally) == SCALAR else tally.spent
            row["wait_cycles"] += tally.wait
            row["conflict_cycles"] += tally.lost
            row["unknown"] += 0 if tally.known else tally.calls
    clock = report.numbers.clock
    for row in rows.values():
        if not clock or row["unknown"] == row["call_count"]:
            row["cycles"] = None
        row["running_time_us"] = None if row["cycles"] is None else row["cycles"] / clock
    return sorted(rows.values(), key=lambda row: -(row["cycles"] or 0))


@dataclass(frozen=True)
class Cure:
    """A change of one operand and the cycles it gives back."""

    operand: str
    what: str  # "start", "bank" or "block stride"
    now: int  # byte address, or stride in blocks
    then: int
    saved: float

    def __str__(self) -> str:
        if self.what == "block stride":
            return f"block stride of {self.operand} {self.then} in place of {self.now}"
        if self.what == "bank":
            off = (self.then - self.now) % 512
            shift = f" and {off} bytes off" if off else ""
            return f"put {self.operand} into another bank{shift}, for example at {self.then:#x}, not {self.now:#x}"
        return f"move {self.operand} {self.then - self.now} bytes up, from {self.now:#x} to {self.then:#x}"


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
    out = []
    for found in report.collisions[:most]:
        changes = changes_of(found)
        cure = found["cure"] or "; then ".join(map(str, changes))
        out.append(Conflict(report.where(found["place"]), report.kinds[found["opcode"]].label, found["calls"],
                            found["cycles"], found["collides"], cure, changes, found["saved"], found["blocks"],
                            found["total"]))
    return out


def changes_of(found: dict[str, Any]) -> tuple[Cure, ...]:
    """That the model advises about a collision."""
    return tuple(Cure(*change) for change in found["changes"])


def slowest(report: Report) -> Row:
    """Where the time of the slowest block goes."""
    block = max(report.blocks, key=lambda b: b.cycles, default=None)
    return {"block": None, "cycles": 0.0, "pipes": {}} if block is None else time_of_block(report, block)


def time_of_block(report: Report, block: BlockTime) -> Row:
    """Where it goes, seen from each pipe: a pipe works in order, so that its work, its waits and what comes after its
    last instruction are all of the block."""
    out: Row = {"block": block.index, "cycles": block.cycles, "pipes": {}}
    for pipe in report.pipes[1:]:
        last = {"cause": "after its last instruction", "code": "", "cycles": block.cycles - block.summary.ended[pipe]}
        out["pipes"][NAMES[pipe]] = [*_cycle_rows(report, block, pipe), last]
    return out


def _cycle_rows(report: Report, block: BlockTime, pipe: int) -> Iterator[Row]:
    """Cycles by cause and line."""
    work: dict[int, float] = {}
    met: dict[int, float] = {}
    waits: dict[int, dict[int, float]] = {}
    for tally in sorted((t for t in block.tallies if working_pipe(t) == pipe), key=lambda t: t.place):
        of = waits.setdefault(tally.why, {})
        for sums, cycles in ((work, tally.spent - tally.met), (met, tally.met), (of, tally.wait)):
            sums[tally.place] = sums.get(tally.place, 0.0) + cycles
    causes = [("work", work), ("bank conflicts", met), *((why_text(w, pipe), waits[w]) for w in sorted(waits) if w)]
    for cause, sums in causes:
        yield from ({"cause": cause, "code": report.where(place), "cycles": cycles}
                    for place, cycles in sums.items() if cycles)


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
                "block": b.index, "cycles": b.cycles if timed else None, "records": b.summary.records,
                "busy": {NAMES[p]: b.busy[NAMES[p]] if _is_timed(report, b, p) else None for p in report.pipes},
                "waits": [{"pipe": p, "reason": r, "cycles": c} for (p, r), c in b.waits.items()],
                "conflict_cycles": sum(t.lost for t in b.tallies),
                "bytes_in": b.bytes(NAMES[COPY_IN]), "bytes_out": b.bytes(NAMES[COPY_OUT]),
                "l2_bytes": sum(t.moved for t in b.tallies if t.near),
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
