// Which lanes an instruction works on: masks, Counter mode, repeats, and what the call leaves behind.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "machine/core.hpp"

namespace lanewise {

inline constexpr int repeat_bytes = 256;
inline constexpr int register_bytes = 256, mask_bytes = 32, mask_bits = 256;
inline constexpr int counter_bit = 56;

using Words = std::array<std::uint64_t, 4>;
inline constexpr Words all_ones = {~0ull, ~0ull, ~0ull, ~0ull};

struct Lanes {
    MaskMode mode;
    Words words;
    std::uint64_t repeats;
    std::uint32_t per_repeat;      // elements of one whole repeat
    std::uint32_t last = 0;        // active prefix of the last repeat in Counter mode
    std::uint32_t each = 0;        // Copy in Counter mode: elements in each repeat
    bool writes_mask = false;      // the call leaves mask_after in MASK
    bool normal_after = false;     // the call ends in Normal mode
    Words mask_after{};
    std::uint32_t front = 0;       // Normal mode: behind the last active lane, and
    bool gaps = false;             // whether some lane before it is not active

    // Every repeat under the same bits.
    static Lanes masked(const Words& words, std::uint64_t repeats, std::uint32_t per_repeat) {
        Lanes lanes{MaskMode::normal, words, repeats, per_repeat};
        for (int w = 0; w < 4; ++w) {
            const std::uint64_t bits = words[w] & lanes.valid(w);
            if (!bits) continue;
            lanes.gaps |= lanes.front != 64u * w || (bits & (bits + 1));
            lanes.front = 64 * w + 64 - std::countl_zero(bits);
        }
        return lanes;
    }

    // Lanes 0..n-1 of the last repeat, or of the others, hold every active one; 0 when there is none.
    std::uint32_t reach(bool last_repeat) const {
        if (each) return each;
        if (mode == MaskMode::counter) return last_repeat ? last : per_repeat;
        return front;
    }

    bool empty() const { return repeats == 0 || reach(true) == 0; }

    // Whether the active lanes of a repeat are just its first `reach` ones.
    bool prefix() const { return !gaps; }

    // Whether lanes 2k and 2k + 1 are active together.
    bool paired() const {
        if (mode == MaskMode::counter) return last % 2 == 0;
        for (int w = 0; w < 4 && repeats; ++w) {
            const std::uint64_t bits = words[w] & valid(w);
            if ((bits ^ bits >> 1) & 0x5555555555555555ull) return false;
        }
        return true;
    }

    bool active(std::uint32_t lane) const { return words[lane >> 6] >> (lane & 63) & 1; }

  private:
    std::uint64_t valid(int word) const {
        int bits = static_cast<int>(per_repeat) - 64 * word;
        return bits >= 64 ? ~0ull : bits <= 0 ? 0 : (1ull << bits) - 1;
    }
};

// The bit pattern of a contiguous mask, as the older chips make it.
inline Words mask_words(std::uint64_t n, std::uint32_t per_repeat) {
    auto ones = [](std::uint64_t k) { return k >= 64 ? ~0ull : (1ull << k) - 1; };
    if (per_repeat > 128) {
        Words words{};
        for (int w = 0; w < 4; ++w) words[w] = n > 64ull * w ? ones(n - 64ull * w) : 0;
        return words;
    }
    const bool all = n != 64 && (n == per_repeat || n >= 128);  // no branch: the words of a call stay in registers
    const std::uint64_t above = all ? ~0ull : 0;
    return {ones(n) | above, (n > 64 ? ones(n - 64) : 0) | above, above, above};
}

// `width` is the size in bytes of the widest element.
Lanes resolve(const Core& core, const InstructionInfo& ins, const Record& record, int width);

// What an instruction leaves in MASK and CTRL; the others, for a call by count where that resets them, and for a contiguous mask.
void leave_behind(Core& core, const InstructionInfo& ins, const Lanes& lanes);
inline void leave_count_behind(Core& core) {
    for (auto& word : core.state->mask) word = ~0ull;
    core.state->ctrl &= ~(1ull << counter_bit);
}
inline void leave_mask_behind(Core& core, std::uint64_t mask, std::uint32_t per_repeat) {
    if (core.rules->contiguous_mask != contiguous_mask_kept) return;
    const auto [first, second, third, fourth] = mask_words(mask, per_repeat);
    std::uint64_t* const left = core.state->mask;
    left[0] = first, left[1] = second, left[2] = third, left[3] = fourth;
}

}  // namespace lanewise
