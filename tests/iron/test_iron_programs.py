"""The designs of tests/programs/iron as users run them: what they print, how they end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import starting

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).resolve().parents[1] / "programs" / "iron"
CASES: dict[str, Any] = tomllib.loads((FOLDER / "cases.toml").read_text(encoding="utf-8"))
FIRST, *OTHERS = ("aie-ml", "aie-mlv2")

# All designs in one process, which starts once: what each printed, and the line that it ended with.
TOGETHER = """
import contextlib, io, json, runpy, sys
from lanewise.cli.run import finding
from lanewise.errors import LanewiseError
from lanewise.iron import imports
imports.install()
told = {}
for path in sys.argv[1:]:
    out, line = io.StringIO(), ""
    sys.argv = [path]
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(path, run_name="__main__")
    except LanewiseError as problem:
        line = finding(problem)
    told[path] = out.getvalue(), line
print(json.dumps(told))
"""


def start(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return starting.run(
        [sys.executable, "-m", "lanewise", "run", str(file), *more], capture_output=True, text=True, timeout=120
    )


def test_designs_are_all_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == set(CASES)


def test_designs_are_for_these_chips() -> None:
    assert all(case["chips"] == [FIRST, *OTHERS] for case in CASES.values())


@pytest.mark.parametrize("chip", OTHERS)
def test_designs_of_one_process_end_as_expected(chip: str) -> None:
    files = [str(FOLDER / f"{name}.py") for name in CASES]
    out = subprocess.run([sys.executable, "-c", TOGETHER, *files], capture_output=True, text=True, timeout=120,
                         env={**os.environ, "LANEWISE_CHIP": chip})  # fmt: skip
    assert out.returncode == 0, out.stderr
    for (printed, line), case in zip(json.loads(out.stdout).values(), CASES.values(), strict=True):
        assert case.get("expect", "") in printed
        assert [word for word in case.get("line", ()) if word not in line] == []
        assert bool(line) == bool(case["status"])


@pytest.mark.parametrize("name", CASES)
def test_design_ends_as_expected(name: str) -> None:
    case = CASES[name]
    out = start(FOLDER / f"{name}.py", "--chip", FIRST)
    assert out.returncode == case["status"], out.stderr
    assert case.get("expect", "") in out.stdout
    assert "Traceback" not in out.stderr
    if "line" in case:
        assert any(all(word in line for word in case["line"]) for line in out.stderr.splitlines()), out.stderr


def test_broken_rule_is_a_finding_where_designs_are_checked() -> None:
    name = next(name for name, case in CASES.items() if case["status"])
    out = start(FOLDER / f"{name}.py", "--check")
    assert out.returncode == 3, out.stderr


def test_design_results_do_not_depend_on_the_order_of_cores() -> None:
    out = start(FOLDER / "i07_pipeline_three.py", "--schedule", "late")
    assert (out.returncode, out.stdout.strip()) == (0, "PASS"), out.stderr


def test_design_on_a_chip_without_an_array_is_refused() -> None:
    out = start(FOLDER / "i01_passthrough.py", "--chip", "ascend910b")
    assert out.returncode == 1
    assert "ascend910b has no array of AI Engines" in out.stderr
    assert "Traceback" not in out.stderr
