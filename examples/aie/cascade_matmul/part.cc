#include "part.h"

#include <aie_api/aie.hpp>

static aie::accum<acc48, columns> add_row(aie::accum<acc48, columns> sum, const int16* row, const int16* weights) {
    for (unsigned k = 0; k < inner; ++k) sum = aie::mac(sum, aie::load_unaligned_v<columns>(weights + k * columns), row[k]);
    return sum;
}

void first_half::run(adf::input_buffer<int16>& a, output_cascade<acc48>* sum) {
    for (unsigned row = 0; row < a.size() / inner; ++row)
        writeincr(sum, add_row(aie::zeros<acc48, columns>(), a.data() + row * inner, weights));
}

void second_half::run(adf::input_buffer<int16>& a, input_cascade<acc48>* sum, adf::output_buffer<int16>& c) {
    aie::set_rounding(aie::rounding_mode::conv_even);
    aie::set_saturation(aie::saturation_mode::saturate);
    for (unsigned row = 0; row < a.size() / inner; ++row) {
        const auto whole = add_row(readincr_v<columns>(sum), a.data() + row * inner, weights);
        aie::store_v(c.data() + row * columns, whole.to_vector<int16>(shift));
    }
}
