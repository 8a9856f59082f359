"""What becomes of a broken rule that hardware does not enforce: severities.py says it for each way to run."""

from __future__ import annotations

import warnings
from typing import Any

from lanewise.errors import LanewiseError, LanewiseWarning
from lanewise.severities import Severity, severity

_told: dict[str | tuple[str, type[Warning], int], int] = {}  # a line that breaks a rule in a loop is told of once


def warn(problem: LanewiseError) -> None:
    file, line = problem.where or ("lanewise", 0)
    warnings.warn_explicit(f"{problem.id} {problem.message}", LanewiseWarning, file, line, registry=_told)


def complain(core: Any, problem: LanewiseError, case: str = "") -> None:
    """Raises the problem where it ends such a run; else it is told, and the core goes on."""
    told = severity(problem.id, core.mode, case)
    if told is Severity.END:
        raise problem
    if core.check is not None:
        core.check.found(problem)
    elif told is not Severity.SILENT:
        warn(problem)
