// AscendC::Std: type traits, tuples and small functions, with the standard library behind them.
#pragma once

#include <cmath>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "lanewise/ascend/types.h"

namespace AscendC {

template <class T, class U>
struct IsSameType : std::is_same<T, U> {};
template <bool condition, class T, class U>
struct Conditional : std::conditional<condition, T, U> {};

namespace Std {

using std::add_const, std::add_const_t, std::add_cv, std::add_cv_t, std::add_volatile, std::add_volatile_t;
using std::add_pointer, std::add_pointer_t, std::add_lvalue_reference, std::add_lvalue_reference_t;
using std::add_rvalue_reference, std::add_rvalue_reference_t;
using std::remove_const, std::remove_const_t, std::remove_cv, std::remove_cv_t, std::remove_volatile, std::remove_volatile_t;
using std::remove_cvref, std::remove_cvref_t, std::remove_reference, std::remove_reference_t;
using std::remove_pointer, std::remove_pointer_t, std::remove_extent, std::remove_extent_t, std::decay, std::decay_t;
using std::conditional, std::conditional_t, std::enable_if, std::enable_if_t;
using std::integral_constant, std::bool_constant, std::true_type, std::false_type, std::void_t;
using std::is_same, std::is_same_v, std::is_array, std::is_array_v, std::is_base_of, std::is_base_of_v;
using std::is_class, std::is_class_v, std::is_const, std::is_const_v, std::is_convertible, std::is_convertible_v;
using std::is_function, std::is_function_v, std::is_integral, std::is_integral_v, std::is_pointer, std::is_pointer_v;
using std::is_reference, std::is_reference_v, std::is_union, std::is_union_v, std::is_void, std::is_void_v;
using std::is_lvalue_reference, std::is_lvalue_reference_v, std::is_rvalue_reference, std::is_rvalue_reference_v;
using std::is_volatile, std::is_volatile_v, std::is_signed, std::is_signed_v, std::is_unsigned, std::is_unsigned_v;
using std::is_empty, std::is_empty_v, std::is_enum, std::is_enum_v, std::is_arithmetic, std::is_arithmetic_v;

// half and bfloat16_t are floating-point types of the device.
template <class T>
struct is_floating_point : bool_constant<std::is_floating_point_v<T> || lanewise::NarrowFloat<remove_cv_t<T>>> {};
template <class T> inline constexpr bool is_floating_point_v = is_floating_point<T>::value;

template <class T, class = void> struct is_referenceable : false_type {};
template <class T> struct is_referenceable<T, void_t<T&>> : true_type {};
template <class T> inline constexpr bool is_referenceable_v = is_referenceable<T>::value;
template <class T, class... Others> struct is_one_of : bool_constant<(is_same_v<T, Others> || ...)> {};
template <class T, class... Others> inline constexpr bool is_one_of_v = is_one_of<T, Others...>::value;

using std::tuple, std::make_tuple, std::tie, std::forward_as_tuple, std::get, std::tuple_size, std::tuple_size_v;
using std::tuple_element, std::tuple_element_t, std::ignore, std::tuple_cat;
template <class T> struct is_tuple : false_type {};
template <class... T> struct is_tuple<tuple<T...>> : true_type {};
template <class T> inline constexpr bool is_tuple_v = is_tuple<remove_cv_t<T>>::value;

// A value the compiler knows, as a type. Two of them give another; with a number of a run they are a number of its type.
template <std::size_t v>
struct Int : integral_constant<std::size_t, v> {};
template <class T> struct is_constant : false_type {};
template <class T, T v> struct is_constant<integral_constant<T, v>> : true_type {};
template <std::size_t v> struct is_constant<Int<v>> : true_type {};
template <class T> inline constexpr bool is_constant_v = is_constant<remove_cvref_t<T>>::value;
template <class T> inline constexpr bool lanewise_int = false;
template <std::size_t v> inline constexpr bool lanewise_int<Int<v>> = true;

#define LANEWISE_OF_INTS(op, Of)                                                           \
    template <std::size_t a, std::size_t b>                                                \
    constexpr Of<(a op b)> operator op(Int<a>, Int<b>) { return {}; }                      \
    template <std::size_t a, class B>                                                      \
        requires is_integral_v<B>                                                          \
    constexpr auto operator op(Int<a>, B b) { return static_cast<B>(a) op b; }             \
    template <class A, std::size_t b>                                                      \
        requires is_integral_v<A>                                                          \
    constexpr auto operator op(A a, Int<b>) { return a op static_cast<A>(b); }
LANEWISE_OF_INTS(+, Int)
LANEWISE_OF_INTS(-, Int)
LANEWISE_OF_INTS(*, Int)
LANEWISE_OF_INTS(/, Int)
LANEWISE_OF_INTS(%, Int)
LANEWISE_OF_INTS(<, bool_constant)
LANEWISE_OF_INTS(<=, bool_constant)
LANEWISE_OF_INTS(>, bool_constant)
LANEWISE_OF_INTS(>=, bool_constant)
LANEWISE_OF_INTS(==, bool_constant)
LANEWISE_OF_INTS(!=, bool_constant)
#undef LANEWISE_OF_INTS

using std::declval, std::forward, std::index_sequence, std::integer_sequence, std::make_index_sequence, std::move, std::swap;

template <class A, class B>
constexpr auto max(const A& a, const B& b) {
    if constexpr (lanewise_int<A> && lanewise_int<B>) return Int<(A::value > B::value ? A::value : B::value)>{};
    else return a > b ? a : b;
}
template <class A, class B>
constexpr auto min(const A& a, const B& b) {
    if constexpr (lanewise_int<A> && lanewise_int<B>) return Int<(B::value < A::value ? B::value : A::value)>{};
    else return b < a ? b : a;
}

template <class T>
constexpr T abs(T x) { return x < T(0) ? T(-x) : x; }
inline float sqrt(float x) { return std::sqrt(x); }
template <class A, class B>
constexpr auto divide(A a, B b) { return a / b; }
template <class A, class B>
constexpr auto ceil_division(A a, B b) {
    if constexpr (lanewise_int<A> && lanewise_int<B>) return (a + b - Int<1>{}) / b;
    else return b == 0 ? decltype(a + b){} : static_cast<decltype(a + b)>((a + b - 1) / b);
}
template <class A, class B>
constexpr auto ceil_align(A a, B b) { return ceil_division(a, b) * b; }

}  // namespace Std
}  // namespace AscendC
