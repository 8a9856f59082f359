"""Scalar functions and questions to the core: programs that check them, on both kinds of chips."""

from __future__ import annotations

from pathlib import Path

import pytest
from host_program import run


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
@pytest.mark.parametrize("program", ["utils_scalar.cpp", "utils_kernel.asc"])
def test_utils(tmp_path: Path, program: str, chip: str) -> None:
    done = run(program, tmp_path, chip)
    assert (done.status, done.out) == (0, ""), done.out + done.err
