// A gain that main() changes from call to call, and offsets that it changes between runs.
#include <adf.h>

#include <cstdio>

#include "gain.h"

class amplifier : public adf::graph {
public:
    adf::port<adf::input> in, factor, offsets;
    adf::port<adf::output> out;
    adf::port<adf::inout> peak;

    amplifier() {
        k = adf::kernel::create(gain);
        adf::source(k) = "gain.cc";
        adf::runtime<adf::ratio>(k) = 0.1;
        adf::connect<adf::window<64>>(in, k.in[0]);
        adf::connect<adf::window<64>>(k.out[0], out);
        adf::connect<adf::parameter>(factor, k.in[1]);
        adf::connect<adf::parameter>(offsets, adf::async(k.in[2]));
        adf::connect<adf::parameter>(k.inout[0], peak);
    }

private:
    adf::kernel k;
};

adf::PLIO* input = new adf::PLIO("DataIn", adf::plio_32_bits, "data/input.txt");
adf::PLIO* output = new adf::PLIO("DataOut", adf::plio_32_bits, "data/output.txt");
adf::simulation::platform<1, 1> platform(input, output);
amplifier graph;
adf::connect<> net_in(platform.src[0], graph.in);
adf::connect<> net_out(graph.out, platform.sink[0]);

int main() {
    const int32 offsets[2][4] = {{0, 1, 2, 3}, {100, 0, -100, 0}};
    graph.init();
    for (int part = 0; part < 2; ++part) {
        graph.update(graph.offsets, offsets[part], 4);
        graph.run(4);
        for (int i = 0; i < 4; ++i) graph.update(graph.factor, 4 * part + i);
        graph.wait();
        int32 peak = 0;
        graph.read(graph.peak, peak);
        std::printf("peak %d\n", peak);
    }
    graph.end();
    return 0;
}
