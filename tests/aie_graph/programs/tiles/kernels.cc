#include "kernels.h"

#include <aie_api/aie.hpp>
#include <aie_api/aie_adf.hpp>

// One sum for each line of 8.
void sums(adf::input_buffer<int16>& in, adf::output_buffer<int32>& out) {
    auto x = aie::begin_vector<16>(in);
    for (unsigned i = 0; i < out.size(); i += 2, ++x) {
        int32 both[2] = {0, 0};
        for (unsigned k = 0; k < 16; ++k) both[k / 8] += (*x)[k];
        out[i] = both[0];
        out[i + 1] = both[1];
    }
}

// Half of a product of 4x16 by 16x8 numbers, which came as tiles of 4x8 and 8x8.
using product = aie::mmul<4, 8, 8, int8, int8, acc32>;
void times(adf::input_buffer<int8>& a, adf::input_buffer<int8>& b, output_cascade<acc32>* out) {
    product c;
    c.mul(aie::load_v<32>(a.data()), aie::load_v<64>(b.data()));
    writeincr(out, c.to_accum());
}
void times_more(adf::input_buffer<int8>& a, adf::input_buffer<int8>& b, input_cascade<acc32>* before, adf::output_buffer<int32>& out) {
    product c(readincr_v<32>(before));
    c.mac(aie::load_v<32>(a.data()), aie::load_v<64>(b.data()));
    aie::store_v(out.data(), c.to_vector<int32>(0));
}

// The sum of three lines of six, around each sample of four.
void blur(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out) {
    for (int i = 0; i < 4; ++i) {
        out[i] = 0;
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 3; ++x) out[i] += in[6 * y + i + x];
    }
}
