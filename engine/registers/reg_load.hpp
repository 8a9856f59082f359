// Loads from aligned addresses. The width of a distribution comes from its name, not from the register's type.
#pragma once

#include "forms/registers.hpp"
#include "machine/fault.hpp"

namespace lanewise::lanes {

inline constexpr int block_bytes = 32, block_count = 8;

[[noreturn]] inline void refuse_param(const RegisterWalk& walk, const char* what, std::int64_t value, FieldValue need) {
    throw Fault("PARAM-001", {{"op", walk.ins.name}, {"what", what}, {"value", value}, {"need", need}});
}

// Every lane of a register from an element of memory: place(lane) is its number, or -1 for zero.
template <class Lane, class Place>
inline void spread(const RegisterWalk& walk, int span, int align, Place place) {
    const std::uint8_t* from = walk.reach(1, 0, span, align);
    Lane out[register_bytes / sizeof(Lane)];
    for (int i = 0; i < static_cast<int>(std::size(out)); ++i) {
        const int at = place(i);
        out[i] = 0;
        if (at >= 0) std::memcpy(&out[i], from + at * static_cast<int>(sizeof(Lane)), sizeof(Lane));
    }
    std::memcpy(walk.bytes(0), out, register_bytes);
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
    std::memcpy(from, walk.reach(1, 0, sizeof from, block_bytes), sizeof from);
    Wide out[n];
    for (int i = 0; i < n; ++i) out[i] = from[i];
    std::memcpy(walk.bytes(0), out, register_bytes);
}

inline void reg_load(RegisterWalk& walk) {
    if (walk.twice(0)) return walk.put(0, walk.reach(1, 0, 2 * register_bytes, block_bytes));
    const std::int64_t dist = walk.params[0];
    if (dist == 0) {
        std::memcpy(walk.bytes(0), walk.reach(1, 0, register_bytes, block_bytes), register_bytes);
        return;
    }
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
    std::memcpy(from, walk.reach(2, 0, sizeof from, block_bytes), sizeof from);
    for (int i = 0; i < n; ++i) even[i] = from[2 * i], odd[i] = from[2 * i + 1];
    std::memcpy(walk.bytes(0), even, sizeof even);
    std::memcpy(walk.bytes(1), odd, sizeof odd);
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
inline bool touches_block(const RegisterWalk& walk, int mask, int like, int block) {
    const int lanes = block_bytes / walk.size(like);
    for (int i = 0; i < lanes; ++i)
        if (walk.bit(mask, (block * lanes + i) * walk.pitch(like))) return true;
    return false;
}

inline void reg_load_blocks(RegisterWalk& walk) {
    std::uint8_t out[register_bytes] = {};
    for (int b = 0; b < block_count; ++b)
        if (touches_block(walk, 2, 0, b))
            std::memcpy(out + b * block_bytes, walk.reach(1, b * walk.params[0] * block_bytes, block_bytes, block_bytes), block_bytes);
    std::memcpy(walk.bytes(0), out, register_bytes);
}

inline bool bit_of(const std::uint8_t* bytes, int n) { return bytes[n >> 3] >> (n & 7) & 1; }

// A mask register from a function that says its bits.
template <class Bit>
inline void put_bits(const RegisterWalk& walk, int operand, Bit bit) {
    std::uint8_t out[mask_bytes] = {};
    for (int n = 0; n < mask_bits; ++n) out[n >> 3] |= static_cast<std::uint8_t>(bit(n) << (n & 7));
    std::memcpy(walk.bytes(operand), out, mask_bytes);
    walk.width(operand) = 0;
}

inline void reg_load_mask(RegisterWalk& walk) {
    switch (walk.params[0]) {
        case 0:
            std::memcpy(walk.bytes(0), walk.reach(1, 0, mask_bytes, 32), mask_bytes);
            walk.width(0) = 0;
            return;
        case 1: {
            const std::uint8_t* from = walk.reach(1, 0, mask_bytes / 2, 16);
            return put_bits(walk, 0, [=](int n) { return bit_of(from, n / 2); });
        }
        case 2: {
            const std::uint8_t* from = walk.reach(1, 0, mask_bytes * 2, 32);
            return put_bits(walk, 0, [=](int n) { return bit_of(from, 2 * n); });
        }
        default: refuse_param(walk, "the distribution", walk.params[0], "NORM, US or DS");
    }
}

}  // namespace lanewise::lanes
