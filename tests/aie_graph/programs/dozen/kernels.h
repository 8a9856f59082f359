#pragma once
#include <adf.h>

// Of the filter over a cascade: eight taps on each of four cores.
constexpr unsigned history = 32;
using filter_input = adf::input_buffer<int16, adf::extents<adf::inherited_extent>, adf::margin<history>>;
void fir_first(filter_input& in, output_cascade<acc48>* out);
template <unsigned Part>
void fir_middle(filter_input& in, input_cascade<acc48>* before, output_cascade<acc48>* out);
void fir_last(filter_input& in, input_cascade<acc48>* before, adf::output_buffer<int16>& out);

// Begins so many samples later: its constructor reads them.
class Late {
public:
    Late(const int32 (&factors)[4], unsigned delay);
    void run(input_stream<int32>* in, output_stream<int32>* out);
    static void registerKernelClass() { REGISTER_FUNCTION(Late::run); }

private:
    int32 factors_[4];
};

void learn();  // reads a factor
void learned(input_stream<int32>* in, output_stream<int32>* out);

void butterflies_1(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);
void butterflies_2(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);
void butterflies_4(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);

// Keeps its buffer as one with another margin.
class Average {
    using stand_in = adf::input_circular_buffer<int16, adf::extents<adf::inherited_extent>, adf::margin<16>>;
    stand_in* kept_ = nullptr;

public:
    void run(adf::input_circular_buffer<int16, adf::extents<adf::inherited_extent>, adf::margin<8>>& in,
             adf::output_buffer<int16>& out);
    static void registerKernelClass() { REGISTER_FUNCTION(Average::run); }

private:
    void compute(int16* out, unsigned count);
};

void crossed(input_stream<int32>* a, input_stream<int32>* b, output_stream<int32>* y, output_stream<cint16>* z);

void damped(input_stream<int32>* in, input_stream<int32>* back, output_stream<int32>* out);
void halved(input_stream<int32>* in, output_stream<int32>* out, output_stream<int32>* back);

void rotated(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, const int32 (&matrix)[16], int32& largest);

void plus_one(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);
void plus_two(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);

void squared(adf::input_buffer<cint16>& in, adf::output_buffer<cint16>& out);

void halves(adf::input_async_buffer<int32>& in, adf::output_async_buffer<int32>& out);

void clipped(input_window_float* in, output_window_float* out);
void negated(input_window_float* in, output_window_float* out);
