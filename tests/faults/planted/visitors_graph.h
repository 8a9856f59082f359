#pragma once
#include <adf.h>
void deals(adf::input_buffer<int32>& in, output_stream<int32>* few, output_stream<int32>* many);
void joins(input_stream<int32>* few, input_stream<int32>* many, adf::output_buffer<int32>& out, int32 fault);
