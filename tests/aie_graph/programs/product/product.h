#pragma once
#include <adf.h>
constexpr int M = 16, K = 32, N = 16, m = 4, k = 8, n = 4;
template <int half>
void begin_sum(adf::input_buffer<int8>& a, adf::input_buffer<int8>& b, output_cascade<acc32>* sums);
void end_sum(adf::input_buffer<int8>& a, adf::input_buffer<int8>& b, input_cascade<acc32>* sums, adf::output_buffer<int32>& out);
