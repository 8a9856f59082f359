"""No mathematical library decides a bit of the high-level library: neither programs nor the engine call one for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import starting
from lanewise.cpp import compiler

# What libm has beyond exact operations.
FUNCTIONS = (
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp", "exp10",
    "exp2", "expm1", "gamma", "hypot", "j0", "j1", "lgamma", "lgamma_r", "log", "log10", "log1p", "log2", "pow", "sin",
    "sincos", "sinh", "tan", "tanh", "tgamma", "y0", "y1",
)  # fmt: skip
NAMES = {f"{name}{kind}" for name in FUNCTIONS for kind in ("", "f", "l")}

PROGRAM = """
#include "kernel_operator.h"
using namespace AscendC;
__global__ __aicore__ void kernel(GM_ADDR x)
{
    LocalTensor<float> a(TPosition::VECCALC, 0, 64), b(TPosition::VECCALC, 256, 64), c(TPosition::VECCALC, 512, 64);
    Erf(b, a, 64);
    Lgamma(b, a, 64);
    Power(b, a, a, 64);
    Tan(b, a, 64);
    Gelu(b, a, 64);
    Exp<float, 10, false>(b, a, 64);
    SoftMaxTiling tiling;
    tiling.srcM = 4, tiling.srcK = 16;
    SoftMax<float>(b, a, tiling);
}
int main() { return 0; }
"""


def undefined(path: str | Path) -> set[str]:
    done = subprocess.run(["nm", "-D", "--undefined-only", str(path)], capture_output=True, text=True, check=True)
    return {line.split()[-1].split("@")[0] for line in done.stdout.splitlines()}


def test_library_symbols_of_the_engine() -> None:
    """The guesses for correctly rounded Exp and Ln are checked, and our own arithmetic decides where they do not."""
    assert undefined(compiler.RUNTIME) & NAMES == {"exp", "log"}


def test_library_symbols_of_a_program(tmp_path: Path) -> None:
    source, program = tmp_path / "program.asc", tmp_path / "program"
    source.write_text(PROGRAM)
    command = [sys.executable, "-m", "lanewise", "build", str(source), "-o", str(program)]
    starting.run(command, capture_output=True, text=True, check=True)
    found = undefined(program)
    assert "lw_issue" in found
    assert found & NAMES == set()
