// How a function of the library becomes one instruction: its tensors, and its numbers as parameters.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "lanewise/ascend/issue.h"

namespace lanewise::library {

template <class T>
concept Real = std::is_same_v<T, float> || NarrowFloat<T>;

template <class T> inline constexpr bool is_tensor = false;
template <class T> inline constexpr bool is_tensor<AscendC::LocalTensor<T>> = true;
template <class T>
concept Tensor = is_tensor<std::remove_cvref_t<T>>;

constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

// Elements of T in the 32 bytes of a data block, and a row length rounded up to whole blocks.
template <class T> inline constexpr std::uint32_t per_block = 256 / bits_of<T>;
template <class T>
constexpr std::uint32_t pitch_of(std::uint32_t elements) {
    return static_cast<std::uint32_t>(align_up(elements, per_block<T>));
}

// The place of an operand that a call leaves out.
struct None {};
LANEWISE_API void describe(Operand& o, const None&) { o = {}; }

// A tensor, or nothing.
template <bool present, class T>
LANEWISE_API decltype(auto) given(const T& tensor) {
    if constexpr (present) return (tensor);
    else return None{};
}

// A tensor where a parameter is one, nothing where it is a number.
template <class P>
LANEWISE_API decltype(auto) tensor_of(const P& parameter) { return given<Tensor<P>>(parameter); }

// A number as a parameter: its value as a double, or the bits that it has as an element of T.
template <class V>
LANEWISE_API std::int64_t real_bits(const V& value) {
    if constexpr (requires { value.lanewise_bits; }) return std::bit_cast<std::int64_t>(static_cast<double>(static_cast<float>(value)));
    else return std::bit_cast<std::int64_t>(static_cast<double>(value));
}
template <class P>
LANEWISE_API std::int64_t value_of(const P& parameter) {
    if constexpr (Tensor<P>) return 0;
    else return real_bits(parameter);
}
template <class T, class P>
LANEWISE_API std::int64_t bits_as(const P& parameter) {
    if constexpr (Tensor<P>) return 0;
    else return static_cast<std::int64_t>(raw_bits(static_cast<T>(parameter)));
}

// A number as an integer or, for elements of floats, as a double.
template <class T, class P>
LANEWISE_API std::int64_t number_as(const P& parameter) {
    if constexpr (std::is_integral_v<T>) return static_cast<std::int64_t>(parameter);
    else return real_bits(parameter);
}

// Opcode and tensors; the parameters follow with issue_with.
template <class... T>
LANEWISE_API Call macro(Opcode op, const T&... tensors) {
    Call call(op, Overload::PLAIN, 0);
    call.tensors(tensors...);
    return call;
}

}  // namespace lanewise::library

// Functions that the older chips lack say so where they are called.
namespace lanewise::library {
template <class T>
inline constexpr bool in_full_library = LANEWISE_HAS_FULL_LIBRARY || sizeof(T) == 0;
}
#define LANEWISE_FULL_LIBRARY(Name, T)                     \
    static_assert(::lanewise::library::in_full_library<T>, \
                  #Name " does not exist on " LANEWISE_CHIP ": it exists on " LANEWISE_WITH_FULL_LIBRARY)
#define LANEWISE_REAL(Name, T) static_assert(::lanewise::library::Real<T>, #Name " takes tensors of floats")
#define LANEWISE_INTEGRAL(Name, T) static_assert(std::is_integral_v<T>, #Name " takes tensors of integers")
