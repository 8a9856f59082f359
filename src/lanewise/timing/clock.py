"""The cycle counter of a core while its kernel runs: the model, kept up to date with what has been issued."""

from __future__ import annotations

from typing import Any

from lanewise.timing.numbers import numbers
from lanewise.timing.replay import Replay
from lanewise.timing.report import prepare


class Clock:
    """Reads as GetSystemCycle does: the scalar unit's time, which waits for no pipe unless the kernel does."""

    def __init__(self, core: Any) -> None:
        self._core = core
        self._numbers = numbers(core.chip)
        self._seen = 0
        self._replay: Replay | None = None

    def ticks(self) -> int:
        """The documented counter: cycles of the core, counted at its own rate."""
        trace = self._core.trace()
        fresh = trace.records[self._seen :]
        work = prepare(self._core.chip, self._numbers, fresh, trace.payload, self._core.blocks)
        if self._replay is None:
            self._replay = Replay(self._numbers, work.steps, work.cost, work.scalar)
        else:
            self._replay.extend(work.steps, work.cost, work.scalar)
        self._replay.run(len(trace.records), self._seen)
        self._seen = len(trace.records)
        return int(self._replay.now * self._core.chip.fact("counter_mhz") / self._numbers.clock)
