"""The designs of tests/programs/iron as users run them: what they print, how they end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).resolve().parents[1] / "programs" / "iron"
CASES: dict[str, Any] = tomllib.loads((FOLDER / "cases.toml").read_text(encoding="utf-8"))
RUNS = [(name, chip) for name, case in CASES.items() for chip in case["chips"]]


def start(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lanewise", "run", str(file), *more], capture_output=True, text=True, timeout=120
    )


def test_designs_are_all_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == set(CASES)


@pytest.mark.parametrize(("name", "chip"), RUNS)
def test_design_ends_as_expected(name: str, chip: str) -> None:
    case = CASES[name]
    out = start(FOLDER / f"{name}.py", "--chip", chip)
    assert out.returncode == case["status"], out.stderr
    assert case.get("expect", "") in out.stdout
    assert "Traceback" not in out.stderr
    if "line" in case:
        assert any(all(word in line for word in case["line"]) for line in out.stderr.splitlines()), out.stderr


@pytest.mark.parametrize("schedule", ["late", "random:3"])
def test_design_results_do_not_depend_on_the_order_of_cores(schedule: str) -> None:
    out = start(FOLDER / "i07_pipeline_three.py", "--schedule", schedule)
    assert (out.returncode, out.stdout.strip()) == (0, "PASS"), out.stderr


def test_design_on_a_chip_without_an_array_is_refused() -> None:
    out = start(FOLDER / "i01_passthrough.py", "--chip", "ascend910b")
    assert out.returncode == 1
    assert "ascend910b has no array of AI Engines" in out.stderr
    assert "Traceback" not in out.stderr
