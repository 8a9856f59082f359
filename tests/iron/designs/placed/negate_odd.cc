#include <aie_api/aie.hpp>

extern "C" void negate_odd(int8_t* __restrict in, int8_t* __restrict out, int32_t n) {
    event0();
    auto x = aie::begin_vector<32>(in);
    auto y = aie::begin_vector<32>(out);
    for (int i = 0; i < n / 32; i++) {
        aie::vector<int8, 32> v = aie::neg(*x++);
        v |= aie::broadcast<int8, 32>(1);
        *y++ = v;
    }
    event1();
}
