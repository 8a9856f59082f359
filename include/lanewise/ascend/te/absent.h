// Te on chips that have its layouts and tensors only: what copies and multiplies says so.
#pragma once

#include "lanewise/ascend/te/atoms.h"

namespace AscendC::Te {

struct LanewiseAbsent {
    struct TraitDefault {
        using TraitType = TraitDefault;
        static const TraitDefault value;
    };
    using lanewise_trait = TraitDefault;
    template <class... Args>
    static constexpr bool never = sizeof...(Args) > 1000;

    template <class TraitType, const TraitType& trait, class... Args>
    static void Copy(const Args&...) {
        static_assert(never<Args...>, "this chip has no copies of the Tensor API: write DataCopy, LoadData and Fixpipe for it, or choose a chip that has them with --chip");
    }
    template <class TraitType, const TraitType& trait, class... Args>
    static void Mmad(const Args&...) {
        static_assert(never<Args...>, "this chip has no Mmad of the Tensor API: write the Mmad of the basic interface for it, or choose a chip that has it with --chip");
    }
};
inline constexpr LanewiseAbsent::TraitDefault LanewiseAbsent::TraitDefault::value{};

template <class Params>
struct LanewiseAbsentWith : LanewiseAbsent {
    using lanewise_params = Params;
};
struct MmadParams {
    template <class... Fields>
    constexpr MmadParams(const Fields&...) {}
};
struct FixpipeParams {
    template <class... Fields>
    constexpr FixpipeParams(const Fields&...) {}
};

#define LANEWISE_ABSENT(Op)                                          \
    struct Op : LanewiseAbsent {                                     \
        using lanewise_with = LanewiseAbsentWith<FixpipeParams>;     \
    };                                                               \
    using Op##TraitDefault = LanewiseAbsent::TraitDefault;
LANEWISE_ABSENT(CopyGM2L1)
LANEWISE_ABSENT(CopyL12L0A)
LANEWISE_ABSENT(CopyL12L0B)
LANEWISE_ABSENT(CopyL12L0ScaleA)
LANEWISE_ABSENT(CopyL12L0ScaleB)
LANEWISE_ABSENT(CopyL12BT)
LANEWISE_ABSENT(CopyL12FB)
LANEWISE_ABSENT(CopyL0C2GM)
LANEWISE_ABSENT(CopyL0C2UB)
LANEWISE_ABSENT(CopyL0C2L1)
LANEWISE_ABSENT(CopyGM2UB)
LANEWISE_ABSENT(CopyUB2GM)
LANEWISE_ABSENT(CopyUB2UB)
LANEWISE_ABSENT(CopyUB2L1)
LANEWISE_ABSENT(CopyL12UB)
#undef LANEWISE_ABSENT
struct MmadOpWith : LanewiseAbsentWith<MmadParams> {};
struct MmadOperation : LanewiseAbsent {
    using lanewise_with = MmadOpWith;
};
using MmadTraitDefault = LanewiseAbsent::TraitDefault;

}  // namespace AscendC::Te
