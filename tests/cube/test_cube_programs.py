"""Complete programs for cube cores, which check their own results, run unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.cpp.recipes import Case, find
from lanewise.cpp.suite import run_case

CASES = find(str(Path(__file__).parent / "programs"))


def test_cube_programs_are_found() -> None:
    assert len({case.name for case in CASES}) == len(list(Path(__file__).parent.glob("programs/*/case.toml")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name} {case.chip}")
def test_cube_program_passes(case: Case) -> None:
    result = run_case(case)
    assert result.passed, f"{result.step}: {result.why}\n{result.output[-2000:]}"
