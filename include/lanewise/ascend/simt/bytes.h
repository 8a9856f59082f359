// Pairs of floats of eight and four bits: storage, and conversions by name.
#pragma once

#include "lanewise/ascend/simt/convert.h"

#define LANEWISE_PAIR_OF_BYTES(Pair, One) \
    struct alignas(2) Pair { One x, y; };
LANEWISE_PAIR_OF_BYTES(hifloat8x2_t, hifloat8_t)
LANEWISE_PAIR_OF_BYTES(float8_e4m3x2_t, fp8_e4m3fn_t)
LANEWISE_PAIR_OF_BYTES(float8_e5m2x2_t, fp8_e5m2_t)
#undef LANEWISE_PAIR_OF_BYTES
using float8_e4m3_t = fp8_e4m3fn_t;
using float8_e5m2_t = fp8_e5m2_t;
using float4_e2m1x2_t = fp4x2_e2m1_t;
using float4_e1m2x2_t = fp4x2_e1m2_t;

#if LANEWISE_HAS_SMALL_FLOATS
// rh: hybrid rounding, as instructions of that name round (policy hifloat8_hybrid).
#define LANEWISE_HIF8(source, Source, T)                                                                                                              \
    LANEWISE_API hifloat8x2_t __##source##2hif82_rna(Source v) {                                                                                      \
        return {lanewise::simt::converted<hifloat8_t, lanewise::simt::rna, false>(v.x), lanewise::simt::converted<hifloat8_t, lanewise::simt::rna, false>(v.y)}; \
    }                                                                                                                                                 \
    LANEWISE_API hifloat8x2_t __##source##2hif82_rna_sat(Source v) {                                                                                  \
        return {lanewise::simt::converted<hifloat8_t, lanewise::simt::rna, true>(v.x), lanewise::simt::converted<hifloat8_t, lanewise::simt::rna, true>(v.y)};   \
    }                                                                                                                                                 \
    LANEWISE_API hifloat8x2_t __##source##2hif82_rh(Source v) {                                                                                       \
        return {lanewise::simt::converted<hifloat8_t, lanewise::simt::rh, false>(v.x), lanewise::simt::converted<hifloat8_t, lanewise::simt::rh, false>(v.y)};   \
    }                                                                                                                                                 \
    LANEWISE_API hifloat8x2_t __##source##2hif82_rh_sat(Source v) {                                                                                   \
        return {lanewise::simt::converted<hifloat8_t, lanewise::simt::rh, true>(v.x), lanewise::simt::converted<hifloat8_t, lanewise::simt::rh, true>(v.y)};     \
    }
LANEWISE_HIF8(float2, float2, float)
LANEWISE_HIF8(half2, half2, half)
#undef LANEWISE_HIF8
LANEWISE_API float2 __hif822float2(hifloat8x2_t v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }
LANEWISE_API half2 __hif822half2(hifloat8x2_t v) { return {half(static_cast<float>(v.x)), half(static_cast<float>(v.y))}; }
LANEWISE_API float2 __e4m3x22float2(float8_e4m3x2_t v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }
LANEWISE_API float2 __e5m2x22float2(float8_e5m2x2_t v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

enum __asc_saturation_t { __ASC_NOSAT, __ASC_SATFINITE };
enum __asc_fp8_interpretation_t { __ASC_E4M3, __ASC_E5M2 };
using __asc_fp8x2_storage_t = unsigned short;

namespace lanewise::simt {

template <class To>
LANEWISE_API __asc_fp8x2_storage_t two_bytes(float2 v, bool saturates) {
    const auto bits = [&](float one) -> unsigned int {
        return (saturates ? converted<To, rn, true>(one) : converted<To, rn, false>(one)).lanewise_bits;
    };
    return static_cast<__asc_fp8x2_storage_t>(bits(v.x) | bits(v.y) << 8);
}

}  // namespace lanewise::simt

LANEWISE_API __asc_fp8x2_storage_t __asc_cvt_float2_to_fp8x2(float2 v, __asc_saturation_t saturate, __asc_fp8_interpretation_t interpretation) {
    const bool saturates = saturate == __ASC_SATFINITE;
    return interpretation == __ASC_E4M3 ? lanewise::simt::two_bytes<fp8_e4m3fn_t>(v, saturates) : lanewise::simt::two_bytes<fp8_e5m2_t>(v, saturates);
}
#endif
