"""The operator projects of tests/programs/operators: values, tilings and refusals of every case."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

import lanewise.op

PROJECTS = Path(__file__).parents[1] / "programs" / "operators"
NAMES = sorted(p.parent.name for p in PROJECTS.glob("*/case.py"))
BOTH = ("reduce_sum_last_dim",)  # its types differ by chip; the others there take longer than they tell
ON_910B = [pytest.param(name, "ascend910b") for name in NAMES]
ON_950 = [pytest.param(name, "ascend950", marks=() if name in BOTH else pytest.mark.sweep) for name in NAMES]
ON_310P = pytest.param("leaky_relu_tail", "ascend310p", marks=pytest.mark.sweep)


@pytest.fixture(scope="module")
def check() -> ModuleType:
    sys.path.insert(0, str(PROJECTS))
    try:
        import check
    finally:
        sys.path.pop(0)
    return check


@pytest.mark.parametrize(("name", "chip"), [*ON_910B, *ON_950, ON_310P])
def test_project_on_its_chips(check: ModuleType, name: str, chip: str) -> None:
    cases = check.module(str(PROJECTS / name / "case.py"), f"case_{name}")
    due = [c for c in cases.CASES if chip in ([c["chip"]] if "chip" in c else c.get("chips", cases.CHIPS))]
    assert due
    said = {c["name"]: check.run(lanewise.op, str(PROJECTS / name), c, chip) for c in due}
    assert {case: problem for case, problem in said.items() if problem} == {}
