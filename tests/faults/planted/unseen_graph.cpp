// One graph for each fault of unseen_graph.cc: `lanewise run unseen_graph.cpp --chip aie -- CASE fault`.
#include <adf.h>

#include <cstring>

#include "unseen_graph.h"

using namespace adf;

// One kernel, or two with a link between them, from a file to a file.
struct Base : graph {
    input_plio in;
    output_plio out;
    port<direction::in> fault;
    kernel a, b;
    Base(const char* name)
    {
        in = input_plio::create(std::string(name) + "_in", plio_32_bits, "unseen_in.txt");
        out = output_plio::create(std::string(name) + "_out", plio_32_bits, std::string(name) + ".txt");
    }
    void first(kernel made)
    {
        a = made;
        source(a) = "unseen_graph.cc";
        runtime<ratio>(a) = 0.5;
        connect(in.out[0], a.in[0]);
        dimensions(a.in[0]) = {32};
        connect<parameter>(fault, async(a.in[1]));
    }
    void second(kernel made)
    {
        b = made;
        source(b) = "unseen_graph.cc";
        runtime<ratio>(b) = 0.4;
    }
    void last(kernel& k)
    {
        dimensions(k.out[0]) = {32};
        connect(k.out[0], out.in[0]);
    }
};

struct Spilled : Base {
    Spilled() : Base("spilled")
    {
        first(kernel::create(spill_first));
        second(kernel::create(spill_second));
        connect<cascade>(a.out[0], b.in[0]);
        last(b);
    }
};
struct Relies : Base {
    Relies() : Base("relies_on_rounding")
    {
        first(kernel::create(rounds));
        second(kernel::create(relies));
        dimensions(a.out[0]) = {32};
        dimensions(b.in[0]) = {32};
        connect(a.out[0], b.in[0]);
        location<kernel>(b) = location<kernel>(a);
        last(b);
    }
};
struct Talks : Base {
    Talks() : Base("one_word_more")
    {
        first(kernel::create(talks));
        second(kernel::create(listens));
        connect<stream>(a.out[0], b.in[0]);
        last(b);
    }
};
struct Alone : Base {
    template <class F>
    Alone(const char* name, F* function) : Base(name)
    {
        first(kernel::create(function));
        last(a);
    }
};

Spilled spilled;
Relies relies_on_rounding;
Talks one_word_more;
Alone between_vectors("between_vectors", between), begins("begins_anywhere", begins_anywhere), far_one("far_reader", far_reader);

int main(int argc, char** argv)
{
    const int32 fault = argc > 2 && std::strcmp(argv[2], "fault") == 0;
    const auto run = [&](const char* name, auto& g) {
        if (argc < 2 || std::strcmp(argv[1], name)) return;
        g.init();
        g.update(g.fault, fault);
        g.run(1);
        g.end();
    };
    run("spilled", spilled);
    run("relies_on_rounding", relies_on_rounding);
    run("one_word_more", one_word_more);
    run("between_vectors", between_vectors);
    run("begins_anywhere", begins);
    run("far_reader", far_one);
    return 0;
}
