// Te: copies from global memory to L1, which lay matrices out in fractals.
#pragma once

#include "lanewise/ascend/te/blocks.h"

namespace lanewise::te {

// n rows of d elements each become columns of fractals: rows lie beside each other (Nd2Nz), or their elements do (Dn2Nz).
struct Fractals {
    std::int64_t n, d, source_step, block_step;  // steps in elements
};
template <bool turned, class T, class D, class S>
LANEWISE_API void to_fractals(const D& dst, const S& src, std::int64_t batches, std::int64_t source_matrix, std::int64_t matrix, Fractals f) {
    constexpr std::int64_t c0 = 32 / static_cast<std::int64_t>(sizeof(T));
    check_fields("Copy", {{"matrices", batches, 0, 4095}, {"rows", f.n, 0, 16384}, {"step of blocks", f.block_step / c0, 1, 16384}});
    const auto count = static_cast<std::uint16_t>(batches), n = static_cast<std::uint16_t>(f.n), blocks = static_cast<std::uint16_t>(f.block_step / c0);
    const auto d = static_cast<std::uint32_t>(f.d), to = static_cast<std::uint32_t>(matrix);
    const auto step = static_cast<std::uint64_t>(f.source_step), from = static_cast<std::uint64_t>(source_matrix);
    if constexpr (turned) AscendC::DataCopy(basic_as<T>(dst), basic_as<T>(src), AscendC::Dn2NzParams(count, n, d, from, step, blocks, 1, to));
    else AscendC::DataCopy(basic_as<T>(dst), basic_as<T>(src), AscendC::Nd2NzParams(count, n, d, from, step, blocks, 1, to));
}

// Rows of the destination's fractals are rows of the source (NZ) or its columns (ZN).
template <bool columns, class D, class S>
LANEWISE_API void fetch_matrix(const D& dst, const S& src) {
    using T = typename S::valueType;
    constexpr bool turned = in_columns<S> != columns;
    const Matrix to = matrix_of(dst), from = matrix_of(src);
    Fractals f{columns ? from.columns() : from.rows(), columns ? from.rows() : from.columns(), in_columns<S> ? from.across1 : from.down1,
               columns ? to.down1 : to.across1};
    if constexpr (element_bits<T> == 4) {  // as bytes
        static_assert(!turned, "elements of four bits lie in pairs, which this Copy would have to part: lay the matrix out the other way in global memory");
        f.d /= 2, f.source_step /= 2, f.block_step /= 2;
        to_fractals<false, std::uint8_t>(dst, src, from.batch, from.batch_step / 2, to.batch_step / 2, f);
    } else {
        to_fractals<turned, T>(dst, src, from.batch, from.batch_step, to.batch_step, f);
    }
}

// Scales go in pairs.
template <class D, class S>
LANEWISE_API void fetch_scales_of(const D& dst, const S& src) {
    using namespace AscendC::Te;
    static_assert(sizeof(typename S::valueType) == 1, "scales are bytes");
    const Matrix to = matrix_of(dst), from = matrix_of(src);
    const auto go = [&]<bool turned>(std::bool_constant<turned>, Fractals f) {
        to_fractals<turned, std::uint16_t>(dst, src, from.batch, from.batch_step / 2, to.batch_step / 2, f);
    };
    if constexpr (lies<S, ScaleANDLayoutPtn>) go(std::true_type{}, {from.columns() / 2, from.rows(), from.down1 / 2, to.down1 / 2});
    else if constexpr (lies<S, ScaleADNLayoutPtn>) go(std::false_type{}, {from.columns() / 2, from.rows(), from.across1 / 2, to.down1 / 2});
    else if constexpr (lies<S, ScaleBNDLayoutPtn>) go(std::false_type{}, {from.rows() / 2, from.columns(), from.down1 / 2, to.across1 / 2});
    else go(std::true_type{}, {from.rows() / 2, from.columns(), from.across1 / 2, to.across1 / 2});
}

// Feature maps: a matrix of w x c for each row of the image.
template <class D, class S>
LANEWISE_API void fetch_image(const D& dst, const S& src) {
    using namespace AscendC::Te;
    using T = typename S::valueType;
    constexpr bool last = lies<S, NHWCLayoutPtn>;
    const auto shape = [&](auto i) { return static_cast<std::int64_t>(Std::get<decltype(i)::value>(src.Shape())); };
    const auto step = [&](auto i) { return static_cast<std::int64_t>(Std::get<decltype(i)::value>(src.Stride())); };
    const auto into = [&](auto i) { return static_cast<std::int64_t>(Std::get<decltype(i)::value>(dst.Stride())); };
    using C = Std::Int<last ? 3 : 1>;
    using H = Std::Int<last ? 1 : 2>;
    using W = Std::Int<last ? 2 : 3>;
    to_fractals<!last, T>(dst, src, shape(H{}), step(H{}), into(Std::Int<2>{}), {shape(W{}), shape(C{}), last ? step(W{}) : step(C{}), into(Std::Int<1>{})});
}

}  // namespace lanewise::te

namespace AscendC::Te {

LANEWISE_PLAIN_TRAIT(CopyGM2L1)
struct CopyGM2L1 {
    using lanewise_trait = CopyGM2L1TraitDefault;
    using lanewise_with = CopyGM2L1;

    template <class TraitType, const TraitType& trait, class D, class S>
    LANEWISE_API static void Copy(const D& dst, const S& src) {
        using namespace lanewise::te;
        check_places<D, S, Location::L1, Location::GM>();
        constexpr bool matrix = in_rows<S> || in_columns<S>;
        constexpr bool left = lies<D, ZZLayoutPtn> && lies<S, ScaleANDLayoutPtn, ScaleADNLayoutPtn>;
        constexpr bool right = lies<D, NNLayoutPtn> && lies<S, ScaleBNDLayoutPtn, ScaleBDNLayoutPtn>;
        constexpr bool image = lies<D, NC1HWC0LayoutPtn> && lies<S, NHWCLayoutPtn, NCHWLayoutPtn>;
        constexpr bool same = alike<D, S> && !lies<S, NoLayoutPtn, DNLayoutPtn, DNExtLayoutPtn, NHWCLayoutPtn, NCHWLayoutPtn, NC1HWC0LayoutPtn>;
        static_assert((matrix && lies<D, NZLayoutPtn, ZNLayoutPtn>) || left || right || image || same,
                      "CopyGM2L1 takes NZ or ZN from ND or DN, scales (ZZ from ScaleAND or ScaleADN, NN from ScaleBND or ScaleBDN), NC1HWC0 from NHWC "
                      "or NCHW, and the same pattern on both sides; layouts made by hand say theirs with MakePatternLayout");
        if constexpr (LANEWISE_CUBE_SIDE) {
            if constexpr (matrix && lies<D, NZLayoutPtn, ZNLayoutPtn>) fetch_matrix<lies<D, ZNLayoutPtn>>(dst, src);
            else if constexpr (left || right) fetch_scales_of(dst, src);
            else if constexpr (image) fetch_image(dst, src);
            else copy_blocks<false>(dst, src);
        }
    }
};

}  // namespace AscendC::Te
