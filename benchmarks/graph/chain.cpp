// Prints the seconds that eight kernels one after the other take for a million samples, and a sum of what comes out:
// `filter`, or `pass`, which does nothing but hand a block on.
#include <chrono>
#include <cstdio>
#include <cstring>

#include "chain.h"

using namespace adf;
constexpr int kernels = 8, count = 1 << 20;

template <auto F>
struct chain : graph {
    input_gmio in = input_gmio::create("in", 64, 1000);
    output_gmio out = output_gmio::create("out", 64, 1000);
    kernel k[kernels];
    chain() {
        for (auto& one : k) {
            one = kernel::create(F);
            source(one) = "chain.cc";
            runtime<ratio>(one) = 0.9;
        }
        connect<>(in.out[0], k[0].in[0]);
        for (int i = 1; i < kernels; ++i) connect<>(k[i - 1].out[0], k[i].in[0]);
        connect<>(k[kernels - 1].out[0], out.in[0]);
    }
};
chain<filter> filters;
chain<pass> passes;

template <class G>
void measure(G& g) {
    auto* x = static_cast<int16*>(GMIO::malloc(count * sizeof(int16)));
    auto* y = static_cast<int16*>(GMIO::malloc(count * sizeof(int16)));
    for (int i = 0; i < count; ++i) x[i] = static_cast<int16>(i * 7919LL % 2001 - 1000);
    g.init();
    const auto start = std::chrono::steady_clock::now();
    g.in.gm2aie_nb(x, count * sizeof(int16));
    g.out.aie2gm_nb(y, count * sizeof(int16));
    g.run(count / block);
    g.out.wait();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    unsigned sum = 0;
    for (int i = 0; i < count; ++i) sum = sum * 31 + static_cast<unsigned short>(y[i]);
    std::printf("%.9f %u\n", took.count(), sum);
    g.end();
}

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "pass") == 0) measure(passes);
    else measure(filters);
    return 0;
}
