// Conversions between registers.
#pragma once

#include "lanewise/reg/calls.h"

namespace lanewise {

template <class T>
inline constexpr bool of_four_bits = std::is_same_v<T, int4x2_t> || std::is_same_v<T, fp4x2_e2m1_t> || std::is_same_v<T, fp4x2_e1m2_t>;

// Places for an element on the narrow side; a byte of two 4-bit values has four.
template <VectorRegister D, VectorRegister S>
inline constexpr int cast_places = [] {
    using To = element_of<D>;
    using From = element_of<S>;
    if (of_four_bits<To> || of_four_bits<From>) return 4;
    const int out = static_cast<int>(D::lanewise_extent / sizeof(To)), in = static_cast<int>(S::lanewise_extent / sizeof(From));
    return out > in ? out / in : in / out;
}();

}  // namespace lanewise

namespace AscendC::Reg {

inline constexpr CastTrait castTrait{};
// Place zero or one of the narrower type; lanes that are off become zero or keep their value.
inline constexpr CastTrait layoutZMrgZ{RegLayout::ZERO, SatMode::UNKNOWN, MaskMergeMode::ZEROING, RoundMode::UNKNOWN};
inline constexpr CastTrait layoutZMrgM{RegLayout::ZERO, SatMode::UNKNOWN, MaskMergeMode::MERGING, RoundMode::UNKNOWN};
inline constexpr CastTrait layoutOMrgZ{RegLayout::ONE, SatMode::UNKNOWN, MaskMergeMode::ZEROING, RoundMode::UNKNOWN};
inline constexpr CastTrait layoutOMrgM{RegLayout::ONE, SatMode::UNKNOWN, MaskMergeMode::MERGING, RoundMode::UNKNOWN};

// Two registers use no layout.
template <class T = DefaultType, class U = DefaultType, CastTrait trait = castTrait, class S, class V>
    requires(lanewise::Fits<T, S> && lanewise::Fits<U, V>)
LANEWISE_API void Cast(S& dstReg, const V& srcReg, const MaskReg& mask) {
    constexpr int places = lanewise::cast_places<S, V>;
    constexpr bool split = lanewise::in_two<S> || lanewise::in_two<V>;
    constexpr int layout = split ? -1 : static_cast<int>(trait.layoutMode);
    static_assert(places == 1 || layout < places, "the narrower type has fewer places than this layout");
    lanewise::reg_call(lanewise::Opcode::reg_cast_, lanewise::merge_flag<trait.mrgMode>, dstReg, srcReg, mask)
        .issue_with(trait.roundMode == RoundMode::UNKNOWN ? RoundMode::CAST_NONE : trait.roundMode, places == 1 ? -1 : layout, trait.satMode);
}

template <class T = DefaultType, RoundMode roundMode = RoundMode::CAST_NONE, MaskMergeMode mode = MaskMergeMode::ZEROING, class S>
    requires lanewise::Fits<T, S>
LANEWISE_API void Truncate(S& dstReg, const S& srcReg, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_truncate_, lanewise::merge_flag<mode>, dstReg, srcReg, mask).issue_with(roundMode);
}

}  // namespace AscendC::Reg

namespace AscendC {

using Reg::layoutOMrgM, Reg::layoutOMrgZ, Reg::layoutZMrgM, Reg::layoutZMrgZ;

}  // namespace AscendC
