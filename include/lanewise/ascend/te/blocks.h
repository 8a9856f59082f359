// Te: copies that leave elements in their order: blocks of them, at the strides of two layouts.
#pragma once

#include "lanewise/ascend/te/atoms.h"

namespace lanewise::te {

template <class T> using Pattern = AscendC::Te::GetLayoutPattern<typename T::layoutType>;
template <class T, class... Patterns> inline constexpr bool lies = Std::is_one_of_v<Pattern<T>, Patterns...>;
template <class T> inline constexpr bool in_rows = lies<T, AscendC::Te::NDLayoutPtn, AscendC::Te::NDExtLayoutPtn>;
template <class T> inline constexpr bool in_columns = lies<T, AscendC::Te::DNLayoutPtn, AscendC::Te::DNExtLayoutPtn>;
template <class D, class S> inline constexpr bool alike = std::is_same_v<Pattern<D>, Pattern<S>> || (in_rows<D> && in_rows<S>) || (in_columns<D> && in_columns<S>);

// Where in a tensor a matrix of its batch starts.
template <class Tensor>
LANEWISE_API auto matrix_at(const Tensor& tensor, const Matrix& m, std::int64_t batch) {
    return basic(tensor, batch * m.batch_step);
}

struct Blocks {
    std::int64_t count, length, step;
};

template <class Tensor>
LANEWISE_API Blocks blocks_of(const Matrix& m) {
    using namespace AscendC::Te;
    if constexpr (in_rows<Tensor>) return {m.rows(), m.columns(), m.down1};
    else if constexpr (in_columns<Tensor>) return {m.columns(), m.rows(), m.across1};
    else if constexpr (lies<Tensor, NZLayoutPtn, NNLayoutPtn>) return {m.c1, m.rows() * m.c0, m.across1};
    else return {m.r1, m.r0 * m.columns(), m.down1};
}

// Lengths of which side: a copy into memory of the core takes those of its source, one out of it the smaller ones.
template <bool smaller, class D, class S>
LANEWISE_API void copy_blocks(const D& dst, const S& src) {
    static_assert(std::is_same_v<typename D::valueType, typename S::valueType>, "both tensors of this Copy have one element type");
    const Matrix into = matrix_of(dst), from = matrix_of(src);
    Blocks to = blocks_of<D>(into), at = blocks_of<S>(from);
    if (smaller) at.count = std::min(at.count, to.count), at.length = std::min(at.length, to.length);
    if (at.count == 1 || (at.step == at.length && to.step == at.length)) at = {1, at.count * at.length, 0}, to.step = 0;
    constexpr std::int64_t bits = element_bits<typename D::valueType>;
    const std::int64_t length = at.length * bits / 8, from_gap = at.count > 1 ? at.step * bits / 8 - length : 0, to_gap = at.count > 1 ? to.step * bits / 8 - length : 0;
    check_fields("Copy", {{"blocks", at.count, 0, 4095}, {"block length", length, 0, (1 << 21) - 1}});
    for (std::int64_t b = 0; b < from.batch; ++b) {
        const auto d = matrix_at(dst, into, b);
        const auto s = matrix_at(src, from, b);
        if ((length | from_gap | to_gap) % 32 == 0) {
            AscendC::DataCopy(d, s, AscendC::DataCopyParams(at.count, length / 32, from_gap / 32, to_gap / 32));
        } else {
            constexpr bool out = std::is_same_v<typename D::place, AscendC::Te::Location::GM>, in = std::is_same_v<typename S::place, AscendC::Te::Location::GM>;
            const AscendC::DataCopyExtParams p(at.count, static_cast<std::uint32_t>(length), in ? from_gap : from_gap / 32, out ? to_gap : to_gap / 32, 0);
            if constexpr (out) AscendC::DataCopyPad(d, s, p);
            else if constexpr (in) AscendC::DataCopyPad(d, s, p, AscendC::DataCopyPadExtParams<typename D::valueType>());
            else refuse_value("Copy", "a row's bytes", length, "a multiple of 32 between memories of the core");
        }
    }
}

template <class D, class S, class... Places>
constexpr void check_places() {
    using Pair = std::tuple<Places...>;
    static_assert(std::is_same_v<typename D::place, std::tuple_element_t<0, Pair>>, "the destination of this Copy lies in another memory than its operation says");
    static_assert(std::is_same_v<typename S::place, std::tuple_element_t<1, Pair>>, "the source of this Copy lies in another memory than its operation says");
}

}  // namespace lanewise::te

namespace AscendC::Te {

// Traits of copies that have nothing to choose.
struct CopyTrait {};

#define LANEWISE_PLAIN_TRAIT(Op)                         \
    struct Op##Trait : CopyTrait {};                     \
    struct Op##TraitDefault {                            \
        using TraitType = Op##Trait;                     \
        static constexpr const TraitType value{};        \
    };

#define LANEWISE_BLOCK_COPY(Op, To, From, smaller, of_cube)                                                            \
    LANEWISE_PLAIN_TRAIT(Op)                                                                                          \
    struct Op {                                                                                                       \
        using lanewise_trait = Op##TraitDefault;                                                                      \
        using lanewise_with = Op;                                                                                     \
        template <class TraitType, const TraitType& trait, class D, class S>                                          \
        LANEWISE_API static void Copy(const D& dst, const S& src) {                                                   \
            lanewise::te::check_places<D, S, Location::To, Location::From>();                                         \
            static_assert(lanewise::te::alike<D, S>, "both tensors of this Copy have the same pattern");              \
            if constexpr (LANEWISE_CUBE_SIDE == of_cube) lanewise::te::copy_blocks<smaller>(dst, src);                 \
        }                                                                                                             \
    };
LANEWISE_BLOCK_COPY(CopyGM2UB, UB, GM, false, 0)
LANEWISE_BLOCK_COPY(CopyUB2GM, GM, UB, true, 0)
LANEWISE_BLOCK_COPY(CopyUB2UB, UB, UB, false, 0)
LANEWISE_BLOCK_COPY(CopyUB2L1, L1, UB, false, 0)
LANEWISE_BLOCK_COPY(CopyL12UB, UB, L1, false, 1)
#undef LANEWISE_BLOCK_COPY

}  // namespace AscendC::Te
