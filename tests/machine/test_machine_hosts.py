"""What a host or another library of the process may choose, and results must not show."""

from __future__ import annotations

import ctypes
import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lanewise
from lanewise import asc

UPWARD = {"x86_64": 0x800, "aarch64": 0x400000}.get(platform.machine())


@pytest.mark.skipif(UPWARD is None, reason="the number of FE_UPWARD is not known here")
def test_engine_keeps_its_arithmetic() -> None:
    """1 + 2^-30 is 1, also where the process rounds upwards, which stays as it was."""
    host = ctypes.CDLL(None if hasattr(ctypes.CDLL(None), "fesetround") else "libm.so.6")
    with lanewise.core("ascend910b") as core:
        x, y = core.ub(np.ones(64, np.float32)), core.ub(np.zeros(64, np.float32))
        host.fesetround(UPWARD)
        try:
            asc.adds(y, x, 2.0**-30, 64)
            left = host.fegetround()
        finally:
            host.fesetround(0)
        assert left == UPWARD
        assert np.all(y.numpy() == 1)


def test_generated_files_do_not_depend_on_hash_order(tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        subprocess.run([sys.executable, "-m", "lanewise.cpp.export", str(folder)], check=True,
                       env={**os.environ, "PYTHONHASHSEED": seed})  # fmt: skip
        made.append({str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()})
    assert len(made[0]) > 3
    assert made[0] == made[1]
