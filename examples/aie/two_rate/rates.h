#pragma once
#include <adf.h>

// Three samples for each one, on straight lines between them.
void up(input_stream<int16>* in, adf::output_buffer<int16, adf::extents<96>>& out);
// One sample for each two: their mean, in blocks of another size.
void down(adf::input_buffer<int16, adf::extents<64>>& in, adf::output_buffer<int16>& out);
