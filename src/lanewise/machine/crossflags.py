"""Flags between cores of a launch: each has a counter for every id, which sets of others raise and its waits lower.

Mode 0 pairs all cores of a kind, 1 those of a group, 2 cube with vector cores of a group, 4 the cube core with one of
its vector cores at a time. `engine/runtime/cross_flags.hpp` is the same for compiled programs.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from lanewise.machine.group import Seat, members

IDS, LIMIT, APART = 16, 15, 4


class CrossFlags:
    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = seats
        self._sets: dict[tuple[int, int, int], list[int]] = defaultdict(list)  # steps, by mode, flag and core
        self._rounds: dict[tuple[int, int, int], int] = defaultdict(int)  # complete ones, by the first of a share
        self._counters: dict[tuple[int, int], deque[list[int]]] = defaultdict(deque)  # by core and flag

    def refusal(self, mode: int) -> str:
        """Why a core can not set a flag in a mode, as a case of SYNC-004; empty: it can."""
        if mode in (0, 1):
            return ""
        if mode not in (2, APART):
            return "no_mode"
        parts = {one.part for one in self._seats}
        if parts == {"cube", "vector"}:
            return ""
        return "one_core" if "both" in parts else "one_kind"

    def kind(self, member: int) -> str:
        return f"{self._seats[member].part or 'vector'} core"

    def set(self, member: int, flag: int, mode: int, step: int) -> bool:
        """Counters of those it is meant for go up when all have set that share in it. False: one of them is full."""
        self._sets[mode, flag, member].append(step)
        share = self._share(member, mode)
        complete = min(len(self._sets[mode, flag, one]) for one in share)
        first = mode, flag, share[0]
        if complete <= self._rounds[first]:
            return True
        self._rounds[first] = complete
        steps = [self._sets[mode, flag, one][complete - 1] for one in share]
        fits = True
        for target in self._targets(member, flag, mode):
            counter = self._counters[target, self._target_flag(member, flag, mode)]
            counter.append(steps)
            fits &= len(counter) <= LIMIT
        return fits

    def is_up(self, member: int, flag: int) -> bool:
        return bool(self._counters[member, flag])

    def lower(self, member: int, flag: int) -> list[int]:
        """A wait passes: the steps that let it."""
        return self._counters[member, flag].popleft()

    def _share(self, member: int, mode: int) -> list[int]:
        """Who must set it, too."""
        seat = self._seats[member]
        if mode == APART:
            return [member]
        return members(self._seats, part=seat.part, group=None if mode == 0 else seat.group)

    def _targets(self, member: int, flag: int, mode: int) -> list[int]:
        """Whose counters go up."""
        seat = self._seats[member]
        if mode < 2:
            return self._share(member, mode)
        others = members(self._seats, part="vector" if seat.part == "cube" else "cube", group=seat.group)
        if mode != APART or seat.part != "cube":
            return others
        return others[flag // IDS : flag // IDS + 1]

    def _target_flag(self, member: int, flag: int, mode: int) -> int:
        """By which id they know it."""
        if mode != APART:
            return flag
        seat = self._seats[member]
        return flag % IDS if seat.part == "cube" else flag + IDS * seat.sub
