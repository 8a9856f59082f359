// Bits packed in memory, lowest first, and lanes that hold one byte for each.
#pragma once

#include <array>
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

inline constexpr auto spread = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::uint64_t bits = 0; bits < 256; ++bits)
        for (int k = 0; k < 8; ++k)
            if (bits >> k & 1) table[bits] |= 0xFFull << 8 * k;
    return table;
}();

// One byte for each of n bits, all ones or 0; writes whole groups of 8.
inline void spread_bits(const std::uint8_t* bits, std::uint32_t n, std::uint8_t* flags) {
    for (std::uint32_t i = 0; i < n; i += 8) std::memcpy(flags + i, &spread[bits[i / 8]], 8);
}

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
