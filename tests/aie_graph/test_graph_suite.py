"""Graph programs are found under a folder, and run each for its chip."""

from __future__ import annotations

import sys
from pathlib import Path

from running import EXAMPLES

import starting
from lanewise.aie.adf.programs import find

PROGRAMS = Path(__file__).resolve().parent / "programs"


def test_suite_finds_programs_and_their_chips() -> None:
    found = {case.name: case.chip for case in find(str(PROGRAMS))}
    names = sorted(folder.name for folder in PROGRAMS.iterdir())
    tiled = ("memory", "product", "tiles")
    assert found == {f"{name}/graph.cpp": "aie-ml" if name in tiled else "aie" for name in names}
    assert [case.chip for case in find(str(PROGRAMS), ["aie-mlv2"], only="shapes")] == ["aie-mlv2"]
    assert find(str(PROGRAMS), ["ascend910b"]) == []


def test_suite_runs_a_graph() -> None:
    command = [sys.executable, "-m", "lanewise", "suite", str(EXAMPLES), "-k", "two_rate"]
    done = starting.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "two_rate/graph.cpp" in done.stdout
