// Where an access that must be aligned goes. The hardware drops the low bits of an address that is not (policy
// unaligned_access): so do arrays of the call, which start where hardware would start them. Memory that the kernel
// declares itself lies where the host's compiler put it and is taken as it is.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "lanewise/shared/aie/guard.h"
#include "lanewise/aie/happened.h"
#include "lanewise/shared/aie/modes.h"

namespace lanewise::aie {

struct argument_memory {
    std::uintptr_t begin = 0, end = 0;
    int number = 0;  // of the argument, counted from 1
};
// The arrays of the call that is running, and the first access that was moved.
struct call_memory {
    static constexpr int most = 32;
    argument_memory arrays[most];
    int count = 0;
    int moved_argument = 0;
    std::uintptr_t moved_byte = 0;
    unsigned moved_needs = 0;
    call_stack moved_at;
};
[[gnu::visibility("hidden")]] inline constinit thread_local call_memory called{};

// Whether an access reaches behind the array that it starts in, or starts there.
#ifdef LANEWISE_AIE_STATUS
inline bool is_beyond(const void* p, std::size_t bytes) {
    constexpr std::uintptr_t behind = 4096;  // of zeros, where kernels read past their last row
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    for (int i = 0; i < called.count; ++i) {
        const argument_memory& m = called.arrays[i];
        if (at >= m.begin && at < m.end + behind && at + bytes > m.end) return true;
        if (at >= m.begin && at < m.end) return false;
    }
    return false;
}
inline void note_load(const void* p, std::size_t bytes) {
    if (is_beyond(p, bytes)) note(happening::beyond);
}
inline void note_store(const void* p, std::size_t bytes) {
    if (is_beyond(p, bytes)) note(happening::overrun);
}
inline void note_unaligned(int argument, unsigned needs) {
    call_stack here;
    lw_note_stack(&here);
    note(happening::unaligned, 1, here, static_cast<unsigned>(argument), needs);
}
#else
inline void note_unaligned(int, unsigned) {}
inline void note_load(const void*, std::size_t) {}
inline void note_store(const void*, std::size_t) {}
#endif

constexpr unsigned needed_alignment(std::size_t bytes) {
    constexpr unsigned most = LANEWISE_VECTOR_ALIGNMENT;
    return bytes < most ? std::bit_floor(static_cast<unsigned>(bytes)) : most;
}

[[gnu::noinline]] inline std::uintptr_t moved(std::uintptr_t at, unsigned needs) {
    for (int i = 0; i < called.count; ++i) {
        const argument_memory& m = called.arrays[i];
        if (at < m.begin || at >= m.end) continue;
        if (!called.moved_argument) {
            called.moved_argument = m.number;
            called.moved_byte = at - m.begin;
            called.moved_needs = needs;
            lw_note_stack(&called.moved_at);
        }
        note_unaligned(m.number, needs);
        return at & ~std::uintptr_t{needs - 1};
    }
    return at;
}
template <std::size_t Bytes, class T>
T* placed(T* p) {
    constexpr unsigned needs = needed_alignment(Bytes);
    const auto at = reinterpret_cast<std::uintptr_t>(p);
    if (at % needs == 0) [[likely]]
        return p;
    return reinterpret_cast<T*>(moved(at, needs));
}

}  // namespace lanewise::aie
