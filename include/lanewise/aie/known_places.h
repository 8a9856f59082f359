// Where a kernel is: the calls that led there. To unwind a stack takes microseconds, so that is done once for each way there. Which way it was
// the frames say that lie one behind the other: programs that somebody listens to are compiled with them.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/shared/aie/guard.h"

// What is looked at by such a function is no access of the kernel, and compilers shall not tell of it (scalars.h).
#define LANEWISE_AIE_UNTOLD __attribute__((no_sanitize("thread"), visibility("hidden")))
// The same of functions that call others, which may become a part of them: where the compiler has a word for that.
#ifdef __has_attribute
#if __has_attribute(disable_sanitizer_instrumentation)
#define LANEWISE_AIE_ASIDE __attribute__((noinline, visibility("hidden")))
#define LANEWISE_AIE_ASIDE_BEGINS _Pragma("clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)")
#define LANEWISE_AIE_ASIDE_ENDS _Pragma("clang attribute pop")
#endif
#endif
#ifndef LANEWISE_AIE_ASIDE
#define LANEWISE_AIE_ASIDE __attribute__((visibility("hidden")))
#define LANEWISE_AIE_ASIDE_BEGINS
#define LANEWISE_AIE_ASIDE_ENDS
#endif

LANEWISE_AIE_ASIDE_BEGINS
namespace lanewise::aie {

[[gnu::visibility("hidden")]] inline thread_local std::vector<call_stack> places;

inline std::uint32_t number_of(const call_stack& stack) {
    for (std::size_t i = places.size(); i-- > 0;) {
        const call_stack& known = places[i];
        bool same = known.depth == stack.depth;
        for (int k = 0; same && k < stack.depth; ++k) same = known.at[k] == stack.at[k];
        if (same) return static_cast<std::uint32_t>(i);
    }
    places.push_back(stack);
    return static_cast<std::uint32_t>(places.size() - 1);
}
[[gnu::noinline]] inline std::uint32_t unwind_place() {
    call_stack stack;
    lw_note_stack(&stack);
    return number_of(stack);
}

struct known_way {
    static constexpr int deepest = 24;  // longer ways are unwound each time
    std::uint32_t number = 0;           // of its place, and one; 0: nothing is here
    int depth = 0;
    std::uintptr_t at[deepest] = {};  // return addresses
};
[[gnu::visibility("hidden")]] inline constinit thread_local known_way known_ways[256] = {};

// The number of the place at hand. The frames of a kernel end where its call lies, which is on the same stack.
[[gnu::noinline]] LANEWISE_AIE_UNTOLD inline std::uint32_t place_at_hand() {
    const auto end = reinterpret_cast<std::uintptr_t>(lw_kernel_current());
    auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    std::uintptr_t at[known_way::deepest];
    int depth = 0;
    std::uint64_t mixed = 0;
    while (frame < end) {
        const auto* words = reinterpret_cast<const std::uintptr_t*>(frame);
        if (depth == known_way::deepest || words[0] <= frame) return unwind_place();
        at[depth++] = words[1];
        mixed = (mixed ^ words[1]) * 0x9E3779B97F4A7C15u;
        frame = words[0];
    }
    if (!depth) return unwind_place();
    known_way& known = known_ways[mixed >> 56];
    bool same = known.number && known.depth == depth;
    for (int i = 0; same && i < depth; ++i) same = known.at[i] == at[i];
    if (!same) {
        known.number = unwind_place() + 1;
        known.depth = depth;
        for (int i = 0; i < depth; ++i) known.at[i] = at[i];
    }
    return known.number - 1;
}

}  // namespace lanewise::aie
LANEWISE_AIE_ASIDE_ENDS
