#include "k.h"
void mine::left(adf::input_buffer<int32, block>& in, adf::input_buffer<int32, block>& back, adf::output_buffer<int32, block>& out) {
    for (int i = 0; i < 8; ++i) out.data()[i] = in.data()[i] + back.data()[i];
}
namespace mine {
extern "C" void right(adf::input_buffer<int32, block>& in, adf::output_buffer<int32, block>& out,
                      adf::output_buffer<int32, block>& back) {
    for (int i = 0; i < 8; ++i) {
        out.data()[i] = in.data()[i] * 2 + get_coreid();
        back.data()[i] = in.data()[i];
    }
}
}  // namespace mine
