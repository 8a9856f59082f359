"""What cores and the host wait for besides data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanewise.iron.refusals import wrong

Waiter = Callable[[str, Callable[[], bool]], None]


def _outside(what: str, ready: Callable[[], bool]) -> None:
    if not ready():
        raise wrong(what, "nobody can be waited for while a design is built; use it in a worker")


class Waits:
    """How the running core waits; set while a design runs."""

    current: Waiter = staticmethod(_outside)


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
            raise wrong("barrier", "it is used outside the workers that have it; put it into fn_args")
        return worker


class Lock:
    """A counting lock of a tile."""

    _made = 0

    def __init__(
        self, tile: Any = None, lock_id: int | None = None, init: int = 0, name: str | None = None, **ignored: Any
    ) -> None:
        self.name = name if name is not None else f"lock{Lock._made}"
        Lock._made += 1
        self._init = self.value = int(init)

    def start(self) -> None:
        self.value = self._init

    def acquire(self, value: int = 1) -> None:
        """Waits for at least that much and takes it."""
        Waits.current(f"lock {self.name} to reach {value}", lambda: self.value >= value)
        self.value -= value

    def acquire_exact(self, value: int = 1) -> None:
        Waits.current(f"lock {self.name} to be {value}", lambda: self.value == value)
        self.value -= value

    def release(self, value: int = 1) -> None:
        self.value += value
