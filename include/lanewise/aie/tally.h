// What a kernel asks of the units of its core, counted while it runs where LANEWISE_AIE_TIMING is defined. Elsewhere
// every function here is empty and nothing is left of it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::aie {

#ifdef LANEWISE_AIE_TIMING

// Read by lanewise/aie/load.py as an array of 64-bit words.
struct tally {
    std::uint64_t products[4][4];  // of components 4 or 8, 16, 32 and 64 bits wide
    std::uint64_t small_floats;    // products of bfloat16
    std::uint64_t floats;          // products with a float
    std::uint64_t results;         // bits of accumulator lanes that were written
    std::uint64_t loads, stores;   // of 256 bits each
    std::uint64_t chain;           // the longest chain of multiplications into one accumulator
    std::uint64_t float_chain;     // the same, of float accumulators
    std::uint64_t streams[4];      // bytes: two ports in, two out
    std::uint64_t cascades[2];     // bits: in, out
    std::uint64_t scalar_loads, scalar_stores;  // of different words of 32 bits
};
[[gnu::visibility("hidden")]] inline constinit thread_local tally counted = {};
[[gnu::visibility("hidden")]] inline constinit thread_local const void* stack_top = nullptr;
// The depth of the accumulator that was read last, and of the lane that was just finished.
[[gnu::visibility("hidden")]] inline constinit thread_local std::uint32_t depth_read = 0, depth_made = 0;

// How many multiplications one after the other led to a lane of an accumulator, by its address: what an accumulator holds in
// memory is the kernel's to look at. Where two lanes share a place in the table, the later one is known; those of a stack do
// 16 KB apart, wherever the stack is.
struct deep_lane {
    const void* lane;
    std::uint32_t depth;
};
[[gnu::visibility("hidden")]] inline constinit thread_local deep_lane deep_lanes[4096] = {};
inline deep_lane& deep_place(const void* lane) {
    return deep_lanes[(reinterpret_cast<std::uintptr_t>(lane) >> 2) & 4095];
}
inline std::uint32_t depth_of(const void* lane) {
    const deep_lane& place = deep_place(lane);
    return place.lane == lane ? place.depth : 0;
}
inline void set_depth(const void* lane, std::uint32_t depth) {
    deep_lane& place = deep_place(lane);
    if (depth || place.lane == lane) place = {lane, depth};
}

inline void start_counting() {
    counted = {};
    for (deep_lane& place : deep_lanes) place = {};  // no call goes on from another
    stack_top = __builtin_frame_address(0);
}
// Variables of the kernel stand for registers; everything else is memory. No kernel has a megabyte of them.
inline bool in_memory(const void* p) {
    return reinterpret_cast<std::uintptr_t>(stack_top) - reinterpret_cast<std::uintptr_t>(p) >= std::uintptr_t{1} << 20;
}
constexpr std::uint64_t words(std::size_t bytes) { return (bytes + 31) / 32; }
inline void count_load(std::size_t bytes) { counted.loads += words(bytes); }
inline void count_store(std::size_t bytes) { counted.stores += words(bytes); }
inline void count_stream(int port, std::size_t bytes) {
    if (port >= 0) counted.streams[port] += bytes;
}
inline void count_cascade(std::size_t bits, bool in) { counted.cascades[in ? 0 : 1] += bits; }
inline void count_copy(const void* to, const void* from, std::size_t bytes) {
    if (in_memory(from)) count_load(bytes);
    if (in_memory(to)) count_store(bytes);
}
constexpr int width_class(unsigned bits) { return bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3; }
// `each` products of real numbers make one of complex ones.
template <unsigned a_bits, unsigned b_bits, bool is_float, unsigned each>
void count_product() {
    if constexpr (!is_float)
        counted.products[width_class(a_bits)][width_class(b_bits)] += each;
    else if constexpr (a_bits > 16 || b_bits > 16)
        counted.floats += each;
    else
        counted.small_floats += each;
}
inline void count_result(std::uint32_t depth, unsigned bits, bool is_float) {
    counted.results += bits;
    depth_made = depth;
    std::uint64_t& longest = is_float ? counted.float_chain : counted.chain;
    if (depth > longest) longest = depth;
}

#else

constexpr std::uint32_t depth_of(const void*) { return 0; }
constexpr void set_depth(const void*, std::uint32_t) {}
inline void count_copy(const void*, const void*, std::size_t) {}
inline void count_stream(int, std::size_t) {}
inline void count_cascade(std::size_t, bool) {}
inline void count_load(std::size_t) {}
inline void count_store(std::size_t) {}

#endif

}  // namespace lanewise::aie
