// Where an access that must be aligned goes. The hardware drops the low bits of an address that is not (policy
// unaligned_access): so do arrays of the call, which start where hardware would start them. Memory that the kernel
// declares itself lies where the host's compiler put it and is taken as it is.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "lanewise/shared/aie/guard.h"
#include "lanewise/aie/status.h"
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
    std::uintptr_t stack = 0;  // where variables of the kernel end: it was called from there
    int moved_argument = 0;
    std::uintptr_t moved_byte = 0;
    unsigned moved_needs = 0;
    call_stack moved_at;
};
[[gnu::visibility("hidden")]] inline constinit thread_local call_memory called{};

// Whether an access reaches behind the array that it starts in, or starts there. A variable of the kernel is none, even where the
// stack lies right behind an array.
#ifdef LANEWISE_AIE_STATUS
#define LANEWISE_AIE_INLINED __attribute__((__always_inline__))
inline bool is_beyond(const void* p, std::size_t bytes) {
    constexpr std::uintptr_t behind = 4096;  // of zeros, where kernels read past their last row
    constexpr std::uintptr_t variables = std::uintptr_t{1} << 17;  // of one function: no core has more memory
    const auto at = reinterpret_cast<std::uintptr_t>(p), here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    for (int i = 0; i < called.count; ++i) {
        const argument_memory& m = called.arrays[i];
        if (at >= m.begin && at < m.end) return at + bytes > m.end;
    }
    if (at < called.stack && at + variables >= here) return false;
    for (int i = 0; i < called.count; ++i)
        if (at >= called.arrays[i].end && at < called.arrays[i].end + behind) return true;
    return false;
}
// Tables and variables of the kernel are known to the compiler, where it sees which of them a pointer comes from: what is left of it from
// there on. It follows pointers through functions that are inlined; of one that was in front of its variable on the way it may say 0
// everywhere, so a pointer counts that is in the variable or right behind it. `at` is where the access goes.
#if defined(__has_builtin) && __has_builtin(__builtin_dynamic_object_size)
#define LANEWISE_AIE_LEFT(p) __builtin_dynamic_object_size(p, 0)
#else
#define LANEWISE_AIE_LEFT(p) __builtin_object_size(p, 0)
#endif
LANEWISE_AIE_INLINED inline bool leaves_its_variable(const void* p, std::size_t bytes) {
    const std::size_t left = LANEWISE_AIE_LEFT(p);
    return left < bytes && (left || LANEWISE_AIE_LEFT(static_cast<const char*>(p) - 1));
}
#undef LANEWISE_AIE_LEFT
LANEWISE_AIE_INLINED inline void note_load(const void* p, std::size_t bytes, const void* at) {
    if (leaves_its_variable(p, bytes) || is_beyond(at, bytes)) note(happening::beyond);
}
LANEWISE_AIE_INLINED inline void note_store(const void* p, std::size_t bytes, const void* at) {
    if (leaves_its_variable(p, bytes) || is_beyond(at, bytes)) note(happening::overrun);
}
inline void note_unaligned(int argument, unsigned needs) {
    call_stack here;
    lw_note_stack(&here);
    note(happening::unaligned, 1, here, static_cast<unsigned>(argument), needs);
}
#else
#define LANEWISE_AIE_INLINED
inline void note_unaligned(int, unsigned) {}
inline void note_load(const void*, std::size_t, const void*) {}
inline void note_store(const void*, std::size_t, const void*) {}
#endif
LANEWISE_AIE_INLINED inline void note_load(const void* p, std::size_t bytes) { note_load(p, bytes, p); }
LANEWISE_AIE_INLINED inline void note_store(const void* p, std::size_t bytes) { note_store(p, bytes, p); }

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
