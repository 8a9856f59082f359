// A fractal of elements of 16 bits, turned.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numerics/level.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

using Units [[gnu::vector_size(16)]] = std::uint16_t;

// The lanes of both in turn, from lane `first` on.
template <std::uint16_t first>
inline Units in_turn(Units a, Units b) {
#ifdef __clang__
    return __builtin_shufflevector(a, b, first, first + 8, first + 1, first + 9, first + 2, first + 10, first + 3, first + 11);
#else
    return __builtin_shuffle(a, b, Units{first, first + 8, first + 1, first + 9, first + 2, first + 10, first + 3, first + 11});
#endif
}

// 16 x 16 units, columns as rows: each quarter by taking lanes of rows that are four apart in turn, three times.
inline void turn(const std::uint8_t* fractal, std::uint8_t* to) {
    constexpr std::size_t row_bytes = 32, half_row = 8;
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
        const std::size_t down = quarter / 2 * half_row, right = quarter % 2 * half_row;
        Units rows[half_row], next[half_row];
#pragma GCC unroll 8
        for (std::size_t i = 0; i < half_row; ++i) __builtin_memcpy(rows + i, fractal + (down + i) * row_bytes + 2 * right, sizeof(Units));
#pragma GCC unroll 3
        for (int time = 0; time < 3; ++time) {
#pragma GCC unroll 4
            for (std::size_t i = 0; i < half_row / 2; ++i) {
                next[2 * i] = in_turn<0>(rows[i], rows[i + half_row / 2]);
                next[2 * i + 1] = in_turn<4>(rows[i], rows[i + half_row / 2]);
            }
#pragma GCC unroll 8
            for (std::size_t i = 0; i < half_row; ++i) rows[i] = next[i];
        }
#pragma GCC unroll 8
        for (std::size_t i = 0; i < half_row; ++i) __builtin_memcpy(to + (right + i) * row_bytes + 2 * down, rows + i, sizeof(Units));
    }
}

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
