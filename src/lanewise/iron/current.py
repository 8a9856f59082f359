"""The program that is running."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lanewise.iron.hosting import Recording
    from lanewise.iron.running import Run
    from lanewise.iron.workers import Worker


class Running(NamedTuple):
    run: Run
    number: int  # of the worker in its run
    worker: Worker


recordings: list[Recording] = []  # of what the host's functions ask for, the innermost last
running: ContextVar[Running | None] = ContextVar("lanewise_iron_worker", default=None)


def current_worker() -> Worker | None:
    found = running.get()
    return found.worker if found else None


def current_run() -> Run | None:
    found = running.get()
    return found.run if found else None
