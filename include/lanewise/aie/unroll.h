// Loops that are written out: the body gets each number as an object that is a constant, or nothing where it takes
// nothing.
#pragma once

#include <type_traits>
#include <utility>

namespace lanewise::aie {

template <class Body, class... Numbers>
constexpr void unrolled(Body& body, Numbers... numbers) {
    if constexpr (std::is_invocable_v<Body&, Numbers...>)
        body(numbers...);
    else
        body();
}
template <auto Start, auto End, auto Step>
constexpr std::size_t times() {
    static_assert(Step != 0, "a loop that is written out has a step");
    std::size_t count = 0;
    if constexpr (Step > 0)
        for (auto i = Start; i < End; i += Step) ++count;
    else
        for (auto i = Start; i > End; i += Step) ++count;
    return count;
}

}  // namespace lanewise::aie

namespace aie {

template <class T, T Start, T End, std::make_signed_t<T> Step = 1, class Body>
constexpr void unroll_for(Body&& body) {
    using S = std::make_signed_t<T>;
    constexpr S start = static_cast<S>(Start), end = static_cast<S>(End);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (detail::unrolled(body, std::integral_constant<T, static_cast<T>(start + static_cast<S>(I) * Step)>{}), ...);
    }(std::make_index_sequence<detail::times<start, end, Step>()>());
}
template <unsigned Times, class Body>
constexpr void unroll_times(Body&& body) {
    unroll_for<unsigned, 0, Times>(body);
}
template <class T, T StartY, T EndY, std::make_signed_t<T> StepY, T StartX, T EndX, std::make_signed_t<T> StepX,
          class Body>
constexpr void unroll_for_2d(Body&& body) {
    unroll_for<T, StartY, EndY, StepY>([&](auto y) {
        unroll_for<T, StartX, EndX, StepX>([&](auto x) { detail::unrolled(body, y, x); });
    });
}
template <unsigned TimesY, unsigned TimesX, class Body>
constexpr void unroll_times_2d(Body&& body) {
    unroll_for_2d<unsigned, 0, TimesY, 1, 0, TimesX, 1>(body);
}

}  // namespace aie
