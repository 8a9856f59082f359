"""The table of lenses: any set of them looks at one run, and no front knows one by name."""

from __future__ import annotations

import json
import re
import shutil
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


CASE = 'name = "{name}"\nchips = ["ascend910b"]\nexpect = ""\n'


def test_lenses_look_at_every_program_of_a_suite(tmp_path: Path) -> None:
    """Of a clean one, of one with a race and of a graph: each has files of its own, and its words under its name."""
    root = tmp_path / "programs"
    for name, source in (("clean", EXAMPLES / "vector_add.asc"), ("race", ROOT / "tests/check/programs/copies.asc")):
        (root / name).mkdir(parents=True)
        shutil.copy(source, root / name)
        (root / name / "case.toml").write_text(CASE.format(name=name))
    shutil.copytree(EXAMPLES / "aie" / "two_rate", root / "two_rate")
    command = [sys.executable, "-m", "lanewise", "suite", str(root), "--check", "--time", "--json", "out.json",
               "--report", "page.html", "--trace", "times.json"]  # fmt: skip
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr  # of the race
    names = ("clean.ascend910b", "race.ascend910b", "two_rate.graph.cpp.aie")
    for name in names:
        data = json.loads((tmp_path / f"out.{name}.json").read_text())
        assert [one["id"] for one in data["findings"]] == (["RACE-001"] if "race" in name else [])
        assert data.get("cycles") or data.get("least"), data.keys()
        assert "<html" in (tmp_path / f"page.{name}.html").read_text()
        assert json.loads((tmp_path / f"times.{name}.json").read_text())["traceEvents"]
    of_all = {one["name"]: (one["passed"], one["step"]) for one in json.loads((tmp_path / "out.json").read_text())}
    assert of_all == {"clean": (True, "run"), "race": (False, "check"), "two_rate/graph.cpp": (True, "run")}
    clean, race, graph = (done.stdout.index(f"{name} [{chip}]\n") for name, chip in (
        ("clean", "ascend910b"), ("race", "ascend910b"), ("two_rate/graph.cpp", "aie")))  # fmt: skip
    assert clean < done.stdout.index("  vector_add on ascend910b, 8 blocks: ") < race
    assert race < done.stdout.index("RACE-001 Adds (V) reads UB bytes") < graph
    assert graph < done.stdout.index("at least ")
    assert "2 of 3 passed" in done.stdout


def test_suite_refuses_what_a_lens_cannot_do(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    shutil.copy(EXAMPLES / "vector_add.asc", tmp_path / "one")
    for words, why in ((["--check=races"], "there is no check called races"), (["--fifos"], "show IRON designs"),
                       (["--sarif", "s"], "say --check, too")):  # fmt: skip
        command = [sys.executable, "-m", "lanewise", "suite", str(tmp_path), *words]
        done = starting.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, why in done.stderr) == (2, True), done.stderr


def test_lenses_look_at_tests_of_an_operator(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lanewise", "op", str(EXAMPLES / "scaled_add"), "--tests", "--check", "--time",
               "--json", "out.json", "--report", "page.html"]  # fmt: skip
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tests/test_scaled_add [ascend910b]: 1 passed" in done.stdout
    assert "  scaled_add on ascend910b, 2 blocks: " in done.stdout
    data = json.loads((tmp_path / "out.tests.test_scaled_add.ascend910b.json").read_text())
    assert (data["cycles"] > 0, data["findings"]) == (True, [])
    assert "<html" in (tmp_path / "page.tests.test_scaled_add.ascend910b.html").read_text()
    assert sum(one["passed"] for one in json.loads((tmp_path / "out.json").read_text())) == 5


def test_lenses_are_the_options_of_run() -> None:
    known = {option.key for option in VERBS["run"].options}
    keys = [option.key for option in lenses.OPTIONS]
    assert len(keys) == len(set(keys))
    assert {"check", "time", "trace", "json", "csv", "sarif", "report", "draw", "fifos"} <= set(keys) <= known
    of_operators = {option.key for option in VERBS["op"].options}
    assert set(keys) - of_operators == {"draw", "fifos"}
    assert set(keys) <= {option.key for option in VERBS["suite"].options}


def named_lenses(text: str) -> list[str]:
    """Lenses that a text looks for among those that are asked for."""
    return re.findall(r"""asked\[["'](\w+)["']\]|lenses\.(?:check|timing|page|data|drawing)\b(?!\()""", text)


def test_fronts_know_no_lens() -> None:
    for name in ("run.py", "programs.py", "operators.py", "session.py", "suite.py", "tested.py"):
        assert named_lenses((CLI / name).read_text()) == [], name
    assert named_lenses('if session.asked["check"]: ...') == ["check"]
