// The 256 bits of a mask register as four words, and groups of bits that move apart or together.
#pragma once

#include "registers/walk.hpp"

namespace lanewise::lanes::inline LANEWISE_EYE {

struct MaskWords {
    std::uint64_t word[4] = {};

    MaskWords() = default;
    MaskWords(const Words& words) { std::memcpy(word, words.data(), sizeof word); }
    MaskWords(const RegisterWalk& walk, int operand) { std::memcpy(word, walk.window(operand).read(0, sizeof word), sizeof word); }
    // `width`: of the lanes it is for; 0: any.
    void put(const RegisterWalk& walk, int operand, int width = 0) const {
        std::memcpy(walk.window(operand).write(0, sizeof word), word, sizeof word);
        walk.set_width(operand, width);
    }
    bool bit(int n) const { return word[n >> 6] >> (n & 63) & 1; }
    // Eighths of the register.
    std::uint32_t part(int n) const { return static_cast<std::uint32_t>(word[n / 2] >> n % 2 * 32); }
    void set_part(int n, std::uint64_t bits) { word[n / 2] |= bits << n % 2 * 32; }
};

// Every second group of that many bits, by its logarithm.
inline constexpr std::uint64_t even_groups[] = {0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                                                0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};

// The groups of 32 bits as the even groups of 64; `level`: the logarithm of a group's size.
inline std::uint64_t apart(std::uint64_t bits, int level = 0) {
    for (int i = 4; i >= level; --i) bits = (bits | bits << (1 << i)) & even_groups[i];
    return bits;
}
// The even groups of 64 bits as 32.
inline std::uint64_t together(std::uint64_t bits, int level = 0) {
    bits &= even_groups[level];
    for (int i = level; i < 5; ++i) bits = (bits | bits >> (1 << i)) & even_groups[i + 1];
    return bits;
}

}  // namespace lanewise::lanes::inline LANEWISE_EYE
