// Arrays in the memories of a cube core, `__cbuf__ half a[n]` in a kernel: one behind the other in each.
#pragma once

#include <vector>

#include "lanewise/ascend/built_in.h"
#include "lanewise/ascend/tensor.h"

namespace lanewise {

constexpr std::uint64_t bytes_of_memory(Space space) {
    switch (space) {
        case Space::staging: return LANEWISE_L1_BYTES;
        case Space::left: return LANEWISE_L0A_BYTES;
        case Space::right: return LANEWISE_L0B_BYTES;
        case Space::product: return LANEWISE_L0C_BYTES;
        case Space::bias: return LANEWISE_BT_BYTES;
        case Space::scales: return LANEWISE_FB_BYTES;
        default: return LANEWISE_UB_BYTES;
    }
}

// Those of the block that runs: where the array of a line is, and where the next one of a memory begins.
struct CubeArrays {
    struct One {
        const void* place;
        std::uint32_t address;
    };
    std::uint64_t block = 0;
    std::vector<One> known;
    std::uint64_t ends[space_count] = {};

    std::uint32_t address(const void* place, Space space, std::uint64_t bytes, std::uint64_t align) {
        if (block != built_in::blocks_begun) *this = {built_in::blocks_begun, {}, {}};
        for (const One& one : known)
            if (one.place == place) return one.address;
        std::uint64_t& end = ends[static_cast<int>(space)];
        const std::uint64_t start = (end + align - 1) / align * align, size = bytes_of_memory(space);
        if (start + bytes > size)
            fault("MEM-003", {{"what", "an array"}, {"need", bytes}, {"memory", name_of(space)}, {"free", start < size ? size - start : 0}, {"size", size},
                              {"table", ""}});
        end = start + bytes;
        known.push_back({place, static_cast<std::uint32_t>(start)});
        return known.back().address;
    }
};
[[gnu::visibility("hidden")]] inline thread_local CubeArrays cube_arrays;

// The same at every visit of its line. Only instructions reach it: as for any pointer into a memory of the core, the low 32 bits are its address there.
template <Space space, class Array, std::size_t align = memory_infos[static_cast<int>(space)].align, class Place>
LANEWISE_API Array& cube_array(Place) {
    static const char place = 0;
    return *reinterpret_cast<Array*>(lw_current()->ub + cube_arrays.address(&place, space, sizeof(Array), align));
}

}  // namespace lanewise
