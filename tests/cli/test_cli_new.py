"""`lanewise new`, `lanewise` alone, and the plugin for pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

RACE = """
import numpy as np
import pytest
from lanewise import asc

@pytest.mark.lanewise_chips("ascend910b", "ascend950")
def test_chips(lanewise_core, lanewise_chip):
    assert lanewise_core.chip.name == lanewise_chip

def test_default(lanewise_core):
    x = lanewise_core.ub(np.ones(64, np.float32))
    asc.adds(x, x, 1.0, 64)
    assert x.numpy().tolist() == [2] * 64

@asc.jit
def kernel(x: asc.GlobalAddress):
    gm = asc.GlobalTensor()
    gm.set_global_buffer(x, 64)
    ub = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    asc.data_copy(ub, gm, 64)
    asc.adds(ub, ub, 1.0, 64)  # nothing waits for the copy

def test_race():
    kernel[1](np.ones(64, np.float32))
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False)


def test_alone_it_says_what_to_do_next(tmp_path: Path) -> None:
    done = run(tmp_path, "lanewise")
    assert done.returncode == 0
    assert "lanewise demo " in done.stdout
    assert "lanewise new " in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_new_projects_run_and_pass(tmp_path: Path) -> None:
    for words in (("scale",), ("scale16", "--family", "aie")):
        assert run(tmp_path, "lanewise", "new", *words).returncode == 0
    done = run(tmp_path, "lanewise", "run", "scale/scale.asc", "--check")
    assert (done.returncode, done.stdout) == (0, "5000 elements, 0 wrong\n"), done.stderr
    done = run(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "--lanewise-check", "-k", "910b or ml", ".")
    assert "4 passed" in done.stdout, done.stdout
    for words, said in ((("scale",), "already exists"), (("Scale",), "lower-case letters"),
                        (("x", "--family", "gpu"), "ascend and aie")):  # fmt: skip
        done = run(tmp_path, "lanewise", "new", *words)
        assert done.returncode == 2
        assert said in done.stderr


def test_plugin_fails_tests_with_findings(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(RACE)
    plain = run(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "--strict-markers", ".")
    assert "4 passed" in plain.stdout, plain.stdout
    checked = run(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "--lanewise-check", ".")
    assert "1 failed, 3 passed" in checked.stdout, checked.stdout
    assert "RACE-001" in checked.stdout
    assert "nothing orders the two" in checked.stdout
