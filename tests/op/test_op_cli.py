"""`lanewise op`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

ADD = Path(__file__).parents[1] / "programs" / "operators" / "add_custom"


def op(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", "op", str(ADD), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_op_lists_runs_and_shows(tmp_path: Path) -> None:
    x = np.arange(40, dtype=np.float32).reshape(5, 8)
    np.save(tmp_path / "x.npy", x)
    assert "input   x: float16, float32, int32" in op(tmp_path, "--list").stdout
    assert "total    40" in op(tmp_path, "x.npy", "x.npy", "--tiling").stdout
    done = op(tmp_path, "x.npy", "x.npy", "--out", "z.npy", "--time", "--check")
    assert done.returncode == 0, done.stderr
    assert "cycles" in done.stdout
    np.testing.assert_array_equal(np.load(tmp_path / "z.npy"), x + x)


def test_op_refusals_are_one_line(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.zeros(8, np.int8))
    for words, said in (
        (("x.npy", "x.npy"), "AddCustom takes no (int8, int8)"),
        (("x.npy",), "AddCustom: input y is missing"),
        (("x.npy", "x.npy", "--attr", "alpha=2"), "AddCustom has no attribute alpha; it has none"),
        (("gone.npy",), "gone.npy: "),
    ):
        done = op(tmp_path, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
