// The graph of visitors_graph.cc: `lanewise run visitors_graph.cpp --chip aie -- CASE fault`.
#include <adf.h>

#include <cstring>

#include "visitors_graph.h"

using namespace adf;

struct Joined : graph {
    input_plio in;
    output_plio out;
    port<direction::in> fault;
    kernel first, second;
    Joined()
    {
        in = input_plio::create("joined_in", plio_32_bits, "unseen_in.txt");
        out = output_plio::create("joined_out", plio_32_bits, "joined.txt");
        first = kernel::create(deals);
        second = kernel::create(joins);
        for (kernel* k : {&first, &second}) {
            source(*k) = "visitors_graph.cc";
            runtime<ratio>(*k) = 0.5;
        }
        connect(in.out[0], first.in[0]);
        dimensions(first.in[0]) = {32};
        connect<stream>(first.out[0], second.in[0]);
        connect<stream>(first.out[1], second.in[1]);
        connect<parameter>(fault, async(second.in[2]));
        connect(second.out[0], out.in[0]);
        dimensions(second.out[0]) = {32};
    }
};

Joined joined;

int main(int argc, char** argv)
{
    joined.init();
    joined.update(joined.fault, int32(argc > 2 && !std::strcmp(argv[2], "fault")));
    joined.run(1);
    joined.end();
    return 0;
}
