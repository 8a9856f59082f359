// Atomics and accesses with a say about caches. They live in a namespace: the scalar unit has functions of the same names, and the front gives calls of threads
// these (cpp/threads.py).
#pragma once

#include "lanewise/ascend/fault.h"
#include "lanewise/ascend/simt/meet.h"
#include "lanewise/ascend/system.h"

#define LANEWISE_INLINED __attribute__((__always_inline__))

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

// What is changed: through a pointer, or, of a phase that is told at once (simt/phases.h), where that was told before, or where a thread would change it.
template <class T>
struct Told {
    T* at;
};
template <class T>
struct Pretended {};
template <class A> struct ChangedBy {};
template <class P> struct ChangedBy<P*> { using type = std::remove_cv_t<P>; };
template <class T> struct ChangedBy<Told<T>> { using type = T; };
template <class T> struct ChangedBy<Pretended<T>> { using type = T; };
template <class A>
using Changed = typename ChangedBy<A>::type;
template <class P>
LANEWISE_API auto pointer(P* address) { return (std::remove_cv_t<P>*)address; }
template <class T>
LANEWISE_API T* pointer(Told<T> address) { return address.at; }
template <class T>
LANEWISE_API T* pointer(Pretended<T>) { return nullptr; }  // nobody goes there

// Where it may be, and at which addresses.
template <class A, class T = Changed<A>>
LANEWISE_API void check_atomic(const char* op, A address) {
    const auto at = reinterpret_cast<std::uint64_t>(pointer(address));
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
template <class T>
LANEWISE_API bool undisturbed(Told<T> address) { return is_own(address.at); }
template <class T>
LANEWISE_API bool undisturbed(Pretended<T>) { return true; }

// Any change: tried until nobody came in between.
template <class A, class Change, class T = Changed<A>>
LANEWISE_API T changed(const char* op, A address, const Change& change) {
    using Word = typename WordOf<sizeof(T)>::type;
    if constexpr (std::is_same_v<A, Pretended<T>>) return T{};
    check_atomic(op, address);
    if (undisturbed(address)) {
        T* const here = pointer(address);
        const T value = *here;
        *here = change(value);
        return value;
    }
    Word* const at = (Word*)pointer(address);
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

template <class A, class T = Changed<A>>
LANEWISE_API T asc_atomic_add(A address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_add", is_word<T> || one_of<T, float> || is_narrow<T> || is_pair<T>);
    if constexpr (is_word<T>) {
        if (undisturbed(address)) return changed("asc_atomic_add", address, [&](T old) LANEWISE_INLINED { return static_cast<T>(old + val); });
        check_atomic("asc_atomic_add", address);
        return __atomic_fetch_add(pointer(address), val, __ATOMIC_SEQ_CST);
    } else {
        return changed("asc_atomic_add", address, [&](T old) LANEWISE_INLINED { return static_cast<T>(old + val); });
    }
}
template <class A, class T = Changed<A>>
LANEWISE_API T asc_atomic_sub(A address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_sub", is_word<T> || one_of<T, float> || is_pair<T>);
    if constexpr (is_word<T>) {
        if (undisturbed(address)) return changed("asc_atomic_sub", address, [&](T old) LANEWISE_INLINED { return static_cast<T>(old - val); });
        check_atomic("asc_atomic_sub", address);
        return __atomic_fetch_sub(pointer(address), val, __ATOMIC_SEQ_CST);
    } else {
        return changed("asc_atomic_sub", address, [&](T old) LANEWISE_INLINED { return static_cast<T>(old - val); });
    }
}
#define LANEWISE_EXTREME(name, one)                                                                                    \
    template <class A, class T = Changed<A>>                                                                           \
    LANEWISE_API T asc_atomic_##name(A address, std::type_identity_t<T> val) {                                        \
        LANEWISE_TAKES("asc_atomic_" #name, is_word<T> || one_of<T, float> || is_narrow<T> || is_pair<T>);             \
        return changed("asc_atomic_" #name, address, [&](T old) LANEWISE_INLINED {                                     \
            if constexpr (is_pair<T>) return each_half(old, val, [](auto a, auto b) LANEWISE_INLINED { return one(a, b); }); \
            else return one(old, val);                                                                                 \
        });                                                                                                            \
    }
LANEWISE_EXTREME(max, larger_of)
LANEWISE_EXTREME(min, smaller_of)
#undef LANEWISE_EXTREME
template <class A, class T = Changed<A>>
LANEWISE_API T asc_atomic_exch(A address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_exch", is_word<T> || one_of<T, float> || is_pair<T>);
    return changed("asc_atomic_exch", address, [&](T) LANEWISE_INLINED { return val; });
}
// Floats are compared by their bits: nobody says otherwise.
template <class A, class T = Changed<A>>
LANEWISE_API T asc_atomic_cas(A address, std::type_identity_t<T> compare, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_cas", is_word<T> || one_of<T, float> || is_pair<T>);
    return changed("asc_atomic_cas", address, [&](T old) LANEWISE_INLINED { return packed(old) == packed(compare) ? val : old; });
}
template <class A, class T = Changed<A>>
LANEWISE_API T asc_atomic_inc(A address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_inc", is_word<T> && std::is_unsigned_v<T>);
    return changed("asc_atomic_inc", address, [&](T old) LANEWISE_INLINED { return old >= val ? T(0) : static_cast<T>(old + 1); });
}
template <class A, class T = Changed<A>>
LANEWISE_API T asc_atomic_dec(A address, std::type_identity_t<T> val) {
    LANEWISE_TAKES("asc_atomic_dec", is_word<T> && std::is_unsigned_v<T>);
    return changed("asc_atomic_dec", address, [&](T old) LANEWISE_INLINED { return old == 0 || old > val ? val : static_cast<T>(old - 1); });
}
#define LANEWISE_BITS(name, sign)                                                                                                             \
    template <class A, class T = Changed<A>>                                                                                                  \
    LANEWISE_API T asc_atomic_##name(A address, std::type_identity_t<T> val) {                                                                \
        LANEWISE_TAKES("asc_atomic_" #name, is_word<T>);                                                                                      \
        if (undisturbed(address)) return changed("asc_atomic_" #name, address, [&](T old) LANEWISE_INLINED { return static_cast<T>(old sign val); });          \
        check_atomic("asc_atomic_" #name, address);                                                                                           \
        return __atomic_fetch_##name(pointer(address), val, __ATOMIC_SEQ_CST);                                                                \
    }
LANEWISE_BITS(and, &)
LANEWISE_BITS(or, |)
LANEWISE_BITS(xor, ^)
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
    template <class A>                                                                                                  \
    LANEWISE_API auto theirs(A address, lanewise::simt::Changed<A> val) { return lanewise::simt::ours(address, val); }
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
template <class A>
LANEWISE_API auto atomicCAS(A address, lanewise::simt::Changed<A> compare, lanewise::simt::Changed<A> val) {
    return lanewise::simt::asc_atomic_cas(address, compare, val);
}

template <class = void>
LANEWISE_API std::int64_t __cce_simt_get_CLOCK64() { return static_cast<std::int64_t>(lanewise::simt::clock()); }

[[noreturn]] inline void __trap() { lw_fault("KERNEL-006", nullptr, 0); }
