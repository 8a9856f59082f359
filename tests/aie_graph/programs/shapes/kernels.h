#ifndef KERNELS_H
#define KERNELS_H
void smooth(input_window_int16* in, output_window_int16* out);
void spread(adf::input_buffer<int16>& in, output_stream<int16>* out);
void gather(input_stream<int16>* in, adf::output_async_buffer<int16>& out);
void largest(adf::input_buffer<int16, adf::extents<4, 2>>& in, int32& most);
void minus(input_stream<int16>* in, adf::output_buffer<int16>& out, int32 most);
void ends(input_stream<int16>* in, output_stream<int32>* out);
void twice(adf::input_buffer<uint8>& in, adf::output_buffer<uint8>& out);
#endif
