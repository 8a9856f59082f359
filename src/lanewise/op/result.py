"""What an operator gives: arrays that know how to time and to check the call that made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.check import Finding
from lanewise.errors import LanewiseError
from lanewise.machine.launch import Run


@dataclass(frozen=True)
class Again:
    """The call that made a result, once more, with its inputs as they are then."""

    time: Callable[[], Any]
    check: Callable[[str | bool], list[Finding]]
    report: Callable[[], str]
    kept: Callable[[], Run]  # what everything held


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

    def why(self, name: str | int, index: int | None = None) -> Any:
        """Where an element comes from: `z.why("z", 137)` (lanewise.why.explain). Runs it again."""
        return _require_rerun(self._again).kept().why(name, index)

    def expect(self, wanted: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """What is not as it should be, and why: `z.expect(z=x + y)` (lanewise.why.expect). Runs it again."""
        return _require_rerun(self._again).kept().expect(wanted, **more)


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

    def why(self, name: str | int, index: int | None = None) -> Any:
        """Where an element comes from: `z.why("z", 137)` (lanewise.why.explain). Runs it again."""
        return _require_rerun(self._again).kept().why(name, index)

    def expect(self, wanted: Mapping[str, Any] | None = None, **more: Any) -> Any:
        """What is not as it should be, and why: `z.expect(z=x + y)` (lanewise.why.expect). Runs it again."""
        return _require_rerun(self._again).kept().expect(wanted, **more)


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
