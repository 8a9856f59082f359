// A library of its own in the style of template libraries: tuples and layouts of constants and numbers, tensors over them, tile copies chosen
// by tag, blocks that keep two stages, and kernels whose body is one specialisation for each kind of core.
#pragma once
#include <tuple>
#include <type_traits>

#define HOST_DEVICE __forceinline__ [host, aicore]
#define DEVICE __forceinline__ [aicore]
#define GLOBAL __global__ __aicore__

namespace tla {

template <auto v>
struct C {
    using type = C<v>;
    static constexpr auto value = v;
    using value_type = decltype(v);
    HOST_DEVICE constexpr operator value_type() const noexcept { return value; }
    HOST_DEVICE constexpr value_type operator()() const noexcept { return value; }
};
template <uint32_t v>
using Int = C<v>;

template <size_t I, class T, bool IsEmpty = std::is_empty<T>::value>
struct EBO;
template <size_t I, class T>
struct EBO<I, T, true> {
    HOST_DEVICE constexpr EBO() {}
    HOST_DEVICE constexpr EBO(T const&) {}
};
template <size_t I, class T>
struct EBO<I, T, false> {
    HOST_DEVICE constexpr EBO() : t{} {}
    template <class U>
    HOST_DEVICE constexpr EBO(U const& u) : t{u} {}
    T t;
};
template <size_t I, class T>
HOST_DEVICE constexpr T getv(EBO<I, T, true> const&) { return {}; }
template <size_t I, class T>
HOST_DEVICE constexpr T const& getv(EBO<I, T, false> const& x) { return x.t; }

template <class Seq, class... T>
struct TupleBase;
template <size_t... I, class... T>
struct TupleBase<std::index_sequence<I...>, T...> : EBO<I, T>... {
    HOST_DEVICE constexpr TupleBase() {}
    HOST_DEVICE constexpr TupleBase(T const&... t) : EBO<I, T>(t)... {}
};
template <class... T>
struct tuple : TupleBase<std::make_index_sequence<sizeof...(T)>, T...> {
    HOST_DEVICE constexpr tuple() {}
    HOST_DEVICE constexpr tuple(T const&... t) : TupleBase<std::make_index_sequence<sizeof...(T)>, T...>(t...) {}
};
template <size_t I, class... T>
HOST_DEVICE constexpr decltype(auto) get(tuple<T...> const& t) { return getv<I>(t); }
template <class... T>
HOST_DEVICE constexpr tuple<T...> MakeTuple(T const&... t) { return {t...}; }
static_assert(sizeof(tuple<Int<16>, uint32_t, Int<2>>) == sizeof(uint32_t), "constants take no room");

template <class T> struct is_tuple : std::false_type {};
template <class... T> struct is_tuple<tuple<T...>> : std::true_type {};

template <class Coord, class Stride>
HOST_DEVICE constexpr auto Crd2Offset(Coord const& coord, Stride const& stride)
{
    if constexpr (is_tuple<Stride>::value) {
        return [&]<size_t... I>(std::index_sequence<I...>) { return (Crd2Offset(get<I>(coord), get<I>(stride)) + ...); }(std::make_index_sequence<2>{});
    } else {
        return coord * stride;
    }
}

template <class Shape, class Stride>
struct Layout : private tuple<Shape, Stride> {
    HOST_DEVICE constexpr Layout(Shape const& shape = {}, Stride const& stride = {}) : tuple<Shape, Stride>(shape, stride) {}
    template <size_t... I>
    HOST_DEVICE constexpr decltype(auto) shape() const { return pick<0, I...>(); }
    template <size_t... I>
    HOST_DEVICE constexpr decltype(auto) stride() const { return pick<1, I...>(); }
    template <class Coord>
    HOST_DEVICE constexpr auto operator()(Coord const& coord) const { return Crd2Offset(coord, stride<>()); }

  private:
    template <size_t which, size_t... I>
    HOST_DEVICE constexpr decltype(auto) pick() const
    {
        decltype(auto) whole = get<which>(static_cast<tuple<Shape, Stride> const&>(*this));
        if constexpr (sizeof...(I) == 0) return whole;
        else return walk<I...>(whole);
    }
    template <size_t first, size_t... rest, class T>
    HOST_DEVICE static constexpr auto walk(T const& t)
    {
        if constexpr (sizeof...(rest) == 0) return get<first>(t);
        else return walk<rest...>(get<first>(t));
    }
};
template <class Shape, class Stride>
HOST_DEVICE constexpr auto MakeLayout(Shape const& shape, Stride const& stride) { return Layout<Shape, Stride>(shape, stride); }

template <class BuiltinTensor, class Layout_, AscendC::TPosition Position>
struct Tensor {
    using Element = typename BuiltinTensor::PrimType;
    using Layout = Layout_;
    static constexpr AscendC::TPosition position = Position;
    HOST_DEVICE constexpr Tensor() {}
    HOST_DEVICE constexpr Tensor(BuiltinTensor const& data, Layout const& layout) : rep(data), lay(layout) {}
    HOST_DEVICE constexpr BuiltinTensor const& data() const { return rep; }
    HOST_DEVICE constexpr Layout const& layout() const { return lay; }

  private:
    BuiltinTensor rep;
    Layout lay;
};
template <AscendC::TPosition Position, class Builtin, class L>
DEVICE constexpr auto MakeTensor(Builtin const& data, L const& layout) { return Tensor<Builtin, L, Position>(data, layout); }
template <class T, class Coord, class Shape>
DEVICE constexpr auto GetTile(T const& tensor, Coord const& coord, Shape const& shape)
{
    const auto offset = tensor.layout()(coord);
    using Builtin = std::remove_cv_t<std::remove_reference_t<decltype(tensor.data())>>;
    Builtin moved = tensor.data()[offset];
    auto layout = MakeLayout(shape, tensor.layout().template stride<>());
    return Tensor<Builtin, decltype(layout), T::position>(moved, layout);
}

}  // namespace tla

namespace lib {

namespace Arch {
struct AtlasA2 {
    static constexpr uint32_t L1_SIZE = 512 * 1024;
};
template <class ArchTag>
struct Resource {
    DEVICE Resource()
    {
        AscendC::TPipe pipe;
        carve<AscendC::TPosition::A1>(l1, pipe, ArchTag::L1_SIZE);
        carve<AscendC::TPosition::A2>(l0a, pipe, 64 * 1024);
        carve<AscendC::TPosition::B2>(l0b, pipe, 64 * 1024);
        carve<AscendC::TPosition::CO1>(l0c, pipe, 128 * 1024);
        carve<AscendC::TPosition::VECCALC>(ub, pipe, 128 * 1024);
        pipe.Destroy();
    }
    AscendC::LocalTensor<uint8_t> l1, l0a, l0b, l0c, ub;

  private:
    template <AscendC::TPosition position>
    DEVICE static void carve(AscendC::LocalTensor<uint8_t>& tensor, AscendC::TPipe& pipe, uint32_t bytes)
    {
        AscendC::TBuf<position> buffer;
        pipe.InitBuffer(buffer, bytes);
        tensor = buffer.template Get<uint8_t>();
    }
};
template <uint32_t MODE, pipe_t PIPE>
DEVICE void CrossCoreSetFlag(uint16_t id) { AscendC::CrossCoreSetFlag<MODE, PIPE>(id); }
struct CrossCoreFlag {
    HOST_DEVICE CrossCoreFlag(uint32_t id) : id(id) {}
    uint16_t id;
};
}  // namespace Arch

namespace layout {
struct RowMajor {};
struct zN {};
struct nZ {};
struct zZ {};
}  // namespace layout

namespace Gemm {

template <uint32_t STAGES_, bool ENABLE_UNIT_FLAG_ = false>
struct MmadPingpong {
    static constexpr uint32_t STAGES = STAGES_;
    static constexpr bool ENABLE_UNIT_FLAG = ENABLE_UNIT_FLAG_;
};

namespace Tile {

template <class ArchTag, class TensorSrc, class TensorDst, class Enable = void>
struct TileCopyTla {
    static_assert(sizeof(ArchTag) == 0, "no such copy");
};
// GM rows to L1 in zN.
template <class ArchTag, class Element, class LayoutSrc, class LayoutDst>
struct TileCopyTla<ArchTag, tla::Tensor<AscendC::GlobalTensor<Element>, LayoutSrc, AscendC::TPosition::GM>,
    tla::Tensor<AscendC::LocalTensor<Element>, LayoutDst, AscendC::TPosition::A1>, std::enable_if_t<(sizeof(Element) == 2)>> {
    static constexpr uint32_t ELE_NUM_PER_C0 = 32 / sizeof(Element);
    template <class TensorDst, class TensorSrc>
    DEVICE void operator()(TensorDst const& dst, TensorSrc const& src)
    {
        AscendC::Nd2NzParams params;
        params.ndNum = 1;
        params.nValue = src.layout().template shape<0>();
        params.dValue = src.layout().template shape<1>();
        params.srcNdMatrixStride = 0;
        params.srcDValue = src.layout().template stride<0>();
        params.dstNzC0Stride = dst.layout().template stride<1, 1>() / ELE_NUM_PER_C0;
        params.dstNzNStride = 1;
        params.dstNzMatrixStride = 0;
        AscendC::DataCopy(dst.data(), src.data(), params);
    }
};

// One column (row) of fractals after the other, as the way that both generations have.
template <class ArchTag, class Element, AscendC::TPosition To>
struct CopyL1ToL0;
template <class ArchTag, class Element>
struct CopyL1ToL0<ArchTag, Element, AscendC::TPosition::A2> {
    DEVICE void operator()(AscendC::LocalTensor<Element> const& dst, AscendC::LocalTensor<Element> const& src, uint32_t m, uint32_t k, uint32_t height) const
    {
#if __NPU_ARCH__ == 2201
        for (uint32_t i = 0; i < m / 16; ++i)
            AscendC::LoadData(dst[i * 16 * k], src[i * 256], AscendC::LoadData2DParams(0, k / 16, height / 16, 0, 0, false, 0));
#else
        AscendC::LoadData2DParamsV2 p;
        p.mStep = m / 16, p.kStep = k / 16, p.srcStride = height / 16, p.dstStride = m / 16;
        AscendC::LoadData(dst, src, p);
#endif
    }
};
template <class ArchTag, class Element>
struct CopyL1ToL0<ArchTag, Element, AscendC::TPosition::B2> {
    DEVICE void operator()(AscendC::LocalTensor<Element> const& dst, AscendC::LocalTensor<Element> const& src, uint32_t k, uint32_t n, uint32_t height) const
    {
#if __NPU_ARCH__ == 2201
        for (uint32_t i = 0; i < k / 16; ++i)
            AscendC::LoadData(dst[i * 16 * n], src[i * 256], AscendC::LoadData2DParams(0, n / 16, height / 16, 0, 0, true, 0));
#else
        AscendC::LoadData2DParamsV2 p;
        p.mStep = k / 16, p.kStep = n / 16, p.srcStride = height / 16, p.dstStride = n / 16, p.ifTranspose = true;
        AscendC::LoadData(dst, src, p);
#endif
    }
};

template <class ArchTag, class Element>
struct TileMmad {
    DEVICE void operator()(AscendC::LocalTensor<float> const& c, AscendC::LocalTensor<Element> const& a, AscendC::LocalTensor<Element> const& b, uint32_t m, uint32_t n,
        uint32_t k, bool init = true, uint8_t unitFlag = 0) const
    {
        AscendC::MmadParams mmadParams;
        mmadParams.m = m, mmadParams.n = n, mmadParams.k = k;
        mmadParams.unitFlag = unitFlag;
        mmadParams.cmatrixInitVal = init;
        AscendC::Mmad(c, a, b, mmadParams);
        if ((m / 16) * (n / 16) < 10) AscendC::PipeBarrier<PIPE_M>();
    }
};

}  // namespace Tile

namespace Block {

template <class DispatchPolicy, class L1TileShape, class Element, class ArchTag = Arch::AtlasA2>
struct BlockMmadTla;
template <uint32_t STAGES, bool UNIT, class L1TileShape, class Element, class ArchTag>
struct BlockMmadTla<MmadPingpong<STAGES, UNIT>, L1TileShape, Element, ArchTag> {
    static constexpr uint32_t M = tla::get<0>(L1TileShape{}), N = tla::get<1>(L1TileShape{}), K = tla::get<2>(L1TileShape{});
    static constexpr uint32_t A_BYTES = M * K * sizeof(Element), B_BYTES = K * N * sizeof(Element);

    DEVICE BlockMmadTla(Arch::Resource<ArchTag>& resource, uint32_t start = 0)
    {
        for (uint32_t i = 0; i < STAGES; i++) {
            l1A[i] = resource.l1[start + i * A_BYTES].template ReinterpretCast<Element>();
            l1B[i] = resource.l1[start + STAGES * A_BYTES + i * B_BYTES].template ReinterpretCast<Element>();
            l0A[i] = resource.l0a[i * 32768].template ReinterpretCast<Element>();
            l0B[i] = resource.l0b[i * 32768].template ReinterpretCast<Element>();
            AscendC::SetFlag<AscendC::HardEvent::MTE1_MTE2>(static_cast<event_t>(i));
            AscendC::SetFlag<AscendC::HardEvent::M_MTE1>(static_cast<event_t>(i));
        }
        l0C = resource.l0c.template ReinterpretCast<float>();
        AscendC::SetFlag<AscendC::HardEvent::FIX_M>(EVENT_ID0);
    }
    DEVICE ~BlockMmadTla()
    {
        for (uint32_t i = 0; i < STAGES; i++) {
            AscendC::WaitFlag<AscendC::HardEvent::MTE1_MTE2>(static_cast<event_t>(i));
            AscendC::WaitFlag<AscendC::HardEvent::M_MTE1>(static_cast<event_t>(i));
        }
        AscendC::WaitFlag<AscendC::HardEvent::FIX_M>(EVENT_ID0);
    }
    template <class TensorA, class TensorB, class TensorC>
    DEVICE void operator()(TensorA& a, TensorB& b, TensorC& c, uint32_t m, uint32_t n, uint32_t k)
    {
        using namespace AscendC;
        const uint32_t m16 = (m + 15) / 16 * 16, n16 = (n + 15) / 16 * 16;
        WaitFlag<HardEvent::FIX_M>(EVENT_ID0);
        for (uint32_t q = 0; q < k; q += K) {
            const uint32_t kk = k - q < K ? k - q : K, k16 = (kk + 15) / 16 * 16;
            const event_t id = static_cast<event_t>(stage);
            auto tileA = tla::GetTile(a, tla::MakeTuple(0u, q), tla::MakeTuple(m, kk));
            auto tileB = tla::GetTile(b, tla::MakeTuple(q, 0u), tla::MakeTuple(kk, n));
            auto dstA = tla::MakeTensor<TPosition::A1>(l1A[stage], fractals(m16, k16));
            auto dstB = tla::MakeTensor<TPosition::A1>(l1B[stage], fractals(k16, n16));
            WaitFlag<HardEvent::MTE1_MTE2>(id);
            Tile::TileCopyTla<ArchTag, decltype(tileA), decltype(dstA)>{}(dstA, tileA);
            Tile::TileCopyTla<ArchTag, decltype(tileB), decltype(dstB)>{}(dstB, tileB);
            SetFlag<HardEvent::MTE2_MTE1>(id);
            WaitFlag<HardEvent::MTE2_MTE1>(id);
            WaitFlag<HardEvent::M_MTE1>(id);
            Tile::CopyL1ToL0<ArchTag, Element, TPosition::A2>{}(l0A[stage], l1A[stage], m16, k16, m16);
            Tile::CopyL1ToL0<ArchTag, Element, TPosition::B2>{}(l0B[stage], l1B[stage], k16, n16, k16);
            SetFlag<HardEvent::MTE1_MTE2>(id);
            SetFlag<HardEvent::MTE1_M>(id);
            WaitFlag<HardEvent::MTE1_M>(id);
            const uint8_t flag = UNIT ? (q + K >= k ? 0b11 : 0b10) : 0;
            Tile::TileMmad<ArchTag, Element>{}(l0C, l0A[stage], l0B[stage], m16, n, kk, q == 0, flag);
            SetFlag<HardEvent::M_MTE1>(id);
            stage = (stage + 1) % STAGES;
        }
        if constexpr (!UNIT) {
            SetFlag<HardEvent::M_FIX>(EVENT_ID0);
            WaitFlag<HardEvent::M_FIX>(EVENT_ID0);
        }
        FixpipeParamsV220 out;
        out.nSize = n, out.mSize = m, out.srcStride = m16, out.dstStride = c.layout().template stride<0>();
        out.ndNum = 1, out.srcNdStride = 0, out.dstNdStride = 0;
        out.unitFlag = UNIT ? 3 : 0;
        Fixpipe<float, float, CFG_ROW_MAJOR>(c.data(), l0C, out);
        SetFlag<HardEvent::FIX_M>(EVENT_ID0);
    }

  private:
    DEVICE static auto fractals(uint32_t rows, uint32_t cols)
    {
        using namespace tla;
        return tla::MakeLayout(MakeTuple(MakeTuple(Int<16>{}, rows / 16), MakeTuple(Int<16>{}, cols / 16)),
            MakeTuple(MakeTuple(Int<16>{}, Int<256>{}), MakeTuple(Int<1>{}, rows * 16)));
    }
    AscendC::LocalTensor<Element> l1A[STAGES], l1B[STAGES], l0A[STAGES], l0B[STAGES];
    AscendC::LocalTensor<float> l0C;
    uint32_t stage = 0;
};

template <uint32_t SwizzleOffset = 1, uint32_t SwizzleDirection = 0>
struct GemmIdentityBlockSwizzle {
    uint32_t loopsM, loopsN;
    DEVICE GemmIdentityBlockSwizzle(uint32_t m, uint32_t n, uint32_t tm, uint32_t tn) : loopsM((m + tm - 1) / tm), loopsN((n + tn - 1) / tn) {}
    DEVICE uint32_t GetCoreLoops() const { return loopsM * loopsN; }
    DEVICE auto GetBlockCoord(uint32_t task) const
    {
        static_assert(SwizzleDirection == 0 || SwizzleDirection == 1);
        const uint32_t wide = SwizzleDirection == 0 ? loopsM : loopsN, other = SwizzleDirection == 0 ? loopsN : loopsM;
        const uint32_t group = task / (SwizzleOffset * other), first = group * SwizzleOffset;
        const uint32_t rows = wide - first < SwizzleOffset ? wide - first : SwizzleOffset;
        const uint32_t inside = task - group * SwizzleOffset * other;
        uint32_t x = first + inside % rows, y = inside / rows;
        if (group & 1) y = other - 1 - y;
        return SwizzleDirection == 0 ? tla::MakeTuple(x, y) : tla::MakeTuple(y, x);
    }
};

}  // namespace Block

namespace Epilogue {
// D = relu(alpha * C + X): one half of the rows on each vector core.
template <uint32_t COMPUTE_LENGTH>
struct ElemWise {
    struct Params {
        float alpha;
        GM_ADDR x;
        GM_ADDR d;
    };
    DEVICE ElemWise(Arch::Resource<Arch::AtlasA2>& resource, Params const& p) : params(p)
    {
        c = resource.ub.template ReinterpretCast<float>();
        x = resource.ub[COMPUTE_LENGTH * 4].template ReinterpretCast<float>();
        AscendC::SetFlag<AscendC::HardEvent::MTE3_MTE2>(EVENT_ID0);
    }
    DEVICE ~ElemWise() { AscendC::WaitFlag<AscendC::HardEvent::MTE3_MTE2>(EVENT_ID0); }
    DEVICE void operator()(AscendC::GlobalTensor<float> const& workspace, uint32_t ld, uint32_t row, uint32_t col, uint32_t m, uint32_t n)
    {
        using namespace AscendC;
        const uint32_t half = (m + 1) / GetSubBlockNum(), first = GetSubBlockIdx() * half, last = first + half < m ? first + half : m;
        GlobalTensor<float> gx, gd;
        gx.SetGlobalBuffer((__gm__ float*)params.x);
        gd.SetGlobalBuffer((__gm__ float*)params.d);
        const uint32_t n8 = (n + 7) / 8 * 8, once = COMPUTE_LENGTH / n8;
        for (uint32_t r = first; r < last; r += once) {
            const uint32_t rows = last - r < once ? last - r : once;
            const uint64_t at = uint64_t(row + r) * ld + col;
            DataCopyExtParams in(rows, n * 4, (ld - n) * 4, 0, 0), out(rows, n * 4, 0, (ld - n) * 4, 0);
            WaitFlag<HardEvent::MTE3_MTE2>(EVENT_ID0);
            DataCopyPad(c, workspace[at], in, DataCopyPadExtParams<float>(true, 0, n8 - n, 0));
            DataCopyPad(x, gx[at], in, DataCopyPadExtParams<float>(true, 0, n8 - n, 0));
            SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
            WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
            Muls(c, c, params.alpha, rows * n8);
            PipeBarrier<PIPE_V>();
            Add(c, c, x, rows * n8);
            PipeBarrier<PIPE_V>();
            Maxs(c, c, 0.0f, rows * n8);
            SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
            WaitFlag<HardEvent::V_MTE3>(EVENT_ID0);
            DataCopyPad(gd[at], c, out);
            SetFlag<HardEvent::MTE3_MTE2>(EVENT_ID0);
        }
    }
    Params params;
    AscendC::LocalTensor<float> c, x;
};
}  // namespace Epilogue

namespace Kernel {

template <class BlockMmad, class BlockEpilogue, class BlockScheduler>
class MatmulEpilogueTla {
  public:
    static constexpr uint32_t TM = BlockMmad::M, TN = BlockMmad::N;
    struct Params {
        uint32_t m, n, k;
        GM_ADDR a;
        GM_ADDR b;
        GM_ADDR workspace;
        typename BlockEpilogue::Params epilogue;
        HOST_DEVICE Params() {}
        HOST_DEVICE Params(uint32_t m, uint32_t n, uint32_t k, GM_ADDR a, GM_ADDR b, GM_ADDR w, typename BlockEpilogue::Params e) : m(m), n(n), k(k), a(a), b(b), workspace(w), epilogue(e) {}
    };
    struct Arguments {
        uint32_t m, n, k;
        uint8_t *a, *b, *x, *d;
        float alpha;
    };
    static bool CanImplement(Arguments const& args) { return args.k > 0; }
    static size_t GetWorkspaceSize(Arguments const& args) { return size_t(args.m) * args.n * sizeof(float); }
    static Params ToUnderlyingArguments(Arguments const& args, uint8_t* workspace) { return Params(args.m, args.n, args.k, args.a, args.b, workspace, {args.alpha, args.x, args.d}); }

    DEVICE MatmulEpilogueTla() {}
    template <int32_t CORE_TYPE = g_coreType>
    DEVICE void operator()(Params const& params);

    template <>
    DEVICE void operator()<AscendC::AIC>(Params const& params)
    {
        Arch::Resource<Arch::AtlasA2> resource;
        BlockMmad mmad(resource);
        BlockScheduler scheduler(params.m, params.n, TM, TN);
        AscendC::GlobalTensor<half> ga, gb;
        AscendC::GlobalTensor<float> gc;
        ga.SetGlobalBuffer((__gm__ half*)params.a);
        gb.SetGlobalBuffer((__gm__ half*)params.b);
        gc.SetGlobalBuffer((__gm__ float*)params.workspace);
        auto a = tla::MakeTensor<AscendC::TPosition::GM>(ga, tla::MakeLayout(tla::MakeTuple(params.m, params.k), tla::MakeTuple(params.k, tla::Int<1>{})));
        auto b = tla::MakeTensor<AscendC::TPosition::GM>(gb, tla::MakeLayout(tla::MakeTuple(params.k, params.n), tla::MakeTuple(params.n, tla::Int<1>{})));
        auto c = tla::MakeTensor<AscendC::TPosition::GM>(gc, tla::MakeLayout(tla::MakeTuple(params.m, params.n), tla::MakeTuple(params.n, tla::Int<1>{})));
        for (uint32_t task = AscendC::GetBlockIdx(); task < scheduler.GetCoreLoops(); task += AscendC::GetBlockNum()) {
            const auto at = scheduler.GetBlockCoord(task);
            const uint32_t i = tla::get<0>(at) * TM, j = tla::get<1>(at) * TN;
            const uint32_t m = params.m - i < TM ? params.m - i : TM, n = params.n - j < TN ? params.n - j : TN;
            auto ta = tla::GetTile(a, tla::MakeTuple(i, 0u), tla::MakeTuple(m, params.k));
            auto tb = tla::GetTile(b, tla::MakeTuple(0u, j), tla::MakeTuple(params.k, n));
            auto tc = tla::GetTile(c, tla::MakeTuple(i, j), tla::MakeTuple(m, n));
            mmad(ta, tb, tc, m, n, params.k);
            Arch::CrossCoreSetFlag<0x2, PIPE_FIX>(finished.id);
        }
    }

    template <>
    DEVICE void operator()<AscendC::AIV>(Params const& params)
    {
        Arch::Resource<Arch::AtlasA2> resource;
        BlockEpilogue epilogue(resource, params.epilogue);
        BlockScheduler scheduler(params.m, params.n, TM, TN);
        AscendC::GlobalTensor<float> gc;
        gc.SetGlobalBuffer((__gm__ float*)params.workspace);
        const uint32_t core = AscendC::GetBlockIdx() / AscendC::GetSubBlockNum();
        for (uint32_t task = core; task < scheduler.GetCoreLoops(); task += AscendC::GetBlockNum()) {
            const auto at = scheduler.GetBlockCoord(task);
            const uint32_t i = tla::get<0>(at) * TM, j = tla::get<1>(at) * TN;
            AscendC::CrossCoreWaitFlag(finished.id);
            epilogue(gc, params.n, i, j, params.m - i < TM ? params.m - i : TM, params.n - j < TN ? params.n - j : TN);
        }
    }

  private:
    Arch::CrossCoreFlag finished{5};
};

}  // namespace Kernel

template <class Operator>
GLOBAL void KernelAdapter(typename Operator::Params params)
{
    Operator op;
    op(params);
}
template <class Operator>
GLOBAL void KernelAdapter(typename Operator::Params params, uint64_t ptrFFTSAddr)
{
    AscendC::SetSyncBaseAddr(ptrFFTSAddr);
    Operator op;
    op(params);
}

namespace Device {
template <class Kernel>
class DeviceGemm {
  public:
    using Arguments = typename Kernel::Arguments;
    bool CanImplement(Arguments const& args) { return Kernel::CanImplement(args); }
    size_t GetWorkspaceSize(Arguments const& args) { return Kernel::GetWorkspaceSize(args); }
    void Initialize(Arguments const& args, uint8_t* workspace = nullptr, aclrtStream stream = nullptr) { params_ = Kernel::ToUnderlyingArguments(args, workspace); }
    void Run(aclrtStream stream, uint32_t blockDim, uint64_t fftsAddr)
    {
        if (fftsAddr == 0) KernelAdapter<Kernel><<<blockDim, nullptr, stream>>>(params_);
        else KernelAdapter<Kernel><<<blockDim, nullptr, stream>>>(params_, fftsAddr);
    }
    void operator()(aclrtStream stream, uint32_t blockDim, uint64_t fftsAddr = 0) { Run(stream, blockDim, fftsAddr); }

  private:
    typename Kernel::Params params_;
};
}  // namespace Device

}  // namespace Gemm
}  // namespace lib
