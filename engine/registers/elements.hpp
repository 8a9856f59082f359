// What walks over registers share: the C++ type of a width, and the lanes of an operand as an array.
#pragma once

#include "lanes/env.hpp"
#include "lanes/with_number.hpp"
#include "machine/fault.hpp"
#include "machine/lanes.hpp"
#include "registers/active.hpp"
#include "registers/walk.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {

// f(U{}) for the unsigned integer of a width in bytes: lanes that only move.
template <class F>
inline void with_width(int size, F&& f) {
    switch (size) {
        case 1: return f(std::uint8_t{});
        case 2: return f(std::uint16_t{});
        case 4: return f(std::uint32_t{});
        default: return f(std::uint64_t{});
    }
}

// The integer of twice the width.
template <class T>
using Twice = std::conditional_t<sizeof(T) == 1, std::conditional_t<std::is_signed_v<T>, std::int16_t, std::uint16_t>,
              std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                                 std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>>;

namespace lanes::inline LANEWISE_EYE {

template <class T>
struct Lanes {
    alignas(64) T at[2 * register_bytes / sizeof(T)];
    int count;

    Lanes(const RegisterWalk& w, int operand) : count(w.count(operand)) { w.lanes(operand, at); }
    // Only those count for which on(lane) holds.
    template <class On>
    Lanes(const RegisterWalk& w, int operand, const On& on) : count(w.count(operand)) {
        w.lanes(operand, at, [&on](int lane) { return on(lane); });
    }
    explicit Lanes(int n) : at{}, count(n) {}
    T& operator[](int i) { return at[i]; }
    const T& operator[](int i) const { return at[i]; }
};

template <class T>
inline T scalar_of_call(const RegisterWalk& w) {
    T value;
    std::memcpy(&value, &w.record.scalars[0], sizeof value);
    return value;
}

template <class T>
inline Value<T> value_of(T x) {
    if constexpr (is_narrow_float<T>) return widen(x);
    else return x;
}

// A mask register from one bit for each lane of an operand: the lowest bit of each lane, others zero.
class LaneBits {
  public:
    LaneBits(const RegisterWalk& w, int like) : pitch_(w.pitch(like)) {}
    void set(int lane, bool on) { words_[lane * pitch_ >> 6] |= std::uint64_t{on} << (lane * pitch_ & 63); }
    void put(const RegisterWalk& w, int operand) const {
        std::memcpy(w.window(operand).write(0, sizeof words_), words_, sizeof words_);
        w.set_width(operand, pitch_);
    }

  private:
    int pitch_;
    std::uint64_t words_[4] = {};
};

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
