"""Kernels that run at the same time, one of them at any moment: they take turns where they wait for each other."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import NamedTuple

from lanewise.machine.scheduler import KERNELS, Team, Where


class Seat(NamedTuple):
    team: Team
    number: int


_seat: ContextVar[Seat | None] = ContextVar("lanewise_aie_seat", default=None)
# Inside of a C++ kernel: notes the line that it is on, and gives a function that finds it.
standing: ContextVar[Callable[[], Where] | None] = ContextVar("lanewise_aie_standing", default=None)


def sit(team: Team, number: int) -> None:
    """From now on this context is kernel `number` of a team."""
    _seat.set(Seat(team, number))


def wait(what: str, ready: Callable[[], bool]) -> None:
    """Go on when `ready()` holds. A deadlock is an error that names everybody's wait."""
    seat = _seat.get() or Seat(Team(who=KERNELS), 0)  # a team that was never run: whoever waits there waits for nobody
    inside = standing.get()
    seat.team.wait(seat.number, what, ready, inside() if inside else None)
