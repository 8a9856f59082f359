// The relation that a comparison asks for: LT, GT, EQ, LE, GE, NE. A NaN is in none, so only NE holds for it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "machine/core.hpp"
#include "walks/bits.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

class Related {
  public:
    Related(const Core& core, DType type, std::int64_t relation) {
        const Relations& of = *core.level->loops->relations(type);
        swaps_ = relation == 1 || relation == 4;
        flips_ = relation > 4;
        holds_ = relation < 2 ? of.less : relation == 3 || relation == 4 ? of.at_most : of.equal;
    }
    // One bit for each of n elements, lowest first; those after the last in its byte are 0.
    void operator()(const void* a, const void* b, std::size_t n, std::uint8_t* bits) const {
        if (swaps_) holds_(b, a, n, bits);
        else holds_(a, b, n, bits);
        if (flips_) flip_bits(bits, n);
    }

  private:
    Relation holds_;
    bool swaps_, flips_;
};

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
