"""A chip file of the user's own that is like an AI Engine: wherever a chip is named, its file may be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lanewise import aie
from lanewise.chips.chip import chip
from lanewise.errors import LanewiseError
from lanewise.isa.aie.types import FAMILIES

FILE = """name = "{name}"
title = "one of my own"
like = "{like}"
[facts]
srs_right = {{ value = 20, evidence = "assumed", source = "a trial" }}
"""
KERNEL = """#include <aie_api/aie.hpp>
void twice(int16* in, int16* out) { aie::store_v(out, aie::add(aie::load_v<32>(in), aie::load_v<32>(in))); }
int farthest() { return LANEWISE_SRS_RIGHT; }
"""


@pytest.fixture
def own(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(FILE.format(name=f"mine_{request.param}", like=request.param))
    return str(path)


@pytest.mark.parametrize("own", FAMILIES, indirect=True)
def test_core_of_an_own_chip(own: str) -> None:
    with aie.core(own, rounding="conv_even") as core:
        assert core.chip.file.name == "mine.toml"
        assert core.srs_shifts[1] == 20  # its own
        doubled = aie.add(aie.vector([1, -2] * 8, "int32"), aie.vector([1, -2] * 8, "int32"))
        assert doubled.data.tolist() == [2, -4] * 8
        acc = aie.mul(aie.vector([3] * 16, "int16"), aie.vector([5] * 16, "int16"))
        assert acc.bits == chip(own, "aie").fact("narrow_lane_bits")
        with pytest.raises(LanewiseError, match="AIE-005"):
            acc.to_vector("int16", 21)


@pytest.mark.parametrize("own", ["aie-ml"], indirect=True)
def test_kernel_for_an_own_chip(own: str, tmp_path: Path) -> None:
    source = tmp_path / "twice.cc"
    source.write_text(KERNEL)
    kernels = aie.load(source, chip=own)
    x, y = np.arange(32, dtype=np.int16), np.zeros(32, np.int16)
    kernels.twice(x, y)
    assert y.tolist() == [2 * i for i in range(32)]
    assert kernels.farthest() == 20


@pytest.mark.parametrize("own", ["aie-mlv2"], indirect=True)
def test_commands_take_an_own_chip(own: str) -> None:
    def output_of(*words: str) -> str:
        command = [sys.executable, "-m", "lanewise", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert "mine_aie-mlv2" in output_of("chips", own)
    assert "to_vector" in output_of("ops", "to_vector", "--chip", own)


@pytest.mark.skipif(not shutil.which("clang++"), reason="there is no clang++ here")
def test_headers_precompiled_for_an_own_chip_are_used_at_another_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", "clang++")
    monkeypatch.setenv("LANEWISE_CACHE", str(tmp_path / "cache"))
    own = tmp_path / "mine.toml"
    own.write_text(FILE.format(name="mine", like="aie-ml"))
    for k in range(4):  # the first may go without, while they are made
        source = tmp_path / f"k{k}.cc"
        source.write_text(f"int number() {{ return {k}; }}\n")
        assert aie.load(source, chip=str(own)).number() == k
        for header in (tmp_path / "cache/chips").iterdir():  # as if it was used on another day
            os.utime(header, (k + 1, k + 1))
    assert list((tmp_path / "cache/headers").glob("*/prelude.pch"))
