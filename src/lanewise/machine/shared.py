"""Memories that the cores of a group share: vector cores reach L1 of their cube core, and that one their UBs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lanewise.chips.chip import Chip
from lanewise.chips.cores import memory
from lanewise.isa.issued import VECTOR_MEMORY, Space
from lanewise.machine.group import Seat
from lanewise.machine.memory import POISON, aligned_bytes

if TYPE_CHECKING:
    from lanewise.machine.core import Core

STAGING = Space[memory("staging").name]
# 4 GiB for each of up to eight memories of a group: numbers that no other memory has.
_OF_GROUP, _STAGED, _SHIFT = 8, 7, 32


class SharedMemories:
    """Made when the first core of a group starts. Nothing where the cores of a chip's groups meet in GM alone."""

    def __init__(self, chip: Chip, seats: Sequence[Seat]) -> None:
        self._seats = seats
        mixed = {seat.part for seat in seats} == {"cube", "vector"}
        self._linked = mixed and chip.policy["group_links"] == "direct"
        self._sizes = chip.size(memory("staging").use), chip.size(memory("vector").use)
        self._groups: dict[int, tuple[Any, Any]] = {}

    def of(self, member: int) -> Mapping[Space, Any]:
        if not self._linked:
            return {}
        seat = self._seats[member]
        if seat.group not in self._groups:
            staged, one = self._sizes
            vectors = sum(other.group == seat.group and other.part == "vector" for other in self._seats)
            self._groups[seat.group] = aligned_bytes(staged, POISON), aligned_bytes(vectors * one, POISON)
        staging, vector = self._groups[seat.group]
        if seat.part == "cube":
            return {STAGING: staging, VECTOR_MEMORY: vector}
        one = self._sizes[1]
        return {STAGING: staging, VECTOR_MEMORY: vector[seat.sub * one : (seat.sub + 1) * one]}

    def link(self, core: Core) -> None:
        """The engine knows which memories of two cores are one."""
        if self._linked and core.native is not None:
            which = core.seat.sub if core.seat.part == "vector" else 0
            for space, number in ((VECTOR_MEMORY, which), (STAGING, _STAGED)):
                core.native.link(space, ((core.seat.group + 1) * _OF_GROUP + number) << _SHIFT)
