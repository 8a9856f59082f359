#include "kernels.h"

static float factor = 1;
static float helper(float x) { return x * factor; }
int shared_name = 1;
void begin() { factor = 3; }
void scale(input_stream<float>* in, output_stream<float>* out) {
    for (int i = 0; i < 4; ++i) writeincr(out, helper(readincr(in)));
    factor += 1;
}
