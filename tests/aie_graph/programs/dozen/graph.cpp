// Twelve graphs that run side by side as parts of one.
#include <adf.h>

#include "kernels.h"

using namespace adf;

struct part : graph {
    void at(kernel& k) {
        source(k) = "kernels.cc";
        runtime<ratio>(k) = 0.9;
    }
    void block(port_base& p, unsigned samples) { dimensions(p) = {samples}; }
};

struct cascaded_filter : part {
    kernel k[4];
    input_plio in = input_plio::create("FilterIn", plio_32_bits, "filter.txt");
    output_plio out = output_plio::create("FilterOut", plio_32_bits, "filter_out.txt");
    cascaded_filter() {
        k[0] = kernel::create(fir_first);
        k[1] = kernel::create(fir_middle<1>);
        k[2] = kernel::create(fir_middle<2>);
        k[3] = kernel::create(fir_last);
        for (int i = 0; i < 4; ++i) {
            at(k[i]);
            connect(in.out[0], k[i].in[0]);
            block(k[i].in[0], 64);
            if (i) connect<cascade>(k[i - 1].out[0], k[i].in[1]);
        }
        connect(k[3].out[0], out.in[0]);
        block(k[3].out[0], 64);
    }
};

struct late : part {
    kernel one, three;
    input_plio in = input_plio::create("LateIn", plio_32_bits, "late.txt");
    output_plio first = output_plio::create("LateOne", plio_32_bits, "late_one.txt");
    output_plio second = output_plio::create("LateThree", plio_32_bits, "late_three.txt");
    late() {
        one = kernel::create_object<Late>(std::vector<int32>{1, 2, 3, 4}, 1u);
        three = kernel::create_object<Late>(std::vector<int32>{-1, 1, -1, 1}, 3u);
        at(one);
        at(three);
        connect<stream>(in.out[0], one.in[0]);
        connect<stream>(in.out[0], three.in[0]);
        connect<stream>(one.out[0], first.in[0]);
        connect<stream>(three.out[0], second.in[0]);
    }
};

struct learning : part {
    kernel k;
    input_plio in = input_plio::create("LearnIn", plio_32_bits, "learn.txt");
    output_plio out = output_plio::create("LearnOut", plio_32_bits, "learn_out.txt");
    learning() {
        k = kernel::create(learned);
        at(k);
        initialization_function(k) = "learn";
        connect<stream>(in.out[0], k.in[0]);
        connect<stream>(k.out[0], out.in[0]);
    }
};

struct hadamard : part {
    kernel a, b, c;
    input_plio in = input_plio::create("HadamardIn", plio_64_bits, "hadamard.txt");
    output_plio out = output_plio::create("HadamardOut", plio_64_bits, "hadamard_out.txt");
    hadamard() {
        a = kernel::create(butterflies_1);
        b = kernel::create(butterflies_2);
        c = kernel::create(butterflies_4);
        for (kernel* k : {&a, &b, &c}) at(*k);
        connect(in.out[0], a.in[0]);
        connect(a.out[0], b.in[0]);
        connect(b.out[0], c.in[0]);
        connect(c.out[0], out.in[0]);
        block(a.in[0], 16);
        block(a.out[0], 16);
        block(b.in[0], 8);
        block(b.out[0], 8);
        block(c.in[0], 32);
        block(c.out[0], 32);
    }
};

struct averaging : part {
    kernel k;
    input_plio in = input_plio::create("AverageIn", plio_32_bits, "average.txt");
    output_plio out = output_plio::create("AverageOut", plio_32_bits, "average_out.txt");
    averaging() {
        k = kernel::create_object<Average>();
        at(k);
        connect(in.out[0], k.in[0]);
        connect(k.out[0], out.in[0]);
        block(k.in[0], 16);
        block(k.out[0], 16);
    }
};

struct crossing : part {
    kernel k;
    input_plio a = input_plio::create("CrossA", plio_32_bits, "cross_a.txt");
    input_plio b = input_plio::create("CrossB", plio_32_bits, "cross_b.txt");
    output_plio y = output_plio::create("CrossY", plio_32_bits, "cross_y.txt");
    output_plio z = output_plio::create("CrossZ", plio_32_bits, "cross_z.txt");
    crossing() {
        k = kernel::create(crossed);
        at(k);
        connect<stream>(a.out[0], k.in[0]);
        connect<stream>(b.out[0], k.in[1]);
        connect<stream>(k.out[0], y.in[0]);
        connect<stream>(k.out[1], z.in[0]);
    }
};

struct circle : part {
    kernel a, b;
    input_plio in = input_plio::create("CircleIn", plio_32_bits, "circle.txt");
    output_plio out = output_plio::create("CircleOut", plio_32_bits, "circle_out.txt");
    circle() {
        a = kernel::create(damped);
        b = kernel::create(halved);
        at(a);
        at(b);
        connect<stream>(in.out[0], a.in[0]);
        connect<stream>(b.out[1], a.in[1]);
        connect<stream>(a.out[0], b.in[0]);
        connect<stream>(b.out[0], out.in[0]);
    }
};

struct rotation : part {
    kernel k;
    port<input> matrix;
    port<inout> largest;
    input_plio in = input_plio::create("RotateIn", plio_32_bits, "rotate.txt");
    output_plio out = output_plio::create("RotateOut", plio_32_bits, "rotate_out.txt");
    rotation() {
        k = kernel::create(rotated);
        at(k);
        connect(in.out[0], k.in[0]);
        connect(k.out[0], out.in[0]);
        block(k.in[0], 8);
        block(k.out[0], 8);
        connect<parameter>(matrix, async(k.in[1]));
        connect<parameter>(k.inout[0], largest);
    }
};

struct sorted_packets : part {
    pktsplit<2> split = pktsplit<2>::create();
    pktorderedmerge<2> merge = pktorderedmerge<2>::create();
    kernel one, two;
    input_plio in = input_plio::create("PacketIn", plio_32_bits, "packets.txt");
    output_plio out = output_plio::create("PacketOut", plio_32_bits, "packets_out.txt");
    sorted_packets() {
        one = kernel::create(plus_one);
        two = kernel::create(plus_two);
        connect<pktstream>(in.out[0], split.in[0]);
        connect<pktstream>(merge.out[0], out.in[0]);
        int i = 0;
        for (kernel* k : {&one, &two}) {
            at(*k);
            block(k->in[0], 4);
            block(k->out[0], 4);
            connect<pktstream>(split.out[i], k->in[0]);
            connect<pktstream>(k->out[0], merge.in[i++]);
        }
    }
};

struct from_memory : part {
    kernel k;
    input_gmio in = input_gmio::create("SquareIn", 64, 1000);
    output_gmio out = output_gmio::create("SquareOut", 64, 1000);
    from_memory() {
        k = kernel::create(squared);
        at(k);
        connect(in.out[0], k.in[0]);
        connect(k.out[0], out.in[0]);
        block(k.in[0], 16);
        block(k.out[0], 16);
    }
};

struct uneven : part {
    kernel k;
    input_plio in = input_plio::create("HalvesIn", plio_32_bits, "halves.txt");
    output_plio out = output_plio::create("HalvesOut", plio_32_bits, "halves_out.txt");
    uneven() {
        k = kernel::create(halves);
        at(k);
        connect(in.out[0], k.in[0]);
        connect(k.out[0], out.in[0]);
        block(k.in[0], 16);
        block(k.out[0], 8);
        single_buffer(k.in[0]);
    }
};

struct windows : part {
    kernel a, b;
    input_plio in = input_plio::create("WindowIn", plio_32_bits, "window.txt");
    output_plio clip = output_plio::create("Clipped", plio_32_bits, "clipped.txt");
    output_plio both = output_plio::create("Negated", plio_32_bits, "negated.txt");
    windows() {
        a = kernel::create(clipped);
        b = kernel::create(negated);
        at(a);
        at(b);
        connect<window<32>>(in.out[0], a.in[0]);
        connect<window<32>>(a.out[0], b.in[0]);
        connect<window<32>>(a.out[0], clip.in[0]);
        connect<window<32>>(b.out[0], both.in[0]);
    }
};

struct dozen : graph {
    cascaded_filter filter;
    late later;
    learning learner;
    hadamard sums;
    averaging average;
    crossing cross;
    circle loop;
    rotation turn;
    sorted_packets sorted;
    from_memory memory;
    uneven uneven_blocks;
    windows old;
};
dozen all;

int main() {
    constexpr int samples = 64;
    auto* from = static_cast<cint16*>(GMIO::malloc(samples * sizeof(cint16)));
    auto* to = static_cast<cint16*>(GMIO::malloc(samples * sizeof(cint16)));
    for (int i = 0; i < samples; ++i) from[i] = {static_cast<int16>(i - 30), static_cast<int16>(2 * i - 50)};
    all.init();
    int32 matrix[16];
    for (int i = 0; i < 16; ++i) matrix[i] = i * i - 40;
    all.update(all.turn.matrix, matrix, 16);
    all.memory.in.gm2aie_nb(from, samples * sizeof(cint16));
    all.memory.out.aie2gm_nb(to, samples * sizeof(cint16));
    all.run(4);
    all.memory.out.wait();
    all.wait();
    int32 largest = 0;
    all.read(all.turn.largest, largest);
    all.end();
    std::printf("%d\n", largest);
    for (int i = 0; i < samples; ++i) std::printf("%d %d\n", to[i].real, to[i].imag);
    GMIO::free(from);
    GMIO::free(to);
    return 0;
}
