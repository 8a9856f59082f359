// What an observed program calls at each of its own reads and writes. The program is compiled with the instrumentation that compilers have
// for their thread sanitizer and linked with this library in that sanitizer's place, so that pointers of any kind are seen and no header
// needs a proxy. A library of its own: a program that somebody builds with the real sanitizer must not find these names.
#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lanewise/shared/abi.h"
#include "lanewise/shared/index_told.h"
#include "runtime/scalar_log.hpp"

namespace {

enum : bool { reads = false, writes = true };

// What every access of a program asks about its thread is found without a call, also where the library is loaded late: two words fit into what the loader
// keeps free for that. Other loaders than that of glibc refuse it, or need no word.
#ifdef __GLIBC__
#define AT_HAND [[gnu::tls_model("initial-exec")]]
#else
#define AT_HAND
#endif
// Of this thread's stack; 0: not known yet.
AT_HAND constinit thread_local std::uintptr_t end_of_stack = 0;

AT_HAND constinit thread_local lanewise::runtime::ScalarLoopAhead* ahead = &lanewise::runtime::nothing_ahead;

[[gnu::cold]] void find_stack() {
    end_of_stack = 1;
    pthread_attr_t attributes;
    void* start = nullptr;
    std::size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes)) return;
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
    end_of_stack = reinterpret_cast<std::uintptr_t>(start) + size;
}

constexpr std::uintptr_t near = 64 << 10;

// Most accesses are to the stack: neither UB nor GM is there. Of the stacks that threads of the program have, too: after the last of them lies that much of nothing.
[[gnu::always_inline]] inline bool is_on_stack(const void* address) {
    char here;  // one of our own is where the stack ends, and needs no frame
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
    if (at - reinterpret_cast<std::uintptr_t>(&here) >= near) return false;
    if (!end_of_stack) [[unlikely]] find_stack();
    return at < end_of_stack;
}
[[gnu::always_inline]] inline bool is_on_known_stack(const void* address) {
    char here;
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
    return at < end_of_stack && at - reinterpret_cast<std::uintptr_t>(&here) < near;
}

inline void touched(const void* address, std::size_t bytes, bool write, bool atomic, const void* from) {
    if (is_on_stack(address)) return;
    lw_scalar(address, bytes, write, atomic, from);
}
[[gnu::noinline]] void touched_anywhere(const void* address, std::size_t bytes, bool write, const void* from) {
    if (!lanewise::runtime::nobody_listens()) touched(address, bytes, write, false, from);
}
// It needs no frame where that is the stack.
[[gnu::noinline]] void touched_elsewhere(const void* address, std::size_t bytes, bool write, const void* from) {
    if (!is_on_known_stack(address)) touched_anywhere(address, bytes, write, from);
}
// In loops over UB and GM the first comparisons are all there is: what they wait for is on no stack.
[[gnu::always_inline]] inline void plainly(const void* address, std::size_t bytes, bool write, const void* from) {
    if (!ahead->goes_on(reinterpret_cast<std::uint64_t>(address), reinterpret_cast<std::uint64_t>(from))) touched_elsewhere(address, bytes, write, from);
}
inline void anew(const void* address, std::size_t bytes, bool write, const void* from) {
    if (!is_on_stack(address)) lw_volatile(address, bytes, write, from);
}

}  // namespace

#define HERE __builtin_return_address(0)

extern "C" {

void __tsan_init() {
    lw_tells_accesses([](void* now) { ahead = static_cast<lanewise::runtime::ScalarLoopAhead*>(now); });
}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

void __tsan_read_range(void* at, std::size_t bytes) { touched(at, bytes, reads, false, HERE); }
void __tsan_write_range(void* at, std::size_t bytes) { touched(at, bytes, writes, false, HERE); }

#define SIZES(prefix, tell)                                               \
    void __tsan_##prefix##read1(void* at) { tell(at, 1, reads, HERE); }   \
    void __tsan_##prefix##read2(void* at) { tell(at, 2, reads, HERE); }   \
    void __tsan_##prefix##read4(void* at) { tell(at, 4, reads, HERE); }   \
    void __tsan_##prefix##read8(void* at) { tell(at, 8, reads, HERE); }   \
    void __tsan_##prefix##read16(void* at) { tell(at, 16, reads, HERE); } \
    void __tsan_##prefix##write1(void* at) { tell(at, 1, writes, HERE); } \
    void __tsan_##prefix##write2(void* at) { tell(at, 2, writes, HERE); } \
    void __tsan_##prefix##write4(void* at) { tell(at, 4, writes, HERE); } \
    void __tsan_##prefix##write8(void* at) { tell(at, 8, writes, HERE); } \
    void __tsan_##prefix##write16(void* at) { tell(at, 16, writes, HERE); }
SIZES(, plainly)
SIZES(unaligned_, plainly)
SIZES(volatile_, anew)
SIZES(unaligned_volatile_, anew)
#undef SIZES

// Where a compiler is told to (or does so by itself), one call stands for a read and the write that follows it.
#define PAIR(name, bytes)                        \
    void __tsan_##name##bytes(void* at) {        \
        touched(at, bytes, reads, false, HERE);  \
        touched(at, bytes, writes, false, HERE); \
    }
#define PAIRS(bytes) PAIR(read_write, bytes) PAIR(unaligned_read_write, bytes)
PAIRS(1)
PAIRS(2)
PAIRS(4)
PAIRS(8)
PAIRS(16)
#undef PAIRS
#undef PAIR

// Atomic operations are calls, too, and have to be done here. The strongest order is right for every weaker one. A load or a store
// alone is an access like any other: indivisible is a read with its write.
#define UPDATE(bits, T, name)                                       \
    T __tsan_atomic##bits##_##name(volatile T* at, T value, int) {  \
        touched(const_cast<T*>(at), sizeof(T), reads, true, HERE);  \
        touched(const_cast<T*>(at), sizeof(T), writes, true, HERE); \
        return __atomic_##name(at, value, __ATOMIC_SEQ_CST);        \
    }
#define COMPARE(bits, T, name, weak)                                                                               \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile T* at, T* expected, T value, int, int) {            \
        touched(const_cast<T*>(at), sizeof(T), reads, true, HERE);                                                 \
        if (!__atomic_compare_exchange_n(at, expected, value, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 0; \
        touched(const_cast<T*>(at), sizeof(T), writes, true, HERE);                                                \
        return 1;                                                                                                  \
    }
#define ATOMICS(bits, T)                                                                                  \
    T __tsan_atomic##bits##_load(const volatile T* at, int) {                                             \
        touched(const_cast<T*>(at), sizeof(T), reads, false, HERE);                                       \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                     \
    }                                                                                                     \
    void __tsan_atomic##bits##_store(volatile T* at, T value, int) {                                      \
        touched(const_cast<T*>(at), sizeof(T), writes, false, HERE);                                      \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                    \
    }                                                                                                     \
    T __tsan_atomic##bits##_exchange(volatile T* at, T value, int) {                                      \
        touched(const_cast<T*>(at), sizeof(T), reads, true, HERE);                                        \
        touched(const_cast<T*>(at), sizeof(T), writes, true, HERE);                                       \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                          \
    }                                                                                                     \
    UPDATE(bits, T, fetch_add)                                                                            \
    UPDATE(bits, T, fetch_sub)                                                                            \
    UPDATE(bits, T, fetch_and)                                                                            \
    UPDATE(bits, T, fetch_or)                                                                             \
    UPDATE(bits, T, fetch_xor)                                                                            \
    UPDATE(bits, T, fetch_nand)                                                                           \
    COMPARE(bits, T, strong, false)                                                                       \
    COMPARE(bits, T, weak, true)                                                                          \
    T __tsan_atomic##bits##_compare_exchange_val(volatile T* at, T expected, T value, int, int) {         \
        touched(const_cast<T*>(at), sizeof(T), reads, true, HERE);                                        \
        if (__atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) \
            touched(const_cast<T*>(at), sizeof(T), writes, true, HERE);                                   \
        return expected;                                                                                  \
    }
ATOMICS(8, std::uint8_t)
ATOMICS(16, std::uint16_t)
ATOMICS(32, std::uint32_t)
ATOMICS(64, std::uint64_t)
#undef ATOMICS
#undef COMPARE
#undef UPDATE

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

// An index leaves an array whose length the compiler knows: before the access, if there is one.
void __ubsan_handle_out_of_bounds(void* description, void* index) {
    const lanewise::index_told told = lanewise::read_index(description, index);
    if (told.index >= 0) lw_outside(told.index, told.size, told.array, HERE);
}

// Copies and fills stay calls of the C library, which the linker brings here (--wrap); newer compilers name these functions themselves.
#define COPY(name, function)                                    \
    void* name(void* to, const void* from, std::size_t bytes) { \
        touched(from, bytes, reads, false, HERE);               \
        touched(to, bytes, writes, false, HERE);                \
        return function(to, from, bytes);                       \
    }
#define FILL(name)                                       \
    void* name(void* to, int value, std::size_t bytes) { \
        touched(to, bytes, writes, false, HERE);         \
        return std::memset(to, value, bytes);            \
    }
COPY(__wrap_memcpy, std::memcpy)
COPY(__wrap_memmove, std::memmove)
FILL(__wrap_memset)
COPY(__tsan_memcpy, std::memcpy)
COPY(__tsan_memmove, std::memmove)
FILL(__tsan_memset)
#undef FILL
#undef COPY

}  // extern "C"
