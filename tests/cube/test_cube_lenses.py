"""Every lens looks at programs of cube and vector cores, and says what it does not know."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import starting

SOURCE = Path(__file__).parent / "programs" / "flash_small" / "flash_small.asc"


def test_cube_lenses_in_one_run(tmp_path: Path) -> None:
    page, trace, data = tmp_path / "page.html", tmp_path / "trace.json", tmp_path / "data.json"
    command = [sys.executable, "-m", "lanewise", "run", str(SOURCE), "--chip", "ascend910b", "--check", "--time",
               "--report", str(page), "--trace", str(trace), "--json", str(data)]  # fmt: skip
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("test pass!\n")
    assert "Mmad" in page.read_text(encoding="utf-8")
    assert {"Mmad", "LoadData", "Fixpipe"} <= {one.get("name") for one in json.loads(trace.read_text())["traceEvents"]}
    (launch,) = json.loads(data.read_text())["launches"]
    assert launch["unknown"] == {}
    assert all(row["cycles"] > 0 for row in launch["pipes"] if row["pipe"] in ("M", "MTE1", "FIX"))
    assert json.loads(data.read_text())["findings"] == []
