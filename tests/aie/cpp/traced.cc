// What a kernel asks for, told one by one.
#include <aie_api/aie.hpp>

void filter(int16* x, int16* t, int16* y, int32 n) {
    const aie::vector<int16, 16> taps = aie::load_v<16>(t);
    auto in = aie::begin_vector<16>(x);
    auto out = aie::begin_vector<16>(y);
    for (int i = 0; i < n / 16; ++i) {
        auto acc = aie::mul(*in++, taps);
        acc = aie::mac(acc, taps, 3);
        *out++ = aie::add(acc.to_vector<int16>(2), taps);
    }
}
void tile(int8* a, int8* b, int32* c) {
    aie::mmul<4, 8, 8, int8, int8> m;
    m.mul(aie::load_v<32>(a), aie::load_v<64>(b));
    aie::store_v(c, m.to_vector<int32>());
}
void too_far(int16* x, int16* y) {
    auto out = aie::begin_vector<16>(y);
    *out++ = aie::load_v<16>(x);
    *out++ = aie::load_v<16>(x);
}
void ramp(cint16* out) { aie::store_v(out, aie::iota<cint16, 8>({1, 0}, {1, -2})); }
void halve(int16* x, int16* out) { aie::store_v(out, aie::filter_even(aie::load_v<16>(x), {2})); }
#if __AIE_ARCH__ == 10
void antisym(cint16* x, cint16* y, int32* z, cint16* out) {
    const v16cint16 a = *(v16cint16*)x, b = *(v16cint16*)y;
    const v8int32 c = *(v8int32*)z;
    *(v8cint16*)out = srs(mul8_antisym(a, 0, 0x76543210, b, 0, false, c, 0, 0x76543210), 0);
}
#endif
