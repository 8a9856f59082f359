// Bits packed in memory, lowest first.
#pragma once

#include <cstdint>
#include <cstring>

#include "numerics/level.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

// The low bits of n bytes, n a multiple of 8.
inline void pack_bits(const std::uint8_t* flags, std::uint32_t n, std::uint8_t* bits) {
    for (std::uint32_t i = 0; i < n; i += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, flags + i, 8);
        // The product gathers bit 0 of byte k at bit 56 + k.
        bits[i / 8] = static_cast<std::uint8_t>((eight & 0x0101010101010101) * 0x0102040810204080 >> 56);
    }
}

// The other n bits; those after the last stay 0.
inline void flip_bits(std::uint8_t* bits, std::size_t n) {
    for (std::size_t i = 0; i < n / 8; ++i) bits[i] ^= 0xFF;
    if (n % 8) bits[n / 8] ^= static_cast<std::uint8_t>((1 << n % 8) - 1);
}

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
