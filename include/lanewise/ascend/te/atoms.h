// Te: atoms, which join an operation with what the compiler knows of it. Programs specialise the traits for operations of their own.
#pragma once

#include "lanewise/ascend/te/tensor.h"

namespace AscendC::Te {

// Op does it, Trait::value is told to it as a constant; OpWith and TraitWith take over once parameters are there.
template <class... Parts>
struct CopyTraits;
template <class... Parts>
struct MmadTraits;

template <class Op, class Trait, class OpWith, class TraitWith>
struct CopyTraits<Op, Trait, OpWith, TraitWith> {
    using TraitType = typename Trait::TraitType;
    static constexpr const TraitType defaultTrait = Trait::value;

    template <const TraitType& trait = defaultTrait, class... Args>
    LANEWISE_API void CopyUnpack(const Args&... args) const {
        Op::template Copy<TraitType, trait, Args...>(args...);
    }
    template <class... Params>
    constexpr auto with(const Params&... params) const {
        if constexpr (requires { typename OpWith::template lanewise_told<Params...>; })
            return CopyTraits<typename OpWith::template lanewise_told<Params...>, TraitWith>{params...};
        else return CopyTraits<OpWith, TraitWith>{params...};
    }
};
template <class Op, class Trait, class OpWith, class TraitWith>
struct MmadTraits<Op, Trait, OpWith, TraitWith> {
    using TraitType = typename Trait::TraitType;
    static constexpr const TraitType defaultTrait = Trait::value;

    template <const TraitType& trait = defaultTrait, class... Args>
    LANEWISE_API void MmadUnpack(const Args&... args) const {
        Op::template Mmad<TraitType, trait, Args...>(args...);
    }
    template <class... Params>
    constexpr auto with(const Params&... params) const {
        return MmadTraits<OpWith, TraitWith>{params...};
    }
};

// An operation of the library says which trait it has where none is named, and what takes over with parameters.
template <class Op, class Trait>
struct CopyTraits<Op, Trait> : CopyTraits<Op, Trait, typename Op::lanewise_with, Trait> {};
template <class Op, class Trait>
    requires requires { typename Op::lanewise_params; }
struct CopyTraits<Op, Trait> {  // which have come: they are the last argument
    using TraitType = typename Trait::TraitType;
    static constexpr const TraitType defaultTrait = Trait::value;
    typename Op::lanewise_params params{};

    template <const TraitType& trait = defaultTrait, class... Args>
    LANEWISE_API void CopyUnpack(const Args&... args) const {
        Op::template Copy<TraitType, trait>(args..., params);
    }
};
template <class Op>
struct CopyTraits<Op> : CopyTraits<Op, typename Op::lanewise_trait> {};
template <class Op, class Trait>
struct MmadTraits<Op, Trait> : MmadTraits<Op, Trait, typename Op::lanewise_with, Trait> {};
template <class Op, class Trait>
    requires requires { typename Op::lanewise_params; }
struct MmadTraits<Op, Trait> {
    using TraitType = typename Trait::TraitType;
    static constexpr const TraitType defaultTrait = Trait::value;
    typename Op::lanewise_params params{};

    template <const TraitType& trait = defaultTrait, class... Args>
    LANEWISE_API void MmadUnpack(const Args&... args) const {
        Op::template Mmad<TraitType, trait>(args..., params);
    }
};
template <class Op>
struct MmadTraits<Op> : MmadTraits<Op, typename Op::lanewise_trait> {};

template <class Traits>
struct CopyAtom : Traits {
    constexpr CopyAtom() = default;
    constexpr CopyAtom(const Traits& traits) : Traits(traits) {}
    template <class... Params>
    constexpr auto with(const Params&... params) const {
        return CopyAtom<decltype(Traits::with(params...))>(Traits::with(params...));
    }
    template <class... Args>
    LANEWISE_API void Call(const Args&... args) const {
        this->CopyUnpack(args...);
    }
};
template <class Traits>
struct MmadAtom : Traits {
    constexpr MmadAtom() = default;
    constexpr MmadAtom(const Traits& traits) : Traits(traits) {}
    template <class... Params>
    constexpr auto with(const Params&... params) const {
        return MmadAtom<decltype(Traits::with(params...))>(Traits::with(params...));
    }
    template <class... Args>
    LANEWISE_API void Call(const Args&... args) const {
        this->MmadUnpack(args...);
    }
};

template <class Op>
constexpr auto MakeCopy(const Op&) { return CopyAtom<CopyTraits<Op>>{}; }
template <class Op, class Trait>
constexpr auto MakeCopy(const Op&, const Trait&) { return CopyAtom<CopyTraits<Op, Trait>>{}; }
template <class Op>
constexpr auto MakeMmad(const Op&) { return MmadAtom<MmadTraits<Op>>{}; }
template <class Op, class Trait>
constexpr auto MakeMmad(const Op&, const Trait&) { return MmadAtom<MmadTraits<Op, Trait>>{}; }

template <class Traits, class Dst, class Src, class... More>
LANEWISE_API void Copy(const CopyAtom<Traits>& atom, const Dst& dst, const Src& src, const More&... more) {
    atom.Call(dst, src, more...);
}
template <class Traits, class C, class A, class B, class... Bias>
LANEWISE_API void Mmad(const MmadAtom<Traits>& atom, const C& c, const A& a, const B& b, const Bias&... bias) {
    atom.Call(c, a, b, bias...);
}

}  // namespace AscendC::Te
