// Whether two numbers are in a relation, for many at once as bits. A NaN is in none. The build compiles this file once per CPU level.
#include <cstring>
#include <functional>

#include "isa.hpp"
#include "numerics/narrow.hpp"
#include "walks/bits.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace {

constexpr std::size_t chunk = 32;

template <class Holds, class T>
inline void relate(const T* a, const T* b, std::uint8_t* bits) {
    if constexpr (is_narrow_float<T>) {
        alignas(64) float x[chunk], y[chunk];
        widen_n(a, x, chunk);
        widen_n(b, y, chunk);
        relate<Holds>(x, y, bits);
    } else {
        alignas(64) std::uint8_t flags[chunk];
        for (std::size_t i = 0; i < chunk; ++i) flags[i] = Holds{}(a[i], b[i]);
        lanes::pack_bits(flags, chunk, bits);
    }
}

// A chunk at a time, so that loops have a length; what is left is followed by zeros.
template <class T, class Holds>
void related(const void* left, const void* right, std::size_t n, std::uint8_t* bits) {
    const auto *a = static_cast<const T*>(left), *b = static_cast<const T*>(right);
    for (; n; a += chunk, b += chunk, bits += chunk / 8) {
        T rest[2][chunk];
        std::uint8_t last[chunk / 8];
        const bool whole = n >= chunk;
        if (!whole) {
            std::memset(rest, 0, sizeof rest);
            std::memcpy(rest[0], a, n * sizeof(T));
            std::memcpy(rest[1], b, n * sizeof(T));
        }
        relate<Holds>(whole ? a : rest[0], whole ? b : rest[1], whole ? bits : last);
        if (whole) {
            n -= chunk;
            continue;
        }
        std::memcpy(bits, last, (n + 7) / 8);
        if (n % 8) bits[n / 8] &= static_cast<std::uint8_t>((1 << n % 8) - 1);
        return;
    }
}

// For integers, which are in one of three relations.
template <class T>
void not_greater(const void* a, const void* b, std::size_t n, std::uint8_t* bits) {
    related<T, std::less<>>(b, a, n, bits);
    lanes::flip_bits(bits, n);
}

// Equal integers have equal bits.
template <class T>
constexpr Relations integers = {related<T, std::less<>>, not_greater<T>, related<std::make_unsigned_t<T>, std::equal_to<>>};
template <class T>
constexpr Relations numbers = {related<T, std::less<>>, related<T, std::less_equal<>>, related<T, std::equal_to<>>};

}  // namespace

const Relations* relations_of(DType type) {
    switch (type) {
        case DType::int8_: return &integers<std::int8_t>;
        case DType::uint8_: return &integers<std::uint8_t>;
        case DType::int16_: return &integers<std::int16_t>;
        case DType::uint16_: return &integers<std::uint16_t>;
        case DType::int32_: return &integers<std::int32_t>;
        case DType::uint32_: return &integers<std::uint32_t>;
        case DType::int64_: return &integers<std::int64_t>;
        case DType::uint64_: return &integers<std::uint64_t>;
        case DType::half_: return &numbers<half>;
        case DType::bfloat16_: return &numbers<bfloat16>;
        case DType::double_: return &numbers<double>;
        default: return &numbers<float>;
    }
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
