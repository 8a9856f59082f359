// Functions whose results are rounded correctly, many lanes at a time: a float64 guess without branches for all of them, and a
// second look (Lane::of) at those few whose guess lies where rounding could go either way.
#pragma once

#include "lanes/env.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

// Lanes that have a guess.
template <class Lane>
concept Guessed = requires(const Env<float, false>& e) { Lane::guess(e, 0.0); };

// Whether rounding a guess, first to float and then to D, may be wrong: it is off by less than Lane::places of its last places.
template <class Lane, class D>
inline std::uint64_t doubtful(double guess) {
    constexpr int dropped = 52 - Layout<D>::mantissa;
    constexpr std::uint64_t tie = std::uint64_t{1} << (dropped - 1), slack = Lane::places + (std::is_same_v<D, float> ? 0 : std::uint64_t{1} << 29);
    // Subnormal numbers have their ties elsewhere; what is far below them is zero for certain.
    constexpr double normal = smallest_normal<D>(), least = normal / (4ull << Layout<D>::mantissa);
    constexpr std::uint64_t low = std::bit_cast<std::uint64_t>(least), high = std::bit_cast<std::uint64_t>(2 * normal);
    const std::uint64_t size = std::bit_cast<std::uint64_t>(guess) & ~(std::uint64_t{1} << 63);
    const std::uint64_t at_tie = (size & (2 * tie - 1)) - (tie - slack) <= 2 * slack, tiny = size - low < high - low;
    return at_tie | tiny;
}

// n <= most results: argument(i) is what is guessed about, exactly(i) the second look.
template <class Lane, std::size_t most, class D, bool Saturate, class Argument, class Exactly>
inline void store_guessed(const Env<D, Saturate>& env, D* target, std::size_t n, Argument argument, Exactly exactly) {
    alignas(64) float value[most];
    const auto guess = [&](std::size_t i) { return Lane::guess(env, static_cast<double>(argument(i))); };
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double y = guess(i);
        any |= doubtful<Lane, D>(y);
        value[i] = static_cast<float>(y);
    }
    // Doubts are rare: they are looked for once more where there is one. A target of floats may be the source itself, so they come first there.
    if constexpr (std::is_same_v<D, float>) {
        for (std::size_t i = 0; any && i < n; ++i)
            if (doubtful<Lane, D>(guess(i))) value[i] = finish<D, false>(exactly(i));
        for (std::size_t i = 0; i < n; ++i) target[i] = finish<D, false>(value[i]);
    } else {
        narrow_n<Saturate && std::is_same_v<D, half>>(value, target, n);
        for (std::size_t i = 0; any && i < n; ++i)
            if (doubtful<Lane, D>(guess(i))) target[i] = finish<D, Saturate>(exactly(i));
    }
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
