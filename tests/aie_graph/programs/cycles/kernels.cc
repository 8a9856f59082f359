#include "kernels.h"

#ifdef __AIESIM__
#error "kernels are compiled for x86simulator alone"
#endif

static void name(int32* to) {
    const char text[] = X86SIM_KERNEL_NAME;
    to[0] = sizeof text - 1;
    to[1] = text[0];
}
void tell(adf::input_buffer<int32>& in, adf::output_buffer<int32>& out) {
    aie::tile::current().set_rounding(aie::rounding_mode::ceil);
    name(out.data());
    out[2] = in[0];
    out[3] = in[1];
}
template <class T>
void Twice<T>::run(adf::input_buffer<T>& in, adf::output_buffer<T>& out) {
    name(out.data());
    out[2] = 2 * in[2];
    out[3] = 2 * in[3];
}
