// aie::mask: one bit per lane.
#pragma once

#include <bit>
#include <cstdint>

#include "lanewise/aie/recording.h"

namespace aie {

template <unsigned N>
class mask {
    static constexpr unsigned words = (N + 63) / 64;

public:
    static constexpr unsigned size() { return N; }

    constexpr mask() {
        if (!std::is_constant_evaluated()) ::lanewise::aie::born(this, sizeof *this);
    }
#ifdef LANEWISE_AIE_TRACE
    constexpr mask(const mask& m) { *this = m; }
    constexpr mask& operator=(const mask& m) {
        for (unsigned i = 0; i < words; ++i) word_[i] = m.word_[i];
        if (!std::is_constant_evaluated()) ::lanewise::aie::made_as(*this, m);
        return *this;
    }
#endif
    template <class... W>
        requires(sizeof...(W) >= 1 && (std::is_integral_v<W> && ...))
    constexpr explicit mask(W... w) : mask(from_uint32(static_cast<std::uint32_t>(w)...)) {}

    template <class... W>
    static constexpr mask from_uint32(W... w) {
        mask out;
        unsigned i = 0;
        ((out.word_[i / 2 % words] |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(w)) << (i % 2 * 32), ++i),
         ...);
        return out.clipped();
    }
    template <class... W>
    static constexpr mask from_uint64(W... w) {
        mask out;
        unsigned i = 0;
        ((out.word_[i++ % words] = static_cast<std::uint64_t>(w)), ...);
        return out.clipped();
    }
    template <unsigned... I>
    static constexpr mask from_indices() {
        mask out;
        (out.set(I), ...);
        return out;
    }

    constexpr bool test(unsigned i) const { return word_[i / 64 % words] >> (i % 64) & 1; }
    constexpr void set(unsigned i) { word_[i / 64 % words] |= std::uint64_t{1} << (i % 64); }
    constexpr void set() { *this = ~mask(); }
    constexpr void clear(unsigned i) { word_[i / 64 % words] &= ~(std::uint64_t{1} << (i % 64)); }
    constexpr void clear() { *this = mask(); }
    constexpr void put(unsigned i, bool bit) { bit ? set(i) : clear(i); }
    constexpr bool operator[](unsigned i) const { return test(i); }

    constexpr unsigned count() const {
        unsigned n = 0;
        for (auto w : word_) n += static_cast<unsigned>(std::popcount(w));
        return n;
    }
    constexpr bool empty() const { return count() == 0; }
    constexpr bool full() const { return count() == N; }
    // Zeros below the lowest set lane, and above the highest.
    constexpr unsigned ctz() const {
        for (unsigned i = 0; i < N; ++i)
            if (test(i)) return i;
        return N;
    }
    constexpr unsigned clz() const {
        for (unsigned i = 0; i < N; ++i)
            if (test(N - 1 - i)) return i;
        return N;
    }

    constexpr std::uint32_t to_uint32(unsigned i = 0) const {
        return static_cast<std::uint32_t>(word_[i / 2 % words] >> (i % 2 * 32));
    }
    constexpr std::uint64_t to_uint64(unsigned i = 0) const { return word_[i % words]; }
    // What the comparisons of native vectors give.
    constexpr operator std::conditional_t<(N > 32), std::uint64_t, std::uint32_t>() const {
        return static_cast<std::conditional_t<(N > 32), std::uint64_t, std::uint32_t>>(word_[0]);
    }

    template <unsigned M>
    constexpr mask<M> extract(unsigned part) const {
        mask<M> out;
        for (unsigned i = 0; i < M; ++i) out.put(i, test(part * M + i));
        return out;
    }
    template <unsigned M>
    constexpr mask<M> get_submask(unsigned part) const {
        return extract<M>(part);
    }
    template <unsigned M>
    constexpr mask& insert(unsigned part, const mask<M>& m) {
        for (unsigned i = 0; i < M; ++i) put(part * M + i, m.test(i));
        return *this;
    }
    template <unsigned M>
    constexpr mask<M> grow(unsigned part = 0) const {
        return mask<M>().insert(part, *this);
    }

    constexpr mask operator~() const {
        mask out;
        for (unsigned i = 0; i < words; ++i) out.word_[i] = ~word_[i];
        return out.clipped();
    }
    friend constexpr mask operator&(mask a, const mask& b) { return a &= b; }
    friend constexpr mask operator|(mask a, const mask& b) { return a |= b; }
    friend constexpr mask operator^(mask a, const mask& b) { return a ^= b; }
    constexpr mask& operator&=(const mask& b) {
        for (unsigned i = 0; i < words; ++i) word_[i] &= b.word_[i];
        return *this;
    }
    constexpr mask& operator|=(const mask& b) {
        for (unsigned i = 0; i < words; ++i) word_[i] |= b.word_[i];
        return *this;
    }
    constexpr mask& operator^=(const mask& b) {
        for (unsigned i = 0; i < words; ++i) word_[i] ^= b.word_[i];
        return *this;
    }
    // By any integer, or the number that a mask becomes would be shifted as well.
    template <class I>
        requires std::is_integral_v<I>
    constexpr mask operator<<(I by) const {
        const auto n = static_cast<unsigned>(by);
        mask out;
        for (unsigned i = n; i < N; ++i) out.put(i, test(i - n));
        return out;
    }
    template <class I>
        requires std::is_integral_v<I>
    constexpr mask operator>>(I by) const {
        const auto n = static_cast<unsigned>(by);
        mask out;
        for (unsigned i = 0; i + n < N; ++i) out.put(i, test(i + n));
        return out;
    }
    constexpr mask& operator<<=(unsigned n) { return *this = *this << n; }
    constexpr mask& operator>>=(unsigned n) { return *this = *this >> n; }
    friend constexpr bool operator==(const mask&, const mask&) = default;

private:
    constexpr mask clipped() {
        if constexpr (N % 64 != 0) word_[words - 1] &= (std::uint64_t{1} << (N % 64)) - 1;
        return *this;
    }

    std::uint64_t word_[words] = {};
};

}  // namespace aie
