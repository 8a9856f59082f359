// Te: copies out of L1: into L0A and L0B, into the tables of biases and scales, and beside L0A and L0B.
#pragma once

#include "lanewise/ascend/te/fetch.h"

namespace lanewise::te {

struct Steps {
    std::int64_t m, k, from, to;  // steps in fractals
};
template <class D, class S>
LANEWISE_API void load_steps(const D& dst, const S& src, const Steps& s, bool turned) {
    check_fields("Copy", {{"fractals down", s.m, 0, 255}, {"fractals across", s.k, 0, 255}, {"step of fractals", s.to, 0, 65535}});
    AscendC::LoadData(dst, src, AscendC::LoadData2DParamsV2(0, 0, s.m, s.k, static_cast<std::int32_t>(s.from), s.to, turned, 0));
}

// The destination says how much; where small elements turn, the source may have rows that the destination has no room for: then block after
// block, so that the next one is right again.
template <class D, class S>
LANEWISE_API void load_matrix(const D& dst, const S& src) {
    using T = typename D::valueType;
    using namespace AscendC::Te;
    static_assert(std::is_same_v<T, typename S::valueType>, "both tensors of this Copy have one element type");
    constexpr std::int64_t bits = element_bits<T>, c0 = 256 / bits, unit = 16 * c0;
    constexpr std::int64_t held = bits_of<T> / bits;  // of them in what the basic interface counts
    constexpr bool left = lies<D, NZLayoutPtn>, turned = !std::is_same_v<Pattern<D>, Pattern<S>>;
    const Matrix to = matrix_of(dst), from = matrix_of(src);
    // Along the fractals of the destination, and across them.
    const std::int64_t into = (left ? to.across1 : to.down1) / unit, step = (lies<S, NZLayoutPtn> ? from.across1 : from.down1) / unit;
    const std::int64_t along = left ? to.rows() : to.columns(), across = left ? to.columns() : to.rows();
    for (std::int64_t b = 0; b < from.batch; ++b) {
        const auto d = matrix_at(dst, to, b);
        const auto s = matrix_at(src, from, b);
        if constexpr (!turned) {
            load_steps(d, s, {left ? to.r1 : to.c1, left ? to.c1 : to.r1, step, into}, false);
        } else if constexpr (bits >= 16) {
            load_steps(d, s, {left ? from.c1 : from.r1, along / c0, step, into}, true);
        } else {
            const std::int64_t there = left ? from.rows() : from.columns(), once = 16 / bits, fractals = across / 16, deep = left ? from.r1 : from.c1;
            if (there < along + 16) {
                load_steps(d, s, {fractals, deep, step, into}, true);
            } else {
                for (std::int64_t m = 0; m < fractals; m += once)
                    load_steps(d[static_cast<std::uint32_t>(m / once * into * unit / held)], s[static_cast<std::uint32_t>(m * unit / held)], {once, deep, step, into}, true);
            }
        }
    }
}

template <class D>
LANEWISE_API void load_scales_of(const D& dst, const auto& src) {
    using namespace AscendC::Te;
    constexpr bool left = lies<D, ZZLayoutPtn>;
    const Matrix to = matrix_of(dst), from = matrix_of(src);
    const std::int64_t x = left ? to.r1 : to.c1, y = left ? to.c1 : to.r1;
    check_fields("Copy", {{"blocks of 16", x, 0, 255}, {"pairs of scales", y, 0, 255}});
    const Beside<fp8_e8m0_t> beside{left ? Space::left_scales : Space::right_scales,
                                    static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(dst.Data().Get())), UINT32_MAX};
    plain(Opcode::load_data_mx_).tensors(beside, basic_as<fp8_e8m0_t>(src)).issue_with(0, 0, x, y, (left ? from.down1 : from.across1) / 32, y);
}

}  // namespace lanewise::te

namespace AscendC::Te {

// A feature map as the matrix of its windows.
template <class T>
using Img2ColParams = AscendC::LoadData3DParamsV2<T>;

// What a load becomes when it is told of windows.
template <class Place, class Params>
struct LanewiseWindows {
    using lanewise_params = Params;
    template <class TraitType, const TraitType& trait, class D, class S>
    LANEWISE_API static void Copy(const D& dst, const S& src, Params p) {
        lanewise::te::check_places<D, S, Place, Location::L1>();
        static_assert(lanewise::te::lies<S, NC1HWC0LayoutPtn>, "windows are taken of a feature map: a source in NC1HWC0");
        const auto size = [&](auto i) { return static_cast<std::int64_t>(Std::get<decltype(i)::value>(src.Shape())); };
        p.l1H = size(_2{}), p.l1W = size(_3{}), p.channelSize = size(_1{}) * size(_4{}), p.kStartPt = 0, p.mStartPt = 0;
        if constexpr (LANEWISE_CUBE_SIDE) LoadData(lanewise::te::basic(dst), lanewise::te::basic(src), p);
    }
};

#define LANEWISE_LOAD(Op, Place, Pattern)                                                                                             \
    LANEWISE_PLAIN_TRAIT(Op)                                                                                                          \
    struct Op {                                                                                                                       \
        using lanewise_trait = Op##TraitDefault;                                                                                      \
        template <class Params>                                                                                                       \
        using lanewise_told = LanewiseWindows<Location::Place, Params>;                                                               \
        using lanewise_with = Op;                                                                                                     \
        template <class TraitType, const TraitType& trait, class D, class S>                                                          \
        LANEWISE_API static void Copy(const D& dst, const S& src) {                                                                   \
            lanewise::te::check_places<D, S, Location::Place, Location::L1>();                                                        \
            static_assert(lanewise::te::lies<D, Pattern> && lanewise::te::lies<S, NZLayoutPtn, ZNLayoutPtn>,                          \
                          #Op " takes a destination of " #Pattern " from NZ or ZN");                                                  \
            if constexpr (LANEWISE_CUBE_SIDE) lanewise::te::load_matrix(dst, src);                                                    \
        }                                                                                                                             \
    };
LANEWISE_LOAD(CopyL12L0A, L0A, NZLayoutPtn)
LANEWISE_LOAD(CopyL12L0B, L0B, ZNLayoutPtn)
#undef LANEWISE_LOAD

#define LANEWISE_SCALES(Op, Place, Pattern)                                                                                                   \
    LANEWISE_PLAIN_TRAIT(Op)                                                                                                                  \
    struct Op {                                                                                                                               \
        using lanewise_trait = Op##TraitDefault;                                                                                              \
        using lanewise_with = Op;                                                                                                             \
        template <class TraitType, const TraitType& trait, class D, class S>                                                                  \
        LANEWISE_API static void Copy(const D& dst, const S& src) {                                                                           \
            lanewise::te::check_places<D, S, Location::Place, Location::L1>();                                                                \
            static_assert(lanewise::te::lies<D, Pattern> && lanewise::te::lies<S, Pattern>, #Op " takes " #Pattern " on both sides");         \
            if constexpr (LANEWISE_CUBE_SIDE) lanewise::te::load_scales_of(dst, src);                                                         \
        }                                                                                                                                     \
    };
LANEWISE_SCALES(CopyL12L0ScaleA, L0ScaleA, ZZLayoutPtn)
LANEWISE_SCALES(CopyL12L0ScaleB, L0ScaleB, NNLayoutPtn)
#undef LANEWISE_SCALES

// Narrow biases become wider on the way; scales are words.
LANEWISE_PLAIN_TRAIT(CopyL12BT)
struct CopyL12BT {
    using lanewise_trait = CopyL12BTTraitDefault;
    using lanewise_with = CopyL12BT;
    template <class TraitType, const TraitType& trait, class D, class S>
    LANEWISE_API static void Copy(const D& dst, const S& src) {
        lanewise::te::check_places<D, S, Location::BIAS, Location::L1>();
        const lanewise::te::Matrix from = lanewise::te::matrix_of(src), to = lanewise::te::matrix_of(dst);
        static_assert(sizeof(typename D::valueType) == 4, "biases are float or int32_t in the table");
        constexpr std::int64_t pair = 64 / 4;  // elements of the smallest piece of the table
        const std::int64_t length = (from.columns() + pair - 1) / pair * 2;  // blocks of 32 bytes there
        if constexpr (LANEWISE_CUBE_SIDE) {
            for (std::int64_t r = 0; r < from.rows(); ++r)
                DataCopy(lanewise::te::basic(dst, r * to.down1), lanewise::te::basic(src, r * from.down1), DataCopyParams(1, length, 0, 0));
        }
    }
};
LANEWISE_PLAIN_TRAIT(CopyL12FB)
struct CopyL12FB {
    using lanewise_trait = CopyL12FBTraitDefault;
    using lanewise_with = CopyL12FB;
    template <class TraitType, const TraitType& trait, class D, class S>
    LANEWISE_API static void Copy(const D& dst, const S& src) {
        lanewise::te::check_places<D, S, Location::FIXBUF, Location::L1>();
        static_assert(sizeof(typename S::valueType) == 8, "scales of columns are words of 64 bits");
        const lanewise::te::Matrix from = lanewise::te::matrix_of(src), to = lanewise::te::matrix_of(dst);
        if constexpr (LANEWISE_CUBE_SIDE) {
            for (std::int64_t r = 0; r < from.rows(); ++r)
                DataCopy(lanewise::te::basic(dst, r * to.down1), lanewise::te::basic(src, r * from.down1), DataCopyParams(1, (from.columns() + 15) / 16, 0, 0));
        }
    }
};

}  // namespace AscendC::Te
