"""The code that the tuner prints, pasted into programs: it compiles, and its sums are right."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

import starting
from lanewise import asc, tune
from lanewise.cpp.compiler import find
from lanewise.errors import LanewiseError
from lanewise.machine.core import core

ROWS = ((30000, "float"), (777, "half"), (65, "float"), (1, "half"))

KERNEL = """
namespace sum{number} {{
{code}
}}
__global__ __vector__ void kernel{number}(__gm__ {kind}* x, __gm__ {kind}* y)
{{
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> rowBuf, workBuf, totalBuf;
    pipe.InitBuffer(rowBuf, {row});
    pipe.InitBuffer(workBuf, {work});
    pipe.InitBuffer(totalBuf, 32);
    auto row = rowBuf.Get<{kind}>(), work = workBuf.Get<{kind}>(), total = totalBuf.Get<{kind}>();
    for (uint32_t i = 0; i < {n}; ++i) row.SetValue(i, x[i]);
    AscendC::SetFlag<AscendC::HardEvent::S_V>(0);
    AscendC::WaitFlag<AscendC::HardEvent::S_V>(0);
    sum{number}::SumRow(total, row, work);
    AscendC::SetFlag<AscendC::HardEvent::V_S>(0);
    AscendC::WaitFlag<AscendC::HardEvent::V_S>(0);
    y[0] = total.GetValue(0);
}}
"""
CALL = """
    {{
        {kind}*x, *y;
        aclrtMalloc(reinterpret_cast<void**>(&x), {n} * sizeof({kind}), ACL_MEM_MALLOC_HUGE_FIRST);
        aclrtMalloc(reinterpret_cast<void**>(&y), 32, ACL_MEM_MALLOC_HUGE_FIRST);
        float want = 0;
        for (int i = 0; i < {n}; ++i) {{
            x[i] = static_cast<{kind}>(static_cast<float>(i % 5 - 1 - i % 2 * 2));
            want += static_cast<float>(x[i]);
        }}
        kernel{number}<<<1, 0, stream>>>(x, y);
        aclrtSynchronizeStream(stream);
        std::printf("{n} %g %g\\n", static_cast<float>(y[0]), want);
    }}
"""


def program(found: list[tune.Tuning]) -> str:
    kernels, calls = [], []
    for number, t in enumerate(found):
        plan = t.best.plan
        size = 2 if t.dtype == "half" else 4
        words = {"number": number, "kind": t.dtype, "n": t.n, "code": t.ascend_c(), "work": max(32, plan.work * size),
                 "row": -(-t.n * size // 32) * 32}
        kernels.append(KERNEL.format(**words))
        calls.append(CALL.format(**words))
    return "\n".join(['#include <cstdio>\n#include "acl/acl.h"\n#include "kernel_operator.h"', *kernels, "int main() {",
                      "aclrtStream stream = nullptr; aclrtCreateStream(&stream);", *calls, "}"])


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_ascend_c_compiles_and_sums(chip: str, tmp_path: Path) -> None:
    try:
        find()
    except LanewiseError:
        pytest.skip("there is no C++ compiler here")
    source = tmp_path / "sums.asc"
    source.write_text(program([tune.reduce_sum(n, kind, chip) for n, kind in ROWS]))
    paths = [os.path.abspath(p) for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    done = starting.run([sys.executable, "-m", "lanewise", "run", str(source), "--chip", chip], cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [int(n) for n, _, _ in lines] == [n for n, _ in ROWS]
    assert all(got == want for _, got, want in lines), done.stdout


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
@pytest.mark.parametrize(("n", "kind"), ROWS)
def test_python_code_runs_and_sums(n: int, kind: str, chip: str) -> None:
    found = tune.reduce_sum(n, kind, chip)
    scope = {"asc": asc}
    exec(found.python(), scope)
    values = np.random.default_rng(0).integers(-1, 2, n).astype(np.float16 if kind == "half" else np.float32)
    with core(chip) as machine:
        row, work, total = machine.ub(values), machine.ub(max(16, found.best.plan.work), kind), machine.ub(16, kind)
        scope["sum_row"](total, row, work)  # type: ignore[operator]
        assert total.numpy()[0] == values.astype(np.float64).sum()
        assert (row.numpy() == values).all()
