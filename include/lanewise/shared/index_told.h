// What a compiler tells where an index leaves an array whose length it knows: `-fsanitize=bounds` calls a function with the address of a
// description and the index. Both compilers describe it like this. An index below 0 is not told: clang++ calls it for arithmetic on the name
// of an array, too, and programs begin in front of one (`p = table - 16`, then `*++p`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanewise {

struct index_told {
    std::int64_t index = 0;
    std::uint64_t size = 0;  // of the array, in elements
    const char* array = "";  // its type, in quotes
};

inline index_told read_index(const void* description, const void* index) {
    struct type {
        std::uint16_t kind, facts;
        char name[1];
    };
    struct told {
        const char* file;
        std::uint32_t line, column;
        const type *array, *index;
    };
    told it;
    std::memcpy(&it, description, sizeof it);
    const unsigned bits = 1u << (it.index->facts >> 1 & 31);
    std::uint64_t value = reinterpret_cast<std::uintptr_t>(index);
    if (bits > 64) std::memcpy(&value, index, sizeof value);
    const unsigned above = bits < 64 ? 64 - bits : 0;
    value <<= above;
    const bool is_signed = it.index->facts & 1;
    index_told out;
    out.index = is_signed ? static_cast<std::int64_t>(value) >> above : static_cast<std::int64_t>(value >> above);
    out.array = it.array->name;
    for (const char* at = std::strchr(out.array, '['); at && *++at >= '0' && *at <= '9';) out.size = 10 * out.size + static_cast<std::uint64_t>(*at - '0');
    return out;
}

}  // namespace lanewise

extern "C" void lw_outside(std::int64_t index, std::uint64_t size, const char* array, const void* from);  // that a kernel of Ascend C has used there
