#include "k.h"

void first(output_stream<int32>* a, output_stream<int32>* b) {
    for (int i = 0; i < 64; ++i)
        writeincr(a, i);
    for (int i = 0; i < 64; ++i) writeincr(b, i);
}
