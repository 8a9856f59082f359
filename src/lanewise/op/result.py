"""What an operator gives: arrays that know how to time the call that made them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError

Timer = Callable[[], Any]


class Result(np.ndarray[Any, Any]):
    """An array. Arrays that are made from it know nothing of the call."""

    _timer: Timer | None = None

    def time(self) -> Any:
        """How long the call takes on the chip, as `lanewise.timing` reports it. Runs it again, with its inputs as they
        are now."""
        return _timed(self._timer)


class Results(tuple[Any, ...]):
    """The arrays of an operator with several outputs."""

    _timer: Timer | None = None

    def time(self) -> Any:
        """How long the call takes on the chip. Runs it again, with its inputs as they are now."""
        return _timed(self._timer)


def result(array: Any, timer: Timer) -> Any:
    made = array.view(Result)
    made._timer = timer
    return made


def results(arrays: list[Any], timer: Timer) -> Results:
    made = Results(arrays)
    made._timer = timer
    return made


def _timed(timer: Timer | None) -> Any:
    if timer is None:
        raise LanewiseError("OPERATOR-004", problem="this array is not what an operator returned, but was made from it")
    return timer()
