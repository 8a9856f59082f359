#pragma once
#include <adf.h>
void step(input_stream<int32>* in, output_stream<int32>* out);
