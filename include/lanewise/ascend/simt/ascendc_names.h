// The names that functions of threads had before: AscendC::Simt.
#pragma once

#include "lanewise/ascend/print.h"
#include "lanewise/ascend/simt/bessel.h"
#include "lanewise/ascend/simt/call.h"
#include "lanewise/ascend/simt/convert.h"
#include "lanewise/ascend/simt/halves.h"
#include "lanewise/ascend/simt/integers.h"
#include "lanewise/ascend/simt/math.h"
#include "lanewise/ascend/simt/memory.h"

namespace AscendC::Simt {

using Dim3 = ::dim3;
using ::asc_vf_call;  // VF_CALL is a macro of that name
using AscendC::PRINTF;
using AscendC::printf;

template <int dimension = 0>
LANEWISE_API std::uint32_t GetThreadIdx() { return dimension == 0 ? threadIdx.x : dimension == 1 ? threadIdx.y : threadIdx.z; }
template <int dimension = 0>
LANEWISE_API std::uint32_t GetThreadNum() { return dimension == 0 ? blockDim.x : dimension == 1 ? blockDim.y : blockDim.z; }
LANEWISE_API std::uint32_t GetBlockIdx() { return blockIdx.x; }
LANEWISE_API std::uint32_t GetBlockNum() { return gridDim.x; }
LANEWISE_API std::int32_t GetWarpSize() { return 32; }
LANEWISE_API void ThreadBarrier(LANEWISE_HERE) { asc_syncthreads(lanewise_here); }
LANEWISE_API void ThreadFence() {}

// (high half of n * magic + n) >> shift, with the sum as it fits into T.
template <class T>
LANEWISE_API T UintDiv(T dividend, T magic, T shift) {
    static_assert(std::is_unsigned_v<T> && (sizeof(T) == 4 || sizeof(T) == 8), "UintDiv takes uint32_t and uint64_t");
    if constexpr (sizeof(T) == 4) return static_cast<T>(__umulhi(dividend, magic) + dividend) >> shift;
    else return static_cast<T>(__umul64hi(dividend, magic) + dividend) >> shift;
}

#define LANEWISE_ATOMIC(theirs, ours)                                                                                                            \
    template <class P>                                                                                                                           \
    LANEWISE_API auto theirs(P* address, std::type_identity_t<std::remove_cv_t<P>> value) { return lanewise::simt::asc_atomic_##ours(address, value); }
LANEWISE_ATOMIC(AtomicAdd, add)
LANEWISE_ATOMIC(AtomicSub, sub)
LANEWISE_ATOMIC(AtomicExch, exch)
LANEWISE_ATOMIC(AtomicMax, max)
LANEWISE_ATOMIC(AtomicMin, min)
LANEWISE_ATOMIC(AtomicInc, inc)
LANEWISE_ATOMIC(AtomicDec, dec)
LANEWISE_ATOMIC(AtomicAnd, and)
LANEWISE_ATOMIC(AtomicOr, or)
LANEWISE_ATOMIC(AtomicXor, xor)
#undef LANEWISE_ATOMIC
template <class P>
LANEWISE_API auto AtomicCas(P* address, std::type_identity_t<std::remove_cv_t<P>> compare, std::type_identity_t<std::remove_cv_t<P>> value) {
    return lanewise::simt::asc_atomic_cas(address, compare, value);
}

LANEWISE_API std::int32_t WarpAllSync(std::int32_t predicate, LANEWISE_HERE) { return asc_all(predicate, lanewise_here); }
LANEWISE_API std::int32_t WarpAnySync(std::int32_t predicate, LANEWISE_HERE) { return asc_any(predicate, lanewise_here); }
LANEWISE_API std::uint32_t WarpBallotSync(std::int32_t predicate, LANEWISE_HERE) { return asc_ballot(predicate, lanewise_here); }
LANEWISE_API std::uint32_t WarpActiveMask(LANEWISE_HERE) { return asc_activemask(lanewise_here); }
template <class T>
LANEWISE_API T WarpShflSync(T value, std::int32_t lane, std::int32_t width = 32, LANEWISE_HERE) { return asc_shfl(value, lane, width, lanewise_here); }
template <class T>
LANEWISE_API T WarpShflUpSync(T value, std::uint32_t delta, std::int32_t width = 32, LANEWISE_HERE) { return asc_shfl_up(value, delta, width, lanewise_here); }
template <class T>
LANEWISE_API T WarpShflDownSync(T value, std::uint32_t delta, std::int32_t width = 32, LANEWISE_HERE) { return asc_shfl_down(value, delta, width, lanewise_here); }
template <class T>
LANEWISE_API T WarpShflXorSync(T value, std::int32_t mask, std::int32_t width = 32, LANEWISE_HERE) { return asc_shfl_xor(value, mask, width, lanewise_here); }
template <class T>
LANEWISE_API T WarpReduceAddSync(T value, LANEWISE_HERE) { return asc_reduce_add(value, lanewise_here); }
template <class T>
LANEWISE_API T WarpReduceMaxSync(T value, LANEWISE_HERE) { return asc_reduce_max(value, lanewise_here); }
template <class T>
LANEWISE_API T WarpReduceMinSync(T value, LANEWISE_HERE) { return asc_reduce_min(value, lanewise_here); }
// Whether the answer is the same on all active lanes.
LANEWISE_API std::int32_t Uni(std::int32_t predicate, LANEWISE_HERE) {
    const lw_met met = lanewise::simt::meet(predicate != 0, lanewise_here);
    std::uint32_t yes = 0;
    for (std::uint32_t i = 0; i < 32; ++i) yes |= static_cast<std::uint32_t>(met.values[i] & 1) << i;
    yes &= met.active;
    return !yes || yes == met.active;
}

#define LANEWISE_OLDER_1(theirs, ours) LANEWISE_API float theirs(float x) { return lanewise::simt::ours(x); }
LANEWISE_OLDER_1(Tan, tanf) LANEWISE_OLDER_1(Tanh, tanhf) LANEWISE_OLDER_1(Tanpi, tanpif) LANEWISE_OLDER_1(Atan, atanf) LANEWISE_OLDER_1(Atanh, atanhf)
LANEWISE_OLDER_1(Cos, cosf) LANEWISE_OLDER_1(Cosh, coshf) LANEWISE_OLDER_1(Cospi, cospif) LANEWISE_OLDER_1(Asin, asinf) LANEWISE_OLDER_1(Acos, acosf)
LANEWISE_OLDER_1(Acosh, acoshf) LANEWISE_OLDER_1(Sin, sinf) LANEWISE_OLDER_1(Sinh, sinhf) LANEWISE_OLDER_1(Sinpi, sinpif) LANEWISE_OLDER_1(Asinh, asinhf)
LANEWISE_OLDER_1(Exp, expf) LANEWISE_OLDER_1(Exp2, exp2f) LANEWISE_OLDER_1(Exp10, exp10f) LANEWISE_OLDER_1(Expm1, expm1f) LANEWISE_OLDER_1(Sqrt, sqrtf)
LANEWISE_OLDER_1(Rsqrt, rsqrtf) LANEWISE_OLDER_1(Log, logf) LANEWISE_OLDER_1(Log2, log2f) LANEWISE_OLDER_1(Log10, log10f) LANEWISE_OLDER_1(Log1p, log1pf)
LANEWISE_OLDER_1(Logb, logbf) LANEWISE_OLDER_1(Cbrt, cbrtf) LANEWISE_OLDER_1(Rcbrt, rcbrtf) LANEWISE_OLDER_1(Erf, erff) LANEWISE_OLDER_1(Erfc, erfcf)
LANEWISE_OLDER_1(Erfinv, erfinvf) LANEWISE_OLDER_1(Erfcinv, erfcinvf) LANEWISE_OLDER_1(Erfcx, erfcxf) LANEWISE_OLDER_1(Tgamma, tgammaf)
LANEWISE_OLDER_1(Lgamma, lgammaf) LANEWISE_OLDER_1(Normcdf, normcdff) LANEWISE_OLDER_1(NearbyInt, nearbyintf) LANEWISE_OLDER_1(J0, j0f) LANEWISE_OLDER_1(J1, j1f)
LANEWISE_OLDER_1(Y0, y0f) LANEWISE_OLDER_1(Y1, y1f) LANEWISE_OLDER_1(CylBesselI0, cyl_bessel_i0f) LANEWISE_OLDER_1(CylBesselI1, cyl_bessel_i1f)
#undef LANEWISE_OLDER_1
#define LANEWISE_OLDER_2(theirs, ours) LANEWISE_API float theirs(float x, float y) { return lanewise::simt::ours(x, y); }
LANEWISE_OLDER_2(Atan2, atan2f) LANEWISE_OLDER_2(Hypot, hypotf) LANEWISE_OLDER_2(Rhypot, rhypotf) LANEWISE_OLDER_2(Pow, powf) LANEWISE_OLDER_2(Fdim, fdimf)
LANEWISE_OLDER_2(Mod, fmodf) LANEWISE_OLDER_2(Remainder, remainderf) LANEWISE_OLDER_2(CopySign, copysignf) LANEWISE_OLDER_2(NextAfter, nextafterf)
#undef LANEWISE_OLDER_2
LANEWISE_API float Jn(int n, float x) { return lanewise::simt::jnf(n, x); }
LANEWISE_API float Yn(int n, float x) { return lanewise::simt::ynf(n, x); }
LANEWISE_API void Sincos(float x, float& sine, float& cosine) { lanewise::simt::sincosf(x, &sine, &cosine); }
LANEWISE_API void Sincospi(float x, float& sine, float& cosine) { lanewise::simt::sincospif(x, &sine, &cosine); }
LANEWISE_API float Frexp(float x, int& exponent) { return lanewise::simt::frexpf(x, &exponent); }
LANEWISE_API float Ldexp(float x, int exponent) { return lanewise::simt::ldexpf(x, exponent); }
LANEWISE_API float ScaLbn(float x, int exponent) { return lanewise::simt::scalbnf(x, exponent); }
LANEWISE_API int Ilogb(float x) { return lanewise::simt::ilogbf(x); }
LANEWISE_API float RemQuo(float x, float y, int* quotient) { return lanewise::simt::remquof(x, y, quotient); }
LANEWISE_API float Norm3d(float x, float y, float z) { return lanewise::simt::norm3df(x, y, z); }
LANEWISE_API float Rnorm3d(float x, float y, float z) { return lanewise::simt::rnorm3df(x, y, z); }
LANEWISE_API float Norm4d(float x, float y, float z, float w) { return lanewise::simt::norm4df(x, y, z, w); }
LANEWISE_API float Rnorm4d(float x, float y, float z, float w) { return lanewise::simt::rnorm4df(x, y, z, w); }
LANEWISE_API float Norm(int n, const float* a) { return lanewise::simt::normf(n, a); }
LANEWISE_API float Rnorm(int n, const float* a) { return lanewise::simt::rnormf(n, a); }

#define LANEWISE_OLDER_ROUND(theirs, mode) \
    template <class T>                     \
    LANEWISE_API T theirs(T x) { return lanewise::simt::to_whole<T, lanewise::simt::mode>(x); }
LANEWISE_OLDER_ROUND(Round, rna) LANEWISE_OLDER_ROUND(Rint, rn) LANEWISE_OLDER_ROUND(Floor, rd) LANEWISE_OLDER_ROUND(Ceil, ru) LANEWISE_OLDER_ROUND(Trunc, rz)
#undef LANEWISE_OLDER_ROUND
template <class T>
LANEWISE_API T Abs(T x) { return x < T(0) ? static_cast<T>(-x) : x == T(0) ? T(0) : x; }
template <class T>
LANEWISE_API T Fma(T x, T y, T z) {
    if constexpr (std::is_same_v<T, float>) return lanewise::simt::fmaf(x, y, z);
    else return __hfma(x, y, z);
}
template <class T>
LANEWISE_API T Max(T x, T y) { return lanewise::simt::larger_of(x, y); }
template <class T>
LANEWISE_API T Min(T x, T y) { return lanewise::simt::smaller_of(x, y); }
template <class T>
LANEWISE_API bool IsNan(T x) { return lanewise::simt::isnan(x); }
template <class T>
LANEWISE_API bool IsInf(T x) { return lanewise::simt::isinf(x); }
template <class T>
LANEWISE_API bool IsFinite(T x) { return lanewise::simt::isfinite(x); }
template <class T>
LANEWISE_API auto Brev(T x) { return __brev(x); }
template <class T>
LANEWISE_API auto Clz(T x) { return __clz(x); }
template <class T>
LANEWISE_API auto Popc(T x) { return __popc(x); }
template <class T>
LANEWISE_API auto Ffs(T x) { return __ffs(x); }
LANEWISE_API unsigned int BytePerm(unsigned int x, unsigned int y, unsigned int selector) { return __byte_perm(x, y, selector); }
LANEWISE_API int MulHi(int x, int y) { return __mulhi(x, y); }
LANEWISE_API unsigned int MulHi(unsigned int x, unsigned int y) { return __umulhi(x, y); }
LANEWISE_API long long MulHi(long long x, long long y) { return __mul64hi(x, y); }
LANEWISE_API unsigned long long MulHi(unsigned long long x, unsigned long long y) { return __umul64hi(x, y); }

enum class SatMode { NO_SAT, SAT };
template <class To, class From, RoundMode mode, SatMode saturates = SatMode::NO_SAT>
LANEWISE_API To Cast(From x) {
    constexpr auto rounding = static_cast<lanewise::simt::Rounding>(mode == RoundMode::CAST_NONE ? static_cast<int>(RoundMode::CAST_RINT) : static_cast<int>(mode));
    return lanewise::simt::converted<To, rounding, saturates == SatMode::SAT>(x);
}

}  // namespace AscendC::Simt
