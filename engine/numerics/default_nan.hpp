// A machine that makes the quiet NaN by itself, where it can be told to.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numerics/level.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

// While it lives, the machine's own arithmetic produces the quiet NaN, so that sums and products need no second look.
#if defined(LANEWISE_DEFAULT_NAN)
class DefaultNan {
  public:
    DefaultNan() {
        asm volatile("mrs %0, fpcr" : "=r"(before_));
        asm volatile("msr fpcr, %0" ::"r"(before_ | std::uint64_t{1} << 25) : "memory");
    }
    ~DefaultNan() { asm volatile("msr fpcr, %0" ::"r"(before_) : "memory"); }
    DefaultNan(const DefaultNan&) = delete;
    DefaultNan& operator=(const DefaultNan&) = delete;

  private:
    std::uint64_t before_;
};
inline constexpr bool default_nan = true;
#else
struct DefaultNan {
    DefaultNan() {}
};
inline constexpr bool default_nan = false;
#endif

// For so few lanes it takes longer than looking at each of them.
inline constexpr std::size_t few_lanes = 96;

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
