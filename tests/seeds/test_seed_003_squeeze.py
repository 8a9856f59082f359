"""The example of Squeeze's page, compiled as it is written there, on every type that the page names."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

import starting
from lanewise.cpp import compiler

PROGRAM = Path(__file__).parent / "seed_003" / "squeeze.asc"
TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "half", "float")
KEPT = 5 * 128  # bytes: the lower half of five registers


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    if not os.path.exists(compiler.RUNTIME):
        pytest.skip("the runtime library is not built")
    if not (os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")):
        pytest.skip("no C++ compiler")
    paths = [os.path.abspath(p) for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    done = starting.run(
        [sys.executable, "-m", "lanewise", "run", str(PROGRAM), "--chip", "ascend950"],
        cwd=tmp_path_factory.mktemp("seed"), env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True, text=True, timeout=300, check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("kind", TYPES)
def test_the_lower_half_of_every_register_is_kept_and_ar_counts_its_bytes(printed: list[str], kind: str) -> None:
    assert f"{kind} AR {KEPT} right" in printed
