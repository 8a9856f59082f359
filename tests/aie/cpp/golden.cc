// The published designs behind the golden data, as kernels.
#include <adf.h>
#include <aie_api/aie.hpp>

#if __AIE_ARCH__ == 10

// --- beamforming: eight products per lane on top of what arrives ---

static v8cacc48 beam(v8cacc48 acc, const cint16 *x, const cint16 *c)
{
    const v8cint16 z = *(const v8cint16 *)x;
    v4cacc48 lo = ext_lo(acc), hi = ext_hi(acc);
    for (int half = 0; half < 2; ++half) {
        const v32cint16 rows = *(const v32cint16 *)(c + 32 * half);  // four elements, eight lanes each
        lo = mac4(lo, rows, 0, 0x3210, 8, z, 4 * half, 0, 1);
        lo = mac4(lo, rows, 16, 0x3210, 8, z, 4 * half + 2, 0, 1);
        hi = mac4(hi, rows, 4, 0x3210, 8, z, 4 * half, 0, 1);
        hi = mac4(hi, rows, 20, 0x3210, 8, z, 4 * half + 2, 0, 1);
    }
    return upd_hi(upd_lo(acc, lo), hi);
}

extern "C" void beam_first(const cint16 *x, const cint16 *c, output_cascade<cacc48> *out, int steps)
{
    for (int t = 0; t < steps; ++t) {
        const v8cacc48 acc = beam(null_v8cacc48(), x + 8 * t, c);
        writeincr(out, ext_lo(acc));
        writeincr(out, ext_hi(acc));
    }
}

extern "C" void beam_middle(const cint16 *x, const cint16 *c, input_cascade<cacc48> *in, output_cascade<cacc48> *out, int steps)
{
    for (int t = 0; t < steps; ++t) {
        const v8cacc48 acc = beam(readincr_v<8>(in), x + 8 * t, c);
        writeincr(out, acc);
    }
}

extern "C" void beam_last(const cint16 *x, const cint16 *c, input_cascade<cacc48> *in, cint16 *y, int steps)
{
    set_rnd(rnd_sym_inf);
    set_sat();
    for (int t = 0; t < steps; ++t)
        *(v8cint16 *)(y + 8 * t) = srs(beam(readincr_v<8>(in), x + 8 * t, c), 17);
}

// --- 24 symmetric taps; the modes are those after reset ---

void fir24(adf::input_buffer<cint16, adf::extents<adf::inherited_extent>, adf::margin<24>> &in,
           adf::output_buffer<cint16> &out, const int16 (&taps)[16])
{
    const v16int16 z = *(const v16int16 *)taps;
    for (unsigned n = 0; n < out.size(); n += 4) {
        const v32cint16 x = *(const v32cint16 *)(in.base() + n);
        v4cacc48 acc = mul4_sym(x, 0, 0x3210, 1, 23, z, 0, 0, 1);
        acc = mac4_sym(acc, x, 4, 0x3210, 1, 19, z, 4, 0, 1);
        acc = mac4_sym(acc, x, 8, 0x3210, 1, 15, z, 8, 0, 1);
        *(v4cint16 *)(out.data() + n) = srs(acc, 9);
    }
}

// --- 29 taps, one in the middle ---

extern "C" void fir29(const cint16 *s, const int16 *half_taps, cint16 *y, int n)
{
    aie::set_rounding(aie::rounding_mode::positive_inf);
    aie::set_saturation(aie::saturation_mode::saturate);
    using ops = aie::sliding_mul_sym_ops<4, 29, 1, 1, 1, int16, cint16, cacc48>;
    const aie::vector<int16, 16> coeff = aie::load_v<16>(half_taps);
    for (int i = 0; i < n; i += 4) {
        const aie::vector<cint16, 32> data = aie::load_v<32>(s + i);
        aie::store_v(y + i, ops::mul_sym(coeff, 0, data, 0).to_vector<cint16>(15));
    }
}

#endif

// --- one phase after the other of a polyphase filter; the line stands still where the published stream repeats ---

extern "C" void polyphase(input_stream<cint16> *in, output_stream<cint16> *out, const int16 *taps, int steps, int hold)
{
    aie::set_rounding(aie::rounding_mode::positive_inf);
    aie::set_saturation(aie::saturation_mode::saturate);
    aie::vector<cint16, 8> line = aie::zeros<cint16, 8>();
    for (int b = 0; b < steps; ++b) {
        const cint16 x = readincr(in);
        if (b == 0 || b % 8 != hold) line.push(x);
        const aie::vector<int16, 8> phase = aie::load_v<8>(taps + 8 * (b % 8));
        const aie::accum<cacc48, 4> acc = aie::sliding_mul<4, 8>(phase.grow<16>(), 0, line.grow<16>(), 0);
        writeincr(out, acc.to_vector<cint16>(15).get(0));
    }
}

// --- matrix products of bytes in tiles ---

extern "C" void layer(const int8 *a, const int8 *b, int8 *c, int mt, int kt, int nt, int shift)
{
    aie::set_rounding(aie::rounding_mode::symmetric_inf);
    aie::set_saturation(aie::saturation_mode::saturate);
    using MM = aie::mmul<4, 8, 4, int8, int8>;
    for (int i = 0; i < mt; ++i)
        for (int j = 0; j < nt; ++j) {
            MM t;
            for (int k = 0; k < kt; ++k)
                t.mac(aie::load_v<MM::size_A>(a + (i * kt + k) * MM::size_A), aie::load_v<MM::size_B>(b + (k * nt + j) * MM::size_B));
            aie::store_v(c + (i * nt + j) * MM::size_C, t.to_vector<int8>(shift));
        }
}

// --- the maximum of sixteen fills four lanes of each half ---

void shuffle_fill(input_window<int32> *in, output_window<int32> *out)
{
    for (unsigned i = 0; i < window_size(in); i += 16) {
        const aie::vector<int32, 16> v = window_readincr_v<16>(in);
        const auto top = aie::broadcast<int32, 8>(aie::reduce_max(v));
        for (unsigned h = 0; h < 2; ++h)
            window_writeincr(out, aie::shuffle_up_fill(v.extract<8>(h), top, 4));
    }
}
