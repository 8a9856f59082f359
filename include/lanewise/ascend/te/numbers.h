// Te: numbers the compiler knows, and tuples of numbers: shapes, strides and coordinates.
#pragma once

#include "lanewise/ascend/kernel.h"

namespace AscendC::Te {

#define LANEWISE_INT(n) using _##n = Std::Int<n>;
LANEWISE_INT(0) LANEWISE_INT(1) LANEWISE_INT(2) LANEWISE_INT(3) LANEWISE_INT(4) LANEWISE_INT(5) LANEWISE_INT(6) LANEWISE_INT(7) LANEWISE_INT(8)
LANEWISE_INT(9) LANEWISE_INT(10) LANEWISE_INT(16) LANEWISE_INT(24) LANEWISE_INT(32) LANEWISE_INT(64) LANEWISE_INT(128) LANEWISE_INT(256)
LANEWISE_INT(512) LANEWISE_INT(1024) LANEWISE_INT(2048) LANEWISE_INT(4096)
#undef LANEWISE_INT

using AscendC::Coord, AscendC::Shape, AscendC::Stride, AscendC::MakeCoord, AscendC::MakeShape, AscendC::MakeStride;
template <class... T> using Tile = Std::tuple<T...>;
template <class... T> constexpr Tile<T...> MakeTile(const T&... t) { return {t...}; }

// Squeeze keeps what it stands for.
struct Underscore {};
inline constexpr Underscore _{};

// Get<0, 1>(t) is the second of the first.
template <class T>
    requires Std::is_tuple_v<Std::remove_cvref_t<T>>
constexpr decltype(auto) Get(T&& t) {
    return std::forward<T>(t);
}
template <std::size_t first, std::size_t... rest, class T>
    requires Std::is_tuple_v<Std::remove_cvref_t<T>>
constexpr auto Get(const T& t) {
    if constexpr (sizeof...(rest) == 0) return Std::get<first>(t);
    else return Get<rest...>(Std::get<first>(t));
}

}  // namespace AscendC::Te

namespace lanewise::te {

// Of an element as layouts count them: one by one, though two of four bits share a byte.
template <class T> inline constexpr std::int64_t element_bits = pairs_in_bytes<T> ? 4 : static_cast<std::int64_t>(bits_of<T>);

namespace Std = AscendC::Std;

template <class T> inline constexpr bool is_tuple = Std::is_tuple_v<Std::remove_cvref_t<T>>;
template <class T> inline constexpr bool is_number = Std::is_integral_v<Std::remove_cvref_t<T>> || Std::is_constant_v<T>;
template <class T> inline constexpr std::size_t rank_of = 1;
template <class... T> inline constexpr std::size_t rank_of<Std::tuple<T...>> = sizeof...(T);
template <class T> inline constexpr std::size_t leaves_of = 1;
template <class... T> inline constexpr std::size_t leaves_of<Std::tuple<T...>> = (std::size_t{0} + ... + leaves_of<T>);

// One number from what stands at the same place of each tuple, and a tuple of those.
template <class Of, class... T>
constexpr auto each(const Of& of, const T&... t) {
    constexpr std::size_t rank = rank_of<std::tuple_element_t<0, std::tuple<T...>>>;
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
        const auto at = [&](auto place) { return of(Std::get<decltype(place)::value>(t)...); };
        return std::make_tuple(at(std::integral_constant<std::size_t, i>{})...);
    }(std::make_index_sequence<rank>{});
}

template <class T>
constexpr auto product(const T& t) {
    if constexpr (is_tuple<T>)
        return std::apply([](const auto&... parts) { return (Std::Int<1>{} * ... * product(parts)); }, t);
    else return t;
}

// Of a coordinate: part by part, or one number that is counted through a shape from the left.
template <class C, class S, class D>
constexpr auto index(const C& c, const S& shape, const D& stride) {
    if constexpr (!is_tuple<S>) {
        return c * stride;
    } else if constexpr (is_tuple<C>) {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return (Std::Int<0>{} + ... + index(Std::get<i>(c), Std::get<i>(shape), Std::get<i>(stride)));
        }(std::make_index_sequence<rank_of<S>>{});
    } else {
        const auto walk = [&]<std::size_t i>(const auto& self, std::integral_constant<std::size_t, i>, auto rest) {
            if constexpr (i + 1 == rank_of<S>) {
                return index(rest, Std::get<i>(shape), Std::get<i>(stride));
            } else {
                const auto size = product(Std::get<i>(shape));
                return index(rest % size, Std::get<i>(shape), Std::get<i>(stride)) + self(self, std::integral_constant<std::size_t, i + 1>{}, rest / size);
            }
        };
        return walk(walk, std::integral_constant<std::size_t, 0>{}, c);
    }
}

// The largest of shape * stride over all leaves.
template <class S, class D>
constexpr auto capacity(const S& shape, const D& stride) {
    if constexpr (!is_tuple<S>) return shape * stride;
    else
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            const auto most = [](const auto& self, const auto& first, const auto&... rest) {
                if constexpr (sizeof...(rest) == 0) return first;
                else return Std::max(first, self(self, rest...));
            };
            return most(most, capacity(Std::get<i>(shape), Std::get<i>(stride))...);
        }(std::make_index_sequence<rank_of<S>>{});
}
// 1 and how far the last element lies behind the first.
template <class S, class D>
constexpr auto reach(const S& shape, const D& stride) {
    if constexpr (!is_tuple<S>) return (shape - Std::Int<1>{}) * stride;
    else
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return (Std::Int<0>{} + ... + reach(Std::get<i>(shape), Std::get<i>(stride)));
        }(std::make_index_sequence<rank_of<S>>{});
}

}  // namespace lanewise::te
