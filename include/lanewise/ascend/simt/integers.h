// Integer functions of threads.
#pragma once

#include <bit>
#include <cstdint>

#include "lanewise/ascend/qualifiers.h"

constexpr int __mulhi(int x, int y) { return static_cast<int>((std::int64_t{x} * y) >> 32); }
constexpr unsigned int __umulhi(unsigned int x, unsigned int y) { return static_cast<unsigned int>((std::uint64_t{x} * y) >> 32); }
constexpr long long __mul64hi(long long x, long long y) { return static_cast<long long>((static_cast<__int128>(x) * y) >> 64); }
constexpr unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
}
constexpr long long __mul_i32toi64(int x, int y) { return static_cast<long long>(x) * y; }
constexpr unsigned long long __mul_i32toi64(unsigned int x, unsigned int y) { return static_cast<unsigned long long>(x) * y; }

namespace lanewise::simt {

template <class T>
constexpr T reversed(T x) {
    T out = 0;
    for (unsigned i = 0; i < 8 * sizeof(T); ++i) out |= static_cast<T>(x >> i & 1) << (8 * sizeof(T) - 1 - i);
    return out;
}
template <class T>
concept Word = std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

}  // namespace lanewise::simt

template <lanewise::simt::Word T>
constexpr auto __brev(T x) { return lanewise::simt::reversed(static_cast<std::make_unsigned_t<T>>(x)); }
template <lanewise::simt::Word T>
constexpr int __clz(T x) { return std::countl_zero(static_cast<std::make_unsigned_t<T>>(x)); }
template <lanewise::simt::Word T>
constexpr int __ffs(T x) { return x ? std::countr_zero(static_cast<std::make_unsigned_t<T>>(x)) + 1 : 0; }
template <lanewise::simt::Word T>
constexpr int __popc(T x) { return std::popcount(static_cast<std::make_unsigned_t<T>>(x)); }

constexpr unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    const std::uint64_t bytes = std::uint64_t{y} << 32 | x;
    unsigned int out = 0;
    for (unsigned i = 0; i < 4; ++i) out |= static_cast<unsigned int>(bytes >> 8 * (selector >> 4 * i & 7) & 0xFF) << 8 * i;
    return out;
}
constexpr unsigned int __sad(int x, int y, unsigned int z) {
    return (x < y ? static_cast<unsigned int>(y) - static_cast<unsigned int>(x) : static_cast<unsigned int>(x) - static_cast<unsigned int>(y)) + z;
}
constexpr unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return (x < y ? y - x : x - y) + z; }
constexpr int __mul24(int x, int y) {
    const auto low = [](int v) { return std::int64_t{static_cast<int>(static_cast<unsigned int>(v) << 8) >> 8}; };
    return static_cast<int>(low(x) * low(y));
}
constexpr unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xFFFFFF) * (y & 0xFFFFFF); }
constexpr int __hadd(int x, int y) { return static_cast<int>((std::int64_t{x} + y) >> 1); }
constexpr int __rhadd(int x, int y) { return static_cast<int>((std::int64_t{x} + y + 1) >> 1); }
constexpr unsigned int __uhadd(unsigned int x, unsigned int y) { return static_cast<unsigned int>((std::uint64_t{x} + y) >> 1); }
constexpr unsigned int __urhadd(unsigned int x, unsigned int y) { return static_cast<unsigned int>((std::uint64_t{x} + y + 1) >> 1); }
constexpr long long llmax(long long x, long long y) { return x < y ? y : x; }
constexpr long long llmin(long long x, long long y) { return y < x ? y : x; }
constexpr unsigned long long ullmax(unsigned long long x, unsigned long long y) { return x < y ? y : x; }
constexpr unsigned long long ullmin(unsigned long long x, unsigned long long y) { return y < x ? y : x; }
constexpr unsigned int umax(unsigned int x, unsigned int y) { return x < y ? y : x; }
constexpr unsigned int umin(unsigned int x, unsigned int y) { return y < x ? y : x; }

// Of the scalar unit, in kernels that start functions of threads.
constexpr std::int64_t clz(std::uint64_t x) { return std::countl_zero(x); }
constexpr std::int64_t bcnt1(std::uint64_t x) { return std::popcount(x); }

constexpr float __int_as_float(int x) { return std::bit_cast<float>(x); }
constexpr float __uint_as_float(unsigned int x) { return std::bit_cast<float>(x); }
constexpr int __float_as_int(float x) { return std::bit_cast<int>(x); }
constexpr unsigned int __float_as_uint(float x) { return std::bit_cast<unsigned int>(x); }
