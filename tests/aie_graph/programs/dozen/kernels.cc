#include "kernels.h"

#include <aie_api/aie.hpp>
#include <aie_api/aie_adf.hpp>

// --- a filter over a cascade ---

static const int16 taps[32] = {3, -5, 7, 11, -13, 17, 19, -23, 29, 31, -37, 41, 43, -47, 53, 59,
                               61, -67, 71, 73, -79, 83, 89, -97, 101, 103, -107, 109, 113, -127, 131, 137};

static aie::accum<acc48, 8> part(aie::accum<acc48, 8> acc, const int16* x, unsigned first) {
    for (unsigned k = first; k < first + 8; ++k) acc = aie::mac(acc, aie::load_unaligned_v<8>(x - k), taps[k]);
    return acc;
}
void fir_first(filter_input& in, output_cascade<acc48>* out) {
    for (unsigned n = 0; n < in.size() - history; n += 8) writeincr(out, part(aie::zeros<acc48, 8>(), in.data() + n, 0));
}
template <unsigned Part>
void fir_middle(filter_input& in, input_cascade<acc48>* before, output_cascade<acc48>* out) {
    for (unsigned n = 0; n < in.size() - history; n += 8)
        writeincr<acc48, 8>(out, part(readincr_v<8>(before), in.data() + n, 8 * Part));
}
void fir_last(filter_input& in, input_cascade<acc48>* before, adf::output_buffer<int16>& out) {
    aie::set_rounding(aie::rounding_mode::symmetric_inf);
    aie::set_saturation(aie::saturation_mode::saturate);
    auto y = aie::begin_vector<8>(out);
    for (unsigned n = 0; n < out.size(); n += 8)
        *y++ = part(readincr_v<8>(before), in.data() + n, 24).to_vector<int16>(8);
}

// --- what reads streams before the first call ---

static void drop(unsigned words) {
    for (unsigned i = 0; i < words; ++i) get_ss(0);
}
Late::Late(const int32 (&factors)[4], unsigned delay) {
    for (int i = 0; i < 4; ++i) factors_[i] = factors[i];
    drop(delay);
}
void Late::run(input_stream<int32>* in, output_stream<int32>* out) {
    for (int i = 0; i < 8; ++i) writeincr(out, readincr(in) * factors_[i % 4]);
}

static int32 factor = 0;
void learn() { factor = get_ss(0); }
void learned(input_stream<int32>* in, output_stream<int32>* out) {
    for (int i = 0; i < 8; ++i) writeincr(out, readincr(in) * factor);
}

// --- sums and differences at growing distances ---

template <unsigned Far>
static void butterflies(const int32* x, int32* y) {
    for (unsigned i = 0; i < 8; ++i) y[i] = i & Far ? x[i - Far] - x[i] : x[i] + x[i + Far];
}
void butterflies_1(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out) {
    for (unsigned n = 0; n < in.size(); n += 8) butterflies<1>(in.data() + n, out.data() + n);
}
void butterflies_2(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out) { butterflies<2>(in.data(), out.data()); }
void butterflies_4(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out) {
    for (unsigned n = 0; n < in.size(); n += 8) butterflies<4>(in.data() + n, out.data() + n);
}

void Average::run(adf::input_circular_buffer<int16, adf::extents<adf::inherited_extent>, adf::margin<8>>& in,
                  adf::output_buffer<int16>& out) {
    kept_ = (stand_in*)&in;
    compute(out.data(), out.size());
}
void Average::compute(int16* out, unsigned count) {
    auto x = aie::begin_random_circular(*kept_);
    for (unsigned n = 0; n < count; ++n) {
        int32 sum = 0;
        for (int k = 1; k <= 8; ++k) sum += x[static_cast<int>(n) + k];
        out[n] = static_cast<int16>(sum >> 3);
    }
}

// --- ports of the core by number, four words at once ---

void crossed(input_stream<int32>* a, input_stream<int32>* b, output_stream<int32>* y, output_stream<cint16>* z) {
    put_wms(0, get_wss(1));
    WRITEINCRW(WMS_rsrc1, z, aie::add(READINCRW(WSS_rsrc1, a), aie::broadcast<int32, 4>(0x10001)));
    put_ms(0, get_ss(0) - get_ss(1));
}

// --- a circle: what comes out, halved, is a part of what goes in ---

void damped(input_stream<int32>* in, input_stream<int32>* back, output_stream<int32>* out) {
    static bool first = true;
    for (int i = 0; i < 8; ++i) {
        const int32 old = first ? 0 : readincr(back);
        first = false;
        writeincr(out, readincr(in) + old);
    }
}
void halved(input_stream<int32>* in, output_stream<int32>* out, output_stream<int32>* back) {
    for (int i = 0; i < 8; ++i) {
        const int32 y = readincr(in);
        writeincr(out, y);
        writeincr(back, y >> 1);
    }
}

void rotated(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, const int32 (&matrix)[16], int32& largest) {
    for (unsigned n = 0; n < in.size(); n += 4)
        for (int r = 0; r < 4; ++r) {
            int32 sum = 0;
            for (int c = 0; c < 4; ++c) sum += matrix[4 * r + c] * in[n + c];
            out[n + r] = sum;
            largest = sum > largest ? sum : largest;
        }
}

void plus_one(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out) {
    for (unsigned i = 0; i < in.size(); ++i) out[i] = in[i] + 1;
}
void plus_two(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out) {
    for (unsigned i = 0; i < in.size(); ++i) out[i] = in[i] + 2;
}

void squared(adf::input_buffer<cint16>& in, adf::output_buffer<cint16>& out) {
    auto x = aie::begin_vector<8>(in);
    auto y = aie::begin_vector<8>(out);
    for (unsigned n = 0; n < in.size(); n += 8) {
        const auto v = *x++;
        *y++ = aie::mul(v, v).to_vector<cint16>(0);
    }
}

// Takes one block for two that it gives.
void halves(adf::input_async_buffer<int32>& in, adf::output_async_buffer<int32>& out) {
    in.acquire();
    const unsigned half = out.size();
    for (unsigned part = 0; part < 2; ++part) {
        out.acquire();
        for (unsigned i = 0; i < half; ++i) out[i] = in[half * part + i] * (part ? -1 : 1);
        out.release();
    }
    in.release();
}

void clipped(input_window_float* in, output_window_float* out) {
    for (unsigned i = 0; i < window_size(out); ++i) {
        const float x = window_readincr(in);
        window_writeincr(out, x > 1.0f ? 1.0f : x < -1.0f ? -1.0f : x);
    }
}
void negated(input_window_float* in, output_window_float* out) {
    for (unsigned i = 0; i < 2; ++i) window_writeincr(out, aie::neg(window_readincr_v<4>(in)));
}
