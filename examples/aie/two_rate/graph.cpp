// From one rate to one and a half times as much. Blocks of 96 become blocks of 64: in each iteration of the graph the
// first kernel is called twice and the second one three times.
#include <adf.h>

#include "rates.h"

class resampler : public adf::graph {
public:
    adf::kernel faster, slower;
    adf::input_plio in;
    adf::output_plio out;

    resampler() {
        faster = adf::kernel::create(up);
        slower = adf::kernel::create(down);
        adf::source(faster) = "up.cc";
        adf::source(slower) = "down.cc";
        adf::runtime<adf::ratio>(faster) = 0.5;
        adf::runtime<adf::ratio>(slower) = 0.5;
        in = adf::input_plio::create("DataIn", adf::plio_32_bits, "data/input.txt");
        out = adf::output_plio::create("DataOut", adf::plio_32_bits, "data/output.txt");
        adf::dimensions(slower.out[0]) = {32};
        adf::connect<adf::stream>(in.out[0], faster.in[0]);
        adf::connect(faster.out[0], slower.in[0]);
        adf::connect(slower.out[0], out.in[0]);
    }
};

resampler graph;

int main() {
    graph.init();
    graph.run(3);
    graph.end();
    return 0;
}
