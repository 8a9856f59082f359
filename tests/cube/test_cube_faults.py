"""Programs for cube cores with one missing flag: a check finds the race between the two pipes, and says which flag."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import starting

PROGRAMS = Path(__file__).parent / "programs"


@pytest.mark.parametrize("how", [("--check",), ("--schedule", "late")], ids=" ".join)
def test_cube_unit_flags_order_both_sides(how: tuple[str, ...]) -> None:
    """Where Mmad and Fixpipe both use them, no event is needed: no finding, and no other order."""
    source = PROGRAMS / "unit_flag" / "unit_flag.asc"
    command = [sys.executable, "-m", "lanewise", "run", str(source), "--chip", "ascend910b", *how]
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "test pass!\n", "")


MISSING = {"fault_no_mte1_m": "MTE1_M", "fault_l0_overrun": "M_MTE1", "fault_unit_flag": "M_FIX"}


@pytest.mark.parametrize(("name", "flag"), MISSING.items())
def test_cube_missing_flag_is_found(name: str, flag: str, tmp_path: Path) -> None:
    found = tmp_path / "found.json"
    command = [sys.executable, "-m", "lanewise", "run", str(PROGRAMS / name / f"{name}.asc"), "--chip", "ascend910b",
               "--check", "--json", str(found)]  # fmt: skip
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert "test pass!" in done.stdout, done.stderr
    findings = json.loads(found.read_text())["findings"]
    assert {one["id"] for one in findings} == {"RACE-001", *(["SYNC-106"] if name == "fault_unit_flag" else [])}
    assert f"HardEvent::{flag}>" in done.stderr
