#include <adf.h>
#include "kernels.h"

// The sum of three neighbours; the two samples before the block come first.
void smooth(input_window_int16* in, output_window_int16* out) {
    int16 a = window_readincr(in), b = window_readincr(in);
    for (int i = 0; i < 8; ++i) {
        const int16 c = window_readincr(in);
        window_writeincr(out, static_cast<int16>(a + b + c));
        a = b;
        b = c;
    }
}

void spread(adf::input_buffer<int16>& in, output_stream<int16>* out) {
    for (unsigned i = 0; i < in.size(); ++i) writeincr(out, in[i], i == in.size() - 1);
}

// Two blocks in each call, taken and given back one after the other.
void gather(input_stream<int16>* in, adf::output_async_buffer<int16>& out) {
    for (int block = 0; block < 2; ++block) {
        out.acquire();
        for (unsigned i = 0; i < out.size(); ++i) out[i] = readincr(in);
        out.release();
    }
}

void largest(adf::input_buffer<int16, adf::extents<4, 2>>& in, int32& most) {
    most = in[0];
    for (unsigned i = 1; i < 8; ++i) most = in[i] > most ? in[i] : most;
}

void minus(input_stream<int16>* in, adf::output_buffer<int16>& out, int32 most) {
    for (unsigned i = 0; i < out.size(); ++i) out[i] = readincr(in) - most;
}

// How long each packet is.
void ends(input_stream<int16>* in, output_stream<int32>* out) {
    int32 count = 0;
    bool last = false;
    while (!last) {
        readincr(in, last);
        ++count;
    }
    writeincr(out, count);
}

void twice(adf::input_buffer<uint8>& in, adf::output_buffer<uint8>& out) {
    for (unsigned i = 0; i < in.size(); ++i) out[i] = 2 * in[i];
}
