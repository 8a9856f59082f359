"""Who wrote a byte before some moment, and what it held then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from lanewise.isa.events import SCALAR
from lanewise.isa.issued import GM, in_memory
from lanewise.machine.history import LAST, STEP, TOUCH, History

Array = np.ndarray[Any, Any]
HOST = -2  # in the place of a step: the host left it there
CODE = -1  # the kernel's own code
_SINGLY = 64  # stretches that are copied one after another
_TOGETHER = 4 << 20  # bytes whose places fit in memory at once


class Home(NamedTuple):
    """A memory. GM is one for all; others belong to a block of a launch."""

    space: int
    launch: int = -1
    block: int = -1


class Found:
    """Bytes as they were at a moment: stretches of them, each with who wrote it."""

    def __init__(self, writers: Writers, start: int, bounds: Array, holders: Array) -> None:
        self._writers, self._start = writers, start
        self.bounds = bounds  # of the stretches, from `start` on: the first byte of each, and the end of the last
        self.holders = holders  # of each the touch that wrote it; -1: nobody has

    @property
    def owners(self) -> Array:
        """Of each byte."""
        return np.repeat(self.holders, np.diff(self.bounds))

    def every(self, step: int, of: Array | None = None) -> Array:
        """Of each so-many-th byte, from the first on, who wrote it, or what is given of each stretch."""
        before = -(-self.bounds // step)
        return np.repeat(self.holders.astype(np.int32) if of is None else of, np.diff(before))

    @property
    def bytes(self) -> Array:
        """What nobody has written, or nobody has kept, is 0xFF."""
        out = np.full(int(self.bounds[-1]), 0xFF, np.uint8)
        touches = self._writers.touches
        there = np.flatnonzero(self.holders >= 0)
        there = there[touches["kept"][self.holders[there]] > 0]
        rows = touches[self.holders[there]]
        sources = rows["data"].astype(np.int64) - rows["row"]["address"].astype(np.int64) + self._start
        firsts, ends = self.bounds[there], self.bounds[there + 1]
        if len(there) <= _SINGLY or len(out) > _TOGETHER:
            for source, first, end in zip(sources.tolist(), firsts.tolist(), ends.tolist(), strict=True):
                out[first:end] = self._writers.data[source + first : source + end]
        else:
            sizes = ends - firsts
            at = np.arange(int(sizes.sum())) + np.repeat(firsts - np.cumsum(sizes) + sizes, sizes)
            out[at] = self._writers.data[at + np.repeat(sources, sizes)]
        return out


@dataclass
class _Place:
    """What was written to one memory, in the order in which it came."""

    numbers: Array  # of touches
    start: Array
    end: Array
    tick: Array


class Pieces:
    """Bytes that lie in several arrays, as if they were one: those are large."""

    def __init__(self, parts: list[Array]) -> None:
        self._parts = [part for part in parts if part.size]
        self._starts = np.cumsum([0, *(part.size for part in self._parts)])[:-1]

    def __getitem__(self, at: slice | Array) -> Array:
        """A stretch of what was written at once, or single bytes."""
        if isinstance(at, slice):
            if at.start == at.stop:
                return np.zeros(0, np.uint8)
            part = int(np.searchsorted(self._starts, at.start, side="right")) - 1
            first = int(self._starts[part])
            return self._parts[part][at.start - first : at.stop - first]
        out = np.zeros(len(at), np.uint8)
        parts = np.searchsorted(self._starts, at, side="right") - 1
        for part in np.unique(parts).tolist():
            here = parts == part
            out[here] = self._parts[part][at[here] - self._starts[part]]
        return out


class Writers:
    def __init__(self, history: History) -> None:
        self.history = history
        steps: list[Array] = []
        touches: list[tuple[Array, int]] = []
        launches: list[Array] = []
        states: list[Array] = []
        payloads: list[Array] = []
        data: list[Array] = []
        words = pool = 0
        for block in history.blocks:
            part = block.steps.copy()
            part["record"]["payload"] += np.uint64(words)
            part["state"][part["state"] > 0] += np.uint64(sum(len(one) for one in states))
            rows = block.touches.copy()
            rows["data"] += np.uint64(pool)
            rows["row"]["block"] = block.block
            part["record"]["block"] = block.block
            steps.append(part)
            touches.append((rows, block.launch))
            launches.append(np.full(len(part), block.launch))
            states.append(block.states)
            payloads.append(block.payload)
            data.append(block.data)
            words += len(block.payload)
            pool += len(block.data)
        for address, tick, held in history.memory:
            row = np.zeros(1, TOUCH)
            row["row"]["address"], row["row"]["bytes"], row["row"]["space"] = address, held.size, GM
            row["row"]["write"], row["tick"], row["data"], row["kept"] = 1, tick, pool, held.size
            touches.append((row, -1))
            data.append(held)
            pool += held.size
        self.steps = _joined(steps, STEP)
        self.step_launch = _joined(launches, np.dtype(np.int64))
        self.states = _joined(states, np.dtype(np.uint8)) if not states else np.concatenate(states)
        self.payload = _joined(payloads, np.dtype(np.int64))
        self.data = Pieces(data)
        self.touches = _joined([rows for rows, _ in touches], TOUCH)
        self.touch_launch = _joined([np.full(len(rows), launch) for rows, launch in touches], np.dtype(np.int64))
        self.touch_step = self._steps_of_touches()
        self._homes: dict[Home, _Place] = {}
        self._order: tuple[Array, Array] | None = None  # touches by their steps

    def _steps_of_touches(self) -> Array:
        """The step that each touch belongs to. The kernel's own code comes before the step that has its number."""
        found = np.full(len(self.touches), CODE)
        found[self.touch_launch < 0] = HOST
        rows = self.touches["row"]
        both = self.step_launch << 16 | self.steps["record"]["block"].astype(np.int64)
        for number in np.unique(both).tolist():
            block = number >> 16, number & 0xFFFF
            mine = np.flatnonzero(both == number)
            order = mine[np.argsort(self.steps["tick"][mine], kind="stable")]
            ticks = self.steps["tick"][order]
            here = np.flatnonzero((self.touch_launch == block[0]) & (rows["block"] == block[1]))
            at = np.searchsorted(ticks, self.touches["tick"][here], side="right") - 1
            step = order[np.maximum(at, 0)]
            same = (at >= 0) & (self.steps["record"]["sequence"][step] == rows["sequence"][here])
            found[here[same]] = step[same]
        return found

    def of_step(self, step: int) -> Array:
        """The numbers of its touches."""
        if self._order is None:
            order = np.argsort(self.touch_step, kind="stable")
            self._order = order, self.touch_step[order]
        order, steps = self._order
        return order[np.searchsorted(steps, step) : np.searchsorted(steps, step, side="right")]

    def home(self, space: int, launch: int, block: int) -> Home:
        return Home(GM) if space == GM else Home(space, launch, block)

    def _place(self, home: Home) -> _Place:
        if home not in self._homes:
            rows = self.touches["row"]
            here = (rows["write"] > 0) & (rows["space"] == home.space)
            if home.space != GM:
                here &= (self.touch_launch == home.launch) & (rows["block"] == home.block)
            numbers = np.flatnonzero(here)
            numbers = numbers[np.argsort(self.touches["tick"][numbers], kind="stable")]
            start = rows["address"][numbers]
            self._homes[home] = _Place(numbers, start, start + rows["bytes"][numbers], self.touches["tick"][numbers])
        return self._homes[home]

    def look(self, home: Home, start: int, size: int, before: int = LAST) -> Found:
        """Those bytes right before a tick."""
        place = self._place(home)
        until = int(np.searchsorted(place.tick, np.uint64(before), side="left"))
        some = (place.start[:until] < start + size) & (place.end[:until] > start)
        over = np.flatnonzero(some & (place.end[:until] > place.start[:until]))
        firsts = np.maximum(place.start[over].astype(np.int64) - start, 0)
        ends = np.minimum(place.end[over].astype(np.int64) - start, size)
        bounds = np.unique(np.concatenate([[0, size], firsts, ends]))
        holders = np.full(max(len(bounds) - 1, 0), -1)
        at, to = np.searchsorted(bounds, firsts), np.searchsorted(bounds, ends)
        numbers = place.numbers[over]
        # In the order in which they came, those in one piece together: the last of several stays.
        wide = np.flatnonzero(to - at > 1)
        done = 0
        for one in wide.tolist():
            holders[at[done:one]] = numbers[done:one]
            holders[at[one] : to[one]] = numbers[one]
            done = one + 1
        holders[at[done:]] = numbers[done:]
        return Found(self, start, bounds, holders)

    def writes(self, home: Home, start: int, size: int, after: int, before: int) -> list[int]:
        """Touches that wrote some of these bytes between two ticks, in order."""
        place = self._place(home)
        over = (place.start < start + size) & (place.end > start) & (place.tick > after) & (place.tick < before)
        return [int(n) for n in place.numbers[over]]

    def reads(self, home: Home, start: int, size: int, after: int, before: int) -> bool:
        """Whether somebody reads some of these bytes between two ticks."""
        rows = self.touches["row"]
        over = (rows["write"] == 0) & (rows["space"] == home.space) & (rows["address"] < start + size)
        over &= (rows["address"] + rows["bytes"] > start) & (self.touches["tick"] > after)
        over &= self.touches["tick"] < before
        if home.space != GM:
            over &= (self.touch_launch == home.launch) & (rows["block"] == home.block)
        return bool(over.any())

    def is_code(self, touch: int) -> bool:
        return int(self.touch_step[touch]) == CODE

    def read_by_code(self, touch: int) -> list[int]:
        """What the kernel's own code of the same thread read before it wrote there, back to the last instruction."""
        row = self.touches[touch]
        rows = self.touches["row"]
        same = (self.touch_launch == self.touch_launch[touch]) & (rows["block"] == row["row"]["block"])
        same &= (rows["thread"] == row["row"]["thread"]) & (self.touch_step == CODE) & (rows["write"] == 0)
        same &= (self.touches["tick"] <= row["tick"]) & (rows["pipe"] == SCALAR)
        same &= rows["sequence"] == row["row"]["sequence"]
        return [int(n) for n in np.flatnonzero(same)]


def on_registers(space: int) -> bool:
    return not in_memory(space)


def _joined(parts: list[Array], kind: np.dtype[Any]) -> Array:
    return np.concatenate([np.zeros(0, kind), *parts]) if parts else np.zeros(0, kind)
