"""Findings about kernels of the C interface speak of its functions, at their lines."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import starting

PROGRAM = Path(__file__).parent / "programs" / "c_interface.asc"
LINES = {mark: number for number, line in enumerate(PROGRAM.read_text().splitlines(), 1)
         if (mark := line.partition("  // ")[2])}  # fmt: skip


@pytest.fixture(scope="module")
def runs() -> dict[str, subprocess.CompletedProcess[str]]:
    """Case by case, one compile for all."""
    command = [sys.executable, "-m", "lanewise", "run", str(PROGRAM), "--chip", "ascend950", "--check", "--"]
    return {case: starting.run([*command, case], capture_output=True, text=True, timeout=300) for case in "01234"}


@pytest.mark.parametrize(("case", "mark", "id", "says"), [
    ("0", "", "RACE-001", f"which asc_copy_gm2ub (MTE2, line {LINES['load']}) writes: nothing orders the two (4 times)"
     f". Write asc_sync_notify(PIPE_MTE2, PIPE_V, 0) after line {LINES['load']} and "
     "asc_sync_wait(PIPE_MTE2, PIPE_V, 0) before the function that this line is in is called [kernel twice]"),
    ("1", "again", "RACE-003", "asc_mem_bar(VST_VLD)"),
    ("2", "store", "RACE-001", "asc_copy_ub2gm (MTE3) reads"),
    ("3", "mode", "STATE-102", "Call asc_set_atomic_none() after the last one"),
])  # fmt: skip
def test_cure_names_the_functions_of_the_interface(
    runs: dict[str, subprocess.CompletedProcess[str]], case: str, mark: str, id: str, says: str
) -> None:
    line = next(one for one in runs[case].stderr.splitlines() if f" {id} " in one)
    assert says in line
    if mark:
        assert f":{LINES[mark]}: " in line
    assert not re.search(r"SetFlag|WaitFlag|DataCopy|PipeBarrier|LocalMemBar|queue", line)
    assert runs[case].returncode == 3


def test_kernel_of_the_interface_without_faults_is_silent(runs: dict[str, subprocess.CompletedProcess[str]]) -> None:
    assert (runs["4"].returncode, runs["4"].stderr) == (0, "")
