#pragma once
#include <adf.h>

constexpr unsigned taps = 16;

// Sixteen taps: the block needs the fifteen samples before it, and blocks of eight keep it aligned.
void fir(adf::input_buffer<int16, adf::extents<adf::inherited_extent>, adf::margin<taps>>& in,
         adf::output_buffer<int16>& out);
