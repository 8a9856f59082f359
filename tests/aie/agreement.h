// Operands and results of operations as rows of 64-bit words, so that one function serves every operation: floats by
// their bits, accumulator lanes in two words, complex lanes real part first.
#pragma once

#include <array>
#include <bit>
#include <tuple>

#include "aie_api/aie.hpp"
#include "aie_api/aie_adf.hpp"

using word = int64;

template <class T>
inline constexpr bool paired = lanewise::aie::is_complex<T>;

template <class T>
T taken(const word*& p) {
    if constexpr (paired<T>) {
        using P = lanewise::aie::component<T>;
        const P real = taken<P>(p), imag = taken<P>(p);
        return {real, imag};
    } else if constexpr (lanewise::aie::is_float<T>) {
        return static_cast<T>(std::bit_cast<float>(static_cast<std::uint32_t>(*p++)));
    } else {
        return static_cast<T>(static_cast<int64>(*p++));
    }
}
template <class T, unsigned N>
aie::vector<T, N> vector_from(const word*& p) {
    aie::vector<T, N> v;
    for (unsigned i = 0; i < N; ++i) v.put(taken<T>(p), i);
    return v;
}
template <class L>
L lane_from(const word*& p) {
    if constexpr (std::is_same_v<L, float>) {
        const float x = std::bit_cast<float>(static_cast<std::uint32_t>(p[0]));
        p += 2;
        return x;
    } else {
        const __int128 x = static_cast<__int128>(p[1]) << 64 | static_cast<std::uint64_t>(p[0]);
        p += 2;
        return static_cast<L>(x);
    }
}
template <class Tag, unsigned N>
aie::accum<Tag, N> accum_from(const word*& p) {
    using L = typename Tag::lane;
    aie::accum<Tag, N> a;
    for (unsigned i = 0; i < N; ++i) {
        if constexpr (paired<L>) {
            using P = decltype(L{}.real);
            const P real = lane_from<P>(p), imag = lane_from<P>(p);
            a.lane(i) = {real, imag};
        } else {
            a.lane(i) = lane_from<L>(p);
        }
    }
    return a;
}
template <unsigned N>
aie::mask<N> mask_from(const word*& p) {
    aie::mask<N> m;
    for (unsigned i = 0; i < N; ++i) m.put(i, *p++ != 0);
    return m;
}

template <class T>
void given(word*& p, const T& x) {
    if constexpr (paired<T>) {
        given(p, x.real);
        given(p, x.imag);
    } else if constexpr (lanewise::aie::is_float<T>) {
        *p++ = std::bit_cast<std::uint32_t>(static_cast<float>(x));
    } else {
        *p++ = static_cast<word>(static_cast<int64>(x));
    }
}
template <class T, unsigned N>
void given(word*& p, const aie::vector<T, N>& v) {
    for (unsigned i = 0; i < N; ++i) given(p, static_cast<T>(v.get(i)));
}
template <class L>
void given_lane(word*& p, L x) {
    if constexpr (std::is_same_v<L, float>) {
        *p++ = std::bit_cast<std::uint32_t>(x);
        *p++ = 0;
    } else {
        *p++ = static_cast<word>(static_cast<std::uint64_t>(x));
        *p++ = static_cast<word>(static_cast<__int128>(x) >> 64);
    }
}
template <class Tag, unsigned N>
void given(word*& p, const aie::accum<Tag, N>& a) {
    for (unsigned i = 0; i < N; ++i) {
        if constexpr (paired<typename Tag::lane>) {
            given_lane(p, a.lane(i).real);
            given_lane(p, a.lane(i).imag);
        } else {
            given_lane(p, a.lane(i));
        }
    }
}
template <unsigned N>
void given(word*& p, const aie::mask<N>& m) {
    for (unsigned i = 0; i < N; ++i) *p++ = m.test(i);
}
template <class A, class B>
void given(word*& p, const std::pair<A, B>& both) {
    given(p, both.first);
    given(p, both.second);
}
template <class T, std::size_t N>
void given(word*& p, const std::array<T, N>& all) {
    for (const T& x : all) given(p, x);
}

// A tile of a matrix product, and another one on top of it.
template <unsigned M, unsigned K, unsigned N, class A, unsigned NA, class B, unsigned NB>
auto tile(const aie::vector<A, NA>& a, const aie::vector<B, NB>& b, const aie::vector<A, NA>& c,
          const aie::vector<B, NB>& d) {
    aie::mmul<M, K, N, A, B> sum;
    sum.mul(a, b);
    sum.mac(c, d);
    return sum.to_accum();
}

// One stage of a transform of Count samples; Any calls the function whose radix is a number.
template <unsigned Radix, unsigned Vec, unsigned Count, class Out, bool Any, class In, unsigned NX, class... W>
auto stage(const aie::vector<In, NX>& x, const W&... rest) {
    alignas(64) In from[NX];
    x.store(from);
    std::array<Out, Count> out;
    const auto all = std::tie(rest...);
    using Tw = typename std::tuple_element_t<0, std::tuple<W...>>::value_type;
    alignas(64) Tw turns[Radix - 1][4];
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (std::get<I>(all).store(turns[I]), ...);
        const unsigned shift_tw = static_cast<unsigned>(std::get<Radix - 1>(all));
        const unsigned shift = static_cast<unsigned>(std::get<Radix>(all));
        const bool inv = std::get<Radix + 1>(all) != 0;
        const In* const samples = from;
        const auto run = [&](auto... more) {
            if constexpr (Any)
                aie::fft_dit_stage<Radix, Vec>(samples, static_cast<const Tw*>(turns[I])..., Count, more..., out.data());
            else if constexpr (Radix == 2)
                aie::fft_dit_r2_stage<Vec>(samples, static_cast<const Tw*>(turns[I])..., Count, more..., out.data());
            else if constexpr (Radix == 3)
                aie::fft_dit_r3_stage<Vec>(samples, static_cast<const Tw*>(turns[I])..., Count, more..., out.data());
            else if constexpr (Radix == 4)
                aie::fft_dit_r4_stage<Vec>(samples, static_cast<const Tw*>(turns[I])..., Count, more..., out.data());
            else
                aie::fft_dit_r5_stage<Vec>(samples, static_cast<const Tw*>(turns[I])..., Count, more..., out.data());
        };
        run(shift_tw, shift, inv);
    }(std::make_index_sequence<Radix - 1>());
    return out;
}
