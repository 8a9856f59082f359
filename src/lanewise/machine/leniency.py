"""Rules that hardware does not enforce: errors, or warnings on a core that goes on."""

from __future__ import annotations

import warnings
from typing import Any

from lanewise.errors import LanewiseError, LanewiseWarning

_told: dict[str | tuple[str, type[Warning], int], int] = {}  # a line that breaks a rule in a loop is told of once


def warn(problem: LanewiseError) -> None:
    file, line = problem.where or ("lanewise", 0)
    warnings.warn_explicit(f"{problem.id} {problem.message}", LanewiseWarning, file, line, registry=_told)


def complain(core: Any, problem: LanewiseError) -> None:
    if not core.lenient:
        raise problem
    warn(problem)
