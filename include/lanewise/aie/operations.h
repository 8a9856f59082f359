// The operations that a program may ask for, made from their records (isa/aie/entries.py): each stands for the lane function of
// its name. Where nobody looks on, it is that function. Where LANEWISE_AIE_TRACE is defined, it says first what was asked for, and
// where LANEWISE_AIE_STATUS is, it looks at operands and results: the lane function knows nothing of it, so none can be forgotten.
// What a lane function calls is a part of it.
#pragma once

#include "lanewise/aie/compare.h"
#include "lanewise/aie/convert.h"
#include "lanewise/aie/core.h"
#include "lanewise/aie/elementary.h"
#include "lanewise/aie/fft.h"
#include "lanewise/aie/mmul.h"
#include "lanewise/aie/reshape.h"
#include "lanewise/aie/shifts.h"
#include "lanewise/aie/streams.h"
#include "lanewise/aie/windows.h"
#if LANEWISE_HAS_LANE_SELECTION
#include "lanewise/aie/floats.h"
#else
#include "lanewise/aie/blocks.h"
#include "lanewise/aie/ml_multiply.h"
#include "lanewise/aie/ml_shuffle.h"
#endif

#if defined(LANEWISE_AIE_TRACE) || defined(LANEWISE_AIE_STATUS)

namespace lanewise::aie {

enum class unnamed { arguments };  // no template arguments are written: nobody can write this one
// A number in braces. Its type is deduced, and from nothing else: g++ asks what a call requires before it sees that an argument does
// not fit, and would look into lane functions that are not meant.
template <class I>
using braced = const I (&)[1];

}  // namespace lanewise::aie

// What a call may write in angle brackets: nothing, types, numbers, and the one behind the other. The function that nobody can
// call makes a name of functions alone one that may stand in front of these. What a check looks at (watching.h): where an
// operation moves lanes, nothing; where it sums or selects some of them, whether anybody wrote their register; where it reads all,
// every lane; where it multiplies or computes lane by lane, its results depend on lanes that nobody wrote. Sums of products say
// themselves what is finite no more.
#define LANEWISE_AIE_PLAIN(...) __VA_ARGS__
#define LANEWISE_AIE_MOVES(operands, ...) return __VA_ARGS__;
#ifdef LANEWISE_AIE_STATUS
#define LANEWISE_AIE_SUMS(operands, ...)                  \
    ::lanewise::aie::note_operands operands;              \
    return __VA_ARGS__;
#define LANEWISE_AIE_SELECTS(operands, ...)               \
    ::lanewise::aie::note_operands operands;              \
    LANEWISE_AIE_RESULT(numbers, operands, __VA_ARGS__)
#define LANEWISE_AIE_READS(operands, ...)                 \
    ::lanewise::aie::note_all_lanes operands;             \
    LANEWISE_AIE_RESULT(numbers, operands, __VA_ARGS__)
#define LANEWISE_AIE_MULTIPLIES(operands, ...)            \
    ::lanewise::aie::note_operands operands;              \
    LANEWISE_AIE_RESULT(lanes, operands, __VA_ARGS__)
#define LANEWISE_AIE_COMPUTES(operands, ...)              \
    ::lanewise::aie::note_operands operands;              \
    LANEWISE_AIE_RESULT(both, operands, __VA_ARGS__)
#define LANEWISE_AIE_RESULT(what, operands, ...)                                                                  \
    if constexpr (std::is_void_v<decltype(__VA_ARGS__)>) {                                                        \
        __VA_ARGS__;                                                                                              \
    } else {                                                                                                      \
        decltype(auto) result = __VA_ARGS__;                                                                      \
        if (!std::is_constant_evaluated()) ::lanewise::aie::noting<::lanewise::aie::noted_of::what>(result) operands; \
        return result;                                                                                            \
    }
#else
#define LANEWISE_AIE_SUMS LANEWISE_AIE_MOVES
#define LANEWISE_AIE_SELECTS LANEWISE_AIE_MOVES
#define LANEWISE_AIE_READS LANEWISE_AIE_MOVES
#define LANEWISE_AIE_MULTIPLIES LANEWISE_AIE_MOVES
#define LANEWISE_AIE_COMPUTES LANEWISE_AIE_MOVES
#endif
// Ports are a part of the kernel: whoever waits there is told by its address (channel.h).
#define LANEWISE_AIE_INLINE_MOVES
#define LANEWISE_AIE_INLINE_SUMS
#define LANEWISE_AIE_INLINE_SELECTS
#define LANEWISE_AIE_INLINE_READS __attribute__((__always_inline__))
#define LANEWISE_AIE_INLINE_MULTIPLIES
#define LANEWISE_AIE_INLINE_COMPUTES
#define LANEWISE_AIE_ENTRY(name, does, called, parameters, ...)                                            \
    template <LANEWISE_AIE_PLAIN parameters, class... X>                                                   \
        requires requires(X&&... x) { called __VA_ARGS__(static_cast<X&&>(x)...); }                        \
    LANEWISE_AIE_INLINE_##does constexpr decltype(auto) name(X&&... x) {                                   \
        const ::lanewise::aie::operation now(#name, x...);                                                 \
        LANEWISE_AIE_##does((x...), called __VA_ARGS__(static_cast<X&&>(x)...))                            \
    }
// An argument in braces has no type of its own: it is of the type that the call writes, or a number behind the operands.
#define LANEWISE_AIE_BRACED(name, called)                                                                  \
    template <class X, class I = std::int64_t>                                                             \
        requires requires(X&& x, int n) { called(static_cast<X&&>(x), n); }                                \
    constexpr decltype(auto) name(X&& x, ::lanewise::aie::braced<I> n) {                                   \
        const ::lanewise::aie::operation now(#name, x, static_cast<std::int64_t>(n[0]));                   \
        return called(static_cast<X&&>(x), static_cast<int>(n[0]));                                     \
    }                                                                                                      \
    template <class X, class Y, class I = std::int64_t>                                                    \
        requires requires(X&& x, Y&& y, int n) { called(static_cast<X&&>(x), static_cast<Y&&>(y), n); }    \
    constexpr decltype(auto) name(X&& x, Y&& y, ::lanewise::aie::braced<I> n) {                            \
        const ::lanewise::aie::operation now(#name, x, y, static_cast<std::int64_t>(n[0]));                \
        return called(static_cast<X&&>(x), static_cast<Y&&>(y), static_cast<int>(n[0]));                \
    }                                                                                                      \
    template <class T, auto N, auto... M, class X = T, class Y = T>                                        \
        requires requires(X&& x, Y&& y) { called<T, N, M...>(static_cast<X&&>(x), static_cast<Y&&>(y)); }  \
    constexpr decltype(auto) name(X&& x, Y&& y) {                                                          \
        const ::lanewise::aie::operation now(#name, x, y);                                                 \
        return called<T, N, M...>(static_cast<X&&>(x), static_cast<Y&&>(y));                               \
    }
#define LANEWISE_AIE_OPERATION(lanes, name, does)                                                          \
    namespace lanes {                                                                                      \
    template <::lanewise::aie::unnamed>                                                                    \
    void name();                                                                                           \
    }                                                                                                      \
    LANEWISE_AIE_ENTRY(name, does, lanes::name, (::lanewise::aie::unnamed = ::lanewise::aie::unnamed::arguments)) \
    LANEWISE_AIE_ENTRY(name, does, lanes::name, (class T, class... U), <T, U...>)                          \
    LANEWISE_AIE_ENTRY(name, does, lanes::name, (auto N, auto... M), <N, M...>)                            \
    LANEWISE_AIE_ENTRY(name, does, lanes::name, (class T, auto N, auto... M), <T, N, M...>)                \
    LANEWISE_AIE_BRACED(name, lanes::name)                                                                 \
    LANEWISE_AIE_ENTRY(name, does, lanes::name, (auto N, class T, class... U), <N, T, U...>)

#else

#define LANEWISE_AIE_OPERATION(lanes, name, does) using lanes::name;

#endif

#include "lanewise/generated/aie_operations.inc"

#undef LANEWISE_AIE_OPERATION
#undef LANEWISE_AIE_BRACED
#undef LANEWISE_AIE_ENTRY
#undef LANEWISE_AIE_PLAIN
#undef LANEWISE_AIE_COMPUTES
#undef LANEWISE_AIE_MULTIPLIES
#undef LANEWISE_AIE_READS
#undef LANEWISE_AIE_RESULT
#undef LANEWISE_AIE_INLINE_MOVES
#undef LANEWISE_AIE_INLINE_SUMS
#undef LANEWISE_AIE_INLINE_SELECTS
#undef LANEWISE_AIE_INLINE_READS
#undef LANEWISE_AIE_INLINE_MULTIPLIES
#undef LANEWISE_AIE_INLINE_COMPUTES
#undef LANEWISE_AIE_SELECTS
#undef LANEWISE_AIE_SUMS
#undef LANEWISE_AIE_MOVES
