// Element-wise mathematics on floats. The algorithms that some calls choose between differ in speed on the chips.
#pragma once

#include "lanewise/library/config.h"
#include "lanewise/library/map.h"

#define LANEWISE_UNARY(Name, TailKind, record)                                                                       \
    template <class T, bool isReuseSource = false, class... Tail>                                                    \
        requires lanewise::library::TailKind<Tail...>                                                                \
    LANEWISE_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const Tail&... tail) {  \
        LANEWISE_REAL(Name, T);                                                                                      \
        lanewise::library::map(lanewise::Opcode::record##_, lanewise::library::count_in(srcTensor, tail...), 0,      \
                               dstTensor, srcTensor);                                                                \
    }
// The same for functions whose last template argument chooses an algorithm.
#define LANEWISE_UNARY_WITH(Name, Config, chosen, record)                                                            \
    template <class T, bool isReuseSource = false, Config config = chosen, class... Tail>                            \
        requires lanewise::library::Tail<Tail...>                                                                    \
    LANEWISE_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const Tail&... tail) {  \
        LANEWISE_REAL(Name, T);                                                                                      \
        lanewise::library::map(lanewise::Opcode::record##_, lanewise::library::count_in(srcTensor, tail...), 0,      \
                               dstTensor, srcTensor);                                                                \
    }

namespace AscendC {

enum class ErfAlgo { PADE_APPROXIMATION, SUBSECTION_POLYNOMIAL_APPROXIMATION };
struct ErfConfig {
    ErfAlgo algo = ErfAlgo::PADE_APPROXIMATION;
};
enum class AtanAlgo { TAYLOR_EXPANSION, POLYNOMIAL_APPROXIMATION };
struct AtanConfig {
    AtanAlgo algo = AtanAlgo::TAYLOR_EXPANSION;
};
enum class TanhAlgo { INTRINSIC, SUBSECTION_COMPENSATION };
struct TanhConfig {
    TanhAlgo algo = TanhAlgo::INTRINSIC;
};
enum class FmodAlgo { NORMAL, ITERATION_COMPENSATION };
inline constexpr std::uint32_t FMOD_ITERATION_NUM_MAX = 11;
struct FmodConfig {
    FmodAlgo algo = FmodAlgo::NORMAL;
    std::uint32_t iterationNum = FMOD_ITERATION_NUM_MAX;
};
struct FmaConfig {
    bool isReuseSource;
};
struct RintConfig {
    bool isReuseSource;
};
struct SinCosConfig {
    bool isReuseSource;
};
inline constexpr ErfConfig defaultErfConfig{};
inline constexpr AtanConfig defaultAtanConfig{};
inline constexpr TanhConfig DEFAULT_TANH_CONFIG{};
inline constexpr SinConfig defaultSinConfig{};
inline constexpr CosConfig defaultCosConfig{};
inline constexpr FmodConfig DEFAULT_FMOD_CONFIG{};
inline constexpr FmaConfig DEFAULT_FMA_CONFIG{false};
inline constexpr RintConfig DEFAULT_RINT_CONFIG{false};
inline constexpr SinCosConfig DEFAULT_SINCOS_CONFIG{false};

LANEWISE_UNARY(Acos, Tail, lib_acos)
LANEWISE_UNARY(Acosh, Tail, lib_acosh)
LANEWISE_UNARY(Asin, Tail, lib_asin)
LANEWISE_UNARY(Asinh, Tail, lib_asinh)
LANEWISE_UNARY(Atanh, Tail, lib_atanh)
LANEWISE_UNARY(Cosh, Tail, lib_cosh)
LANEWISE_UNARY(Erfc, Tail, lib_erfc)
LANEWISE_UNARY(Frac, Tail, lib_frac)
LANEWISE_UNARY(Log, Tail, lib_log)
LANEWISE_UNARY(Log10, Tail, lib_log10)
LANEWISE_UNARY(Log2, Tail, lib_log2)
LANEWISE_UNARY(Sinh, Tail, lib_sinh)
LANEWISE_UNARY(Tan, Tail, lib_tan)
LANEWISE_UNARY(Trunc, Tail, lib_trunc)
LANEWISE_UNARY(Ceil, CountedTail, lib_ceil)
LANEWISE_UNARY(Digamma, CountedTail, lib_digamma)
LANEWISE_UNARY(Floor, CountedTail, lib_floor)
LANEWISE_UNARY(Lgamma, CountedTail, lib_lgamma)
LANEWISE_UNARY(Round, CountedTail, lib_round)
LANEWISE_UNARY_WITH(Atan, AtanConfig, defaultAtanConfig, lib_atan)
LANEWISE_UNARY_WITH(Cos, CosConfig, defaultCosConfig, lib_cos)
LANEWISE_UNARY_WITH(Erf, ErfConfig, defaultErfConfig, lib_erf)
LANEWISE_UNARY_WITH(Sin, SinConfig, defaultSinConfig, lib_sin)
LANEWISE_UNARY_WITH(Tanh, TanhConfig, DEFAULT_TANH_CONFIG, lib_tanh)

// Also for 64-bit integers.
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
LANEWISE_API void Sign(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const Tail&... tail) {
    lanewise::library::map(lanewise::Opcode::lib_sign_, lanewise::library::count_in(srcTensor, tail...), 0, dstTensor,
                           srcTensor);
}

// The level has no default, which tells this Exp from the instruction. Few terms leave their mark, eight or more do not.
template <class T, std::uint8_t taylorExpandLevel, bool isReuseSource = false, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
LANEWISE_API void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const Tail&... tail) {
    LANEWISE_REAL(Exp, T);
    lanewise::library::map(lanewise::Opcode::lib_exp_, lanewise::library::count_in(srcLocal, tail...), 0, dstLocal,
                           srcLocal, static_cast<double>(taylorExpandLevel));
}

template <RintConfig config = DEFAULT_RINT_CONFIG, class T, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
LANEWISE_API void Rint(const LocalTensor<T>& dst, const LocalTensor<T>& src, const Tail&... tail) {
    LANEWISE_ONLY_3510(Rint, T);
    lanewise::library::map(lanewise::Opcode::lib_rint_, lanewise::library::count_in(src, tail...), 0, dst, src);
}

template <SinCosConfig config = DEFAULT_SINCOS_CONFIG, class T, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
LANEWISE_API void SinCos(const LocalTensor<T>& dst0, const LocalTensor<T>& dst1, const LocalTensor<T>& src,
                         const Tail&... tail) {
    LANEWISE_ONLY_3510(SinCos, T);
    lanewise::library::macro(lanewise::Opcode::lib_sin_cos_, dst0, dst1, src)
        .issue_with(lanewise::library::count_in(src, tail...));
}

// The remainder with the sign of the dividend; exact whichever algorithm is chosen.
template <class T, bool isReuseSource = false, FmodConfig config = DEFAULT_FMOD_CONFIG, class... Tail>
    requires lanewise::library::Tail<Tail...>
LANEWISE_API void Fmod(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                       const LocalTensor<T>& src1Tensor, const Tail&... tail) {
    LANEWISE_REAL(Fmod, T);
    lanewise::library::map(lanewise::Opcode::lib_fmod_, lanewise::library::count_in(src0Tensor, tail...), 0, dstTensor,
                           src0Tensor, src1Tensor);
}

template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
LANEWISE_API void Hypot(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                        const LocalTensor<T>& src1Tensor, const Tail&... tail) {
    LANEWISE_ONLY_3510(Hypot, T);
    lanewise::library::map(lanewise::Opcode::lib_hypot_, lanewise::library::count_in(src0Tensor, tail...), 0, dstTensor,
                           src0Tensor, src1Tensor);
}

// Fused: one rounding.
template <FmaConfig config = DEFAULT_FMA_CONFIG, class T, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
LANEWISE_API void Fma(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                      const LocalTensor<T>& src2, const Tail&... tail) {
    LANEWISE_ONLY_3510(Fma, T);
    lanewise::library::map(lanewise::Opcode::lib_fma_, lanewise::library::count_in(src0, tail...), 0, dst, src0, src1,
                           src2);
}

// dst += src * scalar: the product is rounded to float, then the sum. The scratch tells it from the instruction.
template <class T, class U, bool isReuseSource = false>
LANEWISE_API void Axpy(const LocalTensor<T>& dstTensor, const LocalTensor<U>& srcTensor,
                       const lanewise::plain_t<U> scalarValue, const LocalTensor<std::uint8_t>&,
                       const std::uint32_t calCount) {
    LANEWISE_REAL(Axpy, T);
    lanewise::library::macro(lanewise::Opcode::lib_axpy_, dstTensor, srcTensor)
        .issue_with(calCount, 0, 0, lanewise::library::real_bits(scalarValue), 0);
}

#define LANEWISE_LIMIT(Name, record)                                                                                  \
    template <class T, bool isReuseSource = false>                                                                    \
    LANEWISE_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                          \
                           const lanewise::plain_t<T> scalar, const std::uint32_t calCount) {                         \
        lanewise::library::map(lanewise::Opcode::record##_, calCount, 0, dstTensor, srcTensor, scalar);               \
    }                                                                                                                 \
    template <class T, bool isReuseSource = false>                                                                    \
    LANEWISE_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                          \
                           const LocalTensor<std::uint8_t>&, const lanewise::plain_t<T> scalar,                       \
                           const std::uint32_t calCount) {                                                            \
        lanewise::library::map(lanewise::Opcode::record##_, calCount, 0, dstTensor, srcTensor, scalar);               \
    }
LANEWISE_LIMIT(ClampMax, lib_clamp_max)
LANEWISE_LIMIT(ClampMin, lib_clamp_min)
#undef LANEWISE_LIMIT

}  // namespace AscendC

#undef LANEWISE_UNARY_WITH
