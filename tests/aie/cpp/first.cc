// The first generation in the manner of tutorials: classes, streams, float and complex intrinsics.
#include <adf.h>
#include <aie_api/aie_adf.hpp>

using namespace adf;

namespace filters {

// Eight complex taps, the samples in a ring of sixteen; four results at a time go to the next core.
template <int Samples>
class first_of_chain {
    alignas(32) cint16 taps_[8];
    alignas(32) cint16 ring_[16];

public:
    first_of_chain(const cint16 (&taps)[8]) {
        for (int i = 0; i < 8; i++) taps_[i] = taps[i];
        for (int i = 0; i < 16; i++) ring_[i] = {0, 0};
    }
    void filter(input_stream_cint16 *in, output_stream_cacc48 *out);
    static void registerKernelClass() { REGISTER_FUNCTION(first_of_chain::filter); }
};

#define FOUR(place)                                                   \
    data = upd_v(data, place, readincr_v4(in));                       \
    acc = mul4(data, 4 * place - 7, 0x3210, 1, taps, 0, 0x0000, 1);   \
    acc = mac4(acc, data, 4 * place - 5, 0x3210, 1, taps, 2, 0x0, 1); \
    acc = mac4(acc, data, 4 * place - 3, 0x3210, 1, taps, 4, 0x0, 1); \
    acc = mac4(acc, data, 4 * place - 1, 0x3210, 1, taps, 6, 0x0, 1)

template <int Samples>
void first_of_chain<Samples>::filter(input_stream_cint16 *in, output_stream_cacc48 *out) {
    v8cint16 taps = *(v8cint16 *)taps_;
    v16cint16 data = *(v16cint16 *)ring_;
    v4cacc48 acc = undef_v4cacc48();
    for (int i = 0; i < Samples / 16; i++) chess_prepare_for_pipelining chess_loop_range(Samples / 16, Samples / 16) {
        FOUR(2);
        writeincr_v4(out, acc);
        FOUR(3);
        out << acc;
        FOUR(0);
        *out << acc;
        FOUR(1);
        put_mcd(acc);
    }
    *(v16cint16 *)ring_ = data;
}

}  // namespace filters

alignas(32) static const cint16 chain_taps[8] = {{1, 2}, {3, -4}, {5, 6}, {-7, 8}, {9, 10}, {11, -12}, {13, 14}, {15, 16}};

extern "C" {

void chained(input_stream_cint16 *in, output_stream_cacc48 *out) {
    static filters::first_of_chain<32> kernel(chain_taps);
    kernel.filter(in, out);
}

// Columns of a 8 x 3 matrix times three numbers, then what max, sub and shuffle make of it.
void columns(input_window_float *restrict m, input_window_float *restrict x, output_window_float *restrict y) {
    v16float numbers = upd_w(undef_v16float(), 0, window_read_v8(x)), two = undef_v16float();
    window_incr(x, 8);
    two = upd_w(two, 0, window_readincr_v8(m));
    v8float acc = fpmac(null_v8float(), numbers, 0, 0x0, two, 0, 0x76543210);
    two = upd_w(two, 1, window_readincr_v8(m));
    acc = fpmac(acc, numbers, 1, 0x0, two, 8, 0x76543210);
    v8float last = fpmul(numbers, 2, 0x0, xset_w(0, window_readincr_v8(m)), 0, 0x76543210);
    window_writeincr(y, fpadd(acc, last));
    window_writeincr(y, fpsub(fpmax(acc, last), last, 0, 0x76543210));
    window_writeincr(y, fpshuffle8(numbers, 0, 0x01234567));
}

void by_operators(input_stream<int32> *in, output_stream<int32> *out) {
    aie::vector<int32, 4> a, b;
    in >> a;
    *in >> b;
    *out << aie::add(a, b);
    out << aie::mul(a, b).to_vector<int32>(0);
}
}
