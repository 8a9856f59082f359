// Where threads meet: barriers, votes, shuffles and sums of a warp. A call is known by its place in the source: compilers duplicate calls.
#pragma once

#ifndef __clang__
#include <source_location>
#endif

#include "lanewise/ascend/fault.h"
#include "lanewise/ascend/simt/index.h"
#include "lanewise/ascend/simt/vectors.h"

namespace lanewise::simt {

// The place of a call, as an argument that nobody writes. clang++ below 16 has no std::source_location, and g++ below 15 no __builtin_COLUMN.
#ifdef __clang__
struct Here {
    const char* file;
    std::uint32_t line, column;
    static constexpr Here current(const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE(), std::uint32_t column = __builtin_COLUMN()) {
        return {file, line, column};
    }
};
LANEWISE_API lw_site site(const Here& here) { return {here.file, here.line, here.column}; }
#else
using Here = std::source_location;
LANEWISE_API lw_site site(const Here& here) { return {here.file_name(), here.line(), here.column()}; }
#endif

template <class T>
LANEWISE_API std::uint64_t packed(const T& value) {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>, "warp functions take values of up to 8 bytes");
    std::uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
}
template <class T>
LANEWISE_API T unpacked(std::uint64_t bits) {
    T value;
    __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    return value;
}

template <class T>
LANEWISE_API lw_met meet(const T& value, const Here& here) {
    const lw_site at = site(here);
    return lw_simt_meet(&at, packed(value));
}

// The value of a lane that takes part; of one that does not nobody knows it (here it is 0).
template <class T>
LANEWISE_API T taken(const lw_met& met, std::uint32_t lane) {
    if (met.active >> lane & 1) [[likely]] return unpacked<T>(met.values[lane]);
    lw_simt_inactive(lane);
    return unpacked<T>(0);
}

LANEWISE_API void check_width(const char* op, std::int32_t width) {
    if (width < 1 || width > 32 || width & (width - 1)) [[unlikely]]
        fault("PARAM-001", {{"op", op}, {"what", "width"}, {"value", width}, {"need", "a power of two from 1 to 32"}});
}

// What distance 16, 8, 4, 2 and 1 bring together (nobody says in which order hardware adds); lanes that take no part add nothing.
template <class T, class Join>
LANEWISE_API T reduced(const lw_met& met, T nothing, const Join& join) {
    T value[32];
    for (std::uint32_t i = 0; i < 32; ++i) value[i] = met.active >> i & 1 ? unpacked<T>(met.values[i]) : nothing;
    for (std::uint32_t d = 16; d; d /= 2)
        for (std::uint32_t i = 0; i < d; ++i) value[i] = join(value[i], value[i + d]);
    return value[0];
}
template <class T>
concept Reduced = std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint32_t> || std::is_same_v<T, float> || std::is_same_v<T, half>;

template <class T, class Join>
LANEWISE_API T extreme(const lw_met& met, const Join& join) {
    return reduced<T>(met, unpacked<T>(met.values[__builtin_ctz(met.active)]), join);
}

LANEWISE_API float larger(float a, float b) { return a != a ? b : b != b ? a : a == b ? (__builtin_signbit(a) ? b : a) : a > b ? a : b; }
LANEWISE_API float smaller(float a, float b) { return a != a ? b : b != b ? a : a == b ? (__builtin_signbit(a) ? a : b) : a < b ? a : b; }
template <class T>
LANEWISE_API T larger_of(T a, T b) {
    if constexpr (std::is_integral_v<T>) return a > b ? a : b;
    else return static_cast<T>(larger(static_cast<float>(a), static_cast<float>(b)));
}
template <class T>
LANEWISE_API T smaller_of(T a, T b) {
    if constexpr (std::is_integral_v<T>) return a < b ? a : b;
    else return static_cast<T>(smaller(static_cast<float>(a), static_cast<float>(b)));
}

}  // namespace lanewise::simt

#define LANEWISE_HERE const lanewise::simt::Here& lanewise_here = lanewise::simt::Here::current()

LANEWISE_API void asc_syncthreads(LANEWISE_HERE) {
    const lw_site at = lanewise::simt::site(lanewise_here);
    lw_simt_barrier(&at);
}
// Stores are seen at once here.
LANEWISE_API void asc_threadfence() {}
LANEWISE_API void asc_threadfence_block() {}
LANEWISE_API void asc_nop() { lw_simt_turn(); }

LANEWISE_API std::uint32_t asc_activemask(LANEWISE_HERE) { return lanewise::simt::meet(0, lanewise_here).active; }
LANEWISE_API std::uint32_t asc_ballot(std::int32_t predicate, LANEWISE_HERE) {
    const lw_met met = lanewise::simt::meet(predicate != 0, lanewise_here);
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < 32; ++i) bits |= static_cast<std::uint32_t>(met.values[i] & 1) << i;
    return bits & met.active;
}
LANEWISE_API std::int32_t asc_any(std::int32_t predicate, LANEWISE_HERE) { return asc_ballot(predicate, lanewise_here) != 0; }
LANEWISE_API std::int32_t asc_all(std::int32_t predicate, LANEWISE_HERE) { return asc_ballot(!predicate, lanewise_here) == 0; }

template <class T>
LANEWISE_API T asc_shfl(T var, std::int32_t src_lane, std::int32_t width = 32, LANEWISE_HERE) {
    lanewise::simt::check_width("asc_shfl", width);
    const lw_met met = lanewise::simt::meet(var, lanewise_here);
    const std::uint32_t w = static_cast<std::uint32_t>(width);
    return lanewise::simt::taken<T>(met, met.lane / w * w + (static_cast<std::uint32_t>(src_lane) & (w - 1)));
}
template <class T>
LANEWISE_API T asc_shfl_up(T var, std::uint32_t delta, std::int32_t width = 32, LANEWISE_HERE) {
    lanewise::simt::check_width("asc_shfl_up", width);
    const lw_met met = lanewise::simt::meet(var, lanewise_here);
    return met.lane % static_cast<std::uint32_t>(width) >= delta ? lanewise::simt::taken<T>(met, met.lane - delta) : var;
}
template <class T>
LANEWISE_API T asc_shfl_down(T var, std::uint32_t delta, std::int32_t width = 32, LANEWISE_HERE) {
    lanewise::simt::check_width("asc_shfl_down", width);
    const lw_met met = lanewise::simt::meet(var, lanewise_here);
    const std::uint32_t w = static_cast<std::uint32_t>(width);
    return delta < w && met.lane % w + delta < w ? lanewise::simt::taken<T>(met, met.lane + delta) : var;
}
template <class T>
LANEWISE_API T asc_shfl_xor(T var, std::int32_t lane_mask, std::int32_t width = 32, LANEWISE_HERE) {
    lanewise::simt::check_width("asc_shfl_xor", width);
    const lw_met met = lanewise::simt::meet(var, lanewise_here);
    const std::uint32_t w = static_cast<std::uint32_t>(width), from = met.lane ^ static_cast<std::uint32_t>(lane_mask);
    return from < 32 && from / w == met.lane / w ? lanewise::simt::taken<T>(met, from) : var;
}

template <lanewise::simt::Reduced T>
LANEWISE_API T asc_reduce_add(T val, LANEWISE_HERE) {
    return lanewise::simt::reduced<T>(lanewise::simt::meet(val, lanewise_here), T(0), [](T a, T b) { return static_cast<T>(a + b); });
}
template <lanewise::simt::Reduced T>
LANEWISE_API T asc_reduce_max(T val, LANEWISE_HERE) {
    return lanewise::simt::extreme<T>(lanewise::simt::meet(val, lanewise_here), [](T a, T b) { return lanewise::simt::larger_of(a, b); });
}
template <lanewise::simt::Reduced T>
LANEWISE_API T asc_reduce_min(T val, LANEWISE_HERE) {
    return lanewise::simt::extreme<T>(lanewise::simt::meet(val, lanewise_here), [](T a, T b) { return lanewise::simt::smaller_of(a, b); });
}

namespace lanewise::simt {
// Where a program relies on a warp to go in step (cpp/steps.py).
LANEWISE_API bool in_step(LANEWISE_HERE) { return meet(0, lanewise_here).active; }
}  // namespace lanewise::simt

// What compilers call the same.
LANEWISE_API void __syncthreads(LANEWISE_HERE) { asc_syncthreads(lanewise_here); }
LANEWISE_API void __sync_workitems(LANEWISE_HERE) { asc_syncthreads(lanewise_here); }
LANEWISE_API void __threadfence() {}
LANEWISE_API void __threadfence_block() {}
template <class T>
LANEWISE_API T __shfl(T var, std::int32_t src_lane, std::int32_t width = 32, LANEWISE_HERE) { return asc_shfl(var, src_lane, width, lanewise_here); }
template <class T>
LANEWISE_API T __shfl_up(T var, std::uint32_t delta, std::int32_t width = 32, LANEWISE_HERE) { return asc_shfl_up(var, delta, width, lanewise_here); }
template <class T>
LANEWISE_API T __shfl_down(T var, std::uint32_t delta, std::int32_t width = 32, LANEWISE_HERE) { return asc_shfl_down(var, delta, width, lanewise_here); }
template <class T>
LANEWISE_API T __shfl_xor(T var, std::int32_t mask, std::int32_t width = 32, LANEWISE_HERE) { return asc_shfl_xor(var, mask, width, lanewise_here); }
LANEWISE_API std::int32_t __all(std::int32_t predicate, LANEWISE_HERE) { return asc_all(predicate, lanewise_here); }
LANEWISE_API std::int32_t __any(std::int32_t predicate, LANEWISE_HERE) { return asc_any(predicate, lanewise_here); }
LANEWISE_API std::uint32_t __ballot(std::int32_t predicate, LANEWISE_HERE) { return asc_ballot(predicate, lanewise_here); }
LANEWISE_API std::uint32_t __activemask(LANEWISE_HERE) { return asc_activemask(lanewise_here); }
template <class T>
LANEWISE_API T __reduce_add(T val, LANEWISE_HERE) { return asc_reduce_add(val, lanewise_here); }
template <class T>
LANEWISE_API T __reduce_max(T val, LANEWISE_HERE) { return asc_reduce_max(val, lanewise_here); }
template <class T>
LANEWISE_API T __reduce_min(T val, LANEWISE_HERE) { return asc_reduce_min(val, lanewise_here); }
LANEWISE_API float __builtin_cce_redux_add_f32(float val, LANEWISE_HERE) { return asc_reduce_add(val, lanewise_here); }
