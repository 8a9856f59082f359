// The same functions in C++ and in Python.
#include <aie_api/aie.hpp>

#define EACH(name) \
    void each_##name(float *x, float *y, int n) { for (int i = 0; i < n; i += 8) aie::store_v(y + i, aie::name(aie::load_v<8>(x + i))); }
EACH(inv)
EACH(sqrt)
EACH(invsqrt)
EACH(tanh)
EACH(exp2)
EACH(sin)
EACH(cos)
void quotient(float *x, float *d, float *y) { aie::store_v(y, aie::div(aie::load_v<8>(x), aie::load_v<8>(d))); }
void phases(int32 *x, cint16 *y) { aie::store_v(y, aie::sincos_complex(aie::load_v<8>(x))); }

void by_sign(uint8 *x, int8 *y, int32 *z) {
    auto a = aie::load_v<16>(x);
    auto b = aie::load_v<16>(y);
    aie::store_v(z, aie::mul(aie::op_sign(a, true), aie::op_sign(b, false)).to_vector<int32>(0));
    aie::store_v(z + 16, aie::mul(a, b).to_vector<int32>(0));
}
void segments(int16 *x, int16 *table, int32 *y) {
    using table_type = aie::lut<1, int16, int16>;
    aie::linear_approx<int16, table_type> lines(table_type(16, table), 4, 8, 3);
    aie::store_v(y, lines.compute(aie::load_v<16>(x)).template to_vector<int32>(0));
}
void entries(int8 *x, int16 *table, int16 *near, int16 *low) {
    using table_type = aie::lut<1, int16>;
    aie::parallel_lookup<int8, table_type> ends(table_type(16, table), 2, 8);
    aie::parallel_lookup<int8, table_type, aie::lut_oor_policy::truncate> bits(table_type(16, table), 2, 8);
    aie::store_v(near, ends.fetch(aie::load_v<16>(x)));
    aie::store_v(low, bits.fetch(aie::load_v<16>(x)));
}
#if __AIE_ARCH__ == 10
void unit_tap(int16 *x, int16 *z, int32 *y, int32 *sliding) {
    v32int16 data = *(v32int16 *)x;
    v16int16 taps = *(v16int16 *)z;
    v16acc48 acc = mul8_sym_uct(data, 0, 0x03020100, 2, 0x2110, 6, 0x1201, 2, 5, taps, 0, 0, 1);
    acc = mac8_sym_uct(acc, data, 2, 0x03020100, 2, 0x2110, 8, 0x1201, 1, 3, taps, 4, 0, 1);
    *(v16int32 *)y = lsrs(acc, 0);
    auto s = aie::sliding_mul_sym_uct_ops<16, 8, 1, 1, 1, int16, int16>::mul_sym_uct(taps, 0, data, 1, 6);
    *(v16int32 *)sliding = lsrs(s, 0);
}
#endif

#if __AIE_ARCH__ >= 20
void words(int32 *x, uint32 *u, int32 *s, int saturation) {
    set_satmode(saturation);
    aie::accum<acc32, 16> acc;
    acc.from_vector(aie::load_v<16>(x));
    aie::store_v(u, acc.to_vector<uint32>(3));
    aie::store_v(s, acc.to_vector<int32>(3));
    clr_sat();
}
void nibbles(int32 *x, uint8 *y, uint32 *seen, int saturation) {
    set_satmode(saturation);
    lanewise::aie::core().status = 0;
    aie::accum<acc32, 32> acc;
    acc.from_vector(aie::load_v<32>(x));
    aie::store_v(y, acc.to_vector<int4>(1).cast_to<uint8>());
    aie::store_v(y + 16, acc.to_vector<uint4>(1).cast_to<uint8>());
    seen[0] = lanewise::aie::core().status & lanewise::aie::srs_saturated;
    clr_sat();
}
#endif
