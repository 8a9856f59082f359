// A filter of 16 taps on two cores: each has half of the taps, and partial sums cross the cascade unrounded.
#include <adf.h>
#include <aie_api/aie.hpp>
#include <aie_api/aie_adf.hpp>

constexpr unsigned LANES = 8, TAPS = 8;

void fir_first(const int16* x, const int16* taps, output_cascade<acc48>* partial, int n)
{
    const aie::vector<int16, TAPS> c = aie::load_v<TAPS>(taps);
    for (int i = 0; i < n; i += LANES) {
        const aie::vector<int16, 2 * LANES> data = aie::load_unaligned_v<2 * LANES>(x + i);
        writeincr(partial, aie::sliding_mul<LANES, TAPS>(c, 0, data, 0));
    }
}

void fir_second(const int16* x, const int16* taps, input_cascade<acc48>* partial, int16* y, int n)
{
    const aie::vector<int16, TAPS> c = aie::load_v<TAPS>(taps);
    for (int i = 0; i < n; i += LANES) {
        const aie::vector<int16, 2 * LANES> data = aie::load_unaligned_v<2 * LANES>(x + i + TAPS);
        aie::accum<acc48, LANES> acc = readincr_v<LANES>(partial);
        acc = aie::sliding_mac<LANES, TAPS>(acc, c, 0, data, 0);
        aie::store_v(y + i, acc.to_vector<int16>(SHIFT));
    }
}
