"""What the model says, as plain data shared with the engine, which computes it (engine/timing/).

A layout is a list of names with the letters that the struct module has for their types.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

from lanewise.chips import cores

Layout = tuple[tuple[str, str], ...]

# One record: what it asks for, and when it ran. Times are cycles from the start of the launch.
ROW: Layout = (
    ("cost", "d"),  # cycles on its pipe
    ("scalar", "d"),  # cycles of the scalar unit before it
    ("lost", "d"),  # bank conflict cycles
    ("memory", "d"),  # cycles of its core's share of the memory behind L2
    ("start", "d"),
    ("end", "d"),
    ("wait", "d"),  # cycles that its pipe stood still before it
    ("stall", "d"),  # what the scalar unit waited before it because the queue of its pipe was full
    ("flag", "Q"),  # the name of the flag that is set or waited for; the step that lets other blocks go on, 0: none
    ("moved", "q"),  # bytes between GM and UB
    ("setter", "q"),  # the row that set the flag which was waited for; -1: none
    ("follows", "q"),  # the step of another block that it waited for last, 0: none; of a SyncAll, how many blocks came
    ("use", "i"),  # the use of memory that collides; -1: none does
    ("act", "B"),
    ("pipe", "B"),  # that works on it: the scalar unit's for all that only order
    ("source", "B"),  # the pipe that sets; the pipe of a barrier
    ("target", "B"),  # the pipe that waits
    ("why", "B"),  # what it waited for
    ("known", "?"),  # whether a cost is published
    ("near", "?"),  # a copy that finds its data in L2
    ("unused", "5s"),
)


class Tally(NamedTuple):
    """Sums of all records of a block that are alike in what the tables tell apart."""

    place: int  # in the source, as in the record: file << 32 | line
    calls: int
    spent: float  # cycles on their own pipe
    scalar: float  # cycles of the scalar unit
    wait: float
    stall: float
    lost: float
    met: float  # the bank conflict cycles of each as far as they show in what it spent
    moved: int
    repeat: int  # of the first
    opcode: int
    bits: int  # of a lane
    pipe: int  # that works on it; of the record where none does
    act: int
    source: int
    why: int
    type0: int  # of the first two operands
    type1: int
    known: bool
    near: bool
    stated: bool  # the scalar unit set the mask for one of them
    unused: bytes = b""


class Summary(NamedTuple):
    """One block as a whole."""

    cycles: float
    records: int
    crossings: int  # flags that were waited for
    ended: tuple[float, ...]  # the last work of each pipe


TALLY: Layout = tuple(zip(Tally._fields, [*"QQ", *"dddddd", "q", "I", *"HH", *"BBBBBB", *"???", "7s"], strict=True))
SUMMARY: Layout = tuple(zip(Summary._fields, ["d", *"QQ", f"{len(cores.pipes())}d"], strict=True))


def compiled(layout: Layout) -> Struct:
    return Struct("<" + "".join(letter for _, letter in layout))


def tallies(data: bytes) -> Iterator[Tally]:
    return map(Tally._make, compiled(TALLY).iter_unpack(data))


def summary(data: bytes) -> Summary:
    cycles, records, crossings, *ended = compiled(SUMMARY).unpack(data)
    return Summary(cycles, records, crossings, tuple(ended))
