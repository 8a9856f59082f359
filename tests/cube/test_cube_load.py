"""Kernels of cube cores and of groups, loaded from Python: each runs on the cores that its file says."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import lanewise

KERNELS = """
#include "kernel_operator.h"
using namespace AscendC;

__aicore__ inline void product(GM_ADDR a, GM_ADDR b, GM_ADDR c)
{
    GlobalTensor<half> left, right;
    GlobalTensor<float> result;
    left.SetGlobalBuffer((__gm__ half*)a), right.SetGlobalBuffer((__gm__ half*)b);
    result.SetGlobalBuffer((__gm__ float*)c);
    LocalTensor<half> a1(TPosition::A1, 0, 256), b1(TPosition::B1, 512, 256);
    LocalTensor<half> a2(TPosition::A2, 0, 256), b2(TPosition::B2, 0, 256);
    LocalTensor<float> sums(TPosition::CO1, 0, 256);
    const Nd2NzParams rows(1, 16, 16, 0, 16, 16, 1, 0);
    DataCopy(a1, left, rows);
    DataCopy(b1, right, rows);
    PipeBarrier<PIPE_ALL>();
    LoadData(a2, a1, LoadData2DParams(0, 1, 1, 0, 0, false, 0));
    LoadData(b2, b1, LoadData2DParams(0, 1, 1, 0, 0, true, 0));
    PipeBarrier<PIPE_ALL>();
    Mmad(sums, a2, b2, MmadParams(16, 16, 16, 0, false, true));
    PipeBarrier<PIPE_ALL>();
    Fixpipe(result, sums, FixpipeParamsV220(16, 16, 16, 16, false));
}
__global__ __cube__ void cube(GM_ADDR a, GM_ADDR b, GM_ADDR c) { product(a, b, c); }
__global__ __mix__(1, 2) void mixed(GM_ADDR a, GM_ADDR b, GM_ADDR c)
{
    if ASCEND_IS_AIC {
        product(a, b, c);
        CrossCoreSetFlag<2, PIPE_FIX>(3);
        return;
    }
    CrossCoreWaitFlag(3);
    GlobalTensor<float> half_of_it;
    half_of_it.SetGlobalBuffer((__gm__ float*)c + GetBlockIdx() * 128);
    LocalTensor<float> x(TPosition::VECCALC, 0, 128);
    DataCopy(x, half_of_it, 128);
    PipeBarrier<PIPE_ALL>();
    Adds(x, x, 1.0f + GetBlockIdx(), 128);
    PipeBarrier<PIPE_ALL>();
    DataCopy(half_of_it, x, 128);
}
__global__ __vector__ void vector(GM_ADDR c)
{
    GlobalTensor<float> all;
    all.SetGlobalBuffer((__gm__ float*)c);
    LocalTensor<float> x(TPosition::VECCALC, 0, 256);
    Duplicate(x, 7.0f, 256);
    PipeBarrier<PIPE_ALL>();
    DataCopy(all, x, 256);
}
"""


def test_cube_kernels_are_loaded(tmp_path: Path) -> None:
    source = tmp_path / "kernels.asc"
    source.write_text(KERNELS)
    kernels = lanewise.cpp.load(str(source), chip="ascend910b")
    numbers = np.random.default_rng(1)
    a, b = (numbers.integers(-4, 5, (16, 16)).astype(np.float16) for _ in range(2))
    c, want = np.zeros((16, 16), np.float32), a.astype(np.float32) @ b.astype(np.float32)
    kernels.cube[1](a, b, c)
    np.testing.assert_array_equal(c, want)
    kernels.mixed[1](a, b, c)
    np.testing.assert_array_equal(c, want + np.repeat([1, 2], 8)[:, None])
    kernels.vector[1](c)
    np.testing.assert_array_equal(c, np.full((16, 16), 7, np.float32))
