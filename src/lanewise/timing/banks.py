"""Bank conflicts in UB: how many cycles each repeat needs for its reads and writes.

`groups` (910B generation): a bank group does one row read and one row write a cycle, and a bank one or the other. The
hardware delays a write by one repeat, so what it may meet in its bank are the reads of the next repeat.

`slots` (950 generation): a bank group does two accesses a cycle, at most one of them a write. Which of its two banks
they hit hardly shows in the published cases, because loads run ahead, so it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from lanewise.timing.numbers import Numbers
from lanewise.timing.reach import Room

BLOCK = 32
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Walk:
    """The blocks that one operand touches: `width` of them a repeat."""

    name: str
    start: int  # number of the first block in UB
    block: int  # strides, in blocks
    repeat: int
    width: int
    reads: bool
    writes: bool
    active: int = 0xFF  # blocks of a repeat with a lane that takes part, a bit for each

    def blocks(self, repeats: int) -> Array:
        """Block numbers, a row per repeat."""
        taken = np.array([k for k in range(self.width) if self.active >> (k * 8 // self.width) & 1], np.int64)
        return self.start + np.arange(repeats)[:, None] * self.repeat + taken * self.block


@dataclass(frozen=True)
class Traffic:
    """`cycles` for all repeats; `ideal` is what the same instruction takes where nothing collides."""

    cycles: float
    ideal: float

    @property
    def lost(self) -> float:
        return self.cycles - self.ideal


def traffic(numbers: Numbers, walks: tuple[Walk, ...], repeats: int, rate: float) -> Traffic:
    """`rate` is what one repeat takes without memory in the way."""
    if not numbers.rule or not repeats:
        return Traffic(rate * repeats, rate * repeats)
    return _traffic(numbers, walks, repeats, rate)


@lru_cache(maxsize=1 << 16)
def _per_repeat(
    groups: int, bank_blocks: int, slots: float, walks: tuple[Walk, ...], repeats: int
) -> tuple[Array, Array]:
    """Busiest group of each repeat, and whether its reads meet the delayed write of the repeat before."""
    read = _touched([w for w in walks if w.reads], repeats)
    written = _touched([w for w in walks if w.writes], repeats)
    reads, writes = _counts(read, groups), _counts(written, groups)
    if slots:
        return np.maximum(writes, (reads + writes) / slots).max(1), np.zeros(repeats, bool)
    meets = np.zeros(repeats, bool)
    if read.size and written.size:
        banks = int(max(read.max(), written.max())) // bank_blocks + 1
        at_read, at_write = (_cells(b, groups, bank_blocks, banks) for b in (read, written))
        meets[1:] = (at_read[1:] & at_write[:-1]).any(1)
    return np.maximum(reads, writes).max(1).astype(float), meets


def _traffic(numbers: Numbers, walks: tuple[Walk, ...], repeats: int, rate: float) -> Traffic:
    groups, bank_blocks = int(numbers["banks.groups"]), int(numbers.get("banks.bank_bytes", BLOCK)) // BLOCK
    slots = numbers.get("banks.slots")
    busiest, meets = _per_repeat(groups, bank_blocks, slots, walks, repeats)
    each = np.maximum(rate, busiest)
    late = meets & (each < 2)
    cycles = float(each.sum()) + numbers.get("banks.read_after_write") * int(late.sum())
    least = rate
    if slots:
        accesses = sum(w.width * (w.reads + w.writes) for w in walks)
        least = max(rate, accesses / (groups * slots))
    return Traffic(cycles, least * repeats)


def _touched(walks: list[Walk], repeats: int) -> Array:
    """Blocks of all operands, a row per repeat; -1 where a block is named twice, since it is fetched once."""
    if not walks:
        return np.zeros((repeats, 0), np.int64)
    rows = np.sort(np.concatenate([w.blocks(repeats) for w in walks], 1), 1)
    rows[:, 1:][rows[:, 1:] == rows[:, :-1]] = -1
    return rows


def _counts(blocks: Array, groups: int) -> Array:
    """How often each repeat goes to each group."""
    repeats = len(blocks)
    row = np.arange(repeats)[:, None] * groups
    found = np.bincount((row + blocks % groups)[blocks >= 0], minlength=repeats * groups)
    return found.reshape(repeats, groups)


def _cells(blocks: Array, groups: int, bank_blocks: int, banks: int) -> Array:
    """Which (bank, group) each repeat goes to, as a table of flags."""
    out = np.zeros((len(blocks), banks * groups), bool)
    row, column = np.nonzero(blocks >= 0)
    at = blocks[row, column]
    out[row, at // bank_blocks * groups + at % groups] = True
    return out


# --- what to change -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cure:
    """A change of one operand and the cycles it gives back."""

    operand: str
    what: str  # "start", "bank" or "block stride"
    now: int  # byte address, or stride in blocks
    then: int
    saved: float

    def __str__(self) -> str:
        if self.what == "block stride":
            return f"block stride of {self.operand} {self.then} in place of {self.now}"
        if self.what == "bank":
            off = (self.then - self.now) % 512
            shift = f" and {off} bytes off" if off else ""
            return f"put {self.operand} into another bank{shift}, for example at {self.then:#x}, not {self.now:#x}"
        return f"move {self.operand} {self.then - self.now} bytes up, from {self.now:#x} to {self.then:#x}"


def cures(numbers: Numbers, walks: tuple[Walk, ...], repeats: int, rate: float, room: Room) -> list[Cure]:
    """The change that saves most, and what helps on top of it; none lets operands meet or leaves UB."""
    out: list[Cure] = []
    while len(out) < len(walks):
        best = _best(numbers, walks, repeats, rate, room)
        if best is None:
            break
        change, at, new, room = best
        last = out[-1] if out else change
        if out and last.operand == change.operand and "block stride" not in (last.what, change.what):
            change = replace(change, now=out.pop().now, saved=last.saved + change.saved)
        out.append(change)
        walks = (*walks[:at], new, *walks[at + 1 :])
    return out


def _best(
    numbers: Numbers, walks: tuple[Walk, ...], repeats: int, rate: float, room: Room
) -> tuple[Cure, int, Walk, Room] | None:
    now = traffic(numbers, walks, repeats, rate).cycles
    best: tuple[tuple[float, float, int], Cure, int, Walk, Room] | None = None
    for at, walk in enumerate(walks):
        if room.shared(walk.name):
            continue  # computed in place, or read twice: it is one tensor
        for effort, change, new in _changes(numbers, walk, repeats):
            longer = (new.block - walk.block) * (walk.width - 1) * BLOCK
            then = room.with_moved(walk.name, (new.start - walk.start) * BLOCK, longer)
            if then is None:
                continue
            saved = now - traffic(numbers, (*walks[:at], new, *walks[at + 1 :]), repeats, rate).cycles
            order = (-saved, effort, -at)  # of equal savings rather a small change, and of a later operand
            if saved > 0 and (best is None or order < best[0]):
                best = order, replace(change, saved=saved), at, new, then
    return best[1:] if best else None


def _changes(numbers: Numbers, walk: Walk, repeats: int) -> Iterator[tuple[float, Cure, Walk]]:
    for off in range(1, int(numbers["banks.groups"])):
        new = replace(walk, start=walk.start + off)
        yield off, Cure(walk.name, "start", walk.start * BLOCK, new.start * BLOCK, 0), new
    if walk.block > 1:
        new = replace(walk, block=walk.block + 1)
        if not any(len(np.unique(b)) < b.size for b in (walk.blocks(repeats), new.blocks(repeats))):
            yield 0.5, Cure(walk.name, "block stride", walk.block, new.block, 0), new
    bank = int(numbers.get("banks.bank_bytes")) // BLOCK
    for start in (walk.start + bank, walk.start - bank) if bank else ():
        new = replace(walk, start=start)
        yield 100, Cure(walk.name, "bank", walk.start * BLOCK, start * BLOCK, 0), new


def collision(numbers: Numbers, walks: tuple[Walk, ...], repeats: int) -> str:
    """The blocks of the first slow repeat that share a group: "src0 0x0 and src1 0x4000 in bank group 0"."""
    groups = int(numbers["banks.groups"])
    for r in range(min(repeats, 32)):
        at: dict[tuple[int, bool], list[tuple[str, int]]] = {}
        for w in walks:
            for block in w.blocks(repeats)[r]:
                for writes in ([False] if w.reads else []) + ([True] if w.writes else []):
                    spot = at.setdefault((int(block) % groups, writes), [])
                    if not any(b == block for _, b in spot):
                        spot.append((w.name, int(block)))
        busiest = max(at.items(), key=lambda item: len(item[1]))
        if len(busiest[1]) > 1:
            places = [f"{name} {block * BLOCK:#x}" for name, block in busiest[1]]
            shown = ", ".join(places[:-1]) + " and " + places[-1] if len(places) < 5 else \
                f"{places[0]}, {places[1]} ... {places[-1]} ({len(places)} blocks)"
            return f"{shown} in bank group {busiest[0][0]}, repeat {r}"
    return "a read meets the delayed write of the repeat before it"
