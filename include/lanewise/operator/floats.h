// half and bfloat16 in host code. Arithmetic is that of float; what is stored is rounded to nearest even.
#pragma once

#include <cstdint>
#include <type_traits>

#include "lanewise/shared/narrow.h"

// `member` is what sources call the bits.
#define LANEWISE_HOST_FLOAT(name, member, exponent, fraction)                                                     \
    struct name {                                                                                                 \
        std::uint16_t member = 0;                                                                                 \
        constexpr name() = default;                                                                               \
        template <class T>                                                                                        \
            requires std::is_arithmetic_v<T>                                                                      \
        constexpr name(T value) : member(lanewise::narrow<exponent, fraction>(static_cast<double>(value))) {}     \
        constexpr operator float() const { return lanewise::widen<exponent, fraction>(member); }                  \
        constexpr float toFloat() const { return *this; }                                                         \
        constexpr name operator-() const { return lanewise_made(member ^ 0x8000); }                               \
        constexpr name& operator+=(float other) { return *this = name(static_cast<float>(*this) + other); }       \
        constexpr name& operator-=(float other) { return *this = name(static_cast<float>(*this) - other); }       \
        constexpr name& operator*=(float other) { return *this = name(static_cast<float>(*this) * other); }       \
        constexpr name& operator/=(float other) { return *this = name(static_cast<float>(*this) / other); }       \
        static constexpr name lanewise_made(int bits) {                                                           \
            name made;                                                                                            \
            made.member = static_cast<std::uint16_t>(bits);                                                       \
            return made;                                                                                          \
        }                                                                                                         \
    }

namespace Ops::Base {

LANEWISE_HOST_FLOAT(fp16_t, val, 5, 10);
LANEWISE_HOST_FLOAT(bfloat16, value, 8, 7);

}  // namespace Ops::Base
#undef LANEWISE_HOST_FLOAT
