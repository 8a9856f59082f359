// How much scratch a library function asks for. Ours never touch it; the answers are the chips' own minima, because
// programs allocate what they are told to.
#pragma once

#include "lanewise/operator/host/platform.h"
#include "lanewise/operator/host/shape.h"
#include "lanewise/ascend/library/config.h"

namespace lanewise::host {

constexpr std::uint32_t repeat_bytes = 256;

constexpr std::uint32_t larger(std::uint64_t a, std::uint64_t b) { return static_cast<std::uint32_t>(a > b ? a : b); }
constexpr std::uint32_t up(std::uint64_t value, std::uint64_t unit) {
    return static_cast<std::uint32_t>((value + unit - 1) / unit * unit);
}
inline std::uint32_t elements(const ge::Shape& shape) { return static_cast<std::uint32_t>(shape.GetShapeSize()); }
inline std::uint32_t axis(const ge::Shape& shape, std::size_t i) { return static_cast<std::uint32_t>(shape.GetDim(i)); }
inline std::uint32_t last_axis(const ge::Shape& shape) {
    return shape.GetDimNum() ? axis(shape, shape.GetDimNum() - 1) : 1;
}
inline std::uint32_t rows(const ge::Shape& shape) { return last_axis(shape) ? elements(shape) / last_axis(shape) : 0; }

// `buffers` temporaries of at least one repeat each.
inline void scratch(std::uint32_t buffers, const ge::Shape& shape, std::uint32_t typeSize, std::uint32_t& maxValue,
                    std::uint32_t& minValue) {
    minValue = buffers * repeat_bytes;
    maxValue = buffers * larger(std::uint64_t{elements(shape)} * typeSize, repeat_bytes);
}

}  // namespace lanewise::host
