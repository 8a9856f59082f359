"""What cores of Ascend chips are made of, as `cores.toml` has it: memories, pipes, events, kinds of cores.

Whoever needs a memory or a pipe asks for it by its use, so that no code names one.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = Path(__file__).with_name("cores.toml")
SHARED = "global"  # the use of the memory that belongs to no core


class Memory(NamedTuple):
    name: str
    use: str
    title: str
    align: int  # its tensors start at multiples of that
    unit: int  # bytes that are read and written at once
    positions: tuple[str, ...]  # where in the programming model its tensors lie
    vendor: int | None  # the number that programs know it by, and
    word: str  # the vendor's name of it

    @property
    def places(self) -> str:
        """Its positions, in words."""
        *most, last = self.positions or ("nowhere",)
        return f"{', '.join(most)} or {last}" if most else last


class Pipe(NamedTuple):
    name: str
    vendor: int  # the number that programs know it by
    use: str  # empty: none here
    title: str  # of its lane in a timeline
    moves: tuple[tuple[str, str], ...]  # from which memory to which


class Event(NamedTuple):
    """The source sets it, the target waits for it."""

    name: str
    source: str
    target: str


class Kind(NamedTuple):
    """Of cores."""

    name: str
    part: str  # of the work that it does: "vector", "cube" or "both"
    title: str
    memories: tuple[str, ...]
    pipes: tuple[str, ...]
    reaches: tuple[str, ...]  # of other cores of its group, where the chip links them


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def every_memory() -> dict[str, Memory]:
    """Those of cores, then what all cores share."""
    return {
        name: Memory(name, of["use"], of["title"], of["align"], of["unit"], tuple(of["positions"]), of.get("vendor"),
                     of.get("word", name))
        for name, of in _data()["memory"].items()
    }  # fmt: skip


@cache
def memory(use: str) -> Memory:
    """The one with a use."""
    return next(one for one in every_memory().values() if one.use == use)


@cache
def memories() -> tuple[Memory, ...]:
    """Those of cores, of all kinds, in the order of their numbers in records."""
    return tuple(one for one in every_memory().values() if one.use != SHARED)


@cache
def positions() -> dict[str, int]:
    """The vendor's numbers of all names, the one behind the last among them."""
    of = _data()["position"]
    numbers = {name: k for k, name in enumerate([*of["names"], of["end"]])}
    return numbers | {name: numbers[means] for name, means in of["aliases"].items()}


def plain_position() -> str:
    """Of what is on no way in or out."""
    name: str = _data()["position"]["plain"]
    return name


@cache
def every_pipe() -> dict[str, Pipe]:
    """All that programs may name."""
    return {
        name: Pipe(name, of["vendor"], of.get("use", ""), of.get("title", name),
                   tuple((move.split(" -> ")[0], move.split(" -> ")[1]) for move in of.get("moves", ())))
        for name, of in _data()["pipe"].items()
    }  # fmt: skip


@cache
def kinds() -> dict[str, Kind]:
    return {
        name: Kind(name, of["part"], of["title"], tuple(of["memories"]), tuple(of["pipes"]),
                   tuple(of.get("reaches", ())))
        for name, of in _data()["core"].items()
    }


@cache
def kind_for(part: str) -> Kind:
    """The one that does a part of the work."""
    return next(kind for kind in kinds().values() if kind.part == part)


@cache
def pipes() -> tuple[Pipe, ...]:
    """Those of cores, in the order of their numbers in records."""
    there = {name for kind in kinds().values() for name in kind.pipes}
    return tuple(pipe for name, pipe in every_pipe().items() if name in there)


@cache
def number(use: str) -> int:
    """Of the pipe with a use, in records."""
    return next(k for k, pipe in enumerate(pipes()) if pipe.use == use)


def all_pipes() -> tuple[str, int]:
    """The name and the vendor's number of all of them."""
    return _data()["all"]["name"], _data()["all"]["vendor"]


@cache
def events() -> tuple[Event, ...]:
    """By the vendor's numbers."""
    return tuple(Event(name, *name.split("_")) for name in _data()["event"]["names"])


def end_of_events() -> str:
    name: str = _data()["event"]["end"]
    return name


@cache
def mover(source: str, target: str) -> int:
    """The number of the pipe that moves data from one memory to another."""
    return next(k for k, pipe in enumerate(pipes()) if (source, target) in pipe.moves)
