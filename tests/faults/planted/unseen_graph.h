#pragma once
#include <adf.h>
void spill_first(adf::input_buffer<int32>& in, output_cascade<acc48>* sums, int32 fault);
void spill_second(input_cascade<acc48>* sums, adf::output_buffer<int32>& out);
void rounds(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, int32 fault);
void relies(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);
void between(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, int32 fault);
void talks(adf::input_buffer<int32>& in, output_stream<int32>* words, int32 fault);
void listens(input_stream<int32>* words, adf::output_buffer<int32>& out);
void begins_anywhere(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, int32 fault);
void far_reader(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out, int32 fault);
