// A small library of templates over kinds of cores: layouts, tiles, a scheduler, an epilogue and a kernel that is put together from them.
#pragma once

#include "kernel_operator.h"

#define LIB_HOST_DEVICE __forceinline__ [host, aicore]
#define LIB_DEVICE __forceinline__ [aicore]
#define LIB_GLOBAL __global__ __aicore__

namespace lib {

// --- sizes and layouts, known to the compiler or not ---

template <uint32_t M_, uint32_t N_, uint32_t K_>
struct Shape {
    static constexpr uint32_t M = M_, N = N_, K = K_;
};
struct Coord {
    uint32_t m, n, k;
};
template <class T>
LIB_HOST_DEVICE constexpr T CeilDiv(T a, T b)
{
    return (a + b - 1) / b;
}
template <class T>
LIB_HOST_DEVICE constexpr T RoundUp(T a, T b)
{
    return CeilDiv(a, b) * b;
}
namespace layout {
struct RowMajor {
    uint32_t rows, cols;
    LIB_HOST_DEVICE constexpr RowMajor(uint32_t r = 0, uint32_t c = 0) : rows(r), cols(c) {}
    LIB_HOST_DEVICE constexpr uint64_t At(uint32_t i, uint32_t j) const { return uint64_t(i) * cols + j; }
};
struct ColumnMajor {
    uint32_t rows, cols;
    LIB_HOST_DEVICE constexpr ColumnMajor(uint32_t r = 0, uint32_t c = 0) : rows(r), cols(c) {}
    LIB_HOST_DEVICE constexpr uint64_t At(uint32_t i, uint32_t j) const { return uint64_t(j) * rows + i; }
};
} // namespace layout

// --- memories of a core, carved by hand ---

template <AscendC::TPosition position>
struct Carved {
    template <class T>
    LIB_DEVICE static AscendC::LocalTensor<T> At(uint32_t bytes, uint32_t count)
    {
        return AscendC::LocalTensor<T>(position, bytes, count);
    }
};

// --- one tile ---

template <class Element, class Layout>
struct CopyGmToL1;
template <class Element>
struct CopyGmToL1<Element, layout::RowMajor> {
    LIB_DEVICE void operator()(const AscendC::LocalTensor<Element>& l1, const AscendC::GlobalTensor<Element>& gm, uint32_t rows, uint32_t cols, uint32_t ld) const
    {
        AscendC::DataCopy(l1, gm, AscendC::Nd2NzParams(1, rows, cols, 0, ld, RoundUp(rows, 16u), 1, 0));
    }
};
template <class Element>
struct CopyGmToL1<Element, layout::ColumnMajor> { // rows in memory are columns of the matrix
    LIB_DEVICE void operator()(const AscendC::LocalTensor<Element>& l1, const AscendC::GlobalTensor<Element>& gm, uint32_t rows, uint32_t cols, uint32_t ld) const
    {
        AscendC::DataCopy(l1, gm, AscendC::Nd2NzParams(1, cols, rows, 0, ld, RoundUp(cols, 16u), 1, 0));
    }
};

template <class Arch, class Element, class Layout, bool left>
struct CopyL1ToL0;
struct Rows { // L0A holds rows of fractals
    static constexpr bool columns = false;
};
struct Columns {
    static constexpr bool columns = true;
};
#if __NPU_ARCH__ == 3510
using OwnArch = Columns;
#else
using OwnArch = Rows;
#endif
template <class Element, class Layout, bool left>
struct CopyL1ToL0<Rows, Element, Layout, left> {
    static constexpr bool straight = left == std::is_same_v<Layout, layout::RowMajor>;
    LIB_DEVICE void operator()(const AscendC::LocalTensor<Element>& l0, const AscendC::LocalTensor<Element>& l1, uint32_t outer, uint32_t k) const
    {
        const uint32_t o = CeilDiv(outer, 16u), d = CeilDiv(k, 16u);
        AscendC::LoadData2DParams p;
        p.ifTranspose = !straight;
        if constexpr (left) {
            p.repeatTimes = d, p.srcStride = straight ? o : 1;
            for (uint32_t i = 0; i < o; ++i) AscendC::LoadData(l0[i * d * 256], l1[i * (straight ? 1 : d) * 256], p);
        } else {
            p.repeatTimes = o, p.srcStride = straight ? 1 : d;
            for (uint32_t i = 0; i < d; ++i) AscendC::LoadData(l0[i * o * 256], l1[i * (straight ? o : 1) * 256], p);
        }
    }
};
#if __NPU_ARCH__ == 3510
template <class Element, class Layout, bool left>
struct CopyL1ToL0<Columns, Element, Layout, left> {
    static constexpr bool straight = left == std::is_same_v<Layout, layout::RowMajor>;
    LIB_DEVICE void operator()(const AscendC::LocalTensor<Element>& l0, const AscendC::LocalTensor<Element>& l1, uint32_t outer, uint32_t k) const
    {
        const uint32_t o = CeilDiv(outer, 16u), d = CeilDiv(k, 16u);
        AscendC::LoadData2DParamsV2 p;
        p.mStep = straight ? o : d, p.kStep = straight ? d : o, p.srcStride = straight ? o : d, p.dstStride = o, p.ifTranspose = !straight;
        AscendC::LoadData(l0, l1, p);
    }
};
#endif

// --- a block of the result: all of k ---

// Several of them in one kernel have places and events of their own.
template <class Tile, class Element, class LayoutA, class LayoutB, uint32_t place = 0>
class BlockMmad {
public:
    LIB_DEVICE BlockMmad()
    {
        AscendC::SetFlag<AscendC::HardEvent::MTE1_MTE2>(place);
        AscendC::SetFlag<AscendC::HardEvent::M_MTE1>(place);
        AscendC::SetFlag<AscendC::HardEvent::FIX_M>(place);
    }
    LIB_DEVICE ~BlockMmad()
    {
        AscendC::WaitFlag<AscendC::HardEvent::MTE1_MTE2>(place);
        AscendC::WaitFlag<AscendC::HardEvent::M_MTE1>(place);
        AscendC::WaitFlag<AscendC::HardEvent::FIX_M>(place);
    }
    LIB_DEVICE void operator()(const AscendC::GlobalTensor<Element>& a, LayoutA la, const AscendC::GlobalTensor<Element>& b, LayoutB lb,
        const AscendC::GlobalTensor<float>& c, uint32_t ldc, Coord at, Coord size)
    {
        auto l1a = Carved<AscendC::TPosition::A1>::At<Element>(place * 32 * 1024, Tile::M * Tile::K);
        auto l1b = Carved<AscendC::TPosition::B1>::At<Element>((4 + place) * 32 * 1024, Tile::K * Tile::N);
        auto l0a = Carved<AscendC::TPosition::A2>::At<Element>(place * 32 * 1024, Tile::M * Tile::K);
        auto l0b = Carved<AscendC::TPosition::B2>::At<Element>(place * 32 * 1024, Tile::K * Tile::N);
        auto l0c = Carved<AscendC::TPosition::CO1>::At<float>(place * 64 * 1024, Tile::M * Tile::N);
        AscendC::WaitFlag<AscendC::HardEvent::FIX_M>(place);
        for (uint32_t k = 0; k < size.k; k += Tile::K) {
            const uint32_t deep = size.k - k < Tile::K ? size.k - k : Tile::K;
            AscendC::WaitFlag<AscendC::HardEvent::MTE1_MTE2>(place);
            CopyGmToL1<Element, LayoutA>()(l1a, a[la.At(at.m, at.k + k)], size.m, deep, std::is_same_v<LayoutA, layout::RowMajor> ? la.cols : la.rows);
            CopyGmToL1<Element, LayoutB>()(l1b, b[lb.At(at.k + k, at.n)], deep, size.n, std::is_same_v<LayoutB, layout::RowMajor> ? lb.cols : lb.rows);
            AscendC::SetFlag<AscendC::HardEvent::MTE2_MTE1>(place);
            AscendC::WaitFlag<AscendC::HardEvent::MTE2_MTE1>(place);
            AscendC::WaitFlag<AscendC::HardEvent::M_MTE1>(place);
            CopyL1ToL0<OwnArch, Element, LayoutA, true>()(l0a, l1a, size.m, deep);
            CopyL1ToL0<OwnArch, Element, LayoutB, false>()(l0b, l1b, size.n, deep);
            AscendC::SetFlag<AscendC::HardEvent::MTE1_MTE2>(place);
            AscendC::SetFlag<AscendC::HardEvent::MTE1_M>(place);
            AscendC::WaitFlag<AscendC::HardEvent::MTE1_M>(place);
            AscendC::MmadParams p;
            p.m = size.m == 1 ? 16 : size.m, p.n = size.n, p.k = deep, p.cmatrixInitVal = k == 0;
            if (k) AscendC::PipeBarrier<PIPE_M>();
            AscendC::Mmad(l0c, l0a, l0b, p);
            AscendC::SetFlag<AscendC::HardEvent::M_MTE1>(place);
        }
        AscendC::SetFlag<AscendC::HardEvent::M_FIX>(place);
        AscendC::WaitFlag<AscendC::HardEvent::M_FIX>(place);
        AscendC::FixpipeParamsV220 f(size.n, size.m, RoundUp(size.m, 16u), ldc, false);
        AscendC::Fixpipe<float, float, AscendC::CFG_ROW_MAJOR>(c, l0c, f);
        AscendC::SetFlag<AscendC::HardEvent::FIX_M>(place);
    }
};

// --- which block comes when ---

// Blocks in stripes of `offset` rows, forth and back, so that neighbours share what they read.
template <uint32_t offset>
struct Swizzle {
    Coord shape, tile;
    LIB_HOST_DEVICE uint32_t Count() const { return CeilDiv(shape.m, tile.m) * CeilDiv(shape.n, tile.n); }
    LIB_HOST_DEVICE Coord At(uint32_t i) const
    {
        const uint32_t rows = CeilDiv(shape.m, tile.m), cols = CeilDiv(shape.n, tile.n), stripe = i / (offset * cols), in = i % (offset * cols);
        const uint32_t high = rows - stripe * offset < offset ? rows - stripe * offset : offset;
        const uint32_t column = in / high;
        return {(stripe * offset + in % high) * tile.m, (stripe % 2 ? cols - 1 - column : column) * tile.n, 0};
    }
    LIB_HOST_DEVICE Coord Size(Coord at) const
    {
        return {shape.m - at.m < tile.m ? shape.m - at.m : tile.m, shape.n - at.n < tile.n ? shape.n - at.n : tile.n, shape.k};
    }
};

// --- what vector cores do with a block ---

struct AddAndRelu {
    __gm__ float* bias;
    // Half of the rows each.
    LIB_DEVICE void operator()(AscendC::GlobalTensor<float> c, uint32_t ldc, Coord at, Coord size)
    {
        const uint32_t half_rows = CeilDiv(size.m, 2u), first = AscendC::GetSubBlockIdx() * half_rows;
        const uint32_t rows = first >= size.m ? 0 : (size.m - first < half_rows ? size.m - first : half_rows);
        auto x = Carved<AscendC::TPosition::VECCALC>::At<float>(0, 512);
        auto y = Carved<AscendC::TPosition::VECCALC>::At<float>(4096, 512);
        AscendC::GlobalTensor<float> b;
        b.SetGlobalBuffer(bias + at.n);
        AscendC::DataCopyPad(y, b, AscendC::DataCopyExtParams(1, size.n * 4, 0, 0, 0), AscendC::DataCopyPadExtParams<float>(false, 0, 0, 0.0f));
        for (uint32_t r = 0; r < rows; ++r) {
            const uint64_t place = uint64_t(first + r) * ldc;
            AscendC::DataCopyPad(x, c[place], AscendC::DataCopyExtParams(1, size.n * 4, 0, 0, 0), AscendC::DataCopyPadExtParams<float>(false, 0, 0, 0.0f));
            AscendC::PipeBarrier<PIPE_ALL>();
            AscendC::Add(x, x, y, size.n);
            AscendC::PipeBarrier<PIPE_V>();
            AscendC::Relu(x, x, size.n);
            AscendC::PipeBarrier<PIPE_ALL>();
            AscendC::DataCopyPad(c[place], x, AscendC::DataCopyExtParams(1, size.n * 4, 0, 0, 0));
            AscendC::PipeBarrier<PIPE_ALL>();
        }
    }
};

// --- kernels ---

template <class Mmad, class Scheduler, class Epilogue, class Element, class LayoutA, class LayoutB>
class MatmulEpilogue {
public:
    struct Params {
        Scheduler scheduler;
        GM_ADDR a;
        GM_ADDR b;
        GM_ADDR c;
        LayoutA la;
        LayoutB lb;
        Epilogue epilogue;
    };

    template <int32_t core = g_coreType>
    LIB_DEVICE void operator()(const Params& p);

    template <>
    LIB_DEVICE void operator()<AscendC::AIC>(const Params& p)
    {
        AscendC::GlobalTensor<Element> a, b;
        AscendC::GlobalTensor<float> c;
        a.SetGlobalBuffer((__gm__ Element*)p.a);
        b.SetGlobalBuffer((__gm__ Element*)p.b);
        c.SetGlobalBuffer((__gm__ float*)p.c);
        Mmad mmad;
        const uint32_t ldc = p.scheduler.shape.n;
        for (uint32_t i = AscendC::GetBlockIdx(); i < p.scheduler.Count(); i += AscendC::GetBlockNum()) {
            const Coord at = p.scheduler.At(i), size = p.scheduler.Size(at);
            mmad(a, p.la, b, p.lb, c[uint64_t(at.m) * ldc + at.n], ldc, at, size);
            AscendC::CrossCoreSetFlag<2, PIPE_FIX>(5);
        }
    }
    template <>
    LIB_DEVICE void operator()<AscendC::AIV>(const Params& p)
    {
        AscendC::GlobalTensor<float> c;
        c.SetGlobalBuffer((__gm__ float*)p.c);
        Epilogue epilogue = p.epilogue;
        const uint32_t ldc = p.scheduler.shape.n;
        for (uint32_t i = AscendC::GetBlockIdx() / AscendC::GetSubBlockNum(); i < p.scheduler.Count(); i += AscendC::GetBlockNum()) {
            const Coord at = p.scheduler.At(i), size = p.scheduler.Size(at);
            AscendC::CrossCoreWaitFlag(5);
            epilogue(c[uint64_t(at.m) * ldc + at.n], ldc, at, size);
        }
    }
};

// Products of several sizes, whose sizes and addresses are a list in GM.
struct Problem {
    uint64_t a, b, c;
    uint32_t m, n, k, pad;
};
template <class Mmad, class Element, class Tile>
struct Grouped {
    struct Params {
        __gm__ Problem* problems;
        uint32_t count;
    };
    template <int32_t core = g_coreType>
    LIB_DEVICE void operator()(const Params& p)
    {
        if constexpr (core == AscendC::AIC) {
            Mmad mmad;
            uint32_t first = 0;
            for (uint32_t g = 0; g < p.count; ++g) {
                const Problem q = p.problems[g];
                const Swizzle<3> blocks{{q.m, q.n, q.k}, {Tile::M, Tile::N, Tile::K}};
                AscendC::GlobalTensor<Element> a, b;
                AscendC::GlobalTensor<float> c;
                a.SetGlobalBuffer((__gm__ Element*)q.a);
                b.SetGlobalBuffer((__gm__ Element*)q.b);
                c.SetGlobalBuffer((__gm__ float*)q.c);
                for (uint32_t i = (AscendC::GetBlockIdx() + AscendC::GetBlockNum() - first % AscendC::GetBlockNum()) % AscendC::GetBlockNum(); i < blocks.Count(); i += AscendC::GetBlockNum()) {
                    const Coord at = blocks.At(i), size = blocks.Size(at);
                    mmad(a, layout::RowMajor(q.m, q.k), b, layout::RowMajor(q.k, q.n), c[uint64_t(at.m) * q.n + at.n], q.n, at, size);
                }
                first += blocks.Count();
            }
        }
    }
};

// Parts of k on different cores, added up in GM.
template <class Mmad, class Element, class Tile>
struct SplitK {
    struct Params {
        GM_ADDR a;
        GM_ADDR b;
        GM_ADDR c;
        uint32_t m, n, k, slices;
    };
    template <int32_t core = g_coreType>
    LIB_DEVICE void operator()(const Params& p)
    {
        if constexpr (core == AscendC::AIC) {
            AscendC::GlobalTensor<Element> a, b;
            AscendC::GlobalTensor<float> c;
            a.SetGlobalBuffer((__gm__ Element*)p.a);
            b.SetGlobalBuffer((__gm__ Element*)p.b);
            c.SetGlobalBuffer((__gm__ float*)p.c);
            const Swizzle<1> blocks{{p.m, p.n, p.k}, {Tile::M, Tile::N, Tile::K}};
            const uint32_t each = RoundUp(CeilDiv(p.k, p.slices), 16u);
            Mmad mmad;
            AscendC::SetAtomicAdd<float>();
            for (uint32_t i = AscendC::GetBlockIdx(); i < blocks.Count() * p.slices; i += AscendC::GetBlockNum()) {
                Coord at = blocks.At(i / p.slices), size = blocks.Size(at);
                at.k = i % p.slices * each;
                if (at.k >= p.k) continue;
                size.k = p.k - at.k < each ? p.k - at.k : each;
                mmad(a, layout::RowMajor(p.m, p.k), b, layout::RowMajor(p.k, p.n), c[uint64_t(at.m) * p.n + at.n], p.n, at, size);
            }
            AscendC::SetAtomicNone();
        }
    }
};

template <class Op>
LIB_GLOBAL void KernelAdapter(typename Op::Params params)
{
    AscendC::TPipe pipe;
    pipe.Destroy();
    Op op;
    op(params);
}

// The same by a class with a static member that launches.
template <class Op>
struct Device {
    static void Run(uint32_t blocks, void* stream, const typename Op::Params& params) { KernelAdapter<Op><<<blocks, nullptr, stream>>>(params); }
};

} // namespace lib
