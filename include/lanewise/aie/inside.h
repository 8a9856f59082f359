// Names that kernels take from inside the interface.
#pragma once

#include "lanewise/aie/iterators.h"
#include "lanewise/aie/operations.h"

namespace lanewise::aie {

template <class A, class... More>
auto concat_vector(const A& a, const More&... more) {
    return ::aie::concat(a, more...);
}

// Real and imaginary parts, each as a register of its own.
template <class T, unsigned N>
auto unzip_complex(const ::aie::vector<complex<T>, N>& v) {
    return std::pair(::aie::real(v), ::aie::imag(v));
}
template <unsigned Bits, unsigned N>
auto unzip_complex(const ::aie::accum<integer_tag<Bits, true>, N>& a) {
    std::pair<::aie::accum<integer_tag<Bits, false>, N>, ::aie::accum<integer_tag<Bits, false>, N>> out;
    for (unsigned i = 0; i < N; ++i) {
        out.first.lane(i) = a.lane(i).real;
        out.second.lane(i) = a.lane(i).imag;
    }
    return out;
}
template <class T, unsigned N>
auto combine_into_complex(const ::aie::vector<T, N>& real, const ::aie::vector<T, N>& imag) {
    ::aie::vector<complex<T>, N> out;
    for (unsigned i = 0; i < N; ++i) out.put({real.lane(i), imag.lane(i)}, i);
    return out;
}
template <unsigned Bits, unsigned N>
auto combine_into_complex(const ::aie::accum<integer_tag<Bits, false>, N>& real,
                          const ::aie::accum<integer_tag<Bits, false>, N>& imag) {
    ::aie::accum<integer_tag<Bits, true>, N> out;
    for (unsigned i = 0; i < N; ++i) out.lane(i) = {real.lane(i), imag.lane(i)};
    return out;
}

// Up into an accumulator, and down again by the modes of the core.
template <class T, unsigned N>
struct shift {
    using vector_type = ::aie::vector<T, N>;
    static vector_type run(const vector_type& v, unsigned up, unsigned down) {
        return ::aie::accum<integer_tag<64, is_complex<T>>, N>(v, static_cast<int>(up))
            .template to_vector<T>(static_cast<int>(down));
    }
};
template <class T, unsigned N>
struct transpose {
    using vector_type = ::aie::vector<T, N>;
    static vector_type run(const vector_type& v, unsigned rows, unsigned columns) {
        return ::aie::transpose(v, rows, columns);
    }
};

template <class T, auto... Options>
using random_circular_iterator = ::aie::random_circular_iterator<T, Options...>;
template <class T, auto... Options>
using vector_iterator = ::aie::vector_iterator<T, Options...>;
template <class T, auto... Options>
using restrict_vector_iterator = ::aie::restrict_vector_iterator<T, Options...>;

}  // namespace lanewise::aie

namespace aie {

using detail::concat_vector;

}  // namespace aie
