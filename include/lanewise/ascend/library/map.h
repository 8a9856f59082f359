// Element-wise functions, and the arguments that end their calls.
#pragma once

#include "lanewise/ascend/library/call.h"

namespace lanewise::library {

// What follows the tensors of a call: nothing, a count, scratch, or scratch and a count. Scratch is never used.
template <class A> inline constexpr bool is_scratch = std::is_same_v<A, AscendC::LocalTensor<std::uint8_t>>;
template <class A> inline constexpr bool is_count = std::is_convertible_v<A, std::uint32_t>;
template <class... A> inline constexpr bool is_tail = false;
template <> inline constexpr bool is_tail<> = true;
template <class A> inline constexpr bool is_tail<A> = is_count<A> || is_scratch<A>;
template <class A, class B> inline constexpr bool is_tail<A, B> = is_scratch<A> && is_count<B>;
template <class... A>
concept Tail = is_tail<A...>;
template <class... A>  // the same where a count is obligatory
concept CountedTail = sizeof...(A) > 0 && is_tail<A...> && !(sizeof...(A) == 1 && (Tensor<A> && ...));

template <class T>
LANEWISE_API std::uint32_t count_in(const AscendC::LocalTensor<T>& whole) { return whole.GetSize(); }
template <class T, class A, class... B>
LANEWISE_API std::uint32_t count_in(const AscendC::LocalTensor<T>& whole, const A& first, const B&... rest) {
    if constexpr (Tensor<A>) return count_in(whole, rest...);
    else return static_cast<std::uint32_t>(first);
}

// dst[i] = f(src[i]...) for i < n. Sources are tensors or numbers; `single`: bits of those that give one element to all.
template <class D, class... S>
LANEWISE_API void map(Opcode op, std::uint32_t n, std::uint32_t single, const AscendC::LocalTensor<D>& dst, const S&... src) {
    const std::int64_t values[] = {value_of(src)..., 0, 0, 0};
    macro(op, dst, tensor_of(src)...).issue_with(n, values[0], values[1], values[2], single);
}

}  // namespace lanewise::library
