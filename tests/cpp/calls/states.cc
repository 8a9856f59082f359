// Registers: masks, control bits, and atomic modes of copies, stores and scalars.
#include "check.h"

using namespace AscendC;

constexpr uint32_t A = 0, D = 0xC000;

template <class T>
__aicore__ int Active() {
    auto d = make<T>(D, 256 / sizeof(T), [](int) { return 0; });
    Duplicate<T, false>(d, 1, MASK_PLACEHOLDER, 1, 1, 8);
    int lanes = 0;
    for (uint32_t i = 0; i < d.GetSize(); ++i) lanes += static_cast<float>(d.GetValue(i)) == 1;
    return lanes;
}

__aicore__ void Masks() {
    SetVectorMask<half>(0x3, 0x5);
    HOLDS(Active<half>() == 4);
    EQUAL(LocalTensor<half>(TPosition::VECCALC, D, 128), 128, i == 0 || i == 2 || i == 64 || i == 65);
    SetVectorMask<half, MaskMode::NORMAL>(100);
    HOLDS(Active<half>() == 100);
    SetVectorMask<half>(64);
    HOLDS(Active<half>() == 64);
    SetVectorMask<float>(7);
    HOLDS(Active<float>() == 7);
    SetVectorMask<float>(64);
    HOLDS(Active<half>() == 64);
    SetVectorMask<half>(128);
    HOLDS(Active<half>() == 128);
    SetVectorMask<half>(0);
    HOLDS(Active<half>() == 0);
    ResetMask();
    HOLDS(Active<half>() == 128);
    SetMaskCount();
    SetVectorMask<float, MaskMode::COUNTER>(33);
    HOLDS(Active<float>() == 33);
    SetVectorMask<float, MaskMode::COUNTER>(0, 20);
    HOLDS(Active<float>() == 20);
    SetMaskNorm();
    ResetMask();
}

__aicore__ void Control() {
    auto h = make<half>(A, 128, [](int) { return 60000; });
    auto d = make<half>(D, 128, [](int) { return 0; });
    auto overflow = [&] {
        Add(d, h, h, 128);
        return static_cast<float>(d.GetValue(0));
    };
    SetCtrlSpr<48, 48>(0);
    HOLDS(overflow() == 65504);
    SetCtrlSpr<48, 48>(1);
    HOLDS((GetCtrlSpr<48, 48>() == 1));
    HOLDS(std::isinf(overflow()));
#if __NPU_ARCH__ == 2201
    SetSaturationFlag<SaturationMode::FLOAT>(true);
    HOLDS(GetSaturationFlag<SaturationMode::FLOAT>());
    HOLDS(overflow() == 65504);
    SetSaturationFlag<SaturationMode::CAST>(false);
    HOLDS(!GetSaturationFlag<SaturationMode::CAST>());
    SetSaturationFlag<SaturationMode::CAST>(true);
#else
    ResetCtrlSpr<48, 48>();
    HOLDS(overflow() == 65504);
    HOLDS((GetCtrlSpr<60, 60>() == 1));
    SetCtrlSpr<60, 60>(0);
    HOLDS((GetCtrlSpr<60, 60>() == 0));
    ResetCtrlSpr<60, 60>();
    HOLDS((GetCtrlSpr<60, 60>() == 1));
    SetCtrlSpr<6, 8>(5);
    HOLDS((GetCtrlSpr<6, 8>() == 5));
    ResetCtrlSpr<6, 8>();
    HOLDS((GetCtrlSpr<6, 8>() == 0));
#endif
}

template <class T>
__aicore__ void Copies(GM_ADDR gm) {
    auto a = make<T>(A, 64, [](int i) { return i; });
    auto g = make_global<T>(gm, 64, [](int) { return 10; });
    SetAtomicAdd<T>();
    DataCopy(g, a, 32);
    EQUAL(g, 64, i < 32 ? 10 + i : 10);
    SetAtomicMax<T>();
    DataCopy(g, a[32], 32);
    EQUAL(g, 32, std::max(10 + i, 32 + i));
    SetAtomicMin<T>();
    DataCopy(g, a, 32);
    EQUAL(g, 32, i);
    DisableDmaAtomic();
    DataCopy(g, a[32], 32);
    EQUAL(g, 32, 32 + i);
    SetAtomicAdd<T>();
    SetAtomicNone();
    DataCopy(g, a, 32);
    EQUAL(g, 32, i);
}

__aicore__ void Stores(GM_ADDR gm) {
    auto g = make_global<int32_t>(gm, 8, [](int i) { return i; });
    SetStoreAtomicConfig<AtomicDtype::ATOMIC_S32, AtomicOp::ATOMIC_SUM>();
    uint16_t type = 9, op = 9;
    GetStoreAtomicConfig(type, op);
    HOLDS(type == 4 && op == 0);
    g.SetValue(3, 100);
    SetStoreAtomicConfig<AtomicDtype::ATOMIC_NONE, AtomicOp::ATOMIC_SUM>();
    g.SetValue(4, 100);
    EQUAL(g, 8, i == 3 ? 103 : i == 4 ? 100 : i);
}

#if __NPU_ARCH__ == 3510
__aicore__ void Scalars(GM_ADDR gm) {
    auto n = reinterpret_cast<__gm__ int32_t*>(gm);
    *n = 5;
    HOLDS(AtomicAdd(n, -7) == 5 && *n == -2);
    HOLDS(AtomicMax(n, 4) == -2 && *n == 4);
    HOLDS(AtomicMin<int32_t>(n, int32_t(1)) == 4 && *n == 1);
    auto u = reinterpret_cast<__gm__ uint64_t*>(gm + 8);
    *u = 1ull << 40;
    HOLDS(AtomicExch(u, uint64_t(3)) == 1ull << 40 && *u == 3);
    HOLDS(AtomicCas(u, uint64_t(4), uint64_t(9)) == 3 && *u == 3);
    HOLDS(AtomicCas(u, uint64_t(3), uint64_t(9)) == 3 && *u == 9);
    auto f = reinterpret_cast<__gm__ float*>(gm + 16);
    *f = 0.5f;
    HOLDS(AtomicAdd(f, 0.25f) == 0.5f && *f == 0.75f);
}
#endif

__global__ __vector__ void calls(GM_ADDR gm) {
    InitSocState();
    Masks();
    Control();
    Copies<float>(gm);
    Copies<int16_t>(gm);
    Copies<half>(gm);
    Copies<int8_t>(gm);
    Stores(gm);
#if __NPU_ARCH__ == 3510
    Scalars(gm);
#endif
}
RUN(calls)
