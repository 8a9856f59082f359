"""The parts of an installation, each once: engine, definition, headers with a compiler, command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import aie, asc, timing
from lanewise.cpp import compiler, load
from lanewise.errors import LanewiseError

KERNEL = """#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void negate(__gm__ float* x, __gm__ float* z)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> room;
    pipe.InitBuffer(room, 256);
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer(x, 64);
    to.SetGlobalBuffer(z, 64);
    LocalTensor<float> a = room.Get<float>();
    DataCopy(a, from, 64);
    PipeBarrier<PIPE_ALL>();
    Muls(a, a, -1.0f, 64);
    PipeBarrier<PIPE_ALL>();
    DataCopy(to, a, 64);
}
"""


def _compiler() -> str:
    try:
        compiler.find()
    except LanewiseError as problem:
        return problem.message
    return ""


@pytest.mark.parametrize("engine", ["fast", "definition", "lockstep"])
def test_instruction(engine: str) -> None:
    with lanewise.core("ascend910b", engine=engine) as core:
        x = core.ub(np.arange(-64, 64, dtype=np.int16))
        y = core.ub(128, np.int16)
        asc.shift_right(y, x, 2, 128)
        assert y.numpy().tolist() == [value >> 2 for value in range(-64, 64)]


def test_time_is_predicted() -> None:
    with lanewise.core("ascend910b", trace=True) as core:
        x = core.ub(np.ones(64, np.float32))
        asc.add(x, x, x, 64)
        assert timing.of(core).cycles > 0


def test_rule_is_told() -> None:
    with lanewise.core("ascend910b") as core, pytest.raises(LanewiseError, match=r"SCALAR-001 .*allows 0\.\.16"):
        asc.shift_right(core.ub(64, np.int16), core.ub(64, np.int16), 20, 64)


def test_fixed_point() -> None:
    out = aie.srs(np.array([-3, -1, 1, 3, 1 << 40]), shift=1, to="int16", rounding="conv_even", saturation="saturate")
    assert out.tolist() == [-2, 0, 0, 2, 32767]


@pytest.mark.skipif(bool(_compiler()), reason=f"no compiler for C++: {_compiler()}")
def test_kernel_in_cpp(tmp_path: Path) -> None:
    source = tmp_path / "negate.asc"
    source.write_text(KERNEL)
    x, z = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    load(source, "ascend910b").negate[1](x, z)
    assert z.tolist() == (-x).tolist()


@pytest.mark.parametrize("words", [["--version"], ["explain", "Add(dst, a, b, 64)"], ["ops", "Add"], ["chips", "aie"]])
def test_command(words: list[str]) -> None:
    done: Any = subprocess.run([sys.executable, "-m", "lanewise", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout
