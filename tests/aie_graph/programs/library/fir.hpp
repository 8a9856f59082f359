// A filter as libraries write them: parts of it on several cores, chosen by template arguments.
#pragma once
#include <adf.h>
#include <adf/arch/aie_arch_properties.hpp>
#include <aie_api/aie.hpp>
#include <aie_api/aie_adf.hpp>

#include <array>
#include <vector>

#if __AIE_ARCH__ == 10
#define __SUPPORTS_ACC48__
#else
#define __SUPPORTS_ACC64__
#endif
#ifndef __SUPPORTS_ACC64__
using input_stream_cacc64 = input_stream_cacc80;
using output_stream_cacc64 = output_stream_cacc80;
#endif

namespace xf::dsp::aie::filters {

using namespace adf;

#ifdef __SUPPORTS_ACC48__
using acc_tag = acc48;
#else
using acc_tag = acc64;
#endif
constexpr unsigned dummy_margin = 16;

// What a kernel reads and writes, whatever its position in the cascade is.
template <bool First, class D>
struct inputs {
    void* __restrict block;
    input_cascade<acc_tag>* before;
};
template <bool Last, class D>
struct outputs {
    void* __restrict block;
    output_cascade<acc_tag>* behind;
};

template <class D, class C, unsigned Taps, unsigned Block>
class fir_base {
protected:
    static constexpr unsigned lanes = 8;
    static constexpr unsigned margin = (Taps + lanes - 1) / lanes * lanes;
    alignas(::aie::vector_decl_align) C taps_[Taps];
    explicit fir_base(const C (&taps)[Taps]) {
        for (unsigned i = 0; i < Taps; ++i) taps_[i] = taps[i];
    }
    template <bool First, bool Last>
    void compute(inputs<First, D> in, outputs<Last, D> out) {
        using window = input_circular_buffer<D, extents<inherited_extent>, adf::margin<dummy_margin>>;
        using result = output_circular_buffer<D, extents<inherited_extent>, adf::margin<dummy_margin>>;
        auto from = ::aie::begin_random_circular(*(window*)in.block);
        auto to = ::aie::begin_vector<lanes>(*(result*)(Last ? out.block : in.block));
        for (unsigned n = 0; n < Block; n += lanes) {
            ::aie::accum<acc_tag, lanes> acc;
            if constexpr (First)
                acc = ::aie::zeros<acc_tag, lanes>();
            else
                acc = readincr_v<lanes>(in.before);
            for (unsigned k = 0; k < Taps; ++k) {
                ::aie::vector<D, lanes> x;
                for (unsigned l = 0; l < lanes; ++l) x[l] = from[static_cast<int>(margin + n + l - k)];
                acc = ::aie::mac(acc, x, taps_[k]);
            }
            if constexpr (Last)
                *to++ = acc.template to_vector<D>(4);
            else
                writeincr<acc_tag, lanes>(out.behind, acc);
        }
    }
};

template <class D, class C, unsigned Taps, unsigned Block, unsigned Skip, bool First = true, bool Last = true>
class fir : fir_base<D, C, Taps, Block> {
    using base = fir_base<D, C, Taps, Block>;

public:
    explicit fir(const C (&taps)[Taps]) : base(taps) {}
    static void registerKernelClass() { REGISTER_FUNCTION(fir::filter); }
    void filter(input_circular_buffer<D, extents<inherited_extent>, adf::margin<base::margin + Skip>>& in,
                output_circular_buffer<D>& out) {
        this->template compute<true, true>({&in, nullptr}, {&out, nullptr});
    }
};
template <class D, class C, unsigned Taps, unsigned Block, unsigned Skip>
class fir<D, C, Taps, Block, Skip, true, false> : fir_base<D, C, Taps, Block> {
    using base = fir_base<D, C, Taps, Block>;

public:
    explicit fir(const C (&taps)[Taps]) : base(taps) {}
    static void registerKernelClass() { REGISTER_FUNCTION(fir::filter); }
    void filter(input_circular_buffer<D, extents<inherited_extent>, adf::margin<base::margin>>& in, output_cascade<acc_tag>* out) {
        this->template compute<true, false>({&in, nullptr}, {nullptr, out});
    }
};
template <class D, class C, unsigned Taps, unsigned Block, unsigned Skip>
class fir<D, C, Taps, Block, Skip, false, true> : fir_base<D, C, Taps, Block> {
    using base = fir_base<D, C, Taps, Block>;

public:
    explicit fir(const C (&taps)[Taps]) : base(taps) {}
    static void registerKernelClass() { REGISTER_FUNCTION(fir::filter); }
    void filter(input_circular_buffer<D, extents<inherited_extent>, adf::margin<base::margin + Skip>>& in, input_cascade<acc_tag>* before,
                output_circular_buffer<D>& out) {
        // The margin of this part is longer by what the parts before it have seen.
        this->template compute<false, true>({&in, before}, {&out, nullptr});
    }
};

struct no_port {};
template <class Direction, unsigned N>
using port_array = std::array<port<Direction>, N>;

// One core, or two with half of the taps each.
template <class D, class C, unsigned Taps, unsigned Block, unsigned Parts, bool Dual = false>
class fir_graph : public graph {
    static_assert(Parts == 1 || Parts == 2);
    static_assert(!Dual || get_input_streams_core_module() == 2 || __AIE_ARCH__ >= 20);
    static constexpr unsigned each = Taps / Parts;

public:
    template <bool There>
    using maybe = typename std::conditional<There, port<output>, no_port>::type;
    port_array<input, 1> in;
    std::array<port<output>, 1> out;
    maybe<Dual> out2;
    kernel m_kernels[Parts];

    kernel* getKernels() { return m_kernels; }

    explicit fir_graph(const std::vector<C>& taps) {
        if constexpr (Parts == 1) {
            m_kernels[0] = kernel::create_object<fir<D, C, Taps, Block, 0>>(taps);
        } else {
            const std::vector<C> first(taps.begin(), taps.begin() + each), second(taps.begin() + each, taps.end());
            m_kernels[0] = kernel::create_object<fir<D, C, each, Block, 0, true, false>>(first);
            m_kernels[1] = kernel::create_object<fir<D, C, each, Block, each, false, true>>(second);
            connect<cascade>(m_kernels[0].out[0], m_kernels[1].in[1]);
        }
        for (unsigned i = 0; i < Parts; ++i) {
            connect<>(in[0], m_kernels[i].in[0]);
            dimensions(m_kernels[i].in[0]) = {Block};
            runtime<ratio>(m_kernels[i]) = 0.8;
            source(m_kernels[i]) = "fir.cpp";
            headers(m_kernels[i]) = {"fir.hpp"};
            stack_size(m_kernels[i]) = 1024;
        }
        connect<>(m_kernels[Parts - 1].out[0], out[0]);
        dimensions(m_kernels[Parts - 1].out[0]) = {Block};
        if constexpr (Dual) connect<>(m_kernels[Parts - 1].out[0], out2);
    }
};

}  // namespace xf::dsp::aie::filters
