"""Why nobody can go on, in one line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lanewise.iron.refusals import IronError
from lanewise.iron.types import element_name

if TYPE_CHECKING:
    from lanewise.iron.locks import Lock
    from lanewise.iron.running import Door, Run
    from lanewise.iron.streams import Task
    from lanewise.machine.scheduler import Wait

Place = tuple[str, int] | None
_MOST = 6  # cores that are told about


def explained(run: Run, waits: dict[int, Wait]) -> IronError:
    """What the host waits for, then what each core holds and waits for."""
    cores = [_core(run, number, waits.get(number)) for number in _blocking_cores(run, waits)]
    left = sum(k in waits for k in range(1, run.crew.count)) - sum(k in waits for k in _blocking_cores(run, waits))
    if left > 0:
        cores.append(f"{left} more workers wait")
    cores += _channels(run)
    pending = next((t for t in run.tasks.values() if t.of.wait and not t.done), None)
    if pending is None:
        return IronError("IRON-003", waits="; ".join(cores))
    of = pending.of
    size = of.data.type.dtype.itemsize
    total, came = pending.pattern.total // size, pending.moved // size
    if came and not of.fills:
        error = IronError(
            "IRON-004", what=of.words, total=total, type=element_name(of.data.type.dtype), came=came,
            waits="; ".join(cores) or "no worker is left",
        )  # fmt: skip
    else:
        head = f"{of.words} waits for {total - came} of {total} elements ({_format_place(of.where)})"
        error = IronError("IRON-003", waits="; ".join([head, *cores]))
    error.where = of.where
    return error


def _blocking_cores(run: Run, waits: dict[int, Wait]) -> list[int]:
    """Cores that hold something back first."""
    held = {d.number for d in run.doors.values() if d.held}
    numbers = sorted(range(1, run.crew.count), key=lambda k: (k not in held, k))
    return sorted(numbers[:_MOST])


def _channels(run: Run) -> list[str]:
    """DMA channels with descriptors of their own: who waits for a lock comes first."""
    words = [(channel, channel.waits()) for channel in run.channels]
    stuck = [f"{c.end}: {waits}{_lock_words(run, c.lock())}" for c, waits in words if waits]
    stuck.sort(key=lambda text: " waits for lock " not in text)
    return stuck[:_MOST]


def _core(run: Run, number: int, wait: Wait | None) -> str:
    name = run.crew.names[number]
    holds = [_describe_held(door) for door in run.doors.values() if door.number == number and door.held]
    parts = [f"holds {' and '.join(holds)}"] if holds else []
    parts.append("has ended" if wait is None else f"waits for {wait}{_cause_of(run, wait)}")
    return f"{name} {' and '.join(parts)}"


def _describe_held(door: Door) -> str:
    count = len(door.held)
    where = f"acquired at {_format_place(door.held[0])}, " if door.held[0] else ""
    return f"{count} of {door.pool.depth} objects of {door.handle.name} ({where}never released)"


def _cause_of(run: Run, wait: Wait) -> str:
    """Whose queue it is that is empty or full: the core at its other end, or how often the host filled it."""
    if wait.what.startswith("lock "):
        lock = next((k for k in run.design.locks if wait.what.startswith(f"lock {k.name} to ")), None)
        return _lock_words(run, lock)
    word, _, name = wait.what.partition(" in fifo ")
    others = [run.crew.names[d.number] for d in run.doors.values()
              if name and d.handle.fifo.name == name and d.handle.is_prod == (word == "data")]  # fmt: skip
    if others:
        return f", which {' and '.join(dict.fromkeys(others))} {'fills' if word == 'data' else 'empties'}"
    name = wait.what.removeprefix("data in fifo ")
    fills = [t for t in run.tasks.values() if t.of.fills and t.of.handle.name == name]
    if name == wait.what or not fills:
        return ""
    return f", filled {_times(fills)}"


def _lock_words(run: Run, lock: Lock | None) -> str:
    """What it is, and who has to release it: the DMAs whose descriptors do, else a core or the host."""
    if lock is None:
        return ""
    owners = [str(channel.end) for channel in run.channels if channel.releases(lock)]
    if owners:
        return f"; it is {lock.value}, and {' and '.join(dict.fromkeys(owners))} releases it"
    return f"; it is {lock.value}, and {f'{lock.giver} released it last' if lock.giver else 'nobody has released it'}"


def _times(fills: list[Task]) -> str:
    sizes = [t.pattern.total // t.of.data.type.dtype.itemsize for t in fills]
    often = "once" if len(fills) == 1 else f"{len(fills)} times"
    return f"{often} with {sum(sizes)} elements ({_format_place(fills[-1].of.where)})"


def _format_place(where: Place) -> str:
    return f"{os.path.basename(where[0])}:{where[1]}" if where else "the design"

