"""Which cores a block of a launch is made of: one vector core, or a group of cube and vector cores that share a kernel.

`engine/runtime/group.hpp` is the same for compiled programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lanewise.chips.chip import Chip
from lanewise.chips.cores import kind_for


class Group(NamedTuple):
    cubes: int
    vectors: int


VECTOR, CUBE, MIXED = Group(0, 1), Group(1, 0), Group(1, 2)


class Seat(NamedTuple):
    """One core of a launch."""

    kind: str  # the name of its kind
    part: str  # "cube", "vector" or "both"
    group: int  # that it belongs to
    place: int  # as the kernel knows it: of all cores of its kind
    subs: int  # cores of its kind in the group
    peers: int = 1  # cores of the group

    @property
    def sub(self) -> int:
        return self.place % self.subs


LONE = Seat("", "", 0, 0, 1)


def seats_of(chip: Chip, group: Group, blocks: int) -> list[Seat]:
    """The cores of so many groups, one group after the other; cube cores come first."""
    if not chip.has("separate_cores"):
        part = "both" if group.cubes else "vector"
        return [Seat(kind_for(part).name, part, number, number, 1) for number in range(blocks)]
    parts = (("cube", group.cubes), ("vector", group.vectors))
    return [
        Seat(kind_for(part).name, part, number, number * count + k, count, sum(group))
        for number in range(blocks) for part, count in parts for k in range(count)
    ]  # fmt: skip


def members(seats: Sequence[Seat], *, part: str | None = None, group: int | None = None) -> list[int]:
    """The numbers of those of one kind, of one group, or both."""
    return [
        number for number, seat in enumerate(seats)
        if part in (None, seat.part) and group in (None, seat.group)
    ]  # fmt: skip


def names(seats: Sequence[Seat]) -> list[str]:
    """How messages call them: a block where each block is one."""
    mixed = any(seat.peers > 1 for seat in seats)
    return [f"{seat.kind} {seat.place}" if mixed else f"block {number}" for number, seat in enumerate(seats)]
