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
        else:
            self._replay.extend(work.steps, work.cost, work.scalar)
        self._replay.run(self.seen + len(records), self.seen)
        self.seen += len(records)

    def ticks(self) -> int:
        """The documented counter: cycles of the core, counted at its own rate. Reading it is an instruction, too."""
        if self._replay is None:
            return 0
        self._replay.now += self._numbers.get("core.issue")
        return int(self._replay.now * self._chip.fact("counter_mhz") / self._numbers.clock)
