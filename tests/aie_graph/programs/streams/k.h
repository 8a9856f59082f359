#pragma once
#include <adf.h>

void first(output_stream<int32>* a, output_stream<int32>* b);
void second(input_stream<int32>* a, input_stream<int32>* b, output_stream<int32>* c);
void route(input_pktstream* in, output_pktstream* out);
