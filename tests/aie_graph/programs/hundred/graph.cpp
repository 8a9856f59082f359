// A hundred kernels in a row, called five hundred times each.
#include "step.h"
using namespace adf;
constexpr int count = 100;
struct chain : graph {
    kernel k[count];
    input_plio in = input_plio::create("in", plio_32_bits, "in.txt");
    output_plio out = output_plio::create("out", plio_32_bits, "out.txt");
    chain() {
        for (int i = 0; i < count; ++i) {
            k[i] = kernel::create(step);
            source(k[i]) = "step.cc";
            runtime<ratio>(k[i]) = 1;
            if (i) connect<stream>(k[i - 1].out[0], k[i].in[0]);
        }
        connect<stream>(in.out[0], k[0].in[0]);
        connect<stream>(k[count - 1].out[0], out.in[0]);
    }
};
chain g;
int main() {
    g.init();
    g.run(500);
    g.end();
    return 0;
}
