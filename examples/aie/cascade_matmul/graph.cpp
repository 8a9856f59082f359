// C = A B, with the inner dimension cut in two: the sums go from core to core through the cascade.
#include <adf.h>

#include <vector>

#include "part.h"

static std::vector<int16> weights(int seed) {
    std::vector<int16> all(inner * columns);
    for (unsigned i = 0; i < all.size(); ++i) all[i] = static_cast<int16>((i * 7919 + seed * 104729) % 2001) - 1000;
    return all;
}

class product : public adf::graph {
public:
    adf::kernel parts[2];
    adf::input_plio a[2];
    adf::output_plio c;

    product() {
        parts[0] = adf::kernel::create_object<first_half>(weights(1));
        parts[1] = adf::kernel::create_object<second_half>(weights(2), 10);
        c = adf::output_plio::create("C", adf::plio_128_bits, "data/c.txt");
        for (int i = 0; i < 2; ++i) {
            adf::source(parts[i]) = "part.cc";
            adf::runtime<adf::ratio>(parts[i]) = 0.9;
            a[i] = adf::input_plio::create("A" + std::to_string(i), adf::plio_32_bits, "data/a" + std::to_string(i) + ".txt");
            adf::dimensions(parts[i].in[0]) = {64};
            adf::connect(a[i].out[0], parts[i].in[0]);
        }
        adf::dimensions(parts[1].out[0]) = {64};
        adf::connect<adf::cascade>(parts[0].out[0], parts[1].in[1]);
        adf::connect(parts[1].out[0], c.in[0]);
    }
};

product graph;

int main() {
    graph.init();
    graph.run(2);
    graph.end();
    return 0;
}
