"""Both engines side by side, stopping at the first byte that differs."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.issued import Space
from lanewise.machine import definition


class DisagreementError(AssertionError):
    """The engine and the definition gave different results."""


class Lockstep:
    def __init__(self, core: Any) -> None:
        self.core = core

    def issue(self, op: int, *args: Any) -> None:
        """Run the definition, keep its result, roll back, run the engine, compare."""
        core = self.core
        registers = [t.memory for t in args[2] if t.space >= Space.REG]
        before = self._snapshot(registers)
        tracing, core.tracing = core.tracing, False
        expected = _outcome(lambda: definition.issue(core, op, *args))
        wanted = self._snapshot(registers)
        self._restore(before, registers)
        core.tracing = tracing
        got = _outcome(lambda: core.native.issue(op, *args))
        found = self._snapshot(registers)
        name = getattr(by_opcode()[op], "name", op)
        if (expected and expected.id) != (got and got.id):
            words = f"the definition says {expected or 'fine'}, the engine says {got or 'fine'}"
            raise DisagreementError(f"{name}: {words}")
        buffers = (b.name for b in core.gm_space.buffers)
        labels = ("UB", "state", "counters", *buffers, *("a register" for _ in registers))
        for label, a, b in zip(labels, wanted, found, strict=True):
            if not np.array_equal(a, b):
                at = int(np.flatnonzero(a != b)[0])
                raise DisagreementError(
                    f"{name}: {label} byte {at} is {a[at]:#04x} by the definition, {b[at]:#04x} by the engine"
                )
        if got:
            raise got

    def _parts(self, registers: list[Any]) -> list[Any]:
        core = self.core
        parts = [core.mem, core.state.reshape(1).view(np.uint8), core.issued.view(np.uint8)]
        return [*parts, *(b.data for b in core.gm_space.buffers), *registers]

    def _snapshot(self, registers: list[Any]) -> list[Any]:
        return [np.array(p) for p in self._parts(registers)]

    def _restore(self, saved: list[Any], registers: list[Any]) -> None:
        for target, source in zip(self._parts(registers), saved, strict=True):
            target[:] = source


def _outcome(run: Any) -> LanewiseError | None:
    try:
        run()
    except LanewiseError as problem:
        return problem
    return None
