"""`lanewise new`: a small kernel project to begin with, of either family."""

from __future__ import annotations

import os
import re

from lanewise.cli.status import refuse

_ASCEND = """\
// y = a * x on float vectors: a kernel, and the host code that starts it.
//
//     lanewise run @NAME@.asc
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "kernel_operator.h"

constexpr uint32_t TILE = 1024;  // elements in UB at a time

extern "C" __global__ __aicore__ void @NAME@(__gm__ float* x, __gm__ float* y, float a, uint32_t count)
{
    // Each block takes every GetBlockNum()-th tile.
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 2> in;
    AscendC::TQue<AscendC::TPosition::VECOUT, 2> out;
    pipe.InitBuffer(in, 2, TILE * sizeof(float));
    pipe.InitBuffer(out, 2, TILE * sizeof(float));
    AscendC::GlobalTensor<float> xGm, yGm;
    xGm.SetGlobalBuffer(x, count);
    yGm.SetGlobalBuffer(y, count);
    for (uint32_t at = AscendC::GetBlockIdx() * TILE; at < count; at += AscendC::GetBlockNum() * TILE) {
        const uint32_t n = count - at < TILE ? count - at : TILE;
        const AscendC::DataCopyExtParams size{1, static_cast<uint32_t>(n * sizeof(float)), 0, 0, 0};
        AscendC::LocalTensor<float> source = in.AllocTensor<float>();
        AscendC::DataCopyPad(source, xGm[at], size, AscendC::DataCopyPadExtParams<float>{false, 0, 0, 0});
        in.EnQue(source);
        source = in.DeQue<float>();
        AscendC::LocalTensor<float> result = out.AllocTensor<float>();
        AscendC::Muls(result, source, a, n);
        in.FreeTensor(source);
        out.EnQue(result);
        result = out.DeQue<float>();
        AscendC::DataCopyPad(yGm[at], result, size);
        out.FreeTensor(result);
    }
}

int main()
{
    constexpr uint32_t count = 5000;
    std::vector<float> x(count), y(count);
    for (uint32_t i = 0; i < count; ++i) x[i] = i;
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    void *xDevice, *yDevice;
    aclrtMalloc(&xDevice, count * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&yDevice, count * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemcpy(xDevice, count * sizeof(float), x.data(), count * sizeof(float), ACL_MEMCPY_HOST_TO_DEVICE);
    @NAME@<<<4, nullptr, stream>>>((float*)xDevice, (float*)yDevice, 3.0f, count);
    aclrtSynchronizeStream(stream);
    aclrtMemcpy(y.data(), count * sizeof(float), yDevice, count * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; ++i) wrong += y[i] != 3.0f * x[i];
    printf("%u elements, %u wrong\\n", count, wrong);
    aclrtFree(xDevice);
    aclrtFree(yDevice);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return wrong != 0;
}
"""
_ASCEND_TEST = '''\
"""The kernel against numpy. `pytest --lanewise-check` also looks for races and unwritten bytes."""

from pathlib import Path

import numpy as np
import pytest

from lanewise.cpp import load


@pytest.mark.parametrize("count", [1, 1024, 5000])
@pytest.mark.lanewise_chips("ascend910b", "ascend950")
def test_@NAME@(lanewise_chip: str, count: int) -> None:
    x = np.random.default_rng(1).standard_normal(count).astype(np.float32)
    y = np.zeros_like(x)
    load(Path(__file__).with_name("@NAME@.asc"), lanewise_chip).@NAME@[4](x, y, 3.0, count)
    np.testing.assert_array_equal(y, np.float32(3) * x)
'''
_AIE = """\
// y = (a * x) >> shift on vectors of int16, rounded and saturated.
#include <aie_api/aie.hpp>

extern "C" void @NAME@(const int16_t* __restrict x, int16_t* __restrict y, int16_t a, int32_t shift, int32_t count)
{
    aie::set_rounding(aie::rounding_mode::symmetric_inf);
    aie::set_saturation(aie::saturation_mode::saturate);
    for (int32_t i = 0; i < count; i += 16) {
        const auto product = aie::mul(aie::load_v<16>(x + i), a);
        aie::store_v(y + i, product.to_vector<int16_t>(shift));
    }
}
"""
_AIE_TEST = '''\
"""The kernel against Python integers."""

from pathlib import Path

import numpy as np
import pytest

from lanewise import aie


@pytest.mark.parametrize("chip", ["aie", "aie-ml"])
def test_@NAME@(chip: str) -> None:
    x = np.random.default_rng(1).integers(-32768, 32768, 64).astype(np.int16)
    y = np.zeros_like(x)
    aie.load(Path(__file__).with_name("@NAME@.cc"), chip=chip).@NAME@(x, y, 300, 4, len(x))
    sizes = [abs(int(v) * 300) + 8 >> 4 for v in x]  # ties go away from zero
    expected = [min(s, 32767) if v >= 0 else max(-s, -32768) for v, s in zip(x, sizes)]
    np.testing.assert_array_equal(y, np.array(expected, np.int16))
'''
_CI = {
    "pyproject.toml": """\
[tool.pytest.ini_options]
lanewise_check = "all"
""",
    "README.md": """\
# @NAME@

    pip install lanewise pytest
    pytest

Every kernel that a test launches is checked for races, memory used wrongly and unwritten bytes.
Findings that the project lives with stand in `.lanewise-suppress.toml`, each with a reason.
""",
    ".github/workflows/kernels.yml": """\
name: kernels
on: [push, pull_request]
permissions:
  contents: read
  security-events: write
jobs:
  test:
    runs-on: ubuntu-latest
    env:
      LANEWISE_CACHE: ${{ github.workspace }}/.cache/lanewise
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - uses: actions/cache@v4
        with:
          path: .cache/lanewise
          key: lanewise-${{ runner.os }}-${{ hashFiles('**/*.asc', '**/*.cc', '**/*.h') }}
          restore-keys: lanewise-${{ runner.os }}-
      - run: pip install lanewise pytest pytest-xdist
      - run: pytest -n auto --lanewise-sarif findings.sarif --junitxml tests.xml
      - if: always()
        uses: github/codeql-action/upload-sarif@v3
        with:
          sarif_file: findings.sarif
""",
}
_FAMILIES = {"ascend": (_ASCEND, ".asc", _ASCEND_TEST), "aie": (_AIE, ".cc", _AIE_TEST)}


def new(name: str, family: str, ci: bool) -> None:
    """Make a small kernel project in a folder NAME: a kernel, the host code or call, and a test against numpy.

    With --ci also a README, pytest settings and a workflow that uploads findings as SARIF and keeps the cache.
    """
    if not re.fullmatch(r"[a-z]\w*", name):
        refuse(f"{name!r} is not a valid kernel name: use lower-case letters, digits and _")
    if family not in _FAMILIES:
        refuse(f"--family {family}: there are {' and '.join(_FAMILIES)}")
    if os.path.exists(name):
        refuse(f"{name} already exists")
    kernel, ending, test = _FAMILIES[family]
    os.mkdir(name)
    more = {f"{name}/{path}": text for path, text in _CI.items()} if ci else {}
    for path, text in {f"{name}/{name}{ending}": kernel, f"{name}/test_{name}.py": test, **more}.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("@NAME@", name))
        print(path)
    if family == "ascend":
        commands = {f"lanewise run {name}/{name}.asc": "runs it; try --check and --time"}
        commands |= {f"pytest {name}": "compares it with numpy"}
    else:
        commands = {f"pytest {name}": "compares it with Python integers"}
    left = max(map(len, commands)) + 3
    print("\n" + "\n".join(f"{command:<{left}}{what}" for command, what in commands.items()))
