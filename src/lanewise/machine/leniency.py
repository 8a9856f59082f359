"""What becomes of a broken rule that hardware does not enforce: its entry in findings/ says it for each way to run."""

from __future__ import annotations

import warnings
from typing import Any

from lanewise.errors import LanewiseError, LanewiseWarning
from lanewise.severities import Severity, severity


class ShownWarnings:
    """What the blocks of a launch were warned of: a line that breaks a rule in a loop is told once."""

    _shown: dict[str | tuple[str, type[Warning], int], int] = {}  # of all launches, the same words once

    def __init__(self) -> None:
        self._places: set[tuple[str, str, int]] = set()

    def warn(self, problem: LanewiseError) -> None:
        file, line = problem.where or ("lanewise", 0)
        if (problem.id, file, line) not in self._places:
            self._places.add((problem.id, file, line))
            text = f"{problem.id} {problem.message}"
            warnings.warn_explicit(text, LanewiseWarning, file, line, registry=self._shown)


def complain(core: Any, problem: LanewiseError, case: str = "") -> None:
    """Raises the problem where it ends such a run; else it is told, and the core goes on."""
    told = severity(problem.id, core.mode, case)
    if told is Severity.END:
        raise problem
    if core.check is not None:
        core.check.found(problem)
    elif told is not Severity.SILENT:
        core.said.warn(problem)
