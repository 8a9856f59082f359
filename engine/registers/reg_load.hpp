// Loads from aligned addresses. The width of a distribution comes from its name, not from the register's type.
#pragma once

#include <algorithm>

#include "machine/fault.hpp"
#include "registers/mask_words.hpp"
#include "registers/walk.hpp"

namespace lanewise::lanes::inline LANEWISE_EYE {

inline constexpr int block_bytes = 32, block_count = 8;

[[noreturn]] inline void refuse_param(const RegisterWalk& walk, const char* what, std::int64_t value, FieldValue need) {
    throw Fault("PARAM-001", {{"op", walk.ins.name}, {"what", what}, {"value", value}, {"need", need}});
}

// Every lane of a register from an element of memory: place(lane) is its number, or -1 for zero.
template <class Lane, class Place>
inline void spread(const RegisterWalk& walk, int span, int align, Place place) {
    const Window memory = walk.reach(1, 0, span, align);
    Window::Pattern pattern{};
    if constexpr (hears) {
        std::uint8_t counts[2 * register_bytes] = {};
        for (int i = 0; i < register_bytes / static_cast<int>(sizeof(Lane)); ++i)
            if (place(i) >= 0) std::memset(counts + place(i) * sizeof(Lane), 0xFF, sizeof(Lane));
        if (std::find(counts, counts + span, 0) != counts + span) pattern = memory.pattern(counts, static_cast<std::uint64_t>(span));
    }
    const std::uint8_t* from = memory.read(0, static_cast<std::uint64_t>(span), pattern);
    Lane out[register_bytes / sizeof(Lane)];
    for (int i = 0; i < static_cast<int>(std::size(out)); ++i) {
        const int at = place(i);
        out[i] = 0;
        if (at >= 0) std::memcpy(&out[i], from + at * static_cast<int>(sizeof(Lane)), sizeof(Lane));
    }
    walk.put(0, out);
}

template <class Lane> inline void load_broadcast(const RegisterWalk& walk) {
    spread<Lane>(walk, sizeof(Lane), sizeof(Lane), [](int) { return 0; });
}
template <class Lane> inline void load_twice(const RegisterWalk& walk) {
    spread<Lane>(walk, register_bytes / 2, block_bytes, [](int i) { return i / 2; });
}
template <class Lane> inline void load_every_second(const RegisterWalk& walk) {
    spread<Lane>(walk, 2 * register_bytes, block_bytes, [](int i) { return 2 * i; });
}
template <class Lane> inline void load_block_broadcast(const RegisterWalk& walk) {
    constexpr int per_block = block_bytes / sizeof(Lane);
    spread<Lane>(walk, block_count * sizeof(Lane), block_count * sizeof(Lane), [](int i) { return i / per_block; });
}
// Zeros behind every element, so that it becomes a wider one.
template <class Wide, class Narrow> inline void load_unpacked(const RegisterWalk& walk) {
    constexpr int n = register_bytes / sizeof(Wide);
    Narrow from[n];
    std::memcpy(from, walk.reach(1, 0, sizeof from, block_bytes).read(0, sizeof from), sizeof from);
    Wide out[n];
    for (int i = 0; i < n; ++i) out[i] = from[i];
    walk.put(0, out);
}

inline void reg_load(RegisterWalk& walk) {
    if (walk.twice(0)) return walk.put(0, walk.reach(1, 0, 2 * register_bytes, block_bytes).read(0, 2 * register_bytes));
    const std::int64_t dist = walk.params[0];
    if (dist == 0) return walk.put(0, walk.reach(1, 0, register_bytes, block_bytes).read(0, register_bytes));
    if (walk.size(0) < 8) switch (dist) {
        case 1: return load_broadcast<std::uint8_t>(walk);
        case 2: return load_broadcast<std::uint16_t>(walk);
        case 3: return load_broadcast<std::uint32_t>(walk);
        case 6: return load_twice<std::uint8_t>(walk);
        case 7: return load_twice<std::uint16_t>(walk);
        case 8: return load_every_second<std::uint8_t>(walk);
        case 9: return load_every_second<std::uint16_t>(walk);
        case 13: return load_unpacked<std::uint16_t, std::uint8_t>(walk);
        case 14: return load_unpacked<std::uint32_t, std::uint16_t>(walk);
        case 15: return spread<std::uint8_t>(walk, block_bytes, block_bytes, [](int i) { return i % block_bytes; });
        case 16: return load_block_broadcast<std::uint16_t>(walk);
        case 17: return load_block_broadcast<std::uint32_t>(walk);
        case 18: return load_unpacked<std::uint64_t, std::uint32_t>(walk);
        case 20: return load_unpacked<std::uint32_t, std::uint8_t>(walk);
        default: break;
    }
    refuse_param(walk, "the distribution", dist, "NORM, or BRC, US, DS, UNPACK, UNPACK4, BLK or E2B for elements below 64 bits");
}

template <class Lane> inline void load_even_odd(const RegisterWalk& walk) {
    constexpr int n = register_bytes / sizeof(Lane);
    Lane from[2 * n], even[n], odd[n];
    std::memcpy(from, walk.reach(2, 0, sizeof from, block_bytes).read(0, sizeof from), sizeof from);
    for (int i = 0; i < n; ++i) even[i] = from[2 * i], odd[i] = from[2 * i + 1];
    walk.put(0, even);
    walk.put(1, odd);
}

inline void reg_load_two(RegisterWalk& walk) {
    switch (walk.params[0]) {
        case 11: return load_even_odd<std::uint8_t>(walk);
        case 12: return load_even_odd<std::uint16_t>(walk);
        case 19: return load_even_odd<std::uint32_t>(walk);
        default: refuse_param(walk, "the distribution", walk.params[0], "DINTLV_B8, DINTLV_B16 or DINTLV_B32");
    }
}

// Whether a lane of a block is active.
inline bool touches_block(const RegisterWalk& walk, const MaskWords& mask, int like, int block) {
    const int lanes = block_bytes / walk.size(like);
    for (int i = 0; i < lanes; ++i)
        if (mask.bit((block * lanes + i) * walk.pitch(like))) return true;
    return false;
}

inline void reg_load_blocks(RegisterWalk& walk) {
    std::uint8_t out[register_bytes] = {};
    const MaskWords mask(walk, 2);
    for (int b = 0; b < block_count; ++b)
        if (touches_block(walk, mask, 0, b)) {
            const Window from = walk.reach(1, b * walk.params[0] * block_bytes, block_bytes, block_bytes);
            std::memcpy(out + b * block_bytes, from.read(0, block_bytes), block_bytes);
        }
    walk.put(0, out);
}

inline bool bit_of(const std::uint8_t* bytes, int n) { return bytes[n >> 3] >> (n & 7) & 1; }

// A mask register from a function that says its bits.
template <class Bit>
inline void put_bits(const RegisterWalk& walk, int operand, Bit bit) {
    std::uint8_t out[mask_bytes] = {};
    for (int n = 0; n < mask_bits; ++n) out[n >> 3] |= static_cast<std::uint8_t>(bit(n) << (n & 7));
    std::memcpy(walk.window(operand).write(0, mask_bytes), out, mask_bytes);
    walk.set_width(operand, 0);
}

inline void reg_load_mask(RegisterWalk& walk) {
    MaskWords out;
    switch (walk.params[0]) {
        case 0: std::memcpy(out.word, walk.reach(1, 0, mask_bytes, 32).read(0, mask_bytes), mask_bytes); break;
        case 1: {
            std::uint32_t parts[4];
            std::memcpy(parts, walk.reach(1, 0, sizeof parts, 16).read(0, sizeof parts), sizeof parts);
            for (int n = 0; n < 4; ++n) out.word[n] = apart(parts[n]) * 3;
            break;
        }
        case 2: {
            std::uint64_t words[8];
            std::memcpy(words, walk.reach(1, 0, sizeof words, 32).read(0, sizeof words), sizeof words);
            for (int n = 0; n < 8; ++n) out.set_part(n, together(words[n]));
            break;
        }
        default: refuse_param(walk, "the distribution", walk.params[0], "NORM, US or DS");
    }
    out.put(walk, 0);
}

}  // namespace lanewise::lanes::inline LANEWISE_EYE
