// Kernels with names of C inside of a namespace, which graphs find by a symbol that does not say where they are.
#pragma once
#include <adf.h>
using block = adf::extents<8>;
namespace mine {
void left(adf::input_buffer<int32, block>& in, adf::input_buffer<int32, block>& back, adf::output_buffer<int32, block>& out);
extern "C" {
void right(adf::input_buffer<int32, block>& in, adf::output_buffer<int32, block>& out, adf::output_buffer<int32, block>& back);
}
}  // namespace mine
