"""One core: its memories, its registers, and the engine that runs instructions on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import cached_property
from types import TracebackType
from typing import Any

import numpy as np

from lanewise.check.findings import Finding
from lanewise.check.kinds import parse_kinds
from lanewise.chips import DEFAULT
from lanewise.chips.chip import Chip, chip
from lanewise.chips.cores import every_memory, kind_for, kinds
from lanewise.errors import LanewiseError
from lanewise.isa import saturation
from lanewise.isa.catalogue import by_opcode, opcodes
from lanewise.isa.events import ALL, SCALAR, Pipe
from lanewise.isa.issued import ACCESS, ALL_ONES, MAX_THREADS, STATE, VECTOR_MEMORY, Space, on_core
from lanewise.isa.record import MOVES
from lanewise.machine import definition
from lanewise.machine.address import GlobalAddress
from lanewise.machine.arena import Arena
from lanewise.machine.checking import Check
from lanewise.machine.definition.touches import Touches
from lanewise.machine.engine import native, register_chip
from lanewise.machine.events import Events
from lanewise.machine.group import LONE, Seat
from lanewise.machine.leniency import ShownWarnings
from lanewise.machine.lockstep import Lockstep
from lanewise.machine.memory import POISON, Gm, aligned_bytes
from lanewise.machine.ownership import Ownership
from lanewise.machine.schedule import planned
from lanewise.machine.scheduler import Team
from lanewise.machine.settings import cores
from lanewise.machine.trace import Trace, location
from lanewise.severities import Mode

_current: ContextVar[Core | None] = ContextVar("lanewise_core", default=None)

ENGINES = ("fast", "definition", "lockstep")
_NO_BYTES = np.zeros(0, np.uint8)
leaving: list[Callable[[Core, bool], None]] = []  # called when a core that no launch made is left; False: by an error


def current_core(what: str = "This call") -> Core:
    core = _current.get()
    if core is None:
        raise LanewiseError("KERNEL-001", what=what)
    return core


class Core:
    """`engine` is "fast" (C++), "definition" (numpy) or "lockstep" (both, stopping at the first difference)."""

    def __init__(
        self, chip_name: str | Chip = DEFAULT, *, engine: str = "fast", strict: bool = False,
        trace: bool = False, block: int = 0, blocks: int = 1, gm: Gm | None = None, check: Check | None = None,
        schedule: str = "", kind: str = "", shared: Mapping[Space, Any] | None = None, seats: Sequence[Seat] = (),
    ) -> None:
        """`shared`: memories that other cores of its group reach, too: its own, and those that others lend.
        `seats`: the cores of its launch, of which it is number `block`; `blocks` counts groups."""
        if engine not in ENGINES:
            raise ValueError(f"engine is {engine!r}; it must be one of {', '.join(ENGINES)}")
        if kind and kind not in kinds():
            raise ValueError(f"kind is {kind!r}; it must be one of {', '.join(kinds())}")
        self.chip = chip(chip_name)
        self.seats = seats or [LONE._replace(place=block)]
        self.seat = seats[block] if seats else self.seats[0]
        kind = kind or self.seat.kind
        self.kind = kinds()[kind] if kind else kind_for("vector")
        self.pipes = {*(Pipe[name] for name in self.kind.pipes), Pipe[ALL]}
        self.policy = self.chip.policy
        self.strict, self.block, self.blocks = strict, block, blocks
        self.number = self.seat.place % self._core_count()  # of the chip's cores, the one that runs the block
        self.thread = 0  # of the block, the one that runs now
        given = shared or {}
        self.memories = {
            Space[name]: given[Space[name]] if Space[name] in given else aligned_bytes(size, POISON)
            for name in self.kind.memories if (size := self.chip.size(every_memory()[name].use))
        }  # fmt: skip
        self.mem = self.memory(VECTOR_MEMORY)
        self.lent = given.keys() - self.memories.keys()
        self.memories |= {space: given[space] for space in self.lent}
        self.state = np.zeros((), STATE)
        self.issued = np.zeros(len(by_opcode()), np.uint64)  # how often each opcode ran
        self.records: list[Any] = []
        self.payload: list[int] = []
        self.touches = Touches(self)  # of the instruction at hand, by the definition
        self.touched: list[Any] = []  # accesses so far
        self.remembers = False  # what everything holds is kept
        self._tops = dict.fromkeys(self.memories, 0)  # of each memory, the first byte that is free
        self.ceiling = self.capacity(VECTOR_MEMORY)  # self-freeing tensors live above it
        self.team = Team()
        self.events = Events(self)
        self.pipe: Any = None  # weak reference to the TPipe that is alive
        self.pipe_start: int | None = None  # the first byte that it holds, in records
        self.clock: Any = None  # what get_system_cycle reads, once it has been asked
        self.workspace: GlobalAddress | None = None  # the system's part, once the kernel has said where
        self._queues = self._owners = 0
        self.functions = 0  # vector functions that are running: one, and those that it calls
        self._holders: list[tuple[str, int, int, Space]] = []
        self.held = Ownership()  # who holds which bytes of UB, for rules
        self._token: Any = None
        self.alone = False  # made by the user, not by a launch
        self.watched = False  # operands that overlap are refused
        self.mode = Mode.STRICT  # what broken rules are: a launch says how it is run
        self.said = ShownWarnings()
        extension = native(required=engine != "definition")
        self.engine = engine if extension is not None else "definition"
        self.gm_space = gm if gm is not None else Gm(extension, listened=trace)
        self.native: Any = None
        if self.engine != "definition":
            self.native = extension.Core(
                register_chip(self.chip), self.memories, self.state.reshape(1).view(np.uint8), self.issued,
                self.gm_space.native, strict, block, self.number, list(kinds()).index(self.kind.name),
            )
        self.check = check
        if check is not None:
            check.watch(self)
        if not strict:
            self.go_on(Mode.ALONE if check is None else Mode.CHECK)
        self.schedule = schedule
        if schedule:
            if self.engine != "fast":
                raise LanewiseError("ENGINE-001", what="a schedule")
            self.native.schedule(schedule, block)
        self._listen(trace, False)
        self.issue = self._issuer()
        self.reset_state()

    def _core_count(self) -> int:
        """How many cores of its kind the chip has."""
        return int(self.chip.fact("cube_cores")) if self.kind.part == "cube" else cores(self.chip.name)

    def _issuer(self) -> Any:
        if self.engine == "fast":
            return self.native.issue
        if self.engine == "lockstep":
            return Lockstep(self).issue
        return lambda *args: definition.issue(self, *args)

    def reset_state(self) -> None:
        """What InitSocState and a new TPipe do; CTRL[48] survives."""
        kept = int(self.state["ctrl"]) & (1 << saturation.FLOAT_BIT)
        if not self.state["sequence"]:  # the first reset is the power-on one
            kept = 0 if self.policy["float_saturation"] == "saturate" else 1 << saturation.FLOAT_BIT
        self.state["sequence"] = 1
        self.state["mask"] = ALL_ONES
        self.state["ctrl"] = self.chip.fact("ctrl_reset") | kept
        self.state["deqscale"] = 0x3C00
        self.state["loop_in"] = self.state["loop_out"] = (1, 1, 0, 0, 0, 0)
        self.state["atomic"] = 0
        self.state["load_repeat"], self.state["nz2nd"] = (0, 1, 0, 0), (1, 0, 0)

    def memory(self, space: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The bytes of one of its memories; none where its kind of core has no such one."""
        return self.memories.get(Space(space), _NO_BYTES)

    def size_of(self, space: int) -> int:
        """Bytes of one of its memories; of two that others lend, those of one."""
        room = self.memory(space).size
        return min(room, self.chip.size(every_memory()[Space(space).name].use)) if space in self.lent else room

    def capacity(self, space: Space) -> int:
        """Bytes of a memory, on cores of another kind, too: what is allocated there is bookkeeping alone."""
        return self.size_of(space) or self.chip.size(every_memory()[space.name].use)

    def knows(self, space: Space) -> bool:
        """Whether it has a memory, or may name it: vector code has no effect on a cube core, and in groups code of
        either kind is skipped on the other. Kernels of vector cores alone that name the cube's memories are mistaken.
        """
        return space in self.memories or space == VECTOR_MEMORY or (self.seat.peers > 1 and self.capacity(space) > 0)

    def runs(self, pipe: str, spaces: Sequence[int]) -> bool:
        """Whether an instruction of a pipe on operands there has any effect: code for another kind of core has none.
        What others of the group lend is where moves end that begin in a memory of the core's own."""
        if pipe == MOVES:
            if not all(not on_core(space) or space in self.memories for space in spaces):
                return False
            return self.lent.isdisjoint(spaces) or (on_core(spaces[-1]) and spaces[-1] not in self.lent)
        return Pipe[pipe] in self.pipes

    # --- tensors for single instructions ---

    def yield_to_others(self) -> None:
        """A point where another block may run; a lone core has nobody to wait for."""
        self.team.step_aside(self.block)

    def allocate(self, size: int, holder: str, space: Space = VECTOR_MEMORY) -> int:
        """The next `size` bytes of a memory, where its tensors may start."""
        align = every_memory()[space.name].align
        start = -(-self._tops.get(space, 0) // align) * align
        end = self.ceiling if space == VECTOR_MEMORY else self.capacity(space)
        if start + size > end:
            raise LanewiseError(
                "MEM-003", what=holder, need=size, memory=space.name,
                free=max(0, end - start), size=self.capacity(space), table=self.usage(space),
            )
        self._tops[space] = start + size
        self._holders.append((holder, start, size, space))
        return start

    def mark(self) -> tuple[dict[Space, int], int]:
        """What is allocated now: the first free byte of each memory and the number of holders, for `release`."""
        return dict(self._tops), len(self._holders)

    def top(self) -> int:
        """The first free byte of UB."""
        return self._tops.get(VECTOR_MEMORY, 0)

    def release(self, mark: tuple[dict[Space, int], int]) -> None:
        self._tops = dict(mark[0])
        del self._holders[mark[1] :]

    def next_queue(self) -> int:
        """A number for a new queue, for messages and records."""
        self._queues += 1
        return self._queues

    def next_owner(self) -> int:
        """A number for a new owner of UB, for records: in the order in which they get memory."""
        self._owners += 1
        return self._owners

    @cached_property
    def arena(self) -> Arena:
        return Arena(self)

    def usage(self, space: Space = VECTOR_MEMORY) -> str:
        """Who holds which bytes of a memory."""
        rows = [f"  {start:>8} .. {start + size - 1:<8} {size:>8} bytes  {name}"
                for name, start, size, there in self._holders if there == space]  # fmt: skip
        return "\n".join(rows) or "  (nothing is allocated)"

    def ub(self, data: Any, dtype: Any = None) -> Any:
        """A tensor in UB: a copy of an array, or `data` uninitialised elements of `dtype`."""
        from lanewise.machine.tensor import local_tensor

        return local_tensor(self, data, dtype)

    def local(self, position: str, data: Any, dtype: Any = None) -> Any:
        """The same at a position ("A1", "B2", "CO1", ...), in the memory that lies there."""
        from lanewise.machine.tensor import TPosition, local_tensor

        return local_tensor(self, data, dtype, TPosition[position])

    def gm(self, array: Any, name: str = "") -> Any:
        """A tensor in GM holding a copy of `array`; `tensor.numpy()` gives its contents back."""
        from lanewise.machine.tensor import global_tensor

        return global_tensor(self, array, name)

    # --- tracing ---

    def set_trace(self, on: bool) -> None:
        self._listen(on, self.observed)

    def _listen(self, records: bool, accesses: bool) -> None:
        self.tracing, self.observed = records, accesses
        self.gm_space.host.listened |= records
        if self.native is not None:
            self.native.listen(records, accesses)

    def refuse_overlap(self) -> None:
        """Operands that overlap are refused from now on."""
        self.watched = True
        if self.native is not None:
            self.native.refuse_overlap()

    def go_on(self, mode: Mode, said: ShownWarnings | None = None) -> None:
        """Rules that do not end a run of this kind are warnings, or findings, from now on; `said` hears them."""
        self.mode, self.said = mode, said or self.said
        if self.native is not None and mode is not Mode.CHECK:
            self.native.go_on(self.said.warn, mode)

    def hold(self, name: str, first: int, size: int) -> None:
        """A step in the life of what lies in UB."""
        self.held.step(name, first, size)
        if self.native is not None:
            self.native.hold(opcodes()[name], first, size)

    def place(self, first: int, size: int) -> None:
        """A tensor lies where the program says."""
        self.held.place(first, size)
        if self.native is not None:
            self.native.place(first, size)

    def tell(self, op: int, params: tuple[int, ...]) -> None:
        """A step that is no instruction, for whoever listens: nothing else happens."""
        if self.native is not None:
            self.native.tell(op, params)
        elif self.tracing:
            definition.tell(self, op, params)

    def trace(self) -> Trace:
        """Everything issued since the core was made; tracing starts with the first use."""
        if not self.tracing:
            self.set_trace(True)
        if self.native is not None:
            return Trace.from_bytes(*self.native.records())
        return Trace.from_lists(self.records, self.payload)

    def host(self) -> Trace:
        """What the host did with device memory while the core was traced."""
        return self.gm_space.host.trace()

    def accesses(self) -> np.ndarray[Any, np.dtype[np.void]]:
        """Every byte that instructions and the kernel's own code read or wrote, as runs (isa.issued.ACCESS).

        Listening starts with the first use.
        `sequence` is that of the record in `trace()`. Registers are where the host keeps their bytes.
        """
        if not self.observed:
            self._listen(True, True)
        if self.native is not None:
            self.touched.append(self.native.take_accesses().view(ACCESS))
        self.touched = [np.concatenate([np.zeros(0, ACCESS), *self.touched])]
        return self.touched[0]

    def touch(self, space: int, address: int, size: int, *, write: bool, atomic: bool = False) -> None:
        """The kernel's own code reads or writes an element: an access on pipe S."""
        if not (self.observed or self.remembers or self.schedule) and self.check is None:
            return
        if self.native is not None:
            self.native.touch(space, address, size, write, atomic)
            return
        row = np.zeros(1, ACCESS)
        row["sequence"], row["address"], row["bytes"] = len(self.records), address, size
        row["file"], row["line"] = location()
        row["block"], row["thread"], row["space"], row["pipe"] = self.block, self.thread, space, SCALAR
        row["write"], row["atomic"] = write, atomic
        self.touched.append(row)

    def keep_history(self) -> None:
        """What everything holds is kept from now on (`native.take_history`)."""
        if self.native is None or self.engine != "fast":
            raise LanewiseError("ENGINE-001", what="what everything held")
        space = self.gm_space
        self.native.keep_history({buffer.address: space.contents(buffer) for buffer in space.buffers})
        self.remembers = True

    def run_thread(self, number: int) -> None:
        """What is issued and touched from now on is that thread's."""
        if not 0 <= number < MAX_THREADS:
            raise ValueError(f"thread {number}: a block has at most {MAX_THREADS} threads")
        self.thread = number
        if self.native is not None:
            self.native.run_thread(number)

    def settle(self) -> None:
        """Everything that was issued has happened: who looks at memory from outside asks first."""
        if self.schedule:
            self.native.settle()

    def result(self, register: str) -> Any:
        """The value that vector instructions left in a register of the core."""
        self.settle()
        return self.state[register]

    def findings(self) -> list[Finding]:
        """What the checker has found so far, with what is left behind if the kernel ended here."""
        if self.check is None:
            raise ValueError("the core was made without check=")
        self.native.end_check()
        return self.check.findings()

    def assumptions(self) -> list[tuple[str, str, str]]:
        """Assumed policies that the instructions issued so far depended on: (policy, choice, because of)."""
        out: dict[str, tuple[str, str, str]] = {}
        for opcode in np.flatnonzero(self.issued):
            ins = by_opcode()[opcode]
            for name in ins.policies_on(self.chip.instructions) if ins else ():
                fact = self.chip.policies[name]
                if fact.evidence == "assumed":
                    out.setdefault(name, (name, fact.value, ins.name if ins else ""))
        return list(out.values())

    # --- as a context ---

    def __enter__(self) -> Core:
        self._token = _current.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _current.reset(self._token)
        if kind is None:
            self.settle()
        if self.alone:
            for tell in leaving:
                tell(self, kind is None)


def core(
    chip: str = DEFAULT, *, engine: str = "fast", strict: bool = False, trace: bool = True,
    check: str | bool = False, schedule: str = "", kind: str = "",
) -> Core:
    """A core for single instructions: `with lanewise.core("ascend910b") as core:`.

    `kind` is "AIV" (a vector core, the default), "AIC" (a cube core), or "AICORE" on chips where one core is both.

    With `check`, True or a list such as "race,sync", `core.findings()` says what is wrong.
    With `schedule`, "late" or "random:SEED", pipes run when synchronisation makes them, not at once.
    """
    checker = Check(parse_kinds(check), "", 1) if check else None
    plan = planned(schedule, parse_kinds(check) if check else "")
    made = Core(chip, engine=engine, strict=strict, trace=trace, check=checker, schedule=plan, kind=kind)
    made.alone = True
    return made
