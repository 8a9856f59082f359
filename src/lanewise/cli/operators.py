"""An operator project as a front: its kernel is launched in this process, with arrays from files."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from lanewise.cli.session import Session, launched_here
from lanewise.cli.status import TIMED_OUT, Status

if TYPE_CHECKING:
    from lanewise.machine.launch import Run
    from lanewise.op import Operator

Prepared = tuple["Operator", list[Any], dict[str, Any]]  # with its inputs and what is named


class OperatorFront:
    """Lenses listen to it as to a program in Python, which launches kernels here, too."""

    name = "python"
    title = "operators"

    def __init__(self, load: Callable[[], Prepared], keep: Callable[[Prepared, Any], None]) -> None:
        self._load, self._keep = load, keep
        self._prepared: Prepared | None = None

    def prepare(self, session: Session) -> None:
        """Its host side is built, and its inputs are read."""
        from lanewise.cpp.ward import TooLongError, time_budget

        try:
            with time_budget(session.settings["timeout"]):
                self._prepared = self._load()
        except TooLongError as problem:
            sys.exit(_too_long(session, problem))

    def launch(self, session: Session) -> int:
        from lanewise.check.parsing import broken
        from lanewise.cpp.progress import working
        from lanewise.cpp.ward import TooLongError, time_budget
        from lanewise.errors import LanewiseError, LanewiseWarning
        from lanewise.machine.settings import settings

        assert self._prepared is not None
        loaded, inputs, named = self._prepared
        try:
            with time_budget(session.settings["timeout"]), warnings.catch_warnings():
                if settings().check:  # which finds them, too
                    warnings.simplefilter("ignore", LanewiseWarning)
                with working(lambda: f"compiling {loaded.definition.type} for these types, and running it"):
                    made = loaded(*inputs, **named)
        except TooLongError as problem:
            return _too_long(session, problem)
        except LanewiseError as problem:
            if problem.id.startswith(("OPERATOR", "CPP", "CHIP")) and not problem.timed_out:
                raise
            from lanewise.cli.run import finding

            print(finding(problem), file=sys.stderr)
            session.rule = broken(problem)
            return TIMED_OUT if problem.timed_out else Status.FINDINGS
        self._keep(self._prepared, made)
        session.returned = True
        return 0

    def records(self, session: Session) -> AbstractContextManager[list[Run]]:
        return launched_here()


def _too_long(session: Session, problem: Exception) -> int:
    print(f"lanewise: {session.sources[0]}: {problem}", file=sys.stderr)
    return TIMED_OUT
