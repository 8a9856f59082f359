// Arithmetic of the scalar unit, and its access to global memory.
#pragma once

#include <bit>

#include "lanewise/ascend/c_api/types.h"
#include "lanewise/ascend/cache.h"
#include "lanewise/ascend/instructions/atomics.h"
#include "lanewise/ascend/instructions/states.h"
#include "lanewise/ascend/scalar.h"

constexpr std::int64_t asc_popc(std::uint64_t value) { return std::popcount(value); }
constexpr std::int64_t asc_zero_bits_cnt(std::uint64_t value) { return std::popcount(~value); }
constexpr std::int64_t asc_clz(std::uint64_t value_in) { return AscendC::CountLeadingZero(value_in); }
constexpr std::int64_t asc_ffs(std::uint64_t value) { return AscendC::GetSFFValue<1>(value); }
constexpr std::int64_t asc_ffz(std::uint64_t value) { return AscendC::GetSFFValue<0>(value); }
constexpr std::int64_t asc_sflbits(std::int64_t value) { return AscendC::CountBitsCntSameAsSignBit(value); }
constexpr std::uint64_t asc_set_nthbit(std::uint64_t bits, std::int64_t idx) { return bits | 1ull << (idx & 63); }
constexpr std::uint64_t asc_clear_nthbit(std::uint64_t bits, std::int64_t idx) { return bits & ~(1ull << (idx & 63)); }

// --- caches: scalar stores are visible at once here ---

LANEWISE_API void asc_dcci_single(__gm__ void* place) {
    lanewise::clean_cache(true, reinterpret_cast<std::uint64_t>(place), AscendC::CacheLine::SINGLE_CACHE_LINE,
                          AscendC::DcciDst::CACHELINE_OUT);
}
LANEWISE_API void asc_ub_dcci_single(__ubuf__ void* place) {
    lanewise::clean_cache(false, static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(place)),
                          AscendC::CacheLine::SINGLE_CACHE_LINE, AscendC::DcciDst::CACHELINE_UB);
}
#define LANEWISE_C_CLEAN(name, to)                                                                   \
    LANEWISE_API void asc_dcci_entire_##name() {                                                     \
        lanewise::clean_cache(true, 0, AscendC::CacheLine::ENTIRE_DATA_CACHE, AscendC::DcciDst::to); \
    }
LANEWISE_C_CLEAN(all, CACHELINE_ALL)
LANEWISE_C_CLEAN(ub, CACHELINE_UB)
LANEWISE_C_CLEAN(out, CACHELINE_OUT)
LANEWISE_C_CLEAN(atomic, CACHELINE_ATOMIC)
#undef LANEWISE_C_CLEAN
LANEWISE_API void asc_datacache_preload(__gm__ std::uint64_t*, std::int64_t) {}
LANEWISE_API void asc_icache_preload(const void*, std::int64_t) {}
LANEWISE_API std::int64_t asc_get_icache_preload_status() { return 0; }

// --- copies that combine with what global memory holds ---

LANEWISE_API void asc_set_atomic_none() { AscendC::DisableDmaAtomic(); }
#define LANEWISE_C_ATOMIC(name, Type)                                                \
    LANEWISE_API void asc_set_atomic_add_##name() { AscendC::SetAtomicAdd<Type>(); } \
    LANEWISE_API void asc_set_atomic_max_##name() { AscendC::SetAtomicMax<Type>(); } \
    LANEWISE_API void asc_set_atomic_min_##name() { AscendC::SetAtomicMin<Type>(); }
LANEWISE_C_ATOMIC(float, float)
LANEWISE_C_ATOMIC(float16, half)
LANEWISE_C_ATOMIC(bfloat, bfloat16_t)
LANEWISE_C_ATOMIC(int, std::int32_t)
LANEWISE_C_ATOMIC(int16, std::int16_t)
LANEWISE_C_ATOMIC(int8, std::int8_t)
#undef LANEWISE_C_ATOMIC

LANEWISE_API void asc_get_store_atomic_config(asc_store_atomic_config& config) {
    std::uint16_t type, op;
    AscendC::GetStoreAtomicConfig(type, op);
    config.atomic_type = type;
    config.atomic_op = op;
}
#if !LANEWISE_HAS_REGISTERS
LANEWISE_API void asc_set_store_atomic_config_v1(std::uint16_t type, std::uint16_t op) {
    lanewise::set_state(lanewise::Opcode::set_store_atomic_config_, type, op);
}
#else

// The chip numbers types and operations in its own way.
LANEWISE_API void asc_set_store_atomic_config_v2(std::uint16_t type, std::uint16_t op) {
    using enum AscendC::AtomicDtype;
    constexpr std::uint16_t add = 2;
    const AscendC::AtomicDtype known = type == 1 ? ATOMIC_S32 : type == 4 ? ATOMIC_F16 : type == 5 ? ATOMIC_F32 : ATOMIC_NONE;
    if (known == ATOMIC_NONE || op != add)
        lanewise::fault("PARAM-001", {{"op", "asc_set_store_atomic_config_v2"}, {"what", op == add ? "type" : "op"}, {"value",
                op == add ? type : op},
                                      {"need", op == add ? "1 (int32), 4 (half) or 5 (float)" : "2 (add)"}});
    lanewise::set_state(lanewise::Opcode::set_store_atomic_config_, known, AscendC::AtomicOp::ATOMIC_SUM);
}

#define LANEWISE_C_CAST(name, mode)                                                 \
    LANEWISE_API std::int32_t asc_float2int32_##name(float value) {                 \
        return AscendC::Cast<float, std::int32_t, AscendC::RoundMode::mode>(value); \
    }
LANEWISE_C_CAST(rn, CAST_RINT)
LANEWISE_C_CAST(rna, CAST_ROUND)
LANEWISE_C_CAST(rd, CAST_FLOOR)
LANEWISE_C_CAST(ru, CAST_CEIL)
#undef LANEWISE_C_CAST

LANEWISE_API void asc_dci() { lanewise::look_again(); }

template <class T>
LANEWISE_API void asc_store_dev(__gm__ T* addr, lanewise::plain_t<T> value) {
    AscendC::WriteGmByPassDCache(addr, value);
}

namespace lanewise::c {

template <class T>
LANEWISE_API T atomic_swap(const char* name, AtomicOperation operation, T* address, T value, T expected = T{}) {
    return atomic_access<T, std::int32_t, std::uint32_t, float, std::int64_t, std::uint64_t>(
        name, operation, address, value, expected, "int32, uint32, float, int64, uint64");
}

// Any other change: tried until nobody came in between.
template <class T, class Change>
LANEWISE_API T atomic_change(const char* name, T* address, Change change) {
    lw_check_gm(name, address, sizeof(T));
    for (T old = load_shared(address);;) {
        const T seen = atomic_swap(name, atomic_compare, address, change(old), old);
        if (seen == old) return old;
        old = seen;
    }
}

}  // namespace lanewise::c

// They give the old value.
#define LANEWISE_C_ATOMIC(name, operation)                                                       \
    template <class T>                                                                           \
    LANEWISE_API T asc_atomic_##name(__gm__ T* address, lanewise::plain_t<T> val) {              \
        return lanewise::c::atomic_swap("asc_atomic_" #name, lanewise::operation, address, val); \
    }
LANEWISE_C_ATOMIC(add, atomic_add)
LANEWISE_C_ATOMIC(max, atomic_max)
LANEWISE_C_ATOMIC(min, atomic_min)
LANEWISE_C_ATOMIC(exch, atomic_exchange)
#undef LANEWISE_C_ATOMIC
template <class T>
LANEWISE_API T asc_atomic_sub(__gm__ T* address, lanewise::plain_t<T> val) {
    return lanewise::c::atomic_swap("asc_atomic_sub", lanewise::atomic_add, address, static_cast<T>(-val));
}
template <class T>
LANEWISE_API T asc_atomic_cas(__gm__ T* address, lanewise::plain_t<T> compare, lanewise::plain_t<T> val) {
    return lanewise::c::atomic_swap("asc_atomic_cas", lanewise::atomic_compare, address, val, compare);
}
#define LANEWISE_C_CHANGE(name, result)                                                                        \
    template <class T>                                                                                         \
    LANEWISE_API T asc_atomic_##name(__gm__ T* address, lanewise::plain_t<T> val) {                            \
        return lanewise::c::atomic_change("asc_atomic_" #name, address, [val](T old) -> T { return result; }); \
    }
LANEWISE_C_CHANGE(and, old & val)
LANEWISE_C_CHANGE(or, old | val)
LANEWISE_C_CHANGE(xor, old ^ val)
LANEWISE_C_CHANGE(inc, old >= val ? 0 : old + 1)
LANEWISE_C_CHANGE(dec, old == 0 || old > val ? val : old - 1)
#undef LANEWISE_C_CHANGE
#endif
