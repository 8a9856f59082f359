"""The timing of a launch: what it took, where, and why.

`report(records, payload, chip)` is the whole lens. It reads records and nothing else, so it does not matter which front
made them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from lanewise.chips.chip import Chip
from lanewise.chips.chip import chip as find_chip
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.issued import Pipe
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.timing import copies, functions, vector
from lanewise.timing.evidence import rests_on
from lanewise.timing.numbers import Numbers, numbers
from lanewise.timing.order import PIPES, UNTIMED, Act, Steps, steps
from lanewise.timing.replay import Block, Why, replay, why_text

Array = np.ndarray[Any, Any]
COUNT_FORM_STATES = 4  # SetMaskCount, SetVectorMask, ResetMask, SetMaskNorm


@dataclass
class Work:
    """What every record of a block asks for."""

    steps: Steps
    cost: Array  # cycles on its pipe
    scalar: Array  # cycles of the scalar unit before it
    known: Array  # whether a cost is published
    lost: Array  # bank conflict cycles
    moved: Array  # bytes between GM and UB
    near: Array  # copies that find their data in L2


@dataclass
class BlockTime(Work):
    """One block: its records, what they ask for, and when they ran."""

    index: int
    records: Array
    payload: Array
    time: Block

    @property
    def cycles(self) -> float:
        return self.time.cycles

    @cached_property
    def spent(self) -> Array:
        """Cycles of each record on its own pipe."""
        return np.where(self.steps.pipe != Pipe.S, self.time.end - self.time.start, 0.0)

    @cached_property
    def busy(self) -> dict[str, float]:
        """Busy cycles of each pipe."""
        out = {Pipe.S.name: float(self.scalar.sum())}
        for pipe in PIPES[1:]:
            out[pipe.name] = float(self.spent[self.steps.pipe == pipe].sum())
        return out

    def bytes(self, pipe: str) -> int:
        """That a pipe moved."""
        return int(self.moved[self.steps.act == Pipe[pipe]].sum())

    @cached_property
    def waits(self) -> dict[tuple[str, str], float]:
        """(pipe, reason) -> cycles a pipe stood still before a record of its own."""
        out: dict[tuple[str, str], float] = {}
        held = self.time.wait > 0
        keys = self.steps.pipe[held] * 64 + self.time.why[held]
        for key in np.unique(keys):
            where, why = int(key) // 64, int(key) % 64
            cycles = float(self.time.wait[held][keys == key].sum())
            out[Pipe(where).name, why_text(why, where)] = cycles
        stalled = float(self.time.stall.sum())
        if stalled:
            out[Pipe.S.name, why_text(Why.QUEUE_FULL, Pipe.S)] = stalled
        return out


@dataclass
class Report:
    chip: Chip
    numbers: Numbers
    blocks: list[BlockTime]
    launched: int  # blocks, of which some may have left no records
    files: Sequence[str] = ()
    notes: list[str] = field(default_factory=list)
    outside: dict[str, int] = field(default_factory=dict)  # calls of library functions, which leave no records

    @property
    def cores(self) -> int:
        """That are started: no more than the chip has."""
        return min(self.launched, int(self.numbers.get("core.cores", self.launched)))

    @cached_property
    def cycles(self) -> float:
        """Of the slowest core; where there are more blocks than cores, each takes its blocks one after the other."""
        loads = [0.0] * min(self.cores, max(1, len(self.blocks)))
        for k, block in enumerate(self.blocks):
            loads[k % len(loads)] += block.cycles
        return max(loads)

    @property
    def microseconds(self) -> float | None:
        return self.cycles / self.numbers.clock if self.numbers.clock else None

    @property
    def launch_us(self) -> float | None:
        """What starting the cores adds to the task, where that is known."""
        each = self.numbers.facts.get("core.launch_us_per_core")
        return None if each is None else each.value * self.cores

    @property
    def ticks(self) -> int:
        """GetSystemCycle over the whole launch."""
        mhz = self.chip.fact("counter_mhz")
        return int(self.cycles * mhz / self.numbers.clock) if self.numbers.clock else 0

    def busy(self, pipe: str) -> float:
        """Mean over the blocks."""
        return float(np.mean([b.busy[pipe] for b in self.blocks])) if self.blocks else 0.0

    @cached_property
    def unknown(self) -> dict[str, int]:
        """Instructions without a number and functions without records, which are in no total."""
        out = dict(self.outside)
        for block in self.blocks:
            missing = block.records[~block.known]
            kinds = missing["opcode"].astype(np.int64) * 2 + (missing["pipe"] == Pipe.MTE3)  # a copy may go either way
            for kind, count in zip(*np.unique(kinds, return_counts=True), strict=True):
                name = instruction(kind // 2).name + (" to GM" if kind % 2 else "")
                out[name] = out.get(name, 0) + int(count)
        return out

    @cached_property
    def rests_on(self) -> dict[str, str]:
        """Numbers that were used and are not documented: name -> evidence and source."""
        out = rests_on(self.numbers, self.blocks)
        launch = self.numbers.facts.get("core.launch_us_per_core")
        return out if launch is None else {**out, "core.launch_us_per_core": f"{launch.evidence}: {launch.source}"}

    def where(self, record: Any) -> str:
        number = int(record["file"])
        return f"{os.path.basename(self.files[number])}:{int(record['line'])}" if number < len(self.files) else ""


def instruction(opcode: Any) -> Instruction:
    found = by_opcode()[int(opcode)]
    assert found is not None
    return found


def label(ins: Instruction) -> str:
    """The vendor's name; of reductions the earlier one, since the new one is shared by sum, max and min."""
    return ins.old[0] if ins.old and ins.form.executor == "reduce" else ins.vendor[0]


def report(
    records: Array, payload: Array, chip: str | Chip, *, files: Sequence[str] = (), blocks: int | None = None
) -> Report:
    """The timing of one launch. `records` may hold several blocks; `blocks` says how many ran when some left none."""
    numbers_of = [int(b) for b in np.unique(records["block"])]
    parts = [(records, payload)] if len(numbers_of) <= 1 else [
        (records[records["block"] == b], payload) for b in numbers_of
    ]
    return report_blocks(parts, chip, files=files, blocks=blocks)


def report_blocks(
    parts: Sequence[tuple[Array, Array]], chip: str | Chip, *, files: Sequence[str] = (), blocks: int | None = None
) -> Report:
    """The same from records that are apart already, a pair of records and parameters for each block."""
    of = find_chip(chip)
    table = numbers(of)
    count = max(blocks or 0, len(parts), 1)
    work = [prepare(of, table, records, payload, count) for records, payload in parts]
    times = replay(table, [(w.steps, w.cost, w.scalar) for w in work])
    done = [
        BlockTime(**vars(w), index=int(records["block"][0]) if len(records) else k, records=records, payload=payload,
                  time=time)
        for k, ((records, payload), w, time) in enumerate(zip(parts, work, times, strict=True))
    ]
    return Report(of, table, done, count, files, _notes(of, table, done))


def report_traces(traces: Sequence[Any], chip: str | Chip, *, blocks: int | None = None) -> Report:
    """From the traces of a launch, one per block."""
    files = traces[0].files if traces else ()
    return report_blocks([(t.records, t.payload) for t in traces], chip, files=files, blocks=blocks)


def prepare(of: Chip, table: Numbers, records: Array, payload: Array, blocks: int) -> Work:
    """`blocks` of them share the memory."""
    order = steps(records, payload)
    count = len(records)
    cost, lost, known = np.zeros(count), np.zeros(count), np.ones(count, bool)
    inside = functions.costs(table, records, payload)
    order.act[inside.rows] = Act.INSIDE
    on_v = np.flatnonzero(order.act == Pipe.V)
    found = vector.costs(table, records[on_v], payload)
    cost[on_v], lost[on_v], known[on_v] = found.cycles, found.lost, found.known
    cost[inside.rows], lost[inside.rows], known[inside.rows] = inside.cycles, inside.lost, inside.known
    order.act[inside.first] = Pipe.V
    moves = np.flatnonzero((order.act == Pipe.MTE2) | (order.act == Pipe.MTE3))
    active = min(blocks, int(table.get("core.cores", blocks)))
    copied = copies.costs(table, records[moves], payload, active, blocks)
    cost[moves], known[moves] = copied.cycles, copied.known
    moved, near = np.zeros(count, np.int64), np.zeros(count, bool)
    moved[moves], near[moves] = copied.bytes, copied.near
    scalar = np.where(order.act == Act.INSIDE, 0.0, table.get("core.issue", 0))
    if of.policy["count_form"] == "resets":
        state = table.get("core.state")
        v = order.act == Pipe.V
        v[inside.first] = False
        counted = v & (records["overload"] == Overload.COUNT)
        sets = v & ~counted & ((records["flags"] & int(Flag.SET_MASK)) > 0)
        scalar[counted] += COUNT_FORM_STATES * state
        scalar[sets] += state
    return Work(order, cost, scalar, known, lost, moved, near)


def _notes(of: Chip, table: Numbers, blocks: list[BlockTime]) -> list[str]:
    if not table.clock:
        return [f"no timing of {of.name} is published: nothing here is timed"]
    names = {instruction(o).name for b in blocks for o in np.unique(b.records["opcode"])}
    waits = sorted(names & set(UNTIMED))
    return [f"waiting between blocks is not timed: {', '.join(waits)}"] if waits else []
