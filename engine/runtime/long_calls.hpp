// Instructions of kernels that do not go their fast path: a record is filled in, and issued like any other. `from` is the place in the
// program.
#pragma once

#include <cstdint>

#include "lanewise/shared/shape.h"

namespace lanewise::runtime {

void long_lanes(Shape shape, std::uint64_t scalar, const void* mask, const void* to, const void* a, const void* b, const void* c, const void* from);
void long_load(Shape shape, const void* to, std::uint32_t address, std::uint32_t left, std::int64_t dist, const void* from);
void long_store(Shape shape, std::uint32_t address, std::uint32_t left, const void* from_register, const void* mask, std::int64_t dist, std::int64_t second,
                const void* from);
void long_lowest(Shape shape, const void* mask, std::int64_t count, std::int64_t pitch, const void* from);
void long_counted(Shape shape, std::uint64_t scalar, std::int64_t count, std::uint64_t to, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                  const void* from);
void long_rounded(Shape shape, std::int64_t mode, std::int64_t count, std::uint64_t to, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                  const void* from);
struct Whole {  // so many arguments that they no longer fit into registers
    std::uint64_t scalar, mask;
    Repeats repeats;
    std::uint64_t at[shape_operands];
};
void long_repeated(Shape shape, const Whole& call, const void* from);
void long_masked(Shape shape, const Repeated& call, const void* from);

}  // namespace lanewise::runtime
