// The kernels of samples.cc, in graphs of their own: `samples_graph CASE fault`. The second call gets the sample that makes them go wrong.
#include <string>

#include "samples.h"

using namespace adf;

template <class First, class Second = First>
struct chain : graph {
    kernel first, second;
    input_plio in;
    output_plio out;
    chain(const std::string& name, First function, Second after = nullptr) {
        first = kernel::create(function);
        source(first) = "samples.cc";
        runtime<ratio>(first) = 0.4;
        in = input_plio::create(name + "_in", plio_32_bits, "locks_in.txt");
        out = output_plio::create(name + "_out", plio_32_bits, name + "_out.txt");
        if constexpr (std::is_same_v<First, decltype(&reads_past_window)>) {
            connect<window<64>>(in.out[0], first.in[0]);
            connect<window<64>>(first.out[0], out.in[0]);
        } else {
            connect(in.out[0], first.in[0]);
            if (after) {  // on the same core
                second = kernel::create(after);
                source(second) = "samples.cc";
                runtime<ratio>(second) = 0.4;
                location<kernel>(second) = location<kernel>(first);
                connect(first.out[0], second.in[0]);
                connect(second.out[0], out.in[0]);
            } else {
                connect(first.out[0], out.in[0]);
            }
        }
    }
};
chain<decltype(&reads_past_window)> windows("reads_past_window", &reads_past_window);
chain<decltype(&loads_unaligned)> loads("loads_unaligned", &loads_unaligned);
chain<decltype(&sets_rounding), decltype(&rounds_after_it)> modes("rounds_after_it", &sets_rounding, &rounds_after_it);

template <class Graph>
static void run(Graph& graph, bool fault) {
    graph.init();
    graph.run(fault ? 2 : 1);
    graph.end();
}

int main(int argc, char** argv) {
    const std::string name = argc > 1 ? argv[1] : "";
    const bool fault = argc > 2 && std::string(argv[2]) == "fault";
    if (name == "reads_past_window") run(windows, fault);
    if (name == "loads_unaligned") run(loads, fault);
    if (name == "rounds_after_it") run(modes, fault);
    return 0;
}
