#pragma once
#include <adf.h>
// Each kernel does what is wrong where the first sample it gets is 1.
void taken_twice(adf::input_async_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out);
void given_back_twice(adf::input_async_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out);
void given_back_never_taken(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_async_buffer<int16, adf::extents<32>>& out);
