"""The table of lenses: any set of them looks at one run, and no front knows one by name."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import starting
from lanewise.cli import lenses
from lanewise.cli.options import VERBS

ROOT = Path(__file__).parents[2]
CLI = ROOT / "src" / "lanewise" / "cli"
EXAMPLES = ROOT / "examples"


@pytest.mark.parametrize("name", ["vector_add.asc", "vector_add.py"])
def test_lenses_look_at_one_run(tmp_path: Path, name: str) -> None:
    """It runs once, and each tells what it tells alone."""
    together = ("--check", "--time", "--json", "both.json", "--sarif", "found.sarif", "--trace", "trace.json",
                "--csv", "csv")  # fmt: skip
    command = [sys.executable, "-m", "lanewise", "run", str(EXAMPLES / name)]
    done = starting.run([*command, *together], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    alone = starting.run([*command, "--time"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.replace(", no finding", "") == alone.stdout  # which the program in Python prints itself
    assert done.stdout.count("Bound by ") == 1
    data = json.loads((tmp_path / "both.json").read_text())
    assert data["cycles"] > 0
    assert (data["findings"], data["suppressed"]) == ([], [])
    assert json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"] == []
    assert json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert list((tmp_path / "csv").rglob("*.csv"))


def test_lenses_are_the_options_of_run() -> None:
    known = {option.key for option in VERBS["run"].options}
    keys = [option.key for option in lenses.OPTIONS]
    assert len(keys) == len(set(keys))
    assert {"check", "time", "trace", "json", "csv", "sarif", "report", "draw", "fifos"} <= set(keys) <= known
    of_operators = {option.key for option in VERBS["op"].options}
    assert set(keys) - of_operators == {"draw", "fifos"}


def named_lenses(text: str) -> list[str]:
    """Lenses that a text looks for among those that are asked for."""
    return re.findall(r"""asked\[["'](\w+)["']\]|lenses\.(?:check|timing|page|data|drawing)\b(?!\()""", text)


def test_fronts_know_no_lens() -> None:
    for name in ("run.py", "programs.py", "operators.py", "session.py"):
        assert named_lenses((CLI / name).read_text()) == [], name
    assert named_lenses('if session.asked["check"]: ...') == ["check"]
