// Compare and Compares, with their result in memory or in CMPMASK, and the two ways between CMPMASK and memory.
#pragma once

#include <functional>
#include <utility>

#include "forms/walk.hpp"
#include "lanes/env.hpp"
#include "walks/bits.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

inline constexpr int cmpmask_bytes = 16, cmpmask_store_bytes = 128;

// One byte per lane, 1 where the relation holds. A NaN is in no relation, so only NE holds for it.
template <class T>
void relate(std::int64_t mode, const T* a, const T* b, std::uint32_t n, std::uint8_t* flags) {
    if constexpr (is_narrow_float<T>) {
        float x[repeat_bytes / sizeof(T)], y[repeat_bytes / sizeof(T)];
        widen_n(a, x, n);
        widen_n(b, y, n);
        relate(mode, x, y, n, flags);
    } else {
        auto each = [&](auto holds) {
            for (std::uint32_t i = 0; i < n; ++i) flags[i] = holds(a[i], b[i]);
        };
        switch (mode) {
            case 0: return each(std::less<T>{});
            case 1: return each(std::greater<T>{});
            case 2: return each(std::equal_to<T>{});
            case 3: return each(std::less_equal<T>{});
            case 4: return each(std::greater_equal<T>{});
            default: return each(std::not_equal_to<T>{});
        }
    }
}

// The bits of repeat r, lanes that are masked off or missing as 0. Holds buffers for a whole instruction.
template <class T>
class Comparison {
  public:
    static constexpr std::uint32_t per_repeat = repeat_bytes / sizeof(T);

    // Without a second operand the scalar is compared, which may stand on the left.
    Comparison(const Walk& w, int left, int right) : walk_(w), left_(w.way(left)), right_(w.way(right < 0 ? left : right)) {
        masked_ = !w.lanes->prefix();
        if (masked_) expand_mask(*w.lanes, 8, active_);
        by_number_ = right < 0;
        swapped_ = by_number_ && w.record.flags & SCALAR_LEFT;
        if (!by_number_) return;
        T number;
        std::memcpy(&number, &w.record.scalars[0], sizeof number);
        for (T& x : number_) x = number;
    }

    void operator()(std::uint64_t r, std::uint8_t* bits) {
        const std::uint32_t n = walk_.lanes->reach(r + 1 == walk_.lanes->repeats);
        const T* a = reinterpret_cast<const T*>(left_.load(r, n, a_));
        const T* b = by_number_ ? number_ : reinterpret_cast<const T*>(right_.load(r, n, b_));
        if (swapped_) std::swap(a, b);
        relate(walk_.params[0], a, b, n, flags_);
        std::memset(flags_ + n, 0, per_repeat - n);
        if (masked_)
            for (std::uint32_t k = 0; k < per_repeat; ++k) flags_[k] &= active_[k];
        pack_bits(flags_, per_repeat, bits);
    }

  private:
    const Walk& walk_;
    const Walkway left_, right_;
    bool masked_, by_number_, swapped_;
    alignas(64) std::uint8_t a_[repeat_bytes], b_[repeat_bytes];
    alignas(64) T number_[per_repeat];
    std::uint8_t flags_[per_repeat], active_[per_repeat] = {};
};

// Calls run with a value of the element type.
template <class Run>
void by_type(DType type, Run run) {
    switch (type) {
        case DType::int8_: return run(std::int8_t{});
        case DType::uint8_: return run(std::uint8_t{});
        case DType::int16_: return run(std::int16_t{});
        case DType::uint16_: return run(std::uint16_t{});
        case DType::int32_: return run(std::int32_t{});
        case DType::uint32_: return run(std::uint32_t{});
        case DType::int64_: return run(std::int64_t{});
        case DType::uint64_: return run(std::uint64_t{});
        case DType::half_: return run(half{});
        case DType::bfloat16_: return run(bfloat16{});
        case DType::double_: return run(double{});
        default: return run(float{});
    }
}

// Bit e of repeat r is bit r * lanes + e of dst: packed, whatever the strides of dst say.
inline void compare_to_memory(const Walk& w, int right) {
    const std::uint32_t bytes = w.lanes->per_repeat / 8;
    w.reach(1, w.span(1));
    if (right > 0) w.reach(right, w.span(right));
    w.reach(0, w.lanes->repeats * bytes);
    if (w.checking()) return;
    by_type(w.type(1), [&](auto zero) {
        Comparison<decltype(zero)> compare(w, 1, right);
        const Window to = w.target(0);
        for (std::uint64_t r = 0; r < w.lanes->repeats; ++r) {
            std::uint8_t bits[Comparison<decltype(zero)>::per_repeat / 8];
            compare(r, bits);
            std::memcpy(to.write(static_cast<std::int64_t>(r * bytes), sizeof bits), bits, sizeof bits);
        }
    });
}

inline void compare(const Walk& w) { compare_to_memory(w, 2); }
inline void compares(const Walk& w) { compare_to_memory(w, -1); }

// One repeat; its bits go to CMPMASK, and every other bit there becomes 0.
inline void compare_register(const Walk& w) {
    Lanes first = *w.lanes;
    if (first.repeats > 1) first.last = first.per_repeat;
    first.repeats = 1;
    for (int operand : {0, 1}) w.reach(operand, w.way(operand).last_byte(first));
    if (w.checking()) return;
    by_type(w.type(0), [&](auto zero) {
        std::uint64_t words[4] = {};
        Comparison<decltype(zero)>(w, 0, 1)(0, reinterpret_cast<std::uint8_t*>(words));
        std::memcpy(w.state().cmpmask, words, sizeof words);
    });
}

// 16 bytes, though the page asks for 128 bytes of room.
inline void get_cmp_mask(const Walk& w) {
    w.reach(0, cmpmask_store_bytes, cmpmask_bytes);
    if (!w.checking()) std::memcpy(w.target(0).write(0, cmpmask_bytes), w.state().cmpmask, cmpmask_bytes);
}

inline void set_cmp_mask(const Walk& w) {
    w.reach(0, cmpmask_bytes, cmpmask_bytes);
    if (w.checking()) return;
    std::uint64_t words[4] = {};
    std::memcpy(words, w.source(0).read(0, cmpmask_bytes), cmpmask_bytes);
    std::memcpy(w.state().cmpmask, words, sizeof words);
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
