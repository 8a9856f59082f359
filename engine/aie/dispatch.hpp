// From element types that are values to types the compiler knows.
#pragma once

#include <stdexcept>

#include "aie/arrays.hpp"
#include "lanewise/shared/aie/accumulate.h"

// Whole-array loops are compiled twice on x86-64, where the baseline has no wide integers; the loader picks. All is
// integer arithmetic, so the results are the same. LANEWISE_ONCE: the whole file is compiled for this computer alone.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(LANEWISE_ONCE)
#define LANEWISE_WIDEST __attribute__((target_clones("avx2", "default"), flatten))
#else
#define LANEWISE_WIDEST
#endif

namespace lanewise::aie {

template <class Function>
auto with_vector_type(element type, Function&& function) {
    switch (type) {
        case element::int8: return function(std::int8_t{});
        case element::uint8: return function(std::uint8_t{});
        case element::int16: return function(std::int16_t{});
        case element::uint16: return function(std::uint16_t{});
        case element::int32: return function(std::int32_t{});
        case element::uint32: return function(std::uint32_t{});
        case element::int64: return function(std::int64_t{});
        case element::int128: break;
    }
    throw std::invalid_argument("128-bit numbers are accumulator lanes only");
}

template <int Bits>
using width = std::integral_constant<int, Bits>;

template <class Function>
auto with_lane_width(int bits, Function&& function) {
    switch (bits) {
        case 32: return function(width<32>{});
        case 48: return function(width<48>{});
        case 64: return function(width<64>{});
        case 80: return function(width<80>{});
    }
    throw std::invalid_argument("an accumulator lane has 32, 48, 64 or 80 bits");
}

}  // namespace lanewise::aie
