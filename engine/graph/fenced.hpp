// Memory of a kernel between two fences, for as long as the program runs.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace lanewise::graph {

// Kernels read past the end of a block; what is written far behind it must not be lost in silence.
inline std::byte* fenced_memory(std::uint64_t bytes) {
    constexpr std::uint64_t page = 1 << 16, slack = 4096, fence = 1 << 17;  // as far as reports look: lanewise/aie/entry.h
    const std::uint64_t inside = (bytes + slack + page - 1) / page * page;
    void* whole = mmap(nullptr, inside + 2 * fence, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (whole == MAP_FAILED) throw std::bad_alloc();
    auto* start = static_cast<std::byte*>(whole) + fence;
    mprotect(start, inside, PROT_READ | PROT_WRITE);
    return start;
}

}  // namespace lanewise::graph
