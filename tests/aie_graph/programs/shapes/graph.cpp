// Windows with margins, blocks that become streams and back, one source for several readers, values from kernel to kernel,
// two graphs of one class.
#include <adf.h>

#include "kernels.h"

using namespace adf;

class shapes : public graph {
public:
    kernel s, sp, g, l, m, e;
    input_plio in;
    output_plio smoothed, gathered, below, lengths;

    shapes() {
        in = input_plio::create("in", plio_64_bits, "in.csv");
        smoothed = output_plio::create("smoothed", plio_32_bits, "smoothed.txt");
        gathered = output_plio::create("gathered", plio_32_bits, "gathered.txt");
        below = output_plio::create("below", plio_32_bits, "below.txt");
        lengths = output_plio::create("lengths", plio_32_bits, "lengths.txt");
        s = kernel::create(smooth);
        sp = kernel::create(spread);
        g = kernel::create(gather);
        l = kernel::create(largest);
        m = kernel::create(minus);
        e = kernel::create(ends);
        for (kernel* k : {&s, &sp, &g, &l, &m, &e}) {
            source(*k) = "kernels.cc";
            runtime<ratio>(*k) = 0.1;
        }
        connect<window<16, 4>>(in.out[0], s.in[0]);
        connect<window<16>>(s.out[0], sp.in[0]);  // of two kinds: the buffer is as large as the window
        connect<window<16>>(s.out[0], smoothed.in[0]);
        connect<window<16>>(s.out[0], l.in[0]);
        connect<stream>(sp.out[0], g.in[0]);
        connect<stream>(sp.out[0], m.in[0]);
        connect<stream>(sp.out[0], e.in[0]);
        connect(g.out[0], gathered.in[0]);
        dimensions(g.out[0]) = {4};
        connect<parameter>(l.inout[0], m.in[1]);
        connect(m.out[0], below.in[0]);
        dimensions(m.out[0]) = {4, 2};
        connect<stream>(e.out[0], lengths.in[0]);
    }
};

class doubled : public graph {
public:
    port<input> in;
    port<output> out;
    kernel k;
    doubled() {
        k = kernel::create(twice);
        source(k) = "kernels.cc";
        runtime<ratio>(k) = 0.9;
        connect<window<4>>(in, k.in[0]);
        connect<window<4>>(k.out[0], out);
    }
};

shapes one;
PLIO first("first", plio_32_bits, "bytes.txt", 250.0, true), second("second", plio_32_bits, "bytes.txt", 250.0, true);
PLIO first_out("first_out", plio_32_bits, "first.txt"), second_out("second_out", plio_64_bits, "second.txt");
simulation::platform<2, 2> platform(&first, &second, &first_out, &second_out);
static doubled pair[2];
connect<> net0(platform.src[0], pair[0].in);
connect<> net1(platform.src[1], pair[1].in);
connect<> net2(pair[0].out, platform.sink[0]);
connect<> net3(pair[1].out, platform.sink[1]);

int main() {
    one.init();
    for (auto& g : pair) g.init();
    one.run(3);
    pair[1].run(2);
    pair[1].wait();
    pair[0].run(1);
    one.end();
    for (auto& g : pair) g.end();
    return 0;
}
