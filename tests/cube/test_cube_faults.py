"""Programs for cube cores with one missing flag: a check finds the race between the two pipes, and says which flag."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import starting

HERE = Path(__file__).parent / "faults"


@pytest.mark.parametrize(("name", "flag"), [("fault_no_mte1_m", "MTE1_M"), ("fault_l0_overrun", "M_MTE1")])
def test_cube_missing_flag_is_found(name: str, flag: str, tmp_path: Path) -> None:
    found = tmp_path / "found.json"
    command = [sys.executable, "-m", "lanewise", "run", str(HERE / name / f"{name}.asc"), "--chip", "ascend910b",
               "--check", "--json", str(found)]  # fmt: skip
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert "test pass!" in done.stdout, done.stderr
    findings = json.loads(found.read_text())["findings"]
    assert {one["id"] for one in findings} == {"RACE-001"}
    assert f"HardEvent::{flag}>" in done.stderr
