// printf of kernels. Arguments travel with their kind, so that every element type can be printed.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>

#include "lanewise/ascend/constants.h"
#include "lanewise/ascend/call_field.h"

namespace lanewise {

template <class T> inline constexpr bool is_small_float = false;
template <DType type> inline constexpr bool is_small_float<SmallFloat<type>> = true;

// Types that C's printf cannot take.
template <class... A>
concept SomeNarrow = ((NarrowFloat<A> || is_small_float<A> || std::is_same_v<A, int4b_t>) || ...);
template <class... A>
concept OurNarrow = SomeNarrow<A...> && true;  // preferred to SomeNarrow where both fit

template <class T>
LANEWISE_API lw_value shown(T value) {
    lw_value v;
    if constexpr (std::is_enum_v<T>) return shown(static_cast<std::underlying_type_t<T>>(value));
    else if constexpr (std::is_same_v<T, int4b_t>) return shown(static_cast<std::int8_t>(value));
    else if constexpr (std::is_floating_point_v<T> || NarrowFloat<T> || is_small_float<T>) {
        v.kind = lw_value::real;
        if constexpr (std::is_floating_point_v<T>) v.f = static_cast<double>(value);
        else v.f = static_cast<float>(value);
        if (v.f != v.f) v.f = std::numeric_limits<double>::quiet_NaN();  // its sign, "-nan", is the host's
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        v.kind = lw_value::integer;
        v.i = static_cast<std::int64_t>(value);
    } else if constexpr (std::is_integral_v<T>) {
        v.kind = lw_value::natural;
        v.u = static_cast<std::uint64_t>(value);
    } else if constexpr (std::is_same_v<std::remove_cv_t<std::remove_pointer_t<T>>, char>) {
        v.kind = lw_value::text;
        v.s = const_cast<const char*>(value);
    } else {
        static_assert(std::is_pointer_v<T> || std::is_null_pointer_v<T>, "printf shows numbers, texts and pointers");
        v.kind = lw_value::pointer;
        v.p = (const void*)(value);
    }
    return v;
}

#ifndef LANEWISE_PLAIN_FIELDS
template <class T>
LANEWISE_API lw_value shown(CallField<T> field) { return shown(static_cast<T>(field)); }
#endif

template <class... A>
LANEWISE_API void print(bool prefix, const char* format, A... arguments) {
#if defined(ASCENDC_DUMP) && ASCENDC_DUMP == 0
    if (lw_in_kernel()) return;
#endif
    const lw_value values[sizeof...(A) + 1] = {shown(arguments)...};
    lw_print(prefix, format, values, sizeof...(A));
}

}  // namespace lanewise

namespace AscendC {

template <class... A>
LANEWISE_API void printf(const char* format, A... arguments) { lanewise::print(true, format, arguments...); }
template <class... A>
    requires lanewise::OurNarrow<A...>
LANEWISE_API void printf(const char* format, A... arguments) { lanewise::print(true, format, arguments...); }
template <class... A>
LANEWISE_API void PRINTF(const char* format, A... arguments) { lanewise::print(true, format, arguments...); }

}  // namespace AscendC

// Vector functions say plain printf, also with a half.
template <class... A>
    requires lanewise::SomeNarrow<A...>
LANEWISE_API void printf(const char* format, A... arguments) { lanewise::print(false, format, arguments...); }
