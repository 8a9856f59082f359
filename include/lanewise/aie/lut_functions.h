// Functions that the second generation computes from tables which kernels link in. Here they are correctly rounded to
// float (policy elementary); exp and the like give accumulators, the others bfloat16.
#pragma once

#include "lanewise/aie/operations.h"

namespace lanewise::aie {

template <class F>
::aie::accum<accfloat, 16> table_accum(const ::aie::vector<bfloat16, 16>& v, F f) {
    ::aie::accum<accfloat, 16> out;
    for (unsigned i = 0; i < 16; ++i) out.lane(i) = by_double(v.lane(i), f);
    return out;
}

}  // namespace lanewise::aie

inline aie::accum<accfloat, 16> getExpBf16(const aie::vector<bfloat16, 16>& v) {
    return lanewise::aie::table_accum(v, [](double x) { return lanewise::aie::elementary::exp(x); });
}
inline aie::vector<bfloat16, 16> getTanhBf16(const aie::vector<bfloat16, 16>& v) { return aie::tanh(v); }
inline aie::vector<bfloat16, 16> getRsqrtBf16(const aie::vector<bfloat16, 16>& v) { return aie::invsqrt(v); }
inline aie::vector<bfloat16, 16> getSqrtBf16(const aie::vector<bfloat16, 16>& v) { return aie::sqrt(v); }
inline bfloat16 getInvBf16(float x) { return aie::inv(x); }
inline aie::vector<bfloat16, 16> getSigmoidBf16(const aie::vector<bfloat16, 16>& v) {
    return lanewise::aie::each_by_double<bfloat16>(v, [](double x) { return lanewise::aie::elementary::sigmoid(x); });
}
inline aie::vector<bfloat16, 16> getSiluBf16(const aie::vector<bfloat16, 16>& v) {
    return lanewise::aie::each_by_double<bfloat16>(v, [](double x) { return lanewise::aie::elementary::silu(x); });
}
inline aie::vector<bfloat16, 16> getGeluBf16(const aie::vector<bfloat16, 16>& v) {
    return lanewise::aie::each_by_double<bfloat16>(v, [](double x) { return lanewise::aie::elementary::gelu_erf(x); });
}

// What the library behind these functions is made of.
template <class Index, class Out>
void load_lut_2x_int8(const void*, const void*, const Index&, Out&, Out&) {
    throw lanewise::aie::fault("lookup_registers");
}
