#pragma once
#include <adf.h>
// Each kernel does what is wrong where the first sample it gets is 1.
void reads_past_window(input_window<int16>* in, output_window<int16>* out);
void loads_unaligned(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out);
void sets_rounding(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out);
void rounds_after_it(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out);
