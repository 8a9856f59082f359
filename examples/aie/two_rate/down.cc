#include "rates.h"

void down(adf::input_buffer<int16, adf::extents<64>>& in, adf::output_buffer<int16>& out) {
    for (unsigned i = 0; i < out.size(); ++i) out[i] = static_cast<int16>((in[2 * i] + in[2 * i + 1]) >> 1);
}
