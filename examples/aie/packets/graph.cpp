// One stream of packets for four kernels: the number in a packet's header says for which one it is.
#include <adf.h>

#include "add.h"

class adders : public adf::graph {
public:
    adf::kernel core[4];
    adf::pktsplit<4> split;
    adf::pktmerge<4> merge;
    adf::input_plio in;
    adf::output_plio out;

    adders() {
        core[0] = adf::kernel::create(add<1>);
        core[1] = adf::kernel::create(add<2>);
        core[2] = adf::kernel::create(add<3>);
        core[3] = adf::kernel::create(add<4>);
        in = adf::input_plio::create("DataIn", adf::plio_32_bits, "data/input.txt");
        out = adf::output_plio::create("DataOut", adf::plio_32_bits, "data/output.txt");
        split = adf::pktsplit<4>::create();
        merge = adf::pktmerge<4>::create();
        adf::connect<adf::pktstream>(in.out[0], split.in[0]);
        for (int i = 0; i < 4; ++i) {
            adf::source(core[i]) = "add.cc";
            adf::runtime<adf::ratio>(core[i]) = 0.9;
            adf::dimensions(core[i].in[0]) = {8};
            adf::dimensions(core[i].out[0]) = {8};
            adf::connect<adf::pktstream, adf::window<32>>(split.out[i], core[i].in[0]);
            adf::connect<adf::window<32>, adf::pktstream>(core[i].out[0], merge.in[i]);
        }
        adf::connect<adf::pktstream>(merge.out[0], out.in[0]);
    }
};

adders graph;

int main() {
    graph.init();
    graph.run(2);
    graph.end();
    return 0;
}
