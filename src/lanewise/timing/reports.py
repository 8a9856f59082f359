"""The timing of a launch: what it took, where, and why, from what the model said of its blocks (engine/timing/)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lanewise.chips import cores
from lanewise.chips.chip import Chip
from lanewise.chips.chip import chip as find_chip
from lanewise.isa.events import COPY_OUT, SCALAR
from lanewise.timing.evidence import rests_on
from lanewise.timing.kinds import Kind
from lanewise.timing.layouts import Summary, Tally
from lanewise.timing.numbers import Numbers, numbers
from lanewise.timing.order import BETWEEN_BLOCKS, NAMES, Why, why_text, working_pipe


@dataclass
class BlockTime:
    """One block: its sums and, where it was traced, the times of every record."""

    index: int
    summary: Summary
    tallies: list[Tally]
    rows: Any = ()  # as lanewise.timing.traced has them
    records: Any = ()

    @property
    def cycles(self) -> float:
        return self.summary.cycles

    @cached_property
    def busy(self) -> dict[str, float]:
        """Busy cycles of each pipe."""
        out = {name: 0.0 for name in NAMES}
        for tally in self.tallies:
            out[NAMES[SCALAR]] += tally.scalar
            out[NAMES[working_pipe(tally)]] += tally.spent
        return out

    def bytes(self, pipe: str) -> int:
        """That a pipe moved."""
        return sum(tally.moved for tally in self.tallies if working_pipe(tally) == NAMES.index(pipe))

    @cached_property
    def waits(self) -> dict[tuple[str, str], float]:
        """(pipe, reason) -> cycles a pipe stood still before a record of its own."""
        found: dict[tuple[int, int], float] = {}
        for tally in self.tallies:
            if tally.wait > 0:
                key = working_pipe(tally), tally.why
                found[key] = found.get(key, 0.0) + tally.wait
        out = {(NAMES[pipe], why_text(why, pipe)): found[pipe, why] for pipe, why in sorted(found)}
        stalled = sum(tally.stall for tally in self.tallies)
        if stalled:
            out[NAMES[SCALAR], why_text(Why.QUEUE_FULL, SCALAR)] = stalled
        return out

    def are_known(self, pipe: int) -> list[bool]:
        """Of everything that a pipe did."""
        return [tally.known for tally in self.tallies if working_pipe(tally) == pipe]


@dataclass
class Report:
    chip: Chip
    numbers: Numbers
    blocks: list[BlockTime]
    launched: int  # blocks, of which some may have left no records
    kinds: Mapping[int, Kind]  # of the instructions, by opcode
    collisions: list[dict[str, Any]]  # at the banks of UB, costliest first
    files: Sequence[str] = ()
    notes: list[str] = field(default_factory=list)
    group: tuple[str, ...] = ()  # kinds of the cores that share a block, where several do; each is one of `blocks`

    def name_of(self, block: BlockTime) -> str:
        """Which block it is; where several cores share one, which of them."""
        if len(self.group) < 2:
            return f"block {block.index}"
        number, at = divmod(block.index, len(self.group))
        kind = self.group[at]
        which = f" {self.group[:at].count(kind)}" if self.group.count(kind) > 1 else ""
        return f"block {number} {kind}{which}"

    @cached_property
    def pipes(self) -> tuple[int, ...]:
        """Those of a vector core, and of a cube core where one of them did anything."""
        used = {working_pipe(tally) for block in self.blocks for tally in block.tallies}
        mine = cores.kind_for("vector").pipes
        return tuple(k for k, name in enumerate(NAMES) if name in mine or k in used)

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
        return self.mean([b.busy[pipe] for b in self.blocks])

    def mean(self, values: Sequence[float]) -> float:
        return sum(values) / len(values) if values else 0.0

    @cached_property
    def unknown(self) -> dict[str, int]:
        """Instructions without a number, which are in no total."""
        out: dict[str, int] = {}
        for block in self.blocks:
            missing = [tally for tally in block.tallies if not tally.known]
            for tally in sorted(missing, key=lambda t: (t.opcode, t.pipe == COPY_OUT)):  # a copy may go either way
                kind = self.kinds[tally.opcode]
                called = kind.label if kind.executor == "macro" else kind.name
                name = called + (" to GM" if tally.pipe == COPY_OUT else "")
                out[name] = out.get(name, 0) + tally.calls
        return out

    @cached_property
    def rests_on(self) -> dict[str, str]:
        """Numbers that were used and are not documented: name -> evidence and source."""
        out = rests_on(self.numbers, self.blocks, self.kinds)
        launch = self.numbers.facts.get("core.launch_us_per_core")
        return out if launch is None else {**out, "core.launch_us_per_core": f"{launch.evidence}: {launch.source}"}

    def where(self, place: int) -> str:
        """The line of a place as records have it: file << 32 | line; negative: nowhere."""
        number, line = divmod(place, 1 << 32)
        return f"{os.path.basename(self.files[number])}:{line}" if 0 <= number < len(self.files) else ""


def made_of(
    blocks: list[BlockTime], chip: str | Chip, launched: int, kinds: Mapping[int, Kind],
    collisions: list[dict[str, Any]], files: Sequence[str] = (), kind: type[Report] = Report,
) -> Report:
    of = find_chip(chip)
    return kind(of, numbers(of), blocks, launched, kinds, collisions, files, _notes(of, blocks, kinds))


def _notes(of: Chip, blocks: list[BlockTime], kinds: Mapping[int, Kind]) -> list[str]:
    if not numbers(of).clock:
        return [f"no timing of {of.name} is published: nothing here is timed"]
    names = {kinds[opcode].name for opcode in {tally.opcode for block in blocks for tally in block.tallies}}
    between = sorted(names & set(BETWEEN_BLOCKS))
    said = "how long a step takes from block to block is not published, only the waiting is timed"
    return [f"{said}: {', '.join(between)}"] if between else []


