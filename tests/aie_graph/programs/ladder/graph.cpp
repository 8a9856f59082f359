#include "fir.hpp"

namespace lib::fir {

template <class dir = input, unsigned N = 1>
using port_array = std::array<adf::port<dir>, N>;

// Kernels of a cascade, from the last one down.
template <int at, typename TD, typename TC, unsigned LEN, unsigned SHIFT, unsigned WINDOW, unsigned KERNELS>
struct kernels_of {
    static void create(adf::kernel (&all)[KERNELS]) {
        constexpr unsigned part = LEN / KERNELS;
        all[at - 1] = adf::kernel::create_object<fir<TD, TC, LEN, SHIFT, (at > 1), (at < KERNELS), WINDOW, part, (at - 1) * part>>();
        if constexpr (at > 1) kernels_of<at - 1, TD, TC, LEN, SHIFT, WINDOW, KERNELS>::create(all);
    }
};

template <typename TD, typename TC, unsigned LEN, unsigned SHIFT, unsigned WINDOW, unsigned RELOAD = 1>
class fir_graph : public adf::graph {
    static_assert(get_input_streams_core_module() >= 1);
    template <class dir>
    using reload_port = typename std::conditional<RELOAD == 1, adf::port<dir>, int>::type;

public:
    adf::port<input> in;
    port_array<output, 2> out;
    reload_port<input> coeff[2];
    adf::kernel m_kernels[2];
    adf::connect<adf::stream, adf::stream>* net[2];

    fir_graph() {
        kernels_of<2, TD, TC, LEN, SHIFT, WINDOW, 2>::create(m_kernels);
        adf::connect<>(in, m_kernels[0].in[0]);
        adf::dimensions(m_kernels[0].in[0]) = {WINDOW};
        adf::connect<adf::cascade>(m_kernels[0].out[0], m_kernels[1].in[1]);
        adf::connect<>(m_kernels[0].out[1], m_kernels[1].in[0]);
        adf::dimensions(m_kernels[0].out[1]) = {WINDOW + LEN};
        adf::dimensions(m_kernels[1].in[0]) = {WINDOW + LEN};
        for (unsigned i = 0; i < 2; i++) {
            net[i] = new adf::connect<adf::stream, adf::stream>(m_kernels[1].out[i], out[i]);
            adf::fifo_depth(*net[i]) = 16;
            if constexpr (RELOAD == 1) adf::connect<adf::parameter>(coeff[i], adf::async(m_kernels[i].in[1 + i]));
            adf::source(m_kernels[i]) = "fir.cpp";
            adf::headers(m_kernels[i]) = {"fir.hpp"};
            adf::runtime<adf::ratio>(m_kernels[i]) = 0.8;
            adf::stack_size(m_kernels[i]) = 2048;
        }
        adf::location<adf::kernel>(m_kernels[0]) = adf::tile(3, 3);
        adf::location<adf::kernel>(m_kernels[1]) = adf::location<adf::kernel>(m_kernels[0]) + adf::relative_offset({.col_offset = 1, .row_offset = 0});
        adf::location<adf::buffer>(getKernels()[0].in[0]) = {adf::bank(3, 3, 0), adf::bank(3, 3, 2)};
    }
    adf::kernel* getKernels() { return m_kernels; }
};

}  // namespace lib::fir

class test_graph : public adf::graph {
public:
    adf::input_plio in = adf::input_plio::create("in", adf::plio_128_bits, "in.txt", 625);
    std::array<adf::output_plio, 2> out;
    adf::port<input> coeff[2];
    lib::fir::fir_graph<cint16, int16, 8, 2, 32> filter;

    test_graph() {
        adf::connect<>(in.out[0], filter.in);
        for (unsigned i = 0; i < out.size(); i++) {
            std::string file = "out.txt";
            file.insert(file.length() - 4, std::to_string(i));
            out[i] = adf::output_plio::create("out" + std::to_string(i), i ? adf::plio_64_bits : adf::plio_32_bits, file);
            adf::connect<>(filter.out[i], out[i].in[0]);
            adf::connect<>(coeff[i], filter.coeff[i]);
        }
    }
} filter;

#ifdef __AIESIM__
int main() {
    const int16 first[8] = {1, 2, 3, 4, 5, 6, 7, 8}, second[8] = {-8, 7, 6, 5, 4, 3, 2, 1};
    filter.init();
    for (auto& port : filter.coeff) filter.update(port, first, 8);
    filter.run(2);
    filter.wait();
    for (auto& port : filter.coeff) filter.update(port, second, 8);
    filter.run(1);
    filter.end();
    return 0;
}
#endif
