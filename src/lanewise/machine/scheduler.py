"""Blocks of a launch take turns: one runs at a time, and hands over only where it waits or looks at shared memory.

This is the team of what is written in Python: blocks, kernels of `aie.run` and workers of designs all wait by
`Team.wait`. What is C++ takes turns in `engine/threads`, behind the same calls of a front and with the same standstill.

The order depends on nothing but the program, so a run is repeatable. The caller's own thread runs the first block and
every later one that starts after it has ended; a further thread exists only while a block waits for another.
"""

from __future__ import annotations

import contextvars
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from lanewise.errors import LanewiseError, user_location


class Stopped(BaseException):
    """Unwinds a block after another one has failed. Not an Exception, so that kernels cannot swallow it."""


Where = Callable[[], tuple[str, int] | None]


class Wait(NamedTuple):
    what: str
    ready: Callable[[], bool]
    where: Where | None  # looked up when somebody asks

    @property
    def place(self) -> tuple[str, int] | None:
        return self.where() if self.where else None

    def __str__(self) -> str:
        found = self.place
        return f"{self.what} ({os.path.basename(found[0])}:{found[1]})" if found else self.what


def _always() -> bool:
    return True


BLOCKS, KERNELS = "blocks", "kernels"  # cases of SYNC-003: who stands still
_NAMED = 8  # of those who wait for the same


class Team:
    """The blocks of one launch. A team that was never run is a lone core with nobody to wait for."""

    def __init__(self, count: int = 1, names: Sequence[str] = (), who: str = BLOCKS) -> None:
        self.count = count
        self._who = who
        self.names = names or [f"block {k}" for k in range(count)]
        self.failure: tuple[int, BaseException] | None = None
        self.shared: dict[Any, Any] = {}  # what the blocks agree on: barriers, counters
        self._work: Callable[[int], None] | None = None
        self._new = set(range(count))
        self._waits: dict[int, Wait] = {}
        self._turn = [threading.Semaphore(0) for _ in range(count)]
        self._finished = threading.Event()
        self._caller = 0  # the thread that asked for the run
        self._away = False  # it has handed the baton to another thread

    def run(self, work: Callable[[int], None]) -> None:
        """`work(block)` for every block; afterwards `failure` says which block failed and how."""
        self._work = work
        self._caller = threading.get_ident()
        with self._interruptible():
            self._serve(0)
            self._finished.wait()
        self._work = None  # it knows us, and all memory of the launch

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Ctrl-C as ever while the caller's thread runs a block; while another does, that one stops at its next wait.

        An exception in the middle of handing over would leave two blocks running.
        """
        ours = threading.current_thread() is threading.main_thread()
        if self.count == 1 or not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield
            return

        def stop(number: int, frame: Any) -> None:
            if not self._away or self.failure:
                raise KeyboardInterrupt
            self.failure = 0, KeyboardInterrupt()

        signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def wait(self, block: int, what: str, ready: Callable[[], bool], where: Where | None = None) -> None:
        """Go on when `ready()` holds; the others run meanwhile. A deadlock is an error at once.

        `where` says where it waits, if that is not the nearest line of Python.
        """
        if not ready():
            here = user_location()
            self._pause(block, Wait(what, ready, where or (lambda: here)))

    def step_aside(self, block: int) -> None:
        """Let the others reach their next waiting point."""
        if self._work is not None and self.count > 1:
            self._pause(block, Wait("its turn", _always, None))

    def _pause(self, block: int, wait: Wait) -> None:
        if self._work is None:
            raise LanewiseError("SYNC-003", case=self._who, waits=f"the only core waits for {wait}")
        if self.failure:
            raise Stopped
        self._waits[block] = wait
        following = self._next(block)
        if following != block:
            here = threading.get_ident() == self._caller
            self._away |= here
            self._hand_to(following)
            self._turn[block].acquire()
            self._away &= not here
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
        """Run a block, then pass the baton on; a thread whose block has ended may run the next new one."""
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
                self._away |= threading.get_ident() == self._caller
                self._turn[following].release()
                return
            block = following

    def _next(self, block: int) -> int | None:
        """Who runs after `block`: the next one in turn that can. None when all have ended."""
        if self.failure:
            self._new.clear()
            return min(self._waits) if self._waits else None
        for k in self._order(block):
            if k in self._new:
                return k
            wait = self._waits.get(k)
            if wait is not None and wait.ready():
                return k
        if not self._waits:
            return None
        self.failure = self._deadlock()
        return min(self._waits)

    def _order(self, block: int) -> Iterable[int]:
        """Whom to ask, one after the other, when `block` cannot go on."""
        return (*range(block + 1, self.count), *range(block + 1))

    def _grouped(self, said: dict[int, str], one: str, many: str) -> list[str]:
        """Who says the same stands together: `block 0 waits for this`, `blocks 1, 2 wait for that`."""
        alike: dict[str, list[int]] = {}
        for k, what in said.items():
            alike.setdefault(what, []).append(k)
        words = []
        for what, who in alike.items():
            plain = all(self.names[k] == f"block {k}" for k in who)
            called = ", ".join(str(k) if plain else self.names[k] for k in who[:_NAMED])
            head = ("block " if len(who) == 1 else "blocks ") if plain else ""
            more = ", ..." if len(who) > _NAMED else ""
            words.append(f"{head}{called}{more} {one if len(who) == 1 else many} {what}".rstrip())
        return words

    def _deadlock(self) -> tuple[int, BaseException]:
        words = self._grouped({k: f"for {wait}" for k, wait in sorted(self._waits.items())}, "waits", "wait")
        words += self._grouped({k: "" for k in range(self.count) if k not in self._waits}, "ended", "ended")
        problem = LanewiseError("SYNC-003", case=self._who, waits="; ".join(words))
        first = min(self._waits)
        problem.where = self._waits[first].place
        return first, problem
