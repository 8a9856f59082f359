#pragma once
#include <adf.h>

void copy(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out);
