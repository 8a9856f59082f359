// Names that older kernels use, and rarer ones.
#include <adf.h>
#include <aie_api/aie.hpp>

void beats(input_stream_cint16 *in, output_stream_cint16 *out) {
    v4cint16 a = getc_wss(0);
    v4cint16 b = READINCRW(WSS_rsrc1, in);
    WRITEINCRW(WMS_rsrc1, out, b);
    writeincr(out, a);
    cint16 one = getc_ss(0);
    WRITEINCR(MS_rsrc1, out, conj(one));
    put_ms(0, aie::conj(as_cint16(READINCR(SS_rsrc1, in).real)));
}

void lanes(float *x, float *y, int32 *z) {
    v16float v = *(v16float *)x;
    *(v8float *)y = fpshuffle(v, 1, 0x01234567);
    *(v8float *)(y + 8) = fpselect(0x0F, v, 0, 0x76543210, 8, 0x76543210);
    *(v8int32 *)z = fix(ext_w0(v), 4);
    *(v8int32 *)(z + 8) = fsrs(aie::accum<accfloat, 8>(ext_w1(v)), -3);
    *(v8int32 *)(z + 16) = aie::to_fixed(aie::accum<accfloat, 8>(ext_w1(v)), 2);
}

void turned(cfloat *x, cfloat *z, cfloat *y) {
    v8cfloat a = *(v8cfloat *)x;
    v4cfloat b = *(v4cfloat *)z, none = null_v4cfloat();
    *(v4cfloat *)y = fpmac_conf(none, a, 0, 0x3210, b, 0, 0x3210, false, false, fpadd_mixadd, 0);
    *(v4cfloat *)(y + 4) = fpmul_conf(a, 4, 0x3210, b, 0, 0x3210, true, false, fpadd_sub, 0);
}

void halves(int16 *x, int16 *y, int32 *at) {
    v16acc48 acc = ups(*(v16int16 *)x, 2);
    *(v16int16 *)y = srsI(acc, 2);
    int16 *p = cyclic_add(x + 14, 5, x, 16);
    at[0] = p - x;
    at[1] = cyclic_add(10, -4, 8, 8);
    v16int16 w = insert(*(v16int16 *)x, 3, 99);
    *(v16int16 *)(y + 16) = w;
}

void unit_tap(int16 *taps, int16 *x, int32 *y) {
    auto acc = aie::sliding_mul_sym_uct<16, 8>(aie::load_v<16>(taps), 0, aie::load_v<32>(x), 1, 6);
    aie::store_v(y, acc.to_vector<int32>(0));
    aie::utils::unroll_for<unsigned, 4>([&](unsigned i) { y[i] += 1; });
}

// A second-order section on float accumulators, with the names of both kinds mixed; the last two results are its state.
void section(float *x, float *c, float *y) {
    aie::vector<float, 8> coeff = aie::load_v<8>(c);
    aie::vector<float, 16> data = aie::load_v<16>(x);
    aie::accum<accfloat, 8> acc = fpmul(data, 2, 0x76543210, coeff, 0, 0x00000000);
    acc = fpmac(acc, data, 1, 0x76543210, coeff, 1, 0x00000000);
    acc = aie::mac(acc, coeff[2], data.extract<8>(0));
    v8float plain = fpadd(acc, acc.to_native());
    y[8] = ext_elem(acc, 3);
    aie::store_v(y, acc.to_vector<float>(0));
    y[9] = plain[0];
}
template <aie::Vector V>
int lanes_of(const V &) { return V::size(); }
int lanes_of_eight() { return lanes_of(aie::zeros<int32, 8>()) + aie::is_complex_v<cint16>; }

// A stream of accumulators is a cascade; what arrives goes straight into a sum.
void weigh_first(input_window<cint16> *x, output_stream<cacc48> *out) {
    for (int i = 0; i < 2; i++) {
        v8cint16 a = window_readincr_v<8>(x);
        put_mcd(mul4(a, 0, 0x3210, 4, a, 0, 0x0000, 1));
    }
}
void weigh_last(input_window<cint16> *x, input_stream<cacc48> *in, output_window<cint32> *y) {
    for (int i = 0; i < 2; i++) {
        v8cint16 a = window_readincr_v<8>(x);
        v4cacc48 acc = i ? mac4(get_scd(), a, 0, 0x3210, 4, a, 0, 0x0000, 1) : v4cacc48(readincr_v<4>(in));
        window_writeincr(y, lsrs(acc, 0));
    }
}
// The word of the sine unit, phases of any integer type, and numbers that are no floats.
void turned(cint16 *y, float *z, uint32 step) {
    for (uint32 i = 0; i < 8; i++) y[i] = as_cint16(sincos(i * step));
    y[8] = aie::sincos_complex(step);
    z[0] = aie::sqrt(16) + aie::inv(4.0) + aie::invsqrt(4u);
}
