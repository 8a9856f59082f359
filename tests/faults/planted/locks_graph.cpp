// Each kernel of locks.cc in a graph of its own: `locks_graph CASE fault`. The second call gets the sample that makes it go wrong.
#include <string>

#include "locks.h"

using namespace adf;

template <class Kernel>
struct single : graph {
    kernel k;
    input_plio in;
    output_plio out;
    single(Kernel function, const std::string& name) {
        k = kernel::create(function);
        source(k) = "locks.cc";
        runtime<ratio>(k) = 0.5;
        in = input_plio::create(name + "_in", plio_32_bits, "locks_in.txt");
        out = output_plio::create(name + "_out", plio_32_bits, name + "_out.txt");
        connect(in.out[0], k.in[0]);
        connect(k.out[0], out.in[0]);
    }
};
single<decltype(&taken_twice)> first(&taken_twice, "taken_twice");
single<decltype(&given_back_twice)> second(&given_back_twice, "given_back_twice");
single<decltype(&given_back_never_taken)> third(&given_back_never_taken, "given_back_never_taken");

template <class Graph>
static void run(Graph& graph, bool fault) {
    graph.init();
    graph.run(fault ? 2 : 1);
    graph.end();
}

int main(int argc, char** argv) {
    const std::string name = argc > 1 ? argv[1] : "";
    const bool fault = argc > 2 && std::string(argv[2]) == "fault";
    if (name == "taken_twice") run(first, fault);
    if (name == "given_back_twice") run(second, fault);
    if (name == "given_back_never_taken") run(third, fault);
    return 0;
}
