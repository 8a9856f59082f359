#include "gain.h"

void gain(input_window<int32>* in, output_window<int32>* out, int32 gain, const int32 (&offsets)[4], int32& peak) {
    peak = 0;
    for (unsigned i = 0; i < window_size(in); ++i) {
        const int32 y = gain * window_readincr(in) + offsets[i % 4];
        window_writeincr(out, y);
        if (y > peak) peak = y;
    }
}
