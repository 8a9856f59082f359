"""What real kernels call besides the interface: functions of the compiler, what stands after it, addresses."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise.cpp import load
from lanewise.cpp.loader import Module

N = 64
SOURCE = """
#include "kernel_operator.h"
using namespace AscendC;
template <class T>
using Two = void(const LocalTensor<T>&, const LocalTensor<T>&, const uint32_t);
template <class T, Two<T>* op>
__aicore__ inline void Apply(const LocalTensor<T>& dst, const LocalTensor<T>& src) { op(dst, src, 64); }

#define UB TPipe pipe; TBuf<TPosition::VECCALC> b; pipe.InitBuffer(b, 16384); \\
    LocalTensor<float> f = b.Get<float>(); LocalTensor<half> hf = b.Get<half>(); \\
    auto* p = (__ubuf__ float*)f.GetPhyAddr(); [[maybe_unused]] auto* h = (__ubuf__ half*)hf[4096].GetPhyAddr()
#define LOAD copy_gm_to_ubuf((__ubuf__ void*)p, (__gm__ void*)x, 0, 1, 8, 0, 0); pipe_barrier(PIPE_ALL)
#define STORE pipe_barrier(PIPE_ALL); copy_ubuf_to_gm((__gm__ void*)y, (__ubuf__ void*)p, 0, 1, 8, 0, 0)

extern "C" __global__ __vector__ void converts(__gm__ float* x, __gm__ float* y) {
    UB; LOAD;
    set_vector_mask((uint64_t)-1, (uint64_t)-1);
    vconv_f322f16(h, p, 1, 1, 1, 4, 8);
    pipe_barrier(PIPE_V);
    vconv_f162f32(p, h, 1, 1, 1, 8, 4);
    STORE;
}
extern "C" __global__ __vector__ void floors(__gm__ float* x, __gm__ int32_t* y) {
    UB; LOAD;
    set_vector_mask((uint64_t)-1, (uint64_t)-1);
    vconv_f322s32f((__ubuf__ int32_t*)p, p, 1, 1, 1, 8, 8);
    STORE;
}
extern "C" __global__ __vector__ void behind(__gm__ float* x, __gm__ float* y) {
    UB; LOAD;
    AddImpl(p, p, p, 64);
    PipeBarrierImpl<PIPE_V>();
    uint64_t mask[2] = {0xff, 0};
    MulsImpl(p, p, 3.0f, mask, 1, UnaryRepeatParams(1, 1, 8, 8));
    SetFlagImpl<HardEvent::V_MTE3>(EVENT_ID0);
    WaitFlagImpl<HardEvent::V_MTE3>(EVENT_ID0);
    STORE;
}
extern "C" __global__ __vector__ void pieces(__gm__ float* x, __gm__ float* y) {
    UB;
    copy_gm_to_ubuf_align_b32((__ubuf__ void*)p, (__gm__ void*)x, 0, 2, 20, 0, 0, 4, 0);
    pipe_barrier(PIPE_ALL);
    copy_ubuf_to_gm_align_b32((__gm__ void*)y, (__ubuf__ void*)p, 0, 2, 20, 0, 0, 0, 0);
}
extern "C" __global__ __vector__ void blocks(__gm__ float* x, __gm__ float* y) {
    UB; LOAD;
    set_vector_mask((uint64_t)-1, (uint64_t)-1);
    vcgmax(p + 512, p, 1, 1, 1, 8);
    pipe_barrier(PIPE_V);
    copy_ubuf_to_ubuf((__ubuf__ void*)p, (__ubuf__ void*)(p + 512), 0, 1, 1, 0, 0);
    STORE;
}
extern "C" __global__ __vector__ void scaled(__gm__ int32_t* x, __gm__ float* y) {
    UB; LOAD;
    set_vector_mask((uint64_t)-1, (uint64_t)-1);
    SetDeqScale(static_cast<half>(0.5f));
    vconv_deq(h, (__ubuf__ int32_t*)p, 1, 1, 1, 4, 8);
    pipe_barrier(PIPE_V);
    vconv_f162f32(p, h, 1, 1, 1, 8, 4);
    STORE;
}
extern "C" __global__ __vector__ void atomics(__gm__ float* x, __gm__ float* y) {
    UB; LOAD;
    set_atomic_add();
    set_atomic_f32();
    STORE;
    pipe_barrier(PIPE_ALL);
    set_atomic_max();
    STORE;
    pipe_barrier(PIPE_ALL);
    set_atomic_none();
    set_atomic_s32();
    set_atomic_min();
    set_atomic_none();
}
extern "C" __global__ __vector__ void cached(__gm__ float* x, __gm__ float* y) {
    UB;
    GlobalTensor<float> all;
    all.SetGlobalBuffer(y);
    InitGlobalMemory(all, 64, 3.0f);
    pipe_barrier(PIPE_ALL);
    y[1] = x[1];
    dcci(y, 0);
    dcci((__gm__ uint64_t*)y, cache_line_t::ENTIRE_DATA_CACHE, dcci_dst_t::CACHELINE_OUT);
    AscendCUtils::SetMaskNorm();
}
extern "C" __global__ __vector__ void extremes(__gm__ float* x, __gm__ float* y) {
    UB; LOAD;
    const uint64_t before = get_ctrl();
    set_ctrl(sbitset1(before, 56));
    const bool counts = get_ctrl() != before && sbitset0(get_ctrl(), 56) == before;
    set_ctrl(before);
    set_vector_mask(0, (uint64_t)-1);
    vcmax(p + 512, p, 1, 1, 1, 8, Order_t::ONLY_VALUE);
    vcmin(p + 520, p, 1, 1, 1, 8);
    set_vector_mask(0, 0xffff);
    vcadd(nullptr, p, 1, 1, 1, 8, 1);
    LocalTensor<uint32_t> offsets = f.ReinterpretCast<uint32_t>()[1024];
    for (uint32_t i = 0; i < 64; ++i) offsets.SetValue(i, 4 * (63 - i));
    pipe_barrier(PIPE_ALL);
    set_vector_mask(0, (uint64_t)-1);
    vgather(p + 2048, (__ubuf__ uint32_t*)offsets.GetPhyAddr(), (uint32_t)(uint64_t)p, 8, 1);
    pipe_barrier(PIPE_ALL);
    uint64_t sum = get_acc_val();
    p[2048] = p[512], p[2049] = p[520], p[2050] = *(float*)&sum, p[2051] = counts;
    pipe_barrier(PIPE_ALL);
    copy_ubuf_to_gm((__gm__ void*)y, (__ubuf__ void*)(p + 2048), 0, 1, 8, 0, 0);
    ffts_cross_core_sync(PIPE_MTE3, 1 | (0 << 4) | (3 << 8));
    wait_flag_dev(3);
}
extern "C" __global__ __vector__ void selects(__gm__ float* x, __gm__ float* y) {
    UB; LOAD;
    set_vector_mask(0, (uint64_t)-1);
    auto* bits = (__ubuf__ uint64_t*)f[1024].GetPhyAddr();
    bits[0] = 0x00ff00ff00ff00ffull, bits[1] = 0;
    vmuls(p + 64, p, -2.0f, 1, 1, 1, 8, 8);
    pipe_barrier(PIPE_ALL);
    set_cmpmask((__ubuf__ void*)bits);
    pipe_barrier(PIPE_V);
    vsel(p + 128, p, p + 64, 1, 1, 1, 1, 8, 8, 8);
    pipe_barrier(PIPE_V);
    vaxpy(p + 128, p, 4.0f, 1, 1, 1, 8, 8);
    pipe_barrier(PIPE_V);
    vaddrelu(p, p + 128, p, 1, 1, 1, 1, 8, 8, 8);
    STORE;
}
extern "C" __global__ __vector__ void lists(__gm__ uint16_t* x, __gm__ uint16_t* y) {
    TPipe pipe; TBuf<TPosition::VECCALC> b; pipe.InitBuffer(b, 2048);
    LocalTensor<uint16_t> f = b.Get<uint16_t>(); GlobalTensor<uint16_t> from, to;
    from.SetGlobalBuffer(x), to.SetGlobalBuffer(y);
    DataCopy(f, from, 256);
    pipe_barrier(PIPE_ALL);
    uint64_t places[4][8];
    for (int i = 0; i < 16; ++i) {
        places[i / 8][i % 8] = (uint64_t)f[256 + 16 * i].GetPhyAddr();
        places[2 + i / 8][i % 8] = (uint64_t)f[16 * i].GetPhyAddr();
    }
    set_va_reg_sb(VA0, places[0]), set_va_reg_sb(VA1, places[1]);
    set_va_reg_sb(VA2, places[2]), set_va_reg_sb(VA3, places[3]);
    scatter_vnchwconv_b16(VA0, VA2, 1, 0, 0);
    pipe_barrier(PIPE_ALL);
    DataCopy(to, f[256], 256);
}
extern "C" __global__ __vector__ void address(__gm__ float* x, __gm__ float* y) {
    UB; LOAD;
    Apply<float, Cos>(f[512], f);
    Apply<float, Log<float, false>>(f[1024], f[512]);
    Apply<float, Erf>(f, f[512]);
    STORE;
}
"""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Module:
    path = tmp_path_factory.mktemp("older") / "older.asc"
    path.write_text(SOURCE)
    return load(path, "ascend910b")


X = (np.arange(N, dtype=np.float32) - 20) * np.float32(0.37)


def run_kernel(kernels: Module, name: str, kind: str = "float32") -> np.ndarray:
    y = np.zeros(N, kind)
    getattr(kernels, name)[1](X.copy(), y)
    return y


def test_conversions_by_name(kernels: Module) -> None:
    np.testing.assert_array_equal(run_kernel(kernels, "converts"), X.astype(np.float16).astype(np.float32))
    np.testing.assert_array_equal(run_kernel(kernels, "floors", "int32"), np.floor(X).astype(np.int32))


def test_conversion_with_a_scale(kernels: Module) -> None:
    x, y = np.arange(-32, 32, dtype=np.int32), np.zeros(N, np.float32)
    kernels.scaled[1](x, y)
    np.testing.assert_array_equal(y, x / 2)


def test_atomic_operations_and_types_by_name(kernels: Module) -> None:
    y = np.full(N, 2, np.float32)
    kernels.atomics[1](X, y)
    np.testing.assert_array_equal(y, np.maximum(X + 2, X))
    y = np.full(N, -2, np.float32)
    kernels.atomics[1](X, y)
    np.testing.assert_array_equal(y, X)


def test_cache_lines_and_fills_by_older_names(kernels: Module) -> None:
    due = np.full(N, 3, np.float32)
    due[1] = X[1]
    np.testing.assert_array_equal(run_kernel(kernels, "cached"), due)


def test_what_stood_behind_the_interface(kernels: Module) -> None:
    due = X + X
    due[:8] *= np.float32(3)
    np.testing.assert_array_equal(run_kernel(kernels, "behind"), due)


def test_copies_of_bytes(kernels: Module) -> None:
    due = np.concatenate([X[:5], X[6:11]])  # pieces of five, one between them
    np.testing.assert_array_equal(run_kernel(kernels, "pieces")[:10], due)


def test_blocks(kernels: Module) -> None:
    np.testing.assert_array_equal(run_kernel(kernels, "blocks")[:8], X.reshape(8, 8).max(axis=1))


def test_extremes_sums_and_gathers_of_the_compiler(kernels: Module) -> None:
    y = run_kernel(kernels, "extremes")
    np.testing.assert_array_equal(y[:2], [X.max(), X.min()])
    np.testing.assert_allclose(y[2], X[:16].astype(np.float64).sum(), rtol=1e-6)
    assert y[3] == 1
    np.testing.assert_array_equal(y[4:], X[::-1][4:])


def test_library_functions_by_address(kernels: Module) -> None:
    from math import erf

    due = [erf(float(np.cos(v, dtype=np.float64))) for v in X]
    np.testing.assert_allclose(run_kernel(kernels, "address"), due, rtol=1e-5, atol=1e-6)


def test_selections_and_lists_of_blocks(kernels: Module) -> None:
    chosen = np.where(np.arange(N) % 16 < 8, X, -2 * X)
    sums = (4 * X.astype(np.float64) + chosen).astype(np.float32)  # axpy rounds once
    np.testing.assert_array_equal(run_kernel(kernels, "selects"), np.maximum(sums + X, 0))
    blocks, turned = np.arange(256, dtype=np.uint16).reshape(16, 16), np.zeros((16, 16), np.uint16)
    kernels.lists[1](blocks, turned)
    np.testing.assert_array_equal(turned, blocks.T)
