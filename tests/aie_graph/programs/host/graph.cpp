// Memory of the host, objects with tables, two cores with one file, parameters between kernels and host.
#include <adf.h>

#include <array>
#include <cstdio>
#include <type_traits>

#include "kernels.h"

template <bool Twice>
class chain : public adf::graph {
public:
    adf::input_port in;
    adf::output_port out;
    std::array<adf::kernel, Twice ? 2 : 1> scales;
    adf::kernel last;
    typename std::conditional<Twice, adf::port<adf::direction::in>, int>::type unused;

    chain() {
        for (auto& k : scales) {
            k = adf::kernel::create(scale);
            adf::source(k) = "scale.cc";
            adf::runtime<adf::ratio>(k) = 0.9;
            adf::initialization_function(k) = "begin";
        }
        last = adf::kernel::create(offset);
        adf::source(last) = "offset.cc";
        adf::headers(last) = {"kernels.h"};
        adf::runtime<adf::ratio>(last) = 0.9;
        adf::location<adf::kernel>(last) = adf::tile(4, 5);
        adf::location<adf::stack>(last) = adf::bank(4, 5, 3);
        adf::stack_size(last) = 2000;
        adf::connect<adf::stream>(in, scales[0].in[0]);
        if constexpr (Twice) adf::connect<adf::stream>(scales[0].out[0], scales[1].in[0]);
        adf::connect<adf::stream> net(scales[Twice].out[0], last.in[0]);
        adf::fifo_depth(net) = 16;
        adf::connect<adf::stream>(last.out[0], out);
    }
};

class host : public adf::graph {
public:
    adf::input_gmio in;
    adf::output_gmio out, copy;
    chain<true> c;
    adf::kernel sums, lookups;
    adf::parameter lut;
    adf::input_plio numbers;
    adf::output_plio totals, found;
    adf::port<adf::input> limits;
    adf::inout_port seen;

    host() {
        in = adf::input_gmio::create("gmioIn", 64, 1000);
        out = adf::output_gmio::create("gmioOut", 64, 1000);
        copy = adf::output_gmio::create(64, 1000);
        adf::connect<adf::stream>(in.out[0], c.in);
        adf::connect<adf::stream>(c.out, out.in[0]);
        adf::connect<adf::stream>(c.out, copy.in[0]);

        sums = adf::kernel::create_object<summing<int16, 8>>(std::vector<int16>{1, 2, 3}, 2);
        adf::source(sums) = "summing.cc";
        adf::runtime<adf::ratio>(sums) = 0.2;
        adf::location<adf::parameter>(sums.param[0]) = adf::address(1, 1, 0x200);
        adf::location<adf::buffer>(sums.in[0]) = {adf::bank(1, 1, 0), adf::bank(1, 1, 1)};
        lookups = adf::kernel::create(look_up);
        adf::source(lookups) = "look_up.cc";
        adf::runtime<adf::ratio>(lookups) = 0.2;
        lut = adf::parameter::array(table);
        adf::connect<>(lut, lookups);
        adf::location<adf::parameter>(lut) = adf::location<adf::kernel>(lookups);
        numbers = adf::input_plio::create("numbers", adf::plio_32_bits, "numbers.txt");
        totals = adf::output_plio::create("totals", adf::plio_64_bits, "totals.txt");
        found = adf::output_plio::create("found", adf::plio_128_bits, "found.txt");
        adf::connect(numbers.out[0], sums.in[0]);
        adf::connect(numbers.out[0], lookups.in[0]);
        adf::connect(sums.out[0], totals.in[0]);
        adf::connect(lookups.out[0], found.in[0]);
        adf::dimensions(lookups.in[0]) = {4};
        adf::dimensions(lookups.out[0]) = {4};
        adf::single_buffer(lookups.in[0]);
        adf::repetition_count(lookups) = 2;
        adf::connect<adf::parameter>(limits, adf::async(lookups.in[1]));
        adf::connect<adf::parameter>(lookups.inout[0], seen);
        adf::location<adf::graph>(*this) = adf::area_group({{adf::aie_tile, 0, 0, 3, 3}});
    }
};

host g;

int main(int argc, char** argv) {
    const int n = 8;
    auto* x = static_cast<float*>(adf::GMIO::malloc(n * sizeof(float)));
    auto* y = static_cast<float*>(adf::GMIO::malloc(n * sizeof(float)));
    auto* z = static_cast<float*>(adf::GMIO::malloc(n * sizeof(float)));
    for (int i = 0; i < n; ++i) x[i] = 0.25f * i;
    adf::return_code code = g.init();
    if (code != adf::ok) return code;
    const int32 limits[2] = {0, 3};
    g.update(g.limits, limits, 2);
    g.in.gm2aie_nb(x, n * sizeof(float));
    auto handle = adf::event::start_profiling(g.out, adf::event::io_total_stream_running_to_idle_cycles);
    g.copy.aie2gm_nb(z, n * sizeof(float));
    g.run(2);
    g.out.aie2gm_nb(y, n * sizeof(float));
    g.out.wait();
    g.copy.wait();
    adf::event::stop_profiling(handle);
    g.wait();
    int seen = 0;
    g.read(g.seen, seen);
    g.end();
    for (int i = 0; i < n; ++i) std::printf("%g %g\n", y[i], z[i]);
    std::printf("seen %d, %s\n", seen, argc > 1 ? argv[1] : "-");
    return seen == 16 ? 7 : 1;
}
