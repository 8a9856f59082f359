"""Both engines side by side, stopping at the first byte that differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.issued import ACCESS, RECORD, Space, in_memory
from lanewise.machine import definition
from lanewise.machine.definition.touches import merge_runs

if TYPE_CHECKING:
    from lanewise.machine.core import Core


class DisagreementError(AssertionError):
    """The engine and the definition gave different results."""


class Lockstep:
    def __init__(self, core: Core) -> None:
        self.core = core

    def issue(self, op: int, *args: Any) -> None:
        """Run the definition, keep its result, roll back, run the engine, compare."""
        core = self.core
        registers = [t.memory for t in args[2] if not in_memory(t.space)]
        before = self._snapshot(registers)
        tracing, core.tracing = core.tracing, False
        expected = _outcome(lambda: definition.issue(core, op, *args))
        wanted = self._snapshot(registers)
        self._restore(before, registers)
        core.tracing = tracing
        got = _outcome(lambda: core.native.issue(op, *args))
        told = core.native.take_accesses().view(ACCESS)
        core.touched.append(told)
        found = self._snapshot(registers)
        ins = by_opcode()[op]
        assert ins is not None
        name, exactly = ins.name, ins.form.executor != "macro"  # the engine's macros reach operands row by row
        if _id_and_message(expected, exactly) != _id_and_message(got, exactly):
            words = f"the definition says {expected or 'fine'}, the engine says {got or 'fine'}"
            raise DisagreementError(f"{name}: {words}")
        buffers = (b.name for b in core.gm_space.buffers)
        memories = (space.name for space in core.memories)
        labels = (*memories, "state", "counters", *buffers, *("a register" for _ in registers))
        for label, a, b in zip(labels, wanted, found, strict=True):
            if not np.array_equal(a, b):
                at = int(np.flatnonzero(a != b)[0])
                raise DisagreementError(
                    f"{name}: {label} byte {at} is {a[at]:#04x} by the definition, {b[at]:#04x} by the engine"
                )
        if core.observed and not got:
            self._compare_accesses(ins, told)
        if got:
            raise got

    def _compare_accesses(self, ins: Any, told: Any) -> None:
        """Both engines touch the same bytes. Walks over registers are told lane by lane by the engine alone."""
        defined = self.core.touches.rows(np.zeros((), RECORD))
        spaces = [space for space in Space if in_memory(space) or ins.form.executor != "register-walk"]
        ways = sorted({way for rows in (defined, told) for way in np.unique(_access_kinds(rows)).tolist()})
        for way in ways:
            space, write = Space(way >> 2), way >> 1 & 1
            wanted, found = (_touched_runs(rows, way) for rows in (defined, told))
            if space in spaces and not all(map(np.array_equal, wanted, found)):
                mine, theirs = _bytes(*wanted), _bytes(*found)
                at = int(np.setxor1d(mine, theirs)[0])
                verb = ("reads", "writes")[write]
                who = "the definition" if at in mine else "the engine"
                raise DisagreementError(f"{ins.name}: only {who} {verb} {space.name} byte {at}")

    def _memory_parts(self, registers: list[Any]) -> list[Any]:
        core = self.core
        parts = [*core.memories.values(), core.state.reshape(1).view(np.uint8), core.issued.view(np.uint8)]
        return [*parts, *map(core.gm_space.contents, core.gm_space.buffers), *registers]

    def _snapshot(self, registers: list[Any]) -> list[Any]:
        return [np.array(p) for p in self._memory_parts(registers)]

    def _restore(self, saved: list[Any], registers: list[Any]) -> None:
        for target, source in zip(self._memory_parts(registers), saved, strict=True):
            target[:] = source


def _access_kinds(rows: Any) -> Any:
    """How bytes were touched, as a number: the space, whether written, whether at once."""
    return rows["space"].astype(np.int64) << 2 | rows["write"] << 1 | rows["atomic"]


def _touched_runs(rows: Any, way: int) -> tuple[Any, Any]:
    """The runs of bytes that were touched in one way."""
    kind = rows[(_access_kinds(rows) == way) & (rows["bytes"] > 0)]
    return merge_runs(kind["address"].astype(np.uint64), kind["bytes"].astype(np.uint64))


def _bytes(starts: Any, sizes: Any) -> Any:
    return np.concatenate([np.zeros(0, np.uint64), *(np.arange(a, a + n) for a, n in zip(starts, sizes, strict=True))])


def _id_and_message(problem: LanewiseError | None, words: bool) -> tuple[str, str] | None:
    return (problem.id, problem.message if words else "") if problem else None


def _outcome(run: Any) -> LanewiseError | None:
    try:
        run()
    except LanewiseError as problem:
        return problem
    return None
