// Mask registers: 256 bits, handled as words.
#pragma once

#include <bit>

#include "registers/active.hpp"
#include "registers/mask_words.hpp"
#include "registers/reg_load.hpp"

namespace lanewise::lanes::inline LANEWISE_EYE {

// Bytes of a lane, which are mask bits from one to the next.
inline int lane_width(const RegisterWalk& walk, int param) {
    const std::int64_t width = walk.params[param];
    if (width != 1 && width != 2 && width != 4 && width != 8) refuse_param(walk, "the width of a lane", width, "1, 2, 4 or 8 bytes");
    return static_cast<int>(width);
}

// Every `step`-th bit.
inline MaskWords every(int step) {
    MaskWords out;
    for (int n = 0; n < mask_bits; n += step) out.word[n >> 6] |= 1ull << (n & 63);
    return out;
}

inline void reg_mask_create(RegisterWalk& walk) {
    static constexpr int vl[] = {0, 1, 2, 3, 4, 8, 16, 32, 64, 128};
    const std::int64_t pattern = walk.params[0];
    const int pitch = lane_width(walk, 1), lanes = mask_bits / pitch;
    switch (pattern) {
        case 0: return MaskWords(lowest_lanes(lanes, pitch)).put(walk, 0, pitch);
        case 10: return every(3 * pitch).put(walk, 0, pitch);
        case 11: return every(4 * pitch).put(walk, 0, pitch);
        case 12: return MaskWords(lowest_lanes(lanes / 2, pitch)).put(walk, 0, pitch);
        case 13: return MaskWords(lowest_lanes(lanes / 4, pitch)).put(walk, 0, pitch);
        case 15: return MaskWords().put(walk, 0, pitch);
        default: break;
    }
    if (pattern < 1 || pattern > 9) refuse_param(walk, "the pattern", pattern, "one of MaskPattern");
    MaskWords(lowest_lanes(vl[pattern], pitch)).put(walk, 0, pitch);
}

inline void reg_mask_update(RegisterWalk& walk) {
    const int pitch = lane_width(walk, 1);
    MaskWords(lowest_lanes(walk.params[0], pitch)).put(walk, 0, pitch);
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

inline int level_of_group(const RegisterWalk& walk) { return std::countr_zero(static_cast<unsigned>(lane_width(walk, 0))); }

inline void reg_mask_interleave(RegisterWalk& walk) {
    const int level = level_of_group(walk);
    const MaskWords a(walk, 2), b(walk, 3);
    MaskWords out[2];
    for (int n = 0; n < 8; ++n) out[n / 4].word[n % 4] = apart(a.part(n), level) | apart(b.part(n), level) << (1 << level);
    out[0].put(walk, 0);
    out[1].put(walk, 1);
}

inline void reg_mask_deinterleave(RegisterWalk& walk) {
    const int level = level_of_group(walk);
    const MaskWords from[2] = {{walk, 2}, {walk, 3}};
    MaskWords even, odd;
    for (int n = 0; n < 8; ++n) {
        const std::uint64_t word = from[n / 4].word[n % 4];
        even.set_part(n, together(word, level));
        odd.set_part(n, together(word >> (1 << level), level));
    }
    even.put(walk, 0);
    odd.put(walk, 1);
}

inline void reg_mask_pack(RegisterWalk& walk) {
    const MaskWords a(walk, 1);
    MaskWords out;
    for (int n = 0; n < 4; ++n) out.set_part(n + (walk.params[0] ? 4 : 0), together(a.word[n]));
    out.put(walk, 0);
}

inline void reg_mask_unpack(RegisterWalk& walk) {
    std::uint32_t half[4];
    std::memcpy(half, walk.window(1).read(walk.params[0] ? sizeof half : 0, sizeof half), sizeof half);
    MaskWords out;
    for (int n = 0; n < 4; ++n) out.word[n] = apart(half[n]);
    out.put(walk, 0);
}

inline void reg_mask_from_register(RegisterWalk& walk) {
    const int size = walk.size(1), group = register_bytes / size / 8;
    const std::int64_t place = walk.params[0];
    if (place < 0 || place >= register_bytes / group)
        refuse_param(walk, "the offset", place, "0.." + std::to_string(register_bytes / group - 1));
    const std::uint8_t* from = walk.window(1).read(place * group, static_cast<std::uint64_t>(group));
    put_bits(walk, 0, [=](int n) { return bit_of(from, n / size); });
}

inline void reg_mask_from_state(RegisterWalk& walk) {
    const int size = lane_width(walk, 0);
    put_bits(walk, 0, [&](int n) { return walk.state.mask[n / size >> 6] >> (n / size & 63) & 1; });
}

}  // namespace lanewise::lanes::inline LANEWISE_EYE
