// Atomics and accesses with a say about caches. They live in a namespace: the scalar unit has functions of the same names, and the front gives calls of threads
// these (cpp/threads.py).
#pragma once

#include "lanewise/ascend/fault.h"
#include "lanewise/ascend/simt/meet.h"
#include "lanewise/ascend/system.h"

namespace lanewise::simt {

template <std::size_t bytes> struct WordOf;
template <> struct WordOf<2> { using type = std::uint16_t; };
template <> struct WordOf<4> { using type = std::uint32_t; };
template <> struct WordOf<8> { using type = std::uint64_t; };

template <class T, class... Known>
inline constexpr bool one_of = (std::is_same_v<T, Known> || ...);
template <class T>
inline constexpr bool is_word = std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
inline constexpr bool is_pair = one_of<T, half2, bfloat16x2_t>;
template <class T>
inline constexpr bool is_narrow = one_of<T, half, bfloat16_t>;

// Where it may be, and at which addresses.
template <class T>
LANEWISE_API void check_atomic(const char* op, const volatile T* address) {
    const auto at = reinterpret_cast<std::uint64_t>(address);
    if (at % sizeof(T)) [[unlikely]] fault("ALIGN-002", {{"op", op}, {"operand", "the address"}, {"address", at}, {"need", sizeof(T)}});
    if constexpr (sizeof(T) == 8) {
        const lw_block* block = lw_current();
        if (static_cast<std::uint32_t>(at) < block->ub_bytes && at - reinterpret_cast<std::uint64_t>(block->ub) < block->ub_bytes) [[unlikely]]
            fault("KERNEL-002", {{"case", "wide_atomic"}, {"call", op}, {"memory", name_of(Space::vector)}});
    }
}

// Whether nobody comes in between anyway: threads of a block take turns where they say so. Observed programs tell that a change is indivisible.
LANEWISE_API bool undisturbed([[maybe_unused]] const volatile void* address) {
#ifdef LANEWISE_OBSERVED
    return false;
#else
    return is_own(address);
#endif
}

// Any change: tried until nobody came in between.
template <class T, class Change>
LANEWISE_API T changed(const char* op, T* address, const Change& change) {
    using Word = typename WordOf<sizeof(T)>::type;
    check_atomic(op, address);
    if (undisturbed(address)) {
        const T value = *address;
        *address = change(value);
        return value;
    }
    Word* const at = (Word*)address;
#ifdef LANEWISE_OBSERVED  // a load alone would be told as one that is not part of the change; clang makes one of adding nothing
    Word old = 0;
    __atomic_compare_exchange_n(at, &old, Word{0}, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#else
    Word old = __atomic_load_n(at, __ATOMIC_RELAXED);
#endif
    for (;;) {
        T value;
        __builtin_memcpy(static_cast<void*>(&value), &old, sizeof(T));
        const T wanted = change(value);
        Word next;
        __builtin_memcpy(&next, &wanted, sizeof(T));
        if (__atomic_compare_exchange_n(at, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) return value;
    }
}

template <class T, class One>
LANEWISE_API T each_half(T a, T b, const One& one) {
    return {one(a.x, b.x), one(a.y, b.y)};
}

#define LANEWISE_TAKES(op, ...) \
    static_assert(__VA_ARGS__, op " takes no such type: see the atomics of the SIMT functions")

template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API T asc_atomic_add(P* address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_add", is_word<T> || one_of<T, float> || is_narrow<T> || is_pair<T>);
    if constexpr (is_word<T>) {
        if (undisturbed(address)) return changed("asc_atomic_add", (T*)address, [&](T old) { return static_cast<T>(old + val); });
        check_atomic("asc_atomic_add", address);
        return __atomic_fetch_add((T*)address, val, __ATOMIC_SEQ_CST);
    } else {
        return changed("asc_atomic_add", (T*)address, [&](T old) { return static_cast<T>(old + val); });
    }
}
template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API T asc_atomic_sub(P* address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_sub", is_word<T> || one_of<T, float> || is_pair<T>);
    if constexpr (is_word<T>) {
        check_atomic("asc_atomic_sub", address);
        return __atomic_fetch_sub((T*)address, val, __ATOMIC_SEQ_CST);
    } else {
        return changed("asc_atomic_sub", (T*)address, [&](T old) { return static_cast<T>(old - val); });
    }
}
#define LANEWISE_EXTREME(name, one)                                                                                    \
    template <class P, class T = std::remove_cv_t<P>>                                                                  \
    LANEWISE_API T asc_atomic_##name(P* address, std::type_identity_t<T> val) {                                        \
        LANEWISE_TAKES("asc_atomic_" #name, is_word<T> || one_of<T, float> || is_narrow<T> || is_pair<T>);             \
        return changed("asc_atomic_" #name, (T*)address, [&](T old) {                                                  \
            if constexpr (is_pair<T>) return each_half(old, val, [](auto a, auto b) { return one(a, b); });            \
            else return one(old, val);                                                                                 \
        });                                                                                                            \
    }
LANEWISE_EXTREME(max, larger_of)
LANEWISE_EXTREME(min, smaller_of)
#undef LANEWISE_EXTREME
template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API T asc_atomic_exch(P* address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_exch", is_word<T> || one_of<T, float> || is_pair<T>);
    return changed("asc_atomic_exch", (T*)address, [&](T) { return val; });
}
// Floats are compared by their bits: nobody says otherwise.
template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API T asc_atomic_cas(P* address, std::type_identity_t<T> compare, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_cas", is_word<T> || one_of<T, float> || is_pair<T>);
    return changed("asc_atomic_cas", (T*)address, [&](T old) { return packed(old) == packed(compare) ? val : old; });
}
template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API T asc_atomic_inc(P* address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_inc", is_word<T> && std::is_unsigned_v<T>);
    return changed("asc_atomic_inc", (T*)address, [&](T old) { return old >= val ? T(0) : static_cast<T>(old + 1); });
}
template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API T asc_atomic_dec(P* address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_dec", is_word<T> && std::is_unsigned_v<T>);
    return changed("asc_atomic_dec", (T*)address, [&](T old) { return old == 0 || old > val ? val : static_cast<T>(old - 1); });
}
#define LANEWISE_BITS(name)                                                          \
    template <class P, class T = std::remove_cv_t<P>>                                \
    LANEWISE_API T asc_atomic_##name(P* address, std::type_identity_t<T> val) {      \
        LANEWISE_TAKES("asc_atomic_" #name, is_word<T>);                             \
        check_atomic("asc_atomic_" #name, address);                                  \
        return __atomic_fetch_##name((T*)address, val, __ATOMIC_SEQ_CST);            \
    }
LANEWISE_BITS(and)
LANEWISE_BITS(or)
LANEWISE_BITS(xor)
#undef LANEWISE_BITS
#undef LANEWISE_TAKES

// Loads and stores find what memory holds: there is no cache here that could be stale.
template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API T asc_ldcg(P* address) { return *(const T*)address; }
template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API T asc_ldca(P* address) { return *(const T*)address; }
template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API void asc_stcg(P* address, std::type_identity_t<T> val) { *(T*)address = val; }
template <class P, class T = std::remove_cv_t<P>>
LANEWISE_API void asc_stwt(P* address, std::type_identity_t<T> val) { *(T*)address = val; }
LANEWISE_API void asc_dcci_single(const volatile void*) {}
LANEWISE_API void asc_dcci_entire(const volatile void*) {}
LANEWISE_API void dcci(const volatile void*, int = 0, int = 0) {}
LANEWISE_API void __builtin_cce_dcci(const volatile void*, int, int = 0) {}
template <auto... hints, class P, class T = std::remove_cv_t<P>>
LANEWISE_API T __ldg(P* address) { return *(const T*)address; }

// Templates, as in ascend/system.h: only a program that reads it has the clock listen.
template <class = void>
LANEWISE_API std::uint64_t clock() { return static_cast<std::uint64_t>(AscendC::GetSystemCycle()); }

}  // namespace lanewise::simt

#define LANEWISE_OTHER(theirs, ours)                                                                                    \
    template <class P>                                                                                                  \
    LANEWISE_API auto theirs(P* address, std::type_identity_t<std::remove_cv_t<P>> val) { return lanewise::simt::ours(address, val); }
LANEWISE_OTHER(atomicAdd, asc_atomic_add)
LANEWISE_OTHER(atomicSub, asc_atomic_sub)
LANEWISE_OTHER(atomicExch, asc_atomic_exch)
LANEWISE_OTHER(atomicMax, asc_atomic_max)
LANEWISE_OTHER(atomicMin, asc_atomic_min)
LANEWISE_OTHER(atomicInc, asc_atomic_inc)
LANEWISE_OTHER(atomicDec, asc_atomic_dec)
LANEWISE_OTHER(atomicAnd, asc_atomic_and)
LANEWISE_OTHER(atomicOr, asc_atomic_or)
LANEWISE_OTHER(atomicXor, asc_atomic_xor)
#undef LANEWISE_OTHER
template <class P>
LANEWISE_API auto atomicCAS(P* address, std::type_identity_t<std::remove_cv_t<P>> compare, std::type_identity_t<std::remove_cv_t<P>> val) {
    return lanewise::simt::asc_atomic_cas(address, compare, val);
}

template <class = void>
LANEWISE_API std::int64_t __cce_simt_get_CLOCK64() { return static_cast<std::int64_t>(lanewise::simt::clock()); }

[[noreturn]] inline void __trap() { lw_fault("KERNEL-006", nullptr, 0); }
