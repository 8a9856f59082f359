"""Replays the records of a block: pipes work in order, the scalar unit feeds them, flags and barriers hold them.

Plain lists, local names and comparisons in place of max(), because this loop sees every record. Numbers of kinds are
those of `Act`, numbers of reasons those of `Why`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from lanewise.isa.issued import Pipe
from lanewise.timing.numbers import Numbers
from lanewise.timing.order import Act, Steps

Array = np.ndarray[Any, Any]
NEAR = 8  # cycles


class Why(IntEnum):
    """What a pipe waited for; flags add the number of the pipe that set them."""

    NOTHING = 0
    ISSUE = 1  # the scalar unit had not come to it yet
    BARRIER = 2
    SYNC_ALL = 3
    FIRST_USE = 4
    QUEUE_FULL = 5  # the scalar unit: the queue of the pipe had no room
    FLAG = 8


def why_text(code: int, pipe: int) -> str:
    if code >= Why.FLAG:
        return f"flag {Pipe(code - Why.FLAG).name}_{Pipe(pipe).name}"
    return ("", "issue", "PipeBarrier", "SyncAll", "first use of the pipe", "full queue")[code]


@dataclass
class Block:
    """What happened in one block. `start` and `end` are cycles from the start of the launch."""

    start: Array
    end: Array
    wait: Array
    why: Array
    stall: Array  # what the scalar unit waited before a row because the queue of its pipe was full
    setters: Array  # rows of flags that were waited for, and
    waiters: Array  # the rows that waited for them
    cycles: float


class Replay:
    """One block; `run` goes on to a given row, so that blocks can wait for each other at SyncAll."""

    def __init__(self, numbers: Numbers, steps: Steps, cost: Array, scalar: Array) -> None:
        self.numbers = numbers
        self.act: list[int] = []
        self.source: list[int] = []
        self.target: list[int] = []
        self.flag: list[int] = []
        self.cost: list[float] = []
        self.scalar: list[float] = []
        self.start: list[float] = []
        self.end: list[float] = []
        self.wait: list[float] = []
        self.stall: list[float] = []
        self.why: list[int] = []
        self.setters: list[int] = []
        self.waiters: list[int] = []
        self.now = 0.0  # the scalar unit
        self.done = [0.0] * 4  # when each pipe ends what it has
        self.hold = [0.0] * 4  # before which it may not start
        self.reason = [0] * 4
        self.begun: list[list[float]] = [[], [], [], []]  # starts, for the queues
        self.flags: dict[int, int] = {}  # flag -> the row that set it
        self.extend(steps, cost, scalar)

    def extend(self, steps: Steps, cost: Array, scalar: Array) -> int:
        """More rows. `cost` is the work of each on its pipe, `scalar` the cycles of the scalar unit before it.

        Returns where they begin.
        """
        before = len(self.act)
        for rows, more in ((self.act, steps.act), (self.source, steps.source), (self.target, steps.target),
                           (self.flag, steps.flag)):
            rows.extend(more.tolist())
        self.cost.extend(cost.tolist())
        self.scalar.extend(scalar.tolist())
        zeros = [0.0] * len(cost)
        for times in (self.start, self.end, self.wait, self.stall):
            times.extend(zeros)
        self.why.extend([0] * len(cost))
        return before

    def forget(self) -> None:
        """Drops the rows that none to come will look at: only flags that are set are."""
        kept = sorted(set(self.flags.values()))
        place = {row: k for k, row in enumerate(kept)}
        self.flags = {flag: place[row] for flag, row in self.flags.items()}
        every: list[list[Any]] = [
            self.act, self.source, self.target, self.flag, self.cost, self.scalar, self.start, self.end, self.wait,
            self.why,
        ]
        for rows in every:
            rows[:] = [rows[row] for row in kept]
        self.setters.clear()
        self.waiters.clear()
        depth = int(self.numbers.get("core.queue_depth", 32))
        self.begun = [begun[-depth:] for begun in self.begun]

    def run(self, stop: int, begin: int = 0) -> None:
        act, source, target, flag = self.act, self.source, self.target, self.flag
        start, end, wait, why, cost, scalar = self.start, self.end, self.wait, self.why, self.cost, self.scalar
        stall = self.stall
        done, hold, reason, flags, now = self.done, self.hold, self.reason, self.flags, self.now
        get = self.numbers.get
        depth, crossing, latency = int(get("core.queue_depth", 32)), get("core.crossing"), get("copy_in.latency")
        barrier, first_use = get("core.barrier"), get("core.vector_start")
        for i in range(begin, stop):
            kind = act[i]
            if kind == 0:
                start[i] = now
                now += scalar[i]
                end[i] = now
            elif kind < 4:
                now += scalar[i]
                begun = self.begun[kind]
                if len(begun) >= depth and begun[-depth] > now:
                    stall[i], now = begun[-depth] - now, begun[-depth]
                free = done[kind]
                at, cause = free, 0
                if now > at:
                    at, cause = now, 1
                held = hold[kind]
                if held > free and held + NEAR >= at:  # issuing took the last few cycles at most
                    cause = reason[kind]
                    if held > at:
                        at = held
                if not begun and kind == 1:
                    at, cause = at + first_use, cause if cause > 1 else 4
                begun.append(at)
                start[i] = at
                if cause:
                    why[i], wait[i] = cause, at - free
                if kind == 2:  # the first bytes are late, those behind them are not
                    at = (held if held > now else now) + latency
                    if at < free:
                        at = free
                end[i] = done[kind] = at + cost[i]
            elif kind == 4:
                now += scalar[i]
                pipe = source[i]
                at = now
                if pipe:
                    if done[pipe] > at:
                        at = done[pipe]
                    if hold[pipe] > at:
                        at = hold[pipe]
                start[i] = end[i] = at
                flags[flag[i]] = i
            elif kind == 5:
                start[i] = now
                now += scalar[i]
                setter = flags.pop(flag[i], -1)
                if setter >= 0:
                    pipe = target[i]
                    until = end[setter] + crossing
                    self.setters.append(setter)
                    self.waiters.append(i)
                    if pipe == 0:
                        if until > now:
                            wait[i], why[i], now = until - now, 8 + source[i], until
                    elif until > hold[pipe]:
                        hold[pipe], reason[pipe] = until, 8 + source[i]
                end[i] = now
            elif kind == 6:
                start[i] = now
                now += scalar[i]
                pipe = source[i]
                if pipe == 4:
                    at = max(*done, *hold, now)
                    wait[i], why[i], now = at - now, 2, at
                    for k in (1, 2, 3):
                        hold[k], reason[k] = at, 2
                elif pipe and self.begun[pipe]:
                    at = done[pipe] + (barrier if pipe == 1 else 0)
                    if at > hold[pipe]:  # a flag that holds the pipe longer still does
                        hold[pipe], reason[pipe] = at, 2
                end[i] = now
            elif kind == 8:
                start[i] = done[1]
                end[i] = done[1] = done[1] + cost[i]
            else:
                start[i], end[i] = now, now
        self.now = now

    def settle(self) -> float:
        """When everything issued so far is done."""
        return max(self.now, *self.done)

    def resume(self, row: int, at: float) -> None:
        """All blocks have come to SyncAll."""
        self.wait[row], self.why[row] = at - self.now, int(Why.SYNC_ALL)
        self.now = self.end[row] = at
        for k in (1, 2, 3):
            self.hold[k], self.reason[k] = at, int(Why.SYNC_ALL)

    def result(self) -> Block:
        return Block(
            np.array(self.start), np.array(self.end), np.array(self.wait), np.array(self.why, np.int64),
            np.array(self.stall), np.array(self.setters, np.int64), np.array(self.waiters, np.int64), self.settle(),
        )


def replay(numbers: Numbers, work: list[tuple[Steps, Array, Array]]) -> list[Block]:
    """All blocks of a launch, together where they wait for each other."""
    blocks = [Replay(numbers, *one) for one in work]
    meetings = [np.flatnonzero(steps.act == Act.SYNC_ALL).tolist() for steps, _, _ in work]
    begin = [0] * len(blocks)
    for rows in zip(*meetings, strict=False):
        for k, row in enumerate(rows):
            blocks[k].run(row + 1, begin[k])
        at = max(block.settle() for block in blocks)
        for k, row in enumerate(rows):
            blocks[k].resume(row, at)
            begin[k] = row + 1
    for k, block in enumerate(blocks):
        block.run(len(block.act), begin[k])
    return [block.result() for block in blocks]
