"""Vector functions of compiled programs: marked by their calls, scheduled by their records."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent / "timing" / "functions.asc"


def test_vector_functions_are_scheduled_one_by_one(
    lanewise: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """Start 23, load 6, Adds 3, store 9, seven more iterations of a cycle, drain 12; no two functions overlap."""
    done = lanewise("run", str(PROGRAM), "--chip", "ascend950", "--time", "--json", "t.json")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("4\n")
    launch = json.loads((tmp_path / "t.json").read_text())["launches"][0]
    rows = {row["op"]: row for row in launch["instructions"] if row["op"].startswith(("reg_", "vf_"))}
    assert rows["vf_call"]["call_count"] == 3
    assert rows["reg_adds"]["call_count"] == 24
    inside = [row for op, row in rows.items() if op != "vf_call"]
    assert sum(row["cycles"] or 0 for row in inside) == 3 * (23 + 6 + 3 + 9 + 7 + 12)
    assert launch["unknown"] == {"reg_mask_create": 3}
    assert rows["reg_mask_create"]["cycles"] is None  # no latency is published
