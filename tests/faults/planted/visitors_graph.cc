// Kernels of visitors_graph.cpp: one deals words to two streams, three to one of them, and the other kernel joins them.
#include <adf.h>

#include "visitors_graph.h"

void deals(adf::input_buffer<int32>& in, output_stream<int32>* few, output_stream<int32>* many)
{
    const int32* x = in.data();
    for (int i = 0; i < 32; ++i) {
        if (i % 4 == 3) writeincr(few, x[i]);
        else writeincr(many, x[i]);  //! joined_one_after_the_other 66 SYNC-003 check graph=visitors_graph.cpp
    }
}

void joins(input_stream<int32>* few, input_stream<int32>* many, adf::output_buffer<int32>& out, int32 fault)
{
    int32* y = out.data();
    for (int i = 0; i < 8; ++i) {
        if (!fault)
            for (int k = 0; k < 3; ++k) y[8 + 3 * i + k] = readincr(many);
        y[i] = readincr(few);  //! joined_one_after_the_other 66 SYNC-003 check graph=visitors_graph.cpp
    }
    if (fault)
        for (int i = 0; i < 24; ++i) y[8 + i] = readincr(many);
}
