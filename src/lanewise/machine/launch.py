"""A launch: arrays into GM, one core per block, and the results back only when every block has succeeded."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from lanewise.check.findings import Finding
from lanewise.chips.chip import chip as find_chip
from lanewise.errors import LanewiseError, LanewiseWarning
from lanewise.isa.ascend.host import DEFAULT_STREAM, WAITS
from lanewise.machine.address import GlobalAddress
from lanewise.machine.border import is_torch, to_bits, write_back
from lanewise.machine.checking import Check
from lanewise.machine.core import Core, leaving
from lanewise.machine.engine import native
from lanewise.machine.group import VECTOR, Group, names, seats_of
from lanewise.machine.history import Argument, History, Launched, block_history
from lanewise.machine.leniency import ShownWarnings
from lanewise.machine.memory import Buffer, Gm, Overrun
from lanewise.machine.pipe import kernel_ends
from lanewise.machine.scheduler import Team
from lanewise.machine.settings import NOT_ENDED, Settings
from lanewise.machine.shared import SharedMemories
from lanewise.machine.trace import Trace
from lanewise.markup import paragraph, table
from lanewise.numerics.formats import DType
from lanewise.severities import Mode

MAX_BLOCKS = 65535
_COMPARED = 1 << 20  # bytes at a time
_LENT = 4 << 20  # bytes of an array that is not copied until somebody writes to it
_WHY = partial(import_module, "lanewise.why")  # by its name: lenses know runs, and runs no lens
watchers: list[Callable[[Run], None]] = []  # called with every launch; one that failed has a note


@dataclass
class Run:
    """What a launch left behind."""

    kernel: str
    blocks: int
    settings: Settings
    traces: list[Trace] = field(default_factory=list)  # one per block, when tracing was on
    accesses: list[Any] = field(default_factory=list)  # one array (isa.issued.ACCESS) per block of an observed kernel
    host: Trace | None = None  # what the host did, of the whole program, when tracing was on; its block is HOST_BLOCK
    host_accesses: Any = None  # and what it touched of device memory, of an observed program
    arrays: dict[int, tuple[int, int]] = field(default_factory=dict)  # argument from 1: place in GM, bytes
    findings: list[Finding] = field(default_factory=list)  # of the checker, where it was asked
    overruns: list[Overrun] = field(default_factory=list)
    assumptions: list[tuple[str, str, str]] = field(default_factory=list)
    instructions: int = 0
    notes: list[str] = field(default_factory=list)  # what is wrong with the traces
    history: History | None = None  # what everything held, when that was kept
    cores: tuple[str, ...] = ()  # of a block, where it has several: their kinds; each of them counts as one of `blocks`

    def why(self, name: str | int, index: int | None = None) -> Any:
        """Where an element comes from: `run.why("z", 137)`, `run.why("UB 0x1200 at line 55")` (lanewise.why)."""
        return _WHY().explain(self, name, index)

    def expect(self, wanted: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """Which elements are not what they should be, and why: `run.expect(z=x + y, rtol=1e-3)` (lanewise.why)."""
        return _WHY().expect(self, wanted, **more)

    def __repr__(self) -> str:
        return f"<{self._title()}>"

    def _title(self) -> str:
        blocks = f"{self.blocks} block{'s' * (self.blocks > 1)}"
        issued = f", {self.instructions} instructions" if self.instructions else ""
        count = len(self.findings)
        found = f", {count or 'no'} finding{'s' * (count > 1)}" if count or self.settings.check else ""
        return f"{self.kernel} on {self.settings.chip}: {blocks}{issued}{found}"

    def _repr_html_(self) -> str:
        found = [(one.place or "", one.id, one.what, one.write) for one in self.findings]
        left = "".join(paragraph(note) for note in self.notes)
        return paragraph(self._title()) + table(("line", "id", "finding", "write"), found) + left


@dataclass
class _Argument:
    """An array of the caller, and where it is in GM."""

    name: str
    array: Any
    kind: DType
    buffer: Buffer
    before: Any  # bytes of the array itself, where they lie in order: it stays as it is until all blocks have succeeded
    lent: bool  # and they are in GM, not a copy

    def changed(self, there: Any) -> bool:
        parts = range(0, self.buffer.size, _COMPARED)  # what a comparison makes is as large as what it compares
        return not all(np.array_equal(there[i : i + _COMPARED], self.before[i : i + _COMPARED]) for i in parts)

    @property
    def is_itself(self) -> bool:
        """Whether who writes the bytes writes the array."""
        array, bits = self.array, self.before
        return isinstance(array, np.ndarray) and array.nbytes == bits.size and np.may_share_memory(array, bits)


class _Cargo:
    """The arguments of one launch."""

    def __init__(self, gm: Gm, lends: bool) -> None:
        self.gm, self._lends = gm, lends
        self._arrays: dict[int, _Argument] = {}

    def load(self, name: str, value: Any) -> Any:
        """What the kernel sees: an address for an array, a plain number for a number, anything else as it is."""
        if isinstance(value, np.ndarray) or is_torch(value):
            return self._address(name, value)
        if isinstance(value, np.generic):
            return value.item()
        if isinstance(value, (list, dict, set)):
            raise LanewiseError(
                "KERNEL-002", case="argument", argument=name, type=type(value).__name__,
            )
        return value

    def _address(self, name: str, array: Any) -> GlobalAddress:
        held = self._arrays.get(id(array))
        if held is None:
            bits, kind = to_bits(array)
            lent = self._lends and bits.size >= _LENT
            if lent:
                buffer = self.gm.borrow(bits, name)
            else:
                buffer = self.gm.allocate(bits.size, name)
                self.gm.put(buffer, bits)
            held = self._arrays[id(array)] = _Argument(name, array, kind, buffer, bits, lent)
        return GlobalAddress(held.buffer.address, held.kind, held.buffer.size * 8 // held.kind.bits)

    def unload(self, check: Check | None) -> None:
        """Changed arrays back to the caller, all or none."""
        changed = [a for a in self._arrays.values() if not self.gm.borrows(a.buffer) and a.changed(self._contents(a))]
        for argument in changed:
            if isinstance(argument.array, np.ndarray) and not argument.array.flags.writeable:
                raise LanewiseError(
                    "KERNEL-002", case="read_only", argument=argument.name
                )
        for argument in changed:
            self.gm.note_read(argument.buffer.address, argument.buffer.size)
            if check is not None:
                check.taken(self.gm, argument.buffer.address, argument.buffer.size)
            if argument.lent and argument.is_itself:
                self.gm.give_back(argument.buffer, argument.before)
            else:
                write_back(argument.array, self._contents(argument), argument.kind)

    def history(self, launched: Launched, arguments: Mapping[str, Any]) -> History:
        """A launch that begins, with what its arrays hold."""
        for number, (name, value) in enumerate(arguments.items(), 1):
            held = self._arrays.get(id(value))
            if held is not None:
                buffer = held.buffer
                launched.arguments.append(Argument(number, (name,), buffer.address, buffer.size, held.kind.name))
        found = History([launched])
        for held in self._arrays.values():
            found.buffers[held.buffer.address] = held.buffer.size
            found.memory.append((held.buffer.address, 0, np.array(self._contents(held))))
        return found

    def _contents(self, argument: _Argument) -> Any:
        return self.gm.contents(argument.buffer)[: argument.buffer.size]


def launch(
    function: Callable[..., Any], name: str, blocks: int, arguments: Mapping[str, Any], settings: Settings,
    group: Group = VECTOR,
) -> Run:
    """Run `function` on each core of each block. An error of one stops the others and leaves the caller's arrays alone.
    """
    if not 1 <= blocks <= MAX_BLOCKS:
        raise LanewiseError("KERNEL-002", case="blocks", kernel=name, blocks=blocks, most=MAX_BLOCKS)
    chip = find_chip(settings.chip)
    seats = seats_of(chip, group, blocks)
    count, called = len(seats), names(seats)
    if count > MAX_BLOCKS:
        raise LanewiseError("KERNEL-002", case="cores", kernel=name, blocks=blocks, most=MAX_BLOCKS,
                            cores=seats[0].peers)
    gm = Gm(native(required=settings.engine != "definition"), listened=settings.trace)
    # Who looks at memory itself, or asks where it has been, gets copies.
    observed = settings.trace or settings.check or settings.schedule or settings.history or settings.engine != "fast"
    cargo = _Cargo(gm, lends=gm.native is not None and not observed)
    loaded = {label: cargo.load(label, value) for label, value in arguments.items()}
    run = Run(name, count, settings)
    run.cores = tuple(seat.kind for seat in seats[: seats[0].peers]) if seats[0].peers > 1 else ()
    run.traces = [Trace.from_lists([], [])] * count if settings.trace else []
    check = Check(settings.check, name, count) if settings.check else None
    if settings.history:
        kinds = tuple(seat.kind for seat in seats[: seats[0].peers])
        run.history = cargo.history(Launched(name, chip.name, blocks, kinds), arguments)
    team, said = Team(count, called), ShownWarnings()
    shared = SharedMemories(chip, seats)
    gm.host.note("launch", 1, blocks, DEFAULT_STREAM)

    def run_block(block: int) -> None:
        core = Core(
            settings.chip, engine=settings.engine, strict=settings.strict, trace=settings.trace, block=block,
            blocks=blocks, gm=gm, check=check, schedule=settings.schedule, shared=shared.of(block), seats=seats,
        )
        shared.link(core)
        core.team = team
        if check is None:
            core.refuse_overlap()
        if run.history is not None:
            core.keep_history()
        if settings.mode is not Mode.STRICT:
            core.go_on(settings.mode, said)
        try:
            with core:
                function(**{label: copy.copy(value) for label, value in loaded.items()})
                kernel_ends(core)
        finally:
            if settings.trace:
                run.traces[block] = core.trace()
            if run.history is not None:
                run.history.blocks.append(block_history(0, block, core.native.take_history()))
        _collect(run, core, called[block])
        if check is not None:
            core.native.end_check()

    team.run(run_block)
    if team.failure is not None:
        block, problem = team.failure
        _say_where(problem, f"kernel {name}, {_core_label(called[block], count)}")
        run.notes.append(NOT_ENDED)
        run.findings = check.findings() if check is not None else []
        run.host = gm.host.trace() if settings.trace else None
        notify_watchers(run)
        raise problem
    if check is not None:
        check.ended(gm)
    gm.host.note("launch_end", 1, DEFAULT_STREAM)
    gm.host.note("stream_synchronize", WAITS)
    run.overruns = list(gm.overruns)
    cargo.unload(check)
    run.findings = check.findings() if check is not None else []
    gm.free_all()
    run.host = gm.host.trace() if settings.trace else None
    notify_watchers(run)
    return run


def notify_watchers(run: Run) -> None:
    for watcher in watchers:
        watcher(run)


def _report_single_instructions(core: Core, ended: bool) -> None:
    """Single instructions are a launch of one block to those who watch."""
    if watchers and core.issued.any():
        run = Run("single instructions", 1, Settings(core.chip.name, core.engine, core.strict, trace=core.tracing))
        run.traces, run.instructions = [core.trace()], int(core.issued.sum())
        run.notes += [] if ended else [NOT_ENDED]
        notify_watchers(run)


leaving.append(_report_single_instructions)


def _core_label(name: str, count: int) -> str:
    """Which core, in a message."""
    return f"{name} of {count}" if name.startswith("block") else name


def _collect(run: Run, core: Core, name: str) -> None:
    run.assumptions += [a for a in core.assumptions() if a not in run.assumptions]
    run.instructions += int(core.issued.sum())
    for left, at in core.events.left_over() if core.check is None else ():
        text = f"{left.id} {left.message} [kernel {run.kernel}, {_core_label(name, run.blocks)}]"
        if at is None:
            warnings.warn(text, LanewiseWarning, stacklevel=4)
        else:
            warnings.warn_explicit(text, LanewiseWarning, *at)


def _say_where(problem: BaseException, text: str) -> None:
    if isinstance(problem, LanewiseError):
        problem.context = text
    elif hasattr(problem, "add_note"):  # Python 3.11
        problem.add_note(text)
