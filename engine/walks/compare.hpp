// Compare and Compares, with their result in memory or in CMPMASK, and the two ways between CMPMASK and memory.
#pragma once

#include <utility>

#include "walks/bits.hpp"
#include "walks/relation.hpp"
#include "walks/walk.hpp"
#include "walks/width.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

inline constexpr int cmpmask_bytes = 16, cmpmask_store_bytes = 128;

// The bits of repeat r, lanes that are masked off or missing as 0. Holds buffers for a whole instruction.
class Comparison {
  public:
    // Without a second operand the scalar is compared, which may stand on the left.
    Comparison(const Walk& w, int left, int right)
        : walk_(w), relation_(w.core, w.type(left), w.params[0]), left_(w.strided(left)), right_(w.strided(right < 0 ? left : right)) {
        masked_ = !w.lanes->prefix();
        if (masked_) {
            std::uint8_t flags[repeat_bytes];
            expand_mask(*w.lanes, 8, flags);
            pack_bits(flags, w.lanes->per_repeat, active_);
        }
        by_number_ = right < 0;
        swapped_ = by_number_ && w.record.flags & SCALAR_LEFT;
        if (by_number_)
            by_width(w.size(left), [&](auto zero) {
                std::memcpy(&zero, &w.record.scalars[0], sizeof zero);
                for (std::size_t at = 0; at < repeat_bytes; at += sizeof zero) std::memcpy(number_ + at, &zero, sizeof zero);
            });
    }

    void operator()(std::uint64_t r, std::uint8_t* bits) {
        const std::uint32_t n = walk_.lanes->reach(r + 1 == walk_.lanes->repeats), bytes = walk_.lanes->per_repeat / 8;
        const std::uint8_t* a = left_.load(r, n, a_);
        const std::uint8_t* b = by_number_ ? number_ : right_.load(r, n, b_);
        if (swapped_) std::swap(a, b);
        std::memset(bits + n / 8, 0, bytes - n / 8);
        relation_(a, b, n, bits);
        if (masked_)
            for (std::uint32_t k = 0; k < bytes; ++k) bits[k] &= active_[k];
    }

  private:
    const Walk& walk_;
    const Related relation_;
    const StridedOperand left_, right_;
    bool masked_, by_number_, swapped_;
    alignas(64) std::uint8_t a_[repeat_bytes], b_[repeat_bytes], number_[repeat_bytes];
    std::uint8_t active_[repeat_bytes / 8];
};

// Bit e of repeat r is bit r * lanes + e of dst: packed, whatever the strides of dst say.
inline void compare_to_memory(const Walk& w, int right) {
    const std::uint32_t bytes = w.lanes->per_repeat / 8;
    w.reach(1, w.span(1));
    if (right > 0) w.reach(right, w.span(right));
    w.reach(0, w.lanes->repeats * bytes);
    if (w.checking()) return;
    Comparison compare(w, 1, right);
    const Window to = w.target(0);
    for (std::uint64_t r = 0; r < w.lanes->repeats; ++r) {
        std::uint8_t bits[repeat_bytes / 8];
        compare(r, bits);
        std::memcpy(to.write(static_cast<std::int64_t>(r * bytes), bytes), bits, bytes);
    }
}

inline void compare(const Walk& w) { compare_to_memory(w, 2); }
inline void compares(const Walk& w) { compare_to_memory(w, -1); }

// One repeat; its bits go to CMPMASK, and every other bit there becomes 0.
inline void compare_register(const Walk& w) {
    Lanes first = *w.lanes;
    if (first.repeats > 1) first.last = first.per_repeat;
    first.repeats = 1;
    for (int operand : {0, 1}) w.reach(operand, w.strided(operand).last_byte(first));
    if (w.checking()) return;
    std::uint64_t words[4] = {};
    Comparison(w, 0, 1)(0, reinterpret_cast<std::uint8_t*>(words));
    std::memcpy(w.state().cmpmask, words, sizeof words);
}

// 16 bytes, though the page asks for 128 bytes of room: whose they are does not matter, as nothing else is written.
inline void get_cmp_mask(const Walk& w) {
    w.reach(0, cmpmask_bytes, cmpmask_bytes);
    if (const std::uint32_t have = w.record.operands[0].extent; w.checking() && have < cmpmask_store_bytes) {
        Fault fault("MEM-002", {{"op", w.ins.name}, {"operand", w.ins.operands[0]}, {"have", have}, {"need", cmpmask_store_bytes}});
        fault.variant = "free";
        complain(w.core, fault);
    }
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
