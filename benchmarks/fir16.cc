// A filter of 16 taps, 16 lanes at a time. n is a multiple of 16.
#include <aie_api/aie.hpp>

extern "C" void fir16(const int16 *x, const int16 *taps, int16 *y, int n, int shift)
{
    aie::set_rounding(aie::rounding_mode::conv_even);
    aie::set_saturation(aie::saturation_mode::saturate);
    const aie::vector<int16, 16> coefficients = aie::load_v<16>(taps);
    aie::vector<int16, 32> data;
    data.insert(0, aie::load_v<16>(x));
    for (int i = 0; i < n; i += 16) {
        data.insert(1, aie::load_v<16>(x + i + 16));
        auto acc = aie::sliding_mul<16, 16>(coefficients, 0, data, 0);
        aie::store_v(y + i, acc.to_vector<int16>(shift));
        data.insert(0, data.extract<16>(1));
    }
}
