#include "chain.h"

#include <aie_api/aie.hpp>

alignas(32) static const int16 taps[16] = {1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1};

// A filter that is applied four times, as a kernel that has something to do.
void filter(samples_with_past& in, samples_out& out) {
    const int16* x = in.data();
    int16* y = out.data();
    const aie::vector<int16, 16> t = aie::load_v<16>(taps);
    for (unsigned i = 0; i < block; i += 16) {
        aie::vector<int16, 32> v;
        v.insert(0, aie::load_v<16>(x + i));
        v.insert(1, aie::load_v<16>(x + i + 16));
        using products = aie::sliding_mul_ops<16, 16, 1, 1, 1, int16, int16, acc48>;
        auto sum = products::mul(t, 0, v, 1);
        for (int again = 0; again < 3; ++again) sum = products::mac(sum, t, 0, v, 1);
        aie::store_v(y + i, sum.to_vector<int16>(8));
    }
}

void pass(samples_in& in, samples_out& out) {
    for (unsigned i = 0; i < block; i += 32) aie::store_v(out.data() + i, aie::load_v<32>(in.data() + i));
}
