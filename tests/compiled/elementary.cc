// Every function of AI Engines that a mathematical library has, too.
#include <adf.h>
#include <aie_api/aie.hpp>

#if __AIE_ARCH__ >= 20
#include "lut_based_ops.h"
#endif

void elementary(const float* __restrict in, float* __restrict out, const int32* __restrict phases, int16* __restrict angles) {
    aie::vector<float, 8> v = aie::load_v<8>(in);
    v = aie::inv(aie::sqrt(aie::invsqrt(v)));
    aie::store_v(angles, aie::sin(aie::load_v<8>(phases)));
    aie::store_v(angles + 8, aie::cos(aie::load_v<8>(phases)));
#if __AIE_ARCH__ == 10
    v = aie::sin(aie::cos(v));
    *out = aie::sincos(v.get(0)).first;
#else
    aie::vector<bfloat16, 16> b = aie::broadcast<bfloat16, 16>(in[0]);
    b = getTanhBf16(getSigmoidBf16(getSiluBf16(getGeluBf16(getSqrtBf16(getRsqrtBf16(b))))));
    b = aie::to_vector<bfloat16>(getExpBf16(b));
    *out = static_cast<float>(b.get(0)) + static_cast<float>(getInvBf16(in[1]));
#endif
    aie::store_v(out + 8, v);
}
