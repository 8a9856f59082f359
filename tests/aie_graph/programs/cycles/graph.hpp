#pragma once
#include "kernels.h"

// Names without a namespace, and both namespaces in sight.
struct middle : adf::graph {
    adf::port<input> in;
    adf::port<output> out;
    adf::kernel k;
    middle() {
        k = adf::kernel::create_object<Twice<int32>>();
        adf::source(k) = "kernels.cc";
        adf::runtime<ratio>(k) = 0.5;
        adf::connect(in, k.in[0]);
        adf::connect(k.out[0], out);
        adf::dimensions(k.in[0]) = {4};
        adf::dimensions(k.out[0]) = {4};
    }
};
using namespace adf;
static_assert(std::is_same_v<::input, adf::input> && std::is_same_v<adf::port<::inout>, adf::inout_port>);
template <int Column>
struct placed : graph {
    kernel k;
    middle m;
    input_plio in = input_plio::create("In", plio_32_bits, "in.txt");
    output_plio out = output_plio::create("Out", plio_32_bits, "out.txt");
    output_plio names = output_plio::create("Names", plio_32_bits, "names.txt");
    placed() {
        k = kernel::create(tell);
        source(k) = "kernels.cc";
        runtime<ratio>(k) = 0.5;
        location<kernel>(k) = tile(Column, __AIE_ARCH__ / 10);
        location<stack>(k) = bank(Column, 1, 0);
        auto other = tile(Column + 1, 1);
        location<kernel>(m.k) = other;
        connect<>(in.out[0], k.in[0]);
        connect<>(k.out[0], m.in);
        connect<>(k.out[0], names.in[0]);
        connect<>(m.out, out.in[0]);
        dimensions(k.in[0]) = {2};
        dimensions(k.out[0]) = {4};
    }
};
