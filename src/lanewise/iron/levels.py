"""How full fifos became in a run, and who waited at them."""

from __future__ import annotations

from typing import NamedTuple

from lanewise.iron.fifos import Link
from lanewise.iron.handles import ObjectFifoHandle
from lanewise.iron.program import Design
from lanewise.iron.running import Run
from lanewise.iron.workers import Worker


class End(NamedTuple):
    """One end of a fifo: who has it, how many objects it holds, how many were full at most, how often a core waited."""

    who: str
    depth: int
    most: int | None
    waits: int | None

    def __str__(self) -> str:
        if self.most is None:
            return self.who
        waited = f", waited {self.waits}x" if self.waits else ""
        return f"{self.who} ({self.most} of {self.depth} full{waited})"


class Level(NamedTuple):
    name: str
    type: str
    source: End
    sinks: tuple[End, ...]
    moved: int | None  # bytes


def levels(design: Design, run: Run | None) -> list[Level]:
    """Of every fifo; without a run what is known before it."""
    moved = {s.name: s.bytes for s in run.streams} if run else {}
    out = []
    for fifo in design.fifos:
        producer = fifo.producer
        assert producer is not None
        sinks = tuple(_end(design, run, h) for h in design.ends(fifo))
        out.append(Level(fifo.name, str(fifo.type), _end(design, run, producer), sinks, moved.get(fifo.name)))
    return out


def _end(design: Design, run: Run | None, handle: ObjectFifoHandle) -> End:
    who = design.owner_name(handle.owner)
    door = run.doors.get(handle) if run else None
    if door is not None and isinstance(handle.owner, Worker):
        return End(who, door.pool.depth, door.pool.most, door.waits)
    if run is not None and isinstance(handle.owner, Link) and not handle.is_prod:
        pools = run.pools[f"the {handle.owner.name}"]
        return End(who, pools[0].depth, max(pool.most for pool in pools), None)
    return End(who, handle.depth, None, None)


def table(design: Design, run: Run | None) -> str:
    """Lines for a terminal."""
    lines = [f"design {design.name} on {design.device.name}:"]
    for level in levels(design, run):
        bytes_ = "" if level.moved is None else f", {level.moved} bytes"
        sinks = ", ".join(map(str, level.sinks))
        lines.append(f"  fifo {level.name}, {level.type}: {level.source} -> {sinks}{bytes_}")
    names = {fifo.name for fifo in design.fifos}
    for stream in run.streams if run is not None else ():  # explicit routes
        if stream.name not in names:
            lines.append(f"  {stream.name}: {stream.bytes} bytes")
    return "\n".join(lines)
