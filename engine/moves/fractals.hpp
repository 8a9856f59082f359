// Where the lines of matrices lie that are made of fractals, in bytes: what Mmad reads, and what it leaves.
#pragma once

#include <algorithm>
#include <cstdint>

#include "isa.hpp"

namespace lanewise {

inline constexpr std::int64_t fractal_rows = 16, fractal_row_bytes = 32;

constexpr std::int64_t units(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit; }

// A matrix in fractals: `lines` of them run along 16 rows of 32 bytes each, `deep` elements of `bits` bits are in a line altogether. Lines are
// rows of the left matrix and columns of the right one; what they run along is k for both.
struct FractalPlaces {
    std::int64_t lines, deep;
    int bits;
    std::int64_t down, across;  // bytes from 16 lines to the next 16, and from 32 bytes of a line to the next 32
    bool row = false;           // one plain line
    std::int64_t wide = fractal_row_bytes;  // bytes of a line in a fractal

    std::int64_t line_bytes() const { return (deep * bits + 7) / 8; }
    std::int64_t at(std::int64_t line, std::int64_t block) const {
        return row ? block * wide : line / fractal_rows * down + line % fractal_rows * wide + block * across;
    }
    // The byte after the last one that counts.
    std::int64_t end() const {
        const std::int64_t last = units(line_bytes(), wide) - 1, full = (lines - 1) / fractal_rows * fractal_rows;
        const std::int64_t tail = at(lines - 1, last) + line_bytes() - last * wide;
        std::int64_t far = std::max(tail, last ? at(lines - 1, last - 1) + wide : 0);
        if (full) far = std::max({far, at(full - 1, last) + line_bytes() - last * wide, last ? at(full - 1, last - 1) + wide : 0});
        return far;
    }
};

inline FractalPlaces left_places(const Rules& rules, std::int64_t m, std::int64_t k, int bits, bool row, bool aligned) {
    const std::int64_t c0 = 256 / bits, fractal = fractal_rows * fractal_row_bytes;
    if (rules.left_layout == left_layout_nz) return {m, k, bits, fractal, units(m, fractal_rows) * fractal, row};
    const std::int64_t wide = aligned ? units(k, fractal_rows) * fractal_rows / c0 : units(k, c0);
    return {m, k, bits, wide * fractal, fractal, row};
}

inline FractalPlaces right_places(std::int64_t k, std::int64_t n, int bits) {
    const std::int64_t fractal = fractal_rows * fractal_row_bytes;
    return {n, k, bits, fractal, units(n, fractal_rows) * fractal, false};
}

}  // namespace lanewise
