// How conversions between registers are told what to do.
#pragma once

#include "lanewise/ascend/reg/calls.h"

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

// Two registers use no layout.
template <VectorRegister D, VectorRegister S, AscendC::Reg::CastTrait trait>
inline constexpr int cast_layout = [] {
    constexpr int places = cast_places<D, S>, layout = in_two<D> || in_two<S> ? -1 : static_cast<int>(trait.layoutMode);
    static_assert(places == 1 || layout < places, "the narrower type has fewer places than this layout");
    return places == 1 ? -1 : layout;
}();
template <AscendC::Reg::CastTrait trait>
inline constexpr AscendC::RoundMode cast_round =
    trait.roundMode == AscendC::RoundMode::UNKNOWN ? AscendC::RoundMode::CAST_NONE : trait.roundMode;

}  // namespace lanewise

namespace AscendC::Reg {

inline constexpr CastTrait castTrait{};
// Place zero or one of the narrower type; lanes that are off become zero or keep their value.
inline constexpr CastTrait layoutZMrgZ{RegLayout::ZERO, SatMode::UNKNOWN, MaskMergeMode::ZEROING, RoundMode::UNKNOWN};
inline constexpr CastTrait layoutZMrgM{RegLayout::ZERO, SatMode::UNKNOWN, MaskMergeMode::MERGING, RoundMode::UNKNOWN};
inline constexpr CastTrait layoutOMrgZ{RegLayout::ONE, SatMode::UNKNOWN, MaskMergeMode::ZEROING, RoundMode::UNKNOWN};
inline constexpr CastTrait layoutOMrgM{RegLayout::ONE, SatMode::UNKNOWN, MaskMergeMode::MERGING, RoundMode::UNKNOWN};
// The same with all of it said: how to round (R: ties to even, A: ties away from zero), and whether to saturate.
inline constexpr CastTrait LayoutZMrgZRndRSatS{RegLayout::ZERO, SatMode::SAT, MaskMergeMode::ZEROING, RoundMode::CAST_RINT};
inline constexpr CastTrait LayoutZMrgZRndASatS{RegLayout::ZERO, SatMode::SAT, MaskMergeMode::ZEROING, RoundMode::CAST_ROUND};
inline constexpr CastTrait LayoutZMrgZRndRSatNS{RegLayout::ZERO, SatMode::NO_SAT, MaskMergeMode::ZEROING, RoundMode::CAST_RINT};
inline constexpr CastTrait LayoutZMrgZRndASatNS{RegLayout::ZERO, SatMode::NO_SAT, MaskMergeMode::ZEROING, RoundMode::CAST_ROUND};

}  // namespace AscendC::Reg

namespace AscendC {

using Reg::layoutOMrgM, Reg::layoutOMrgZ, Reg::layoutZMrgM, Reg::layoutZMrgZ;
using Reg::LayoutZMrgZRndASatNS, Reg::LayoutZMrgZRndASatS, Reg::LayoutZMrgZRndRSatNS, Reg::LayoutZMrgZRndRSatS;

}  // namespace AscendC
