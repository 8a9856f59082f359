// Kernels of a graph that read their samples wrongly, or compute by modes of each other; samples_graph.cpp runs them.
#include "samples.h"

#include <aie_api/aie.hpp>

void reads_past_window(input_window<int16>* in, output_window<int16>* out)
{
    const int16 first = window_read(in);
    for (int i = 0; i < 32; ++i) window_writeincr(out, window_readincr(in));
    const int16 more = first == 1 ? window_readincr(in) : int16(0);  //! reads_past_window 68 MEM-009 check graph=samples_graph.cpp
    (void)more;
}

void loads_unaligned(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out)
{
    const int16* x = in.data();
    const int shift = x[0] == 1 ? 3 : 0;
    aie::store_v(out.data(), aie::load_v<16>(x + shift));  //! loads_unaligned 65 AIE-011 check graph=samples_graph.cpp
    aie::store_v(out.data() + 16, aie::load_v<16>(x + 16));
}

void sets_rounding(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out)
{
    const aie::vector<int16, 32> x = aie::load_v<32>(in.data());
    if (x.get(0) == 1) aie::set_rounding(aie::rounding_mode::positive_inf);
    aie::store_v(out.data(), aie::mul(aie::broadcast<int16, 16>(3), int16(1)).to_vector<int16>(1));
    aie::store_v(out.data() + 16, x.extract<16>(1));
}

void rounds_after_it(adf::input_buffer<int16, adf::extents<32>>& in, adf::output_buffer<int16, adf::extents<32>>& out)
{
    const aie::vector<int16, 16> x = aie::load_v<16>(in.data());
    aie::store_v(out.data(), aie::mul(x, int16(1)).to_vector<int16>(1));  //! rounds_after_it 64 STATE-107 warning check graph=samples_graph.cpp
    aie::store_v(out.data() + 16, x);
}
