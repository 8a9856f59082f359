#include <aie_api/aie.hpp>

// y = (x * gain) >> 4, 32 lanes at a time.
void scale(const int16* __restrict x, int16* __restrict y, int16 gain, int32 n)
{
    for (int i = 0; i < n; i += 32) {
        const aie::vector<int16, 32> v = aie::load_v<32>(x + i);
        const aie::accum<acc32, 32> sums = aie::mul(v, gain);
        aie::store_v(y + i, sums.to_vector<int16>(4));
    }
}
