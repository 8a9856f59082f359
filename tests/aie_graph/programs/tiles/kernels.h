#pragma once
#include <adf.h>

void sums(adf::input_buffer<int16>& in, adf::output_buffer<int32>& out);
void times(adf::input_buffer<int8>& a, adf::input_buffer<int8>& b, output_cascade<acc32>* out);
void times_more(adf::input_buffer<int8>& a, adf::input_buffer<int8>& b, input_cascade<acc32>* before, adf::output_buffer<int32>& out);
void blur(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);
