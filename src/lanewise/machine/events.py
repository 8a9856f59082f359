"""Events and barriers inside one core: flags between pipes, their ids, and their records in the trace."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from lanewise.errors import LanewiseError, user_location
from lanewise.isa.catalogue import opcodes
from lanewise.isa.events import HardEvent, pipes_of
from lanewise.isa.record import Overload
from lanewise.machine.leniency import complain
from lanewise.machine.ownership import STEPS

if TYPE_CHECKING:
    from lanewise.machine.core import Core


class MemDsbT(IntEnum):
    ALL = 0
    DDR = 1
    UB = 2
    SEQ = 3


def on_this_core(core: Core, event: HardEvent) -> bool:
    """Events of a pipe that the core does not have are skipped."""
    return set(pipes_of(event)) <= core.pipes


def note(core: Core, name: str, *params: int) -> None:
    """One record of the sync family in the instruction stream."""
    core.issue(opcodes()[name], int(Overload.PLAIN), 0, (), (), 0, 1, None, params)


def tell(core: Core, name: str, *params: int) -> None:
    """One record of what is no instruction. Nothing is made when nobody listens."""
    if name in STEPS:
        core.hold(name, params[2], params[3])
    if core.tracing or core.check is not None or core.schedule:
        core.tell(opcodes()[name], params)


def _unpaired(id: str, event: HardEvent, number: int) -> LanewiseError:
    call = f"_flag(asc.HardEvent.{event.name}, {number})"
    return LanewiseError(id, set=f"asc.set{call}", wait=f"asc.wait{call}")


class Events:
    """The flags of one core: how often each was set by the source pipe, and nobody has waited since.

    Hardware promises nothing about more than once; programs that rely on a count exist.
    """

    def __init__(self, core: Core) -> None:
        self._chip = core.chip
        self._count = core.chip.fact("event_ids")
        self._set: dict[tuple[HardEvent, int], list[tuple[str, int] | None]] = {}
        self._taken: dict[HardEvent, set[int]] = {}

    def check(self, event_id: int) -> int:
        if not 0 <= event_id < self._count:
            raise LanewiseError("SYNC-001", what="event id", asked=event_id, high=self._count - 1, chip=self._chip.name)
        return event_id

    def set(self, core: Core, event: HardEvent, event_id: int) -> None:
        event, event_id = HardEvent(event), self.check(int(event_id))
        if not on_this_core(core, event):
            return
        if (event, event_id) in self._set:
            problem = _unpaired("SYNC-101", event, event_id)
            if core.check is None or core.strict:  # else the checker tells it, with both lines
                complain(core, problem)
        note(core, "set_flag", event, event_id)
        self._set.setdefault((event, event_id), []).append(user_location())

    def wait(self, core: Core, event: HardEvent, event_id: int) -> None:
        event, event_id = HardEvent(event), self.check(int(event_id))
        if not on_this_core(core, event):
            return
        if (event, event_id) not in self._set:
            others = ", ".join(f"{e.name} {i}" for e, i in self._set) or "none"
            alike = [x for x in self._set if x[0] == event] or [x for x in self._set if x[1] == event_id]
            near = f"set_flag({alike[0][0].name}, {alike[0][1]})" if alike else ""
            raise LanewiseError("SYNC-003", case="other_flag" if near else "flag",
                                wait=f"wait_flag({event.name}, {event_id})", flags=others, near=near)
        note(core, "wait_flag", event, event_id)
        self._set[event, event_id].pop(0)
        if not self._set[event, event_id]:
            del self._set[event, event_id]

    def left_over(self) -> list[tuple[LanewiseError, tuple[str, int] | None]]:
        """Flags set and never waited for, and where they were set."""
        return [(_unpaired("SYNC-102", e, i), places[-1]) for (e, i), places in self._set.items()]

    # --- ids ---

    def fetch(self, event: HardEvent) -> int:
        """The lowest free id, not reserved."""
        taken = self._taken.get(HardEvent(event), ())
        free = next((i for i in range(self._count) if i not in taken), None)
        if free is None:
            raise LanewiseError("SYNC-002", count=self._count, event=HardEvent(event).name)
        return free

    def alloc(self, event: HardEvent) -> int:
        found = self.fetch(event)
        self._taken.setdefault(HardEvent(event), set()).add(found)
        return found

    def try_alloc(self, event: HardEvent) -> int:
        """An id for a queue's own use, or -1: a queue goes without when the user holds them all."""
        return self.alloc(event) if len(self._taken.get(event, ())) < self._count else -1

    def release(self, event: HardEvent, event_id: int) -> None:
        self._taken.get(HardEvent(event), set()).discard(self.check(int(event_id)))

    def release_all(self) -> None:
        self._taken.clear()
