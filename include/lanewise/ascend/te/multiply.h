// Te: products of matrices. Sizes come from the parameters alone: nothing from the layouts.
#pragma once

#include "lanewise/ascend/te/load.h"

namespace AscendC::Te {

enum class MmadType : std::uint8_t { NORMAL, MX };

struct MmadTrait {
    std::int32_t fmOffset = 0;
    bool kDirectionAlign = false, cmatrixSource = false, disableGemv = true;
    MmadType mmadType = MmadType::NORMAL;
};
struct MmadTraitDefault {
    using TraitType = MmadTrait;
    static constexpr const TraitType value{};
};

// Unlike those of the basic interface they add to what is there unless they say otherwise.
struct MmadParams {
    std::uint16_t m = 0, n = 0, k = 0;
    std::uint8_t unitFlag = 0;
    bool cmatrixInitVal = false;

    constexpr MmadParams() = default;
    constexpr MmadParams(std::uint16_t rows, std::uint16_t columns, std::uint16_t depth, std::uint8_t flag = 0, bool starts = false)
        : m(rows), n(columns), k(depth), unitFlag(flag), cmatrixInitVal(starts) {}
};

struct MmadOpWith {
    using lanewise_params = MmadParams;

    template <class TraitType, const TraitType& trait, class C, class A, class B>
    LANEWISE_API static void Mmad(const C& c, const A& a, const B& b, const MmadParams& p) {
        check<C, A, B>();
        if constexpr (LANEWISE_CUBE_SIDE) multiply<trait.mmadType>(basic_params(p, trait), lanewise::te::basic(c), lanewise::te::basic(a), lanewise::te::basic(b));
    }
    // A bias is where every row starts, whatever the parameters say.
    template <class TraitType, const TraitType& trait, class C, class A, class B, class Bias>
    LANEWISE_API static void Mmad(const C& c, const A& a, const B& b, const Bias& bias, const MmadParams& p) {
        check<C, A, B>();
        static_assert(Std::is_one_of_v<typename Bias::place, Location::BIAS, Location::L0C>, "the bias of a product lies in BIAS, or in L0C");
        if constexpr (LANEWISE_CUBE_SIDE)
            multiply<trait.mmadType>(basic_params(p, trait), lanewise::te::basic(c), lanewise::te::basic(a), lanewise::te::basic(b), lanewise::te::basic(bias));
    }

  private:
    template <class C, class A, class B>
    static constexpr void check() {
        using namespace lanewise::te;
        check_places<C, A, Location::L0C, Location::L0A>();
        check_places<C, B, Location::L0C, Location::L0B>();
        static_assert(lies<C, NZLayoutPtn> && lies<A, NZLayoutPtn> && lies<B, ZNLayoutPtn>, "Mmad takes c in NZ, a in NZ and b in ZN");
    }
    static AscendC::MmadParams basic_params(const MmadParams& p, const MmadTrait& trait) {
        AscendC::MmadParams basic(p.m, p.n, p.k, p.unitFlag, false, p.cmatrixInitVal);
        basic.kDirectionAlign = trait.kDirectionAlign, basic.disableGemv = trait.disableGemv;
        return basic;
    }
    template <MmadType type, class... Tensors>
    LANEWISE_API static void multiply(const AscendC::MmadParams& p, const Tensors&... tensors) {
        if constexpr (type == MmadType::NORMAL) AscendC::Mmad(tensors..., p);
        else AscendC::MmadMx(tensors..., p);
    }
};
struct MmadOperation {
    using lanewise_trait = MmadTraitDefault;
    using lanewise_with = MmadOpWith;

    template <class TraitType, const TraitType& trait, class... Args>
    static void Mmad(const Args&...) {
        static_assert(sizeof...(Args) == 0, "a product needs its sizes: Mmad(atom.with(MmadParams(m, n, k)), c, a, b)");
    }
};

}  // namespace AscendC::Te
