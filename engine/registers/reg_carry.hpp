// 32-bit words with carries, and whole products.
#pragma once

#include "registers/elements.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

// src0 + src1 (or its complement) + carry: 32 bits to dst, the 33rd to the mask register of carries.
template <class Carry>
inline void carried_sum(RegisterWalk& w, bool invert, int mask, Carry carry) {
    const ActiveLanes active(w, mask, w.pitch(1));
    const Lanes<std::uint32_t> a(w, 2, active), b(w, 3, active);
    Lanes<std::uint32_t> out(a.count);
    LaneBits bits(w, 1);
    active.each([&](int i) {
        const std::uint64_t total = std::uint64_t{a[i]} + (invert ? ~b[i] : b[i]) + carry(i);
        bits.set(i, total >> 32);
        out[i] = static_cast<std::uint32_t>(total);
    });
    bits.put(w, 0);
    w.put(1, out.at);
}

inline void reg_add_carry(RegisterWalk& w) {
    carried_sum(w, false, 4, [](int) { return 0u; });
}

// A carry of 1 says that nothing was borrowed.
inline void reg_sub_carry(RegisterWalk& w) {
    carried_sum(w, true, 4, [](int) { return 1u; });
}

inline void reg_add_c(RegisterWalk& w) {
    const ActiveLanes carries(w, 4, w.pitch(1));
    carried_sum(w, false, 5, [&](int i) { return static_cast<std::uint32_t>(carries[i]); });
}

inline void reg_sub_c(RegisterWalk& w) {
    const ActiveLanes carries(w, 4, w.pitch(1));
    carried_sum(w, true, 5, [&](int i) { return static_cast<std::uint32_t>(carries[i]); });
}

inline void reg_mull(RegisterWalk& w) {
    const ActiveLanes active(w, 4, w.pitch(0));
    const Lanes<std::uint32_t> a(w, 2, active), b(w, 3, active);
    Lanes<std::uint32_t> low(a.count), high(a.count);
    const bool is_signed = w.type(0) == DType::int32_;
    active.each([&](int i) {
        const std::uint64_t product =
            is_signed ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a[i])} * static_cast<std::int32_t>(b[i]))
                      : std::uint64_t{a[i]} * b[i];
        low[i] = static_cast<std::uint32_t>(product);
        high[i] = static_cast<std::uint32_t>(product >> 32);
    });
    w.put(0, low.at);
    w.put(1, high.at);
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
