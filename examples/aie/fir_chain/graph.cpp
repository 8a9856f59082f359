// Two filters, one after the other; each remembers the end of the block before.
#include <adf.h>

#include "fir.h"

template <unsigned Samples>
class stage : public adf::graph {
public:
    adf::port<adf::input> in;
    adf::port<adf::output> out;

    stage() {
        k = adf::kernel::create(fir);
        adf::source(k) = "fir.cc";
        adf::runtime<adf::ratio>(k) = 0.8;
        adf::dimensions(k.in[0]) = {Samples};
        adf::dimensions(k.out[0]) = {Samples};
        adf::connect(in, k.in[0]);
        adf::connect(k.out[0], out);
    }

private:
    adf::kernel k;
};

class chain : public adf::graph {
public:
    adf::input_plio in = adf::input_plio::create("DataIn", adf::plio_64_bits, "data/input.txt");
    adf::output_plio out = adf::output_plio::create("DataOut", adf::plio_64_bits, "data/output.txt");
    stage<128> stages[2];

    chain() {
        adf::connect(in.out[0], stages[0].in);
        adf::connect(stages[0].out, stages[1].in);
        adf::connect(stages[1].out, out.in[0]);
    }
};

chain filter;

int main() {
    filter.init();
    filter.run(4);
    filter.end();
    return 0;
}
