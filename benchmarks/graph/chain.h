#pragma once
#include <adf.h>

constexpr unsigned block = 512;  // samples of 2 bytes: 1 KiB
using samples_in = adf::input_buffer<int16, adf::extents<block>>;
using samples_with_past = adf::input_buffer<int16, adf::extents<block>, adf::margin<16>>;
using samples_out = adf::output_buffer<int16, adf::extents<block>>;

void filter(samples_with_past& in, samples_out& out);
void pass(samples_in& in, samples_out& out);
