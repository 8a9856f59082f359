// The one loop behind all element-wise functions, and the arguments that end their calls.
#pragma once

#include "lanewise/library/lanes.h"

namespace lanewise::library {

// What follows the tensors of a call: nothing, a count, scratch, or scratch and a count. Scratch is taken and never used.
template <class... A> inline constexpr bool is_tail = false;
template <> inline constexpr bool is_tail<> = true;
template <class A> inline constexpr bool is_tail<A> = std::is_convertible_v<A, std::uint32_t> || std::is_same_v<A, AscendC::LocalTensor<std::uint8_t>>;
template <class A, class B>
inline constexpr bool is_tail<A, B> = std::is_same_v<A, AscendC::LocalTensor<std::uint8_t>> && std::is_convertible_v<B, std::uint32_t>;
template <class... A>
concept Tail = is_tail<A...>;
template <class... A>  // the same where a count is obligatory
concept CountedTail = sizeof...(A) > 0 && is_tail<A...> && !(sizeof...(A) == 1 && (Tensor<A> && ...));

template <class T>
std::uint32_t count_in(const AscendC::LocalTensor<T>& whole) { return whole.GetSize(); }
template <class T, class A, class... B>
std::uint32_t count_in(const AscendC::LocalTensor<T>& whole, const A& first, const B&... rest) {
    if constexpr (Tensor<A>) return count_in(whole, rest...);
    else return static_cast<std::uint32_t>(first);
}

inline constexpr const char* source_names[] = {"src0", "src1", "src2"};

// dst[i] = f(src[i]...) for i < n. Sources are tensors or scalars.
template <class F, class D, class... S>
void map(const char* op, std::uint32_t n, F f, const AscendC::LocalTensor<D>& dst, const S&... src) {
    int at = 0;
    const std::tuple<Source<S>...> from{Source<S>(op, sizeof...(S) == 1 ? "src" : source_names[at++], src, n)...};
    const Lanes<D> to(op, "dst", dst, n);
    std::apply([&](const auto&... lanes) {
        for (std::uint32_t i = 0; i < n; ++i) to.set(i, f(lanes.wide(i)...));
    }, from);
}

// Functions that the older chips lack say so where they are called.
template <class T>
inline constexpr bool only_on_3510 = __NPU_ARCH__ == 3510 || sizeof(T) == 0;

}  // namespace lanewise::library

#define LANEWISE_ONLY_3510(Name, T) \
    static_assert(::lanewise::library::only_on_3510<T>, #Name " does not exist on " LANEWISE_CHIP ": it exists on ascend950")
#define LANEWISE_REAL(Name, T) static_assert(::lanewise::library::Real<T>, #Name " takes tensors of floats")
