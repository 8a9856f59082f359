#include "fir.hpp"

using namespace adf;
namespace filters = xf::dsp::aie::filters;

static const std::vector<int16> taps = {9, -8, 7, -6, 5, -4, 3, -2, 1, 2, -3, 4, -5, 6, -7, 8};

class test_graph : public graph {
public:
    filters::fir_graph<int16, int16, 16, 32, 1> whole{taps};
    filters::fir_graph<int16, int16, 16, 32, 2, true> parts{taps};
    input_plio in[2];
    output_plio out[3];
    test_graph() {
        for (int i = 0; i < 2; ++i) in[i] = input_plio::create("In" + std::to_string(i), plio_32_bits, "in.txt");
        for (int i = 0; i < 3; ++i)
            out[i] = output_plio::create("Out" + std::to_string(i), plio_32_bits, "out" + std::to_string(i) + ".txt");
        connect<>(in[0].out[0], whole.in[0]);
        connect<>(in[1].out[0], parts.in[0]);
        connect<>(whole.out[0], out[0].in[0]);
        connect<>(parts.out[0], out[1].in[0]);
        connect<>(parts.out2, out[2].in[0]);
        location<kernel>(parts.getKernels()[0]) = tile(3, 2);
        not_equal(location<kernel>(parts.getKernels()[0]), location<kernel>(parts.getKernels()[1]));
    }
};
test_graph filter;

#if defined(__AIESIM__) || defined(__X86SIM__) || defined(__ADF_FRONTEND__)
int main(void) {
    filter.init();
    filter.run(3);
    filter.end();
    return 0;
}
#endif
