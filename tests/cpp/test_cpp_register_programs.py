"""The acceptance programs for registers."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.cpp.recipes import Case, find
from lanewise.cpp.suite import run_case

PROGRAMS = Path(__file__).resolve().parents[1] / "programs" / "register"
CASES = find(str(PROGRAMS))


def test_programs_are_all_found() -> None:
    assert {case.name for case in CASES} == {path.parent.name for path in PROGRAMS.glob("*/case.toml")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.title}-{case.chip}")
def test_program_passes(case: Case) -> None:
    result = run_case(case)
    assert result.passed, f"{result.step}: {result.why}\n{result.output[-2000:]}"
