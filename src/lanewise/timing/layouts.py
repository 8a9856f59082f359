"""What the model says, as plain data shared with the engine, which computes it (engine/timing/).

A layout is a list of names with the letters that the struct module has for their types.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

Layout = tuple[tuple[str, str], ...]

# One record: what it asks for, and when it ran. Times are cycles from the start of the launch.
ROW: Layout = (
    ("cost", "d"),  # cycles on its pipe
    ("scalar", "d"),  # cycles of the scalar unit before it
    ("lost", "d"),  # bank conflict cycles
    ("start", "d"),
    ("end", "d"),
    ("wait", "d"),  # cycles that its pipe stood still before it
    ("stall", "d"),  # what the scalar unit waited before it because the queue of its pipe was full
    ("flag", "Q"),  # the name of the flag that is set or waited for
    ("moved", "q"),  # bytes between GM and UB
    ("setter", "q"),  # the row that set the flag which was waited for; -1: none
    ("use", "i"),  # the use of memory that collides; -1: none does
    ("act", "B"),
    ("source", "B"),  # the pipe that sets; the pipe of a barrier
    ("target", "B"),  # the pipe that waits
    ("why", "B"),  # what it waited for
    ("known", "?"),  # whether a cost is published
    ("near", "?"),  # a copy that finds its data in L2
    ("unused", "6s"),
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
    pipe: int  # of the record
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
    ended_s: float  # the last work of each pipe
    ended_v: float
    ended_mte2: float
    ended_mte3: float
    records: int
    crossings: int  # flags that were waited for

    def ended(self, pipe: int) -> float:
        return float(self[1 + pipe])


TALLY: Layout = tuple(zip(Tally._fields, [*"QQ", *"dddddd", "q", "I", *"HH", *"BBBBBB", *"???", "7s"], strict=True))
SUMMARY: Layout = tuple(zip(Summary._fields, [*"ddddd", *"QQ"], strict=True))


def compiled(layout: Layout) -> Struct:
    return Struct("<" + "".join(letter for _, letter in layout))


def tallies(data: bytes) -> Iterator[Tally]:
    return map(Tally._make, compiled(TALLY).iter_unpack(data))


def summary(data: bytes) -> Summary:
    return Summary._make(compiled(SUMMARY).unpack(data))
