"""The cycle counter of a core while its kernel runs: the model, kept up to date with what has been issued."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.chips.chip import Chip
from lanewise.machine.engine import register_chip
from lanewise.timing.model import engine
from lanewise.timing.numbers import numbers

Array = np.ndarray[Any, Any]


class Clock:
    """Reads as GetSystemCycle does: the scalar unit's time, which waits for no pipe unless the kernel does."""

    def __init__(self, chip: Chip, blocks: int) -> None:
        self._model = engine().Clock(register_chip(chip), blocks)
        self._rate = float(chip.fact("counter_mhz")) / numbers(chip).clock  # ticks of the documented counter in a cycle
        self.seen = 0  # records that it knows

    def add(self, records: Array, payload: Array) -> None:
        """What the core has issued since; records point into the payload."""
        self._model.add(np.ascontiguousarray(records).view(np.uint8), payload)
        self.seen += len(records)

    def read(self) -> int:
        """Ticks. A read takes the scalar unit a cycle: kernels wait for a time by reading."""
        return int(self._model.read() * self._rate)
