"""Blocks of a launch take turns: one runs at a time, and hands over only where it waits or looks at shared memory.

The order depends on nothing but the program, so a run is repeatable. The caller's own thread runs the first block and
every later one that starts after it has ended; a further thread exists only while a block waits for another.
"""

from __future__ import annotations

import contextvars
import os
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from lanewise.errors import LanewiseError, user_location


class Stopped(BaseException):
    """Unwinds a block after another one has failed. Not an Exception, so that kernels cannot swallow it."""


class Wait(NamedTuple):
    what: str
    ready: Callable[[], bool]
    where: tuple[str, int] | None

    def __str__(self) -> str:
        place = f" ({os.path.basename(self.where[0])}:{self.where[1]})" if self.where else ""
        return f"{self.what}{place}"


def _always() -> bool:
    return True


class Team:
    """The blocks of one launch. A team that was never run is a lone core with nobody to wait for."""

    def __init__(self, count: int = 1) -> None:
        self.count = count
        self.failure: tuple[int, BaseException] | None = None
        self.shared: dict[Any, Any] = {}  # what the blocks agree on: barriers, counters
        self._work: Callable[[int], None] | None = None
        self._new = set(range(count))
        self._waits: dict[int, Wait] = {}
        self._turn = [threading.Semaphore(0) for _ in range(count)]
        self._finished = threading.Event()

    def run(self, work: Callable[[int], None]) -> None:
        """`work(block)` for every block; afterwards `failure` says which block failed and how."""
        self._work = work
        self._serve(0)
        try:
            self._finished.wait()
        except BaseException as problem:  # Ctrl-C while another thread holds the baton
            self.failure = self.failure or (0, problem)
            self._finished.wait()

    def wait(self, block: int, what: str, ready: Callable[[], bool]) -> None:
        """Go on when `ready()` holds; the others run meanwhile. A deadlock is an error at once."""
        if not ready():
            self._pause(block, Wait(what, ready, user_location()))

    def step_aside(self, block: int) -> None:
        """Let the others reach their next waiting point."""
        if self._work is not None and self.count > 1:
            self._pause(block, Wait("its turn", _always, None))

    def _pause(self, block: int, wait: Wait) -> None:
        if self._work is None:
            raise LanewiseError("SYNC-003", waits=f"the only core waits for {wait}")
        if self.failure:
            raise Stopped
        self._waits[block] = wait
        following = self._next(block)
        if following != block:
            self._hand_to(following)
            try:
                self._turn[block].acquire()
            except BaseException as problem:  # Ctrl-C: the block that runs stops at its next waiting point
                self.failure = self.failure or (block, problem)
                self._turn[block].acquire()
        del self._waits[block]
        if self.failure:
            raise Stopped

    def _hand_to(self, block: int | None) -> None:
        if block in self._new:
            context = contextvars.copy_context()
            threading.Thread(target=context.run, args=(self._serve, block), daemon=True).start()
        elif block is not None:
            self._turn[block].release()

    def _serve(self, block: int) -> None:
        """Run a block, then give the baton on; a thread whose block has ended may run the next new one."""
        while True:
            self._new.discard(block)
            try:
                assert self._work is not None
                self._work(block)
            except Stopped:
                pass
            except BaseException as problem:
                self.failure = self.failure or (block, problem)
            following = self._next(block)
            if following is None:
                self._finished.set()
                return
            if following not in self._new:
                self._turn[following].release()
                return
            block = following

    def _next(self, block: int) -> int | None:
        """Who runs after `block`: the next one in turn that can. None when all have ended."""
        if self.failure:
            self._new.clear()
            return min(self._waits) if self._waits else None
        order: list[int] = [*range(block + 1, self.count), *range(block + 1)]
        for k in order:
            if k in self._new:
                return k
            wait = self._waits.get(k)
            if wait is not None and wait.ready():
                return k
        if not self._waits:
            return None
        self.failure = self._deadlock()
        return min(self._waits)

    def _deadlock(self) -> tuple[int, BaseException]:
        words = [f"block {k} waits for {wait}" for k, wait in sorted(self._waits.items())]
        ended = [str(k) for k in range(self.count) if k not in self._waits]
        if ended:
            words.append(f"block{'s' if len(ended) > 1 else ''} {', '.join(ended)} ended")
        problem = LanewiseError("SYNC-003", waits="; ".join(words))
        first = min(self._waits)
        problem.where = self._waits[first].where
        return first, problem
