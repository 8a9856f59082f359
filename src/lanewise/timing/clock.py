"""The cycle counter of a core while its kernel runs: the model, kept up to date with what has been issued."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.chips.chip import Chip
from lanewise.timing.numbers import numbers
from lanewise.timing.replay import Replay
from lanewise.timing.report import instruction, label, prepare

Array = np.ndarray[Any, Any]


class Clock:
    """Reads as GetSystemCycle does: the scalar unit's time, which waits for no pipe unless the kernel does."""

    def __init__(self, chip: Chip, blocks: int) -> None:
        self._chip, self._blocks = chip, blocks
        self._numbers = numbers(chip)
        self._replay: Replay | None = None
        self.seen = 0  # records that it knows
        self.unknown: set[str] = set()  # instructions without a number, which take no time here

    def add(self, records: Array, payload: Array) -> None:
        """What the core has issued since; records point into the payload."""
        work = prepare(self._chip, self._numbers, records, payload, self._blocks)
        self.unknown.update(label(instruction(opcode)) for opcode in np.unique(records["opcode"][~work.known]))
        if self._replay is None:
            self._replay = Replay(self._numbers, work.steps, work.cost, work.scalar)
            self._replay.run(len(records))
        else:
            before = self._replay.extend(work.steps, work.cost, work.scalar)
            self._replay.run(before + len(records), before)
        self._replay.forget()
        self.seen += len(records)

    @property
    def cycles(self) -> float:
        return self._replay.now if self._replay else 0.0

    @property
    def each(self) -> float:
        """Cycles that a read takes: it is an instruction, too."""
        return self._numbers.get("core.issue")

    @property
    def rate(self) -> float:
        """Ticks of the documented counter in a cycle of the core."""
        return float(self._chip.fact("counter_mhz")) / self._numbers.clock

    def read(self, times: int = 1) -> int:
        """Ticks."""
        if self._replay:
            self._replay.now += times * self.each
        return int(self.cycles * self.rate)
