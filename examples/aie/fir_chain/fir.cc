#include "fir.h"

#include <aie_api/aie.hpp>

alignas(32) static const int16 coefficients[taps] = {-120, 310, -540, 980, -1500, 2600, 7200, 15000,
                                                     15000, 7200, 2600, -1500, 980, -540, 310, -120};

void fir(adf::input_buffer<int16, adf::extents<adf::inherited_extent>, adf::margin<taps>>& in,
         adf::output_buffer<int16>& out) {
    aie::set_rounding(aie::rounding_mode::symmetric_inf);
    aie::set_saturation(aie::saturation_mode::saturate);
    const int16* x = in.base();  // the margin comes first
    auto y = aie::begin_vector<16>(out);
    for (unsigned n = 0; n < out.size(); n += 16) {
        aie::accum<acc48, 16> sum = aie::zeros<acc48, 16>();
        for (unsigned k = 0; k < taps; ++k)
            sum = aie::mac(sum, aie::load_unaligned_v<16>(x + n + 1 + k), coefficients[k]);
        *y++ = sum.to_vector<int16>(15);
    }
}
