// Two kernels; without OPEN each waits for a block of the other.
#include "k.h"
using namespace adf;
struct top : graph {
    input_plio in = input_plio::create("DataIn", plio_64_bits, "in.txt", 250);
    output_plio out = output_plio::create("DataOut", plio_64_bits, "out.txt", 250);
    output_plio back;
    kernel a = kernel::create(mine::left), b = kernel::create(mine::right);
    top() {
        source(a) = "k.cc";
        source(b) = "k.cc";
        runtime<ratio>(a) = 0.9;
        runtime<ratio>(b) = 0.9;
        connect(in.out[0], a.in[0]);
        connect(a.out[0], b.in[0]);
        connect(b.out[0], out.in[0]);
#ifdef OPEN
        back = output_plio::create("Back", plio_32_bits, "back.txt", 125);
        location<kernel>(b) = tile(7, 3);
        connect(in.out[0], a.in[1]);
        connect(b.out[1], back.in[0]);
#else
        connect(b.out[1], a.in[1]);
#endif
    }
};
top g;
int main() {
    g.init();
    g.run(2);
    g.end();
    return 0;
}
