// Streams that are read in another order than they are written, and packets of any length.
#include <adf.h>

#include <cstdlib>

#include "k.h"

using namespace adf;

class crossed : public graph {
public:
    kernel f, s;
    output_plio o;

    crossed() {
        f = kernel::create(first);
        s = kernel::create(second);
        source(f) = "first.cc";
        source(s) = "second.cc";
        runtime<ratio>(f) = 1;
        runtime<ratio>(s) = 1;
        o = output_plio::create("O", plio_32_bits, "o.txt");
        connect<stream> a(f.out[0], s.in[0]);
        connect<stream> b(f.out[1], s.in[1]);
        if (const char* depth = std::getenv("DEPTH")) fifo_depth(a) = std::atoi(depth);
        connect<stream>(s.out[0], o.in[0]);
    }
};

class routed : public graph {
public:
    kernel k[2];
    pktsplit<2> split;
    pktorderedmerge<2> merge;
    input_plio in;
    output_plio out;

    routed() {
        in = input_plio::create("packets", plio_32_bits, "packets.txt");
        out = output_plio::create("routed", plio_32_bits, "routed.txt");
        split = pktsplit<2>::create();
        merge = pktorderedmerge<2>::create();
        connect<pktstream>(in.out[0], split.in[0]);
        for (int i = 0; i < 2; i++) {
            k[i] = kernel::create(route);
            source(k[i]) = "route.cc";
            runtime<ratio>(k[i]) = 0.9;
            connect<pktstream>(split.out[i], k[i].in[0]);
            connect<pktstream>(k[i].out[0], merge.in[i]);
        }
        connect<pktstream>(merge.out[0], out.in[0]);
    }
};

routed packets;
crossed streams;

int main(int argc, char**) {
    packets.init();
    packets.run(2);
    packets.end();
    if (argc > 1) return 0;
    streams.init();
    streams.run(1);
    streams.end();
    return 0;
}
