#pragma once
#include <adf.h>

// `gain` is used up by a call, `offsets` stay until they are written again, `peak` is what main() reads.
void gain(input_window<int32>* in, output_window<int32>* out, int32 gain, const int32 (&offsets)[4], int32& peak);
