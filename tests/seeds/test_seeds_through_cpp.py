"""The code of the documents, taken from them as it is printed there, in kernels of our own: the documented results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise.cpp

SEEDS = Path(__file__).resolve().parents[3] / "shared" / "seeds"
UNTOUCHED = -7

KERNEL = """
#include "kernel_operator.h"
constexpr uint32_t ONE_REPEAT_FLOAT_SIZE = 64, BLK_LEN = 32, REP_LEN = 256;
constexpr uint8_t DEFAULT_BLK_STRIDE = 1, DEFAULT_REP_STRIDE = 8;
using DTYPE = float;
using DTYPE_X = float;
{functions}
{kernels}
"""

# Copies x and z in, runs a fragment, copies z out.
ELEMENTS = """
__global__ __vector__ void {name}(__gm__ {type}* x, __gm__ {type}* z)
{{
    AscendC::InitSocState();
    AscendC::LocalMemAllocator<> ub;
    auto srcLocal = ub.Alloc<{type}>({n}), dstLocal = ub.Alloc<{type}>({n});
    auto src0Local = srcLocal, src1Local = srcLocal;
    AscendC::GlobalTensor<{type}> in, out;
    in.SetGlobalBuffer(x);
    out.SetGlobalBuffer(z);
    AscendC::DataCopy(srcLocal, in, {n});
    AscendC::DataCopy(dstLocal, out, {n});
    {code}
    AscendC::DataCopy(out, dstLocal, {n});
}}
"""


def seed(number: str) -> str:
    found = sorted(SEEDS.glob(f"{number}_*.txt"))
    if not found:
        pytest.skip("the documents are not here")
    return found[0].read_text(encoding="utf-8")


def load(folder: Path, chip: str, kernels: str, functions: str = "") -> Any:
    source = folder / "seed.asc"
    source.write_text(KERNEL.format(functions=functions, kernels=kernels))
    return lanewise.cpp.load(str(source), chip=chip)


def masks_and_calls(text: str, call: str) -> list[tuple[str, str]]:
    """Each call with the mask declared before it; the explanations between them are left out."""
    found = []
    mask = ""
    for statement in re.findall(rf"uint64_t mask(?:\[2\])? = [^;]+;|AscendC::{call}\([^;]+;", text):
        if statement.startswith("uint64_t"):
            mask = statement
        else:
            found.append((mask, statement))
    return found


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_seed_000_add_under_masks(tmp_path: Path, chip: str) -> None:
    fragments = masks_and_calls(seed("000"), "Add")
    assert len(fragments) == 4
    kinds = ["int16_t", "int32_t", "int16_t", "int32_t"]
    active = [range(64), range(64), range(0, 128, 2), range(0, 64, 2)]
    kernels = "".join(
        ELEMENTS.format(name=f"add{i}", type=kind, n=128 if kind == "int16_t" else 64, code=mask + call)
        for i, (kind, (mask, call)) in enumerate(zip(kinds, fragments, strict=True))
    )
    module = load(tmp_path, chip, kernels)
    for i, kind in enumerate(kinds):
        n = 128 if kind == "int16_t" else 64
        x = np.arange(1, n + 1, dtype=kind[:-2])
        z = np.full(n, UNTOUCHED, kind[:-2])
        getattr(module, f"add{i}")[1](x, z)
        assert z.tolist() == [2 * (k + 1) if k in active[i] else UNTOUCHED for k in range(n)]


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_seed_001_shift_right(tmp_path: Path, chip: str) -> None:
    text = seed("001")
    scalar = re.search(r"int16_t scalar = 2;", text)
    assert scalar
    fragments = masks_and_calls(text, "ShiftRight")
    assert len(fragments) == 3
    kernels = "".join(
        ELEMENTS.format(name=f"shift{i}", type="int16_t", n=512, code=mask * ("mask" in call) + scalar[0] + call)
        for i, (mask, call) in enumerate(fragments)
    )
    module = load(tmp_path, chip, kernels)
    for i in range(3):
        x, z = np.arange(1, 513, dtype=np.int16), np.zeros(512, np.int16)
        getattr(module, f"shift{i}")[1](x, z)
        assert z[:7].tolist() == [0, 0, 0, 1, 1, 1, 1]
        assert z.tolist() == [k // 4 for k in range(1, 513)]


def function(text: str, name: str) -> str:
    """A function up to its last brace, without the remark about shapes in its middle."""
    start = text.index(f"__aicore__ inline void {name}")
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if text[at] == "}" and not depth:
            return re.sub(r"// .*?\(bsLength, 1\)\.", "", text[start : at + 1])
    raise AssertionError(name)


ROWS = """
__global__ __vector__ void {name}(__gm__ float* x, __gm__ float* z, uint32_t rows, uint32_t length)
{{
    AscendC::InitSocState();
    AscendC::LocalMemAllocator<> ub;
    auto src = ub.Alloc<float>(rows * length), dst = ub.Alloc<float>(rows * length);
    AscendC::GlobalTensor<float> in, out;
    in.SetGlobalBuffer(x);
    out.SetGlobalBuffer(z);
    AscendC::DataCopy(src, in, rows * length);
    {name}Impl(dst, src, rows, length);
    AscendC::DataCopy(out, dst, rows * length);
}}
"""


@pytest.mark.parametrize("name", ["BinaryReduceSum", "WholeReduceSum"])
@pytest.mark.parametrize(("rows", "length"), [(5, 256), (1, 8192), (3, 1000)])
def test_seed_002_rows(tmp_path: Path, name: str, rows: int, length: int) -> None:
    module = load(tmp_path, "ascend910b", ROWS.format(name=name), function(seed("002"), f"{name}Impl"))
    x = np.random.default_rng(1).integers(-50, 50, (rows, length)).astype(np.float32)  # sums are exact in any order
    z = np.zeros_like(x)
    getattr(module, name)[1](x.reshape(-1), z.reshape(-1), rows, length)
    assert z[:, 0].tolist() == x.sum(axis=1).tolist()


ONE_ROW = """
__global__ __vector__ void {name}(__gm__ float* x, __gm__ float* z)
{{
    AscendC::TPipe pipe;
    const uint32_t totalLength = 256;
    constexpr uint32_t c0Count = BLK_LEN / sizeof(float);
    const uint32_t blockNum0 = (totalLength + c0Count - 1) / c0Count, blockNum1 = (blockNum0 + c0Count - 1) / c0Count;
    const uint32_t repeatNum = (totalLength * sizeof(DTYPE) + REP_LEN - 1) / REP_LEN;
    AscendC::TBuf<> calcBuf, xBuf, zBuf;
    pipe.InitBuffer(calcBuf, totalLength * sizeof(DTYPE));
    pipe.InitBuffer(xBuf, totalLength * sizeof(DTYPE));
    pipe.InitBuffer(zBuf, totalLength * sizeof(DTYPE));
    auto tempTensor1 = calcBuf.Get<DTYPE>(), xLocal = xBuf.Get<DTYPE>(), zLocal = zBuf.Get<DTYPE>();
    AscendC::GlobalTensor<float> in, out;
    in.SetGlobalBuffer(x);
    out.SetGlobalBuffer(z);
    AscendC::DataCopy(xLocal, in, totalLength);
    {code}
    AscendC::DataCopy(out, zLocal, 8);
}}
"""


def test_seed_002_three_ways_at_256(tmp_path: Path) -> None:
    text = seed("002").split("Three BlockReduceSum", 1)[1]
    fragments = re.findall(r"AscendC::SetMaskCount\(\);[^{}]*?AscendC::SetMaskNorm\(\);", text)
    assert len(fragments) == 3
    kernels = "".join(ONE_ROW.format(name=f"way{i}", code=code) for i, code in enumerate(fragments))
    module = load(tmp_path, "ascend910b", kernels)
    x = np.arange(256, dtype=np.float32)
    for i in range(3):
        z = np.zeros(8, np.float32)
        getattr(module, f"way{i}")[1](x, z)
        assert z[0] == x.sum()
