// Mask registers: 256 bits, handled as four words where no single bit has to move.
#pragma once

#include "registers/active.hpp"
#include "registers/reg_load.hpp"

namespace lanewise::lanes {

struct MaskWords {
    std::uint64_t word[4];

    MaskWords() = default;
    MaskWords(const RegisterWalk& walk, int operand) { std::memcpy(word, walk.bytes(operand), sizeof word); }
    // `width`: of the lanes it is for; 0: any.
    void put(const RegisterWalk& walk, int operand, int width) const {
        std::memcpy(walk.bytes(operand), word, sizeof word);
        walk.width(operand) = static_cast<std::uint8_t>(width);
    }
    bool bit(int n) const { return word[n >> 6] >> (n & 63) & 1; }
};

// The lowest `lanes` lanes that are `pitch` bits apart.
inline MaskWords lowest_lanes(std::int64_t lanes, int pitch) {
    const std::uint64_t ones = lowest_of_lanes(pitch);
    MaskWords out;
    const int per_word = 64 / pitch;
    for (int w = 0; w < 4; ++w, lanes -= per_word)
        out.word[w] = lanes >= per_word ? ones : lanes <= 0 ? 0 : ones & ((1ull << (lanes * pitch)) - 1);
    return out;
}

inline void reg_mask_create(RegisterWalk& walk) {
    static constexpr int vl[] = {0, 1, 2, 3, 4, 8, 16, 32, 64, 128};
    const std::int64_t pattern = walk.params[0];
    const int pitch = static_cast<int>(walk.params[1]), lanes = mask_bits / pitch;
    switch (pattern) {
        case 0: return lowest_lanes(lanes, pitch).put(walk, 0, pitch);
        case 10: case 11: {
            const int step = (pattern == 10 ? 3 : 4) * pitch;
            put_bits(walk, 0, [=](int n) { return n % step == 0; });
            walk.width(0) = static_cast<std::uint8_t>(pitch);
            return;
        }
        case 12: return lowest_lanes(lanes / 2, pitch).put(walk, 0, pitch);
        case 13: return lowest_lanes(lanes / 4, pitch).put(walk, 0, pitch);
        case 15: return lowest_lanes(0, pitch).put(walk, 0, pitch);
        default: break;
    }
    if (pattern < 1 || pattern > 9) refuse_param(walk, "the pattern", pattern, "one of MaskPattern");
    lowest_lanes(vl[pattern], pitch).put(walk, 0, pitch);
}

inline void reg_mask_update(RegisterWalk& walk) {
    const int pitch = static_cast<int>(walk.params[1]);
    lowest_lanes(walk.params[0], pitch).put(walk, 0, pitch);
}

// Word by word: out = of(operand 1, operand 2, operand 3). Masks for lanes of one width give one for such lanes.
template <int operands, class Of>
inline void by_words(const RegisterWalk& walk, Of of) {
    MaskWords a(walk, 1), b, c;
    if constexpr (operands > 1) b = MaskWords(walk, 2);
    if constexpr (operands > 2) c = MaskWords(walk, 3);
    MaskWords out;
    for (int w = 0; w < 4; ++w) {
        if constexpr (operands == 1) out.word[w] = of(a.word[w]);
        else if constexpr (operands == 2) out.word[w] = of(a.word[w], b.word[w]);
        else out.word[w] = of(a.word[w], b.word[w], c.word[w]);
    }
    int width = walk.width(1);
    for (int i = 2; i <= operands; ++i)
        if (walk.width(i) != width) width = 0;
    out.put(walk, 0, width);
}

using Word = std::uint64_t;
inline void reg_mask_not(RegisterWalk& walk) { by_words<2>(walk, [](Word a, Word mask) { return ~a & mask; }); }
inline void reg_mask_and(RegisterWalk& walk) { by_words<3>(walk, [](Word a, Word b, Word mask) { return a & b & mask; }); }
inline void reg_mask_or(RegisterWalk& walk) { by_words<3>(walk, [](Word a, Word b, Word mask) { return (a | b) & mask; }); }
inline void reg_mask_xor(RegisterWalk& walk) { by_words<3>(walk, [](Word a, Word b, Word mask) { return (a ^ b) & mask; }); }
inline void reg_mask_copy(RegisterWalk& walk) { by_words<1>(walk, [](Word a) { return a; }); }
inline void reg_mask_move(RegisterWalk& walk) { by_words<2>(walk, [](Word a, Word mask) { return a & mask; }); }
inline void reg_mask_select(RegisterWalk& walk) { by_words<3>(walk, [](Word a, Word b, Word mask) { return (a & mask) | (b & ~mask); }); }

inline void reg_mask_interleave(RegisterWalk& walk) {
    const int group = static_cast<int>(walk.params[0]);
    const MaskWords a(walk, 2), b(walk, 3);
    for (int half = 0; half < 2; ++half)
        put_bits(walk, half, [&](int n) {
            const int pair = (n + half * mask_bits) / (2 * group), rest = n % (2 * group);
            return (rest < group ? a : b).bit(pair * group + rest % group);
        });
}

inline void reg_mask_deinterleave(RegisterWalk& walk) {
    const int group = static_cast<int>(walk.params[0]);
    const MaskWords a(walk, 2), b(walk, 3);
    for (int odd = 0; odd < 2; ++odd)
        put_bits(walk, odd, [&](int n) {
            const int from = n / group * 2 * group + odd * group + n % group;
            return from < mask_bits ? a.bit(from) : b.bit(from - mask_bits);
        });
}

inline void reg_mask_pack(RegisterWalk& walk) {
    const MaskWords a(walk, 1);
    const int first = walk.params[0] ? mask_bits / 2 : 0;
    put_bits(walk, 0, [&](int n) { return n >= first && n < first + mask_bits / 2 && a.bit(2 * (n - first)); });
}

inline void reg_mask_unpack(RegisterWalk& walk) {
    const MaskWords a(walk, 1);
    const int first = walk.params[0] ? mask_bits / 2 : 0;
    put_bits(walk, 0, [&](int n) { return n % 2 == 0 && a.bit(first + n / 2); });
}

inline void reg_mask_from_register(RegisterWalk& walk) {
    const int size = walk.size(1), group = register_bytes / size / 8;
    const std::int64_t place = walk.params[0];
    if (place < 0 || place >= register_bytes / group)
        refuse_param(walk, "the offset", place, "0.." + std::to_string(register_bytes / group - 1));
    const std::uint8_t* from = walk.bytes(1) + place * group;
    put_bits(walk, 0, [=](int n) { return bit_of(from, n / size); });
}

inline void reg_mask_from_state(RegisterWalk& walk) {
    const int size = static_cast<int>(walk.params[0]);
    put_bits(walk, 0, [&](int n) { return walk.state.mask[n / size >> 6] >> (n / size & 63) & 1; });
}

}  // namespace lanewise::lanes
