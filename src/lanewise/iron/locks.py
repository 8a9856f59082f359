"""What cores, DMAs and the host wait for besides data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanewise.errors import user_location
from lanewise.iron.current import current_worker
from lanewise.iron.integers import whole_number
from lanewise.iron.refusals import wrong

Waiter = Callable[[str, Callable[[], bool]], None]
HIGHEST = 63  # of a counting lock


def _outside(what: str, ready: Callable[[], bool]) -> None:
    if not ready():
        raise wrong(what, "wait_while_built")


class Waits:
    """How the running core waits, its cycle, and how it comes to a later one; set while a design runs."""

    current: Waiter = staticmethod(_outside)
    now: Callable[[], float] = staticmethod(lambda: 0.0)
    until: Callable[[float, str], None] = staticmethod(lambda at, what: None)


class WorkerRuntimeBarrier:
    """One lock for each worker that has it."""

    def __init__(self, initial_value: int = 0) -> None:
        self.initial_value = int(initial_value)
        self.workers: list[Any] = []
        self.values: dict[Any, int] = {}
        self.running: Callable[[], Any] = lambda: None  # which worker asks

    def start(self) -> None:
        self.values = dict.fromkeys(self.workers, self.initial_value)

    def set_by_host(self, value: int) -> None:
        for worker in self.values:
            self.values[worker] = int(value)

    def wait_for_value(self, value: int) -> None:
        """Waits until the lock has that value, and leaves it so."""
        worker = self._worker()
        Waits.current(f"value {value} of a barrier", lambda: self.values[worker] == value)

    def release_with_value(self, value: int) -> None:
        """Adds to the lock."""
        self.values[self._worker()] += int(value)

    def _worker(self) -> Any:
        worker = self.running()
        if worker not in self.values:
            raise wrong("barrier", "barrier_outside")
        return worker


class Lock:
    """A lock of a tile. It counts; on the first generation it is 0 or 1, and whoever releases it sets it."""

    _made = 0

    def __init__(
        self, tile: Any = None, lock_id: int | None = None, init: int | None = 0, name: str | None = None, **more: Any
    ) -> None:
        name = name if name is not None else more.get("sym_name")
        self.name = name if name is not None else f"lock{Lock._made}"
        Lock._made += 1
        self.tile, self.where = tile, user_location()
        self.lock_id = None if lock_id is None else whole_number(lock_id, f"lock {self.name}")
        self._init = self.value = self._check_value(0 if init is None else whole_number(init, f"lock {self.name}"))
        self._counts = True
        self.at = 0.0  # the cycle of the last change
        self.giver: str | None = None  # who released it last

    @property
    def op(self) -> Lock:
        """What the compiler's own functions are given."""
        return self

    def start(self, counts: bool = True) -> None:
        self.value, self._counts, self.at, self.giver = self._init, counts, 0.0, None

    def _check_value(self, value: int) -> int:
        if not 0 <= value <= HIGHEST:
            raise wrong(f"lock {self.name}", "lock_value", value=value, highest=HIGHEST)
        return value

    def is_ready(self, value: int, at_least: bool) -> bool:
        return self.value >= value if at_least and self._counts else self.value == value

    def take(self, value: int, at_least: bool) -> float:
        """The cycle since when it could be taken. Who waits for one value takes nothing."""
        if at_least and self._counts:
            self.value -= value
        return self.at

    def give(self, value: int, at: float, giver: str) -> None:
        self.value = self._check_value(self.value + value if self._counts else value)
        self.at, self.giver = max(self.at, at), giver

    def set_by_host(self, value: int) -> None:
        self.value, self.giver = self._check_value(value), "the host"

    def acquire(self, value: int = 1) -> None:
        """Waits for at least that much and takes it."""
        self._wait(value, True)

    def acquire_exact(self, value: int = 1) -> None:
        """Waits for that value and takes nothing."""
        self._wait(value, False)

    def _wait(self, value: int, at_least: bool) -> None:
        what = f"lock {self.name} to {'reach' if at_least else 'be'} {value}"
        Waits.current(what, lambda: self.is_ready(value, at_least))
        Waits.until(self.take(value, at_least), f"waits for {what}")

    def release(self, value: int = 1) -> None:
        """Adds to it."""
        worker = current_worker()
        self.give(value, Waits.now(), f"worker {worker.name}" if worker is not None else "the host")

    def __repr__(self) -> str:
        return f"<lock {self.name}: {self.value}>"
