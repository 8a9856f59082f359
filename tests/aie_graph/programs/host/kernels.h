#pragma once
#include <adf.h>

extern int16 table[4];
void scale(input_stream<float>* in, output_stream<float>* out);
void offset(input_stream<float>* in, output_stream<float>* out);
void look_up(adf::input_async_buffer<int16>& in, adf::output_buffer<int16>& out, const int32 (&limits)[2], int32& seen);

template <class T, unsigned N>
class summing {
public:
    summing(T (&start)[N], int step) : start(start), step(step) {}
    void run(adf::input_buffer<T, adf::extents<N>>& in, adf::output_buffer<T, adf::extents<N>>& out) {
        for (unsigned i = 0; i < N; ++i) out[i] = start[i] += in[i] * step;
    }
    static void registerKernelClass() {
        REGISTER_FUNCTION(summing::run);
        REGISTER_PARAMETER(start);
    }

private:
    T (&start)[N];
    int step;
};
