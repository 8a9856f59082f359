// aie::print: vectors as numbers, accumulators as the bytes of their tag.
#pragma once

#include <cstdio>

#include "lanewise/aie/accum.h"
#include "lanewise/aie/mask.h"

namespace lanewise::aie {

template <class T>
void print_number(T x) {
    if constexpr (is_complex<T>) {
        if constexpr (is_float<T>)
            std::printf("(%f %f) ", static_cast<double>(x.real), static_cast<double>(x.imag));
        else
            std::printf("(%d %d) ", static_cast<int>(x.real), static_cast<int>(x.imag));
    } else if constexpr (is_float<T>) {
        std::printf("%f ", static_cast<double>(static_cast<float>(x)));
    } else if constexpr (is_unsigned<T>) {
        std::printf("%u ", static_cast<unsigned>(x));
    } else {
        std::printf("%d ", static_cast<int>(x));
    }
}
template <class Tag, class Lane>
void print_lane(Lane x) {
    std::printf("0x");
    for (int bit = static_cast<int>(Tag::bits) - 8; bit >= 0; bit -= 8)
        std::printf("%02hhx", static_cast<unsigned char>(static_cast<int128>(x) >> bit));
}

}  // namespace lanewise::aie

namespace aie {

template <class T, unsigned N>
void print(const vector<T, N>& v, bool newline = false, const char* before = nullptr) {
    if (before) std::printf("%s", before);
    for (unsigned i = 0; i < N; ++i) detail::print_number(v.lane(i));
    if (newline) std::printf("\n");
}
template <class Tag, unsigned N>
void print(const accum<Tag, N>& a, bool newline = false, const char* before = nullptr) {
    if (before) std::printf("%s", before);
    for (unsigned i = 0; i < N; ++i) {
        if constexpr (Tag::is_float) {
            detail::print_number(a.lane(i));
        } else if constexpr (Tag::is_complex) {
            std::printf("(");
            detail::print_lane<Tag>(a.lane(i).real);
            std::printf(", ");
            detail::print_lane<Tag>(a.lane(i).imag);
            std::printf(") ");
        } else {
            detail::print_lane<Tag>(a.lane(i));
            std::printf(" ");
        }
    }
    if (newline) std::printf("\n");
}
template <unsigned N>
void print(const mask<N>& m, bool newline = false, const char* before = nullptr) {
    if (before) std::printf("%s", before);
    for (unsigned i = 0; i < N; ++i) std::printf("%d ", m.test(i));
    if (newline) std::printf("\n");
}
template <class T, unsigned N>
void print_matrix(const vector<T, N>& v, unsigned columns, const char* before = nullptr) {
    if (before) std::printf("%s", before);
    for (unsigned i = 0; i < N; ++i) {
        detail::print_number(v.lane(i));
        if ((i + 1) % columns == 0) std::printf("\n");
    }
}

namespace utils {

// Loops that are unrolled: the index is a constant, which the body may take as a number, or not want.
template <class T, T First, T End, T Step = 1, class F>
void unroll_for(F&& f) {
    constexpr T count = First < End ? (End - First + Step - 1) / Step : 0;
    [&]<T... I>(std::integer_sequence<T, I...>) {
        (f(std::integral_constant<T, static_cast<T>(First + I * Step)>()), ...);
    }(std::make_integer_sequence<T, count>());
}
template <class F, class I>
void with_or_without(F& f, I i) {
    if constexpr (std::is_invocable_v<F&, I>)
        f(i);
    else
        f();
}
template <unsigned Times, class F>
void unroll_times(F&& f) {
    unroll_for<unsigned, 0, Times>([&](auto i) { with_or_without(f, i); });
}
template <class T, T End, class F>
void unroll_for(F&& f) {
    unroll_for<T, 0, End>(f);
}
template <class T, T First1, T End1, T First2, T End2, class F>
void unroll_for_2d(F&& f) {
    unroll_for<T, First1, End1>([&](auto i) { unroll_for<T, First2, End2>([&](auto j) { f(i, j); }); });
}
template <class T, T End1, T End2, class F>
void unroll_for_2d(F&& f) {
    unroll_for_2d<T, 0, End1, 0, End2>(f);
}

}  // namespace utils

}  // namespace aie

// Kernels also find them where the vendor keeps them.
namespace lanewise::aie {
namespace utils = ::aie::utils;
}
