"""Pipes and the events between them, by their numbers in records and by the vendor's (`chips/cores.toml`)."""

from __future__ import annotations

from enum import IntEnum

from lanewise.chips import cores

ALL, _ALL_NUMBER = cores.all_pipes()
_VENDOR = {pipe.name: pipe.vendor for pipe in cores.every_pipe().values()} | {ALL: _ALL_NUMBER}

# As records number them.
Pipe = IntEnum("Pipe", {name: k for k, name in enumerate([*(pipe.name for pipe in cores.pipes()), ALL])})
# As programs name them.
PipeID = IntEnum("PipeID", {f"PIPE_{name}": k for name, k in sorted(_VENDOR.items(), key=lambda one: one[1])})
HardEvent = IntEnum(
    "HardEvent", [*(event.name for event in cores.events()), cores.end_of_events()], start=0
)

SCALAR, VECTOR = Pipe(cores.number("scalar")), Pipe(cores.number("vector"))
COPY_IN, COPY_OUT = Pipe(cores.number("copy_in")), Pipe(cores.number("copy_out"))
CUBE, FEED, DRAIN = Pipe(cores.number("cube")), Pipe(cores.number("feed")), Pipe(cores.number("drain"))


def vendor(pipe: Pipe) -> PipeID:
    """How programs name a pipe."""
    return PipeID[f"PIPE_{pipe.name}"]


def between(source: Pipe, target: Pipe) -> HardEvent:
    return HardEvent[f"{source.name}_{target.name}"]


def pipes_of(event: HardEvent) -> tuple[Pipe | None, Pipe | None]:
    """Who sets it and who waits for it; None: a pipe that cores here do not have."""
    if event.name == cores.end_of_events():
        return None, None
    of = cores.events()[event]
    source, target = (Pipe[name] if name in Pipe.__members__ else None for name in (of.source, of.target))
    return source, target


def leads(source: str, target: str, ways: str = "all") -> bool:
    """Whether some pipe moves data from one memory to another; `ways` is the chip's choice of direct_ways."""
    shared, staging = cores.memory("global").name, cores.memory("staging").name
    operands = {cores.memory(use).name for use in ("left", "right")}
    direct = target in operands if source == shared else (source, target) == (staging, shared)
    return any((source, target) in pipe.moves for pipe in cores.pipes()) and not (direct and ways == "staged")


def mover(source: str, target: str) -> Pipe:
    """The pipe that moves data from one memory to another."""
    return Pipe(cores.mover(source, target))
