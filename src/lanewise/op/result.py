"""What an operator gives: arrays that know how to time and to check the call that made them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.check import Finding
from lanewise.errors import LanewiseError


@dataclass(frozen=True)
class Again:
    """The call that made a result, once more, with its inputs as they are then."""

    time: Callable[[], Any]
    check: Callable[[str | bool], list[Finding]]
    report: Callable[[], str]


class Result(np.ndarray[Any, Any]):
    """An array. Arrays that are made from it know nothing of the call."""

    _again: Again | None = None

    def time(self) -> Any:
        """How long the call takes on the chip, as `lanewise.timing` reports it. Runs it again, with its inputs as they
        are now."""
        return _require_rerun(self._again).time()

    def check(self, what: str | bool = True) -> list[Finding]:
        """What is wrong with the call although its numbers may be right: see `lanewise run --check`. Runs it again."""
        return _require_rerun(self._again).check(what)

    def report(self) -> str:
        """How the call is cut up, how long it takes and what is wrong with it, in words. Runs it again, twice."""
        return _require_rerun(self._again).report()


class Results(tuple[Any, ...]):
    """The arrays of an operator with several outputs."""

    _again: Again | None = None

    def time(self) -> Any:
        """How long the call takes on the chip. Runs it again, with its inputs as they are now."""
        return _require_rerun(self._again).time()

    def check(self, what: str | bool = True) -> list[Finding]:
        """What is wrong with the call although its numbers may be right. Runs it again."""
        return _require_rerun(self._again).check(what)

    def report(self) -> str:
        """How the call is cut up, how long it takes and what is wrong with it, in words. Runs it again, twice."""
        return _require_rerun(self._again).report()


def result(array: Any, again: Again) -> Any:
    made = array.view(Result)
    made._again = again
    return made


def results(arrays: list[Any], again: Again) -> Results:
    made = Results(arrays)
    made._again = again
    return made


def _require_rerun(again: Again | None) -> Again:
    if again is None:
        raise LanewiseError("OPERATOR-004", case="made_from")
    return again
