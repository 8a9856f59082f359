// What the scalar unit loads and stores, where time is counted, and what of it lies behind arrays, where that is noted: compilers tell
// every access to memory of such a file, as they do for their thread sanitizer, and these functions stand in the sanitizer's place.
// Accesses of our own functions belong to the operation that is running, and variables of the kernel are registers: neither is counted.
#pragma once

#include "lanewise/aie/placing.h"
#include "lanewise/aie/recording.h"

#if defined(LANEWISE_AIE_TRACE) || defined(LANEWISE_AIE_STATUS)
#define LANEWISE_AIE_SEES_SCALARS

#define LANEWISE_AIE_UNSEEN __attribute__((no_sanitize("thread"), visibility("hidden"), used))

namespace lanewise::aie {

// A kernel is running, and no access is being looked at.
[[gnu::visibility("hidden")]] inline constinit thread_local bool sees_scalars = false;

struct scalar_scope {
    scalar_scope() {
        sees_scalars = true;
        keep_order();
    }
    ~scalar_scope() {
        keep_order();
        sees_scalars = false;
    }
    scalar_scope(const scalar_scope&) = delete;
    scalar_scope& operator=(const scalar_scope&) = delete;
};

#ifdef LANEWISE_AIE_TRACE
// Elements of the call's arrays alone: a compiler may keep everything else in registers. A record stands for each access.
LANEWISE_AIE_ASIDE inline void count_scalar(const void* at, std::size_t bytes, bool write, void* from) {
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    bool inside = false;
    for (int i = 0; i < called.count && !inside; ++i)
        inside = called.arrays[i].begin <= address && address < called.arrays[i].end;
    if (!inside) return;
    record one(write ? "scalar_store" : "scalar_load", from);
    one.take(read_bytes{at, bytes});
    if (!write) one.wait_for(read_bytes{at, bytes});
    one.reach(new_words(at, bytes, write));
    const std::uint32_t number = one.keep();
    if (write) recorded().writers.set(at, bytes, number);
}
#endif

// Most accesses are to variables of the kernel, between here and where it was called from: no array of the call is there.
LANEWISE_AIE_UNSEEN inline void scalar_access(const void* at, std::size_t bytes, bool write, [[maybe_unused]] void* from) {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)), variables = called.stack - here;
    if (variables < std::uintptr_t{1} << 20 && reinterpret_cast<std::uintptr_t>(at) - here < variables) return;  // no kernel has a megabyte of them
    if (!sees_scalars) return;
    sees_scalars = false;  // also for what the compiler does to find `recorded`, which it tells as well
    if (write) note_store(at, bytes);
    else note_load(at, bytes);
#ifdef LANEWISE_AIE_TRACE
    if (!recorded().depth) count_scalar(at, bytes, write, from);
#endif
    sees_scalars = true;
}

}  // namespace lanewise::aie

// Compilers know these names as functions of their own, with parameters that differ: the linker alone hears them.
#define LANEWISE_AIE_TEXT(...) #__VA_ARGS__
#define LANEWISE_AIE_PREFIX(prefix) LANEWISE_AIE_TEXT(prefix)
#define LANEWISE_AIE_HOOK(name, ...)                                                                            \
    LANEWISE_AIE_UNSEEN void told_##name(__VA_ARGS__) __asm__(LANEWISE_AIE_PREFIX(__USER_LABEL_PREFIX__) "__tsan_" #name); \
    void told_##name(__VA_ARGS__)
#define LANEWISE_AIE_ACCESS(name, bytes, write)                                          \
    LANEWISE_AIE_HOOK(name, void* at) {                                                  \
        ::lanewise::aie::scalar_access(at, bytes, write, __builtin_return_address(0));   \
    }
#define LANEWISE_AIE_ACCESSES(prefix, bytes)               \
    LANEWISE_AIE_ACCESS(prefix##read##bytes, bytes, false) \
    LANEWISE_AIE_ACCESS(prefix##write##bytes, bytes, true)
#define LANEWISE_AIE_SIZES(prefix)    \
    LANEWISE_AIE_ACCESSES(prefix, 1)  \
    LANEWISE_AIE_ACCESSES(prefix, 2)  \
    LANEWISE_AIE_ACCESSES(prefix, 4)  \
    LANEWISE_AIE_ACCESSES(prefix, 8)  \
    LANEWISE_AIE_ACCESSES(prefix, 16)
extern "C" {
LANEWISE_AIE_SIZES()
LANEWISE_AIE_SIZES(unaligned_)
LANEWISE_AIE_SIZES(volatile_)
LANEWISE_AIE_SIZES(unaligned_volatile_)
// Whole structures, and what has nothing to do with time.
LANEWISE_AIE_HOOK(read_range, void* at, std::size_t bytes) {
    ::lanewise::aie::scalar_access(at, bytes, false, __builtin_return_address(0));
}
LANEWISE_AIE_HOOK(write_range, void* at, std::size_t bytes) {
    ::lanewise::aie::scalar_access(at, bytes, true, __builtin_return_address(0));
}
LANEWISE_AIE_HOOK(init, ) {}
LANEWISE_AIE_HOOK(func_entry, void*) {}
LANEWISE_AIE_HOOK(func_exit, ) {}
LANEWISE_AIE_HOOK(vptr_update, void**, void*) {}
LANEWISE_AIE_HOOK(vptr_read, void**) {}
}
#undef LANEWISE_AIE_SIZES
#undef LANEWISE_AIE_ACCESSES
#undef LANEWISE_AIE_ACCESS
#undef LANEWISE_AIE_HOOK
#undef LANEWISE_AIE_PREFIX
#undef LANEWISE_AIE_TEXT
#undef LANEWISE_AIE_UNSEEN

#endif
