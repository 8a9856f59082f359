// Stores to aligned addresses: lanes that the mask leaves out do not touch memory.
#pragma once

#include "registers/active.hpp"
#include "registers/reg_load.hpp"

namespace lanewise::lanes {

// Elements of `width` bytes, from lane `first` of the mask on.
struct MaskedStore {
    const RegisterWalk& walk;
    const ActiveLanes& active;
    const std::uint8_t* data;
    int width, lanes, first = 0;
    std::int64_t offset = 0;
    std::uint8_t* to = nullptr;
    int used = 0;  // lanes up to the last active one

    void check() {
        used = lanes;
        while (used && !active[first + used - 1]) --used;
        to = walk.reach(0, offset, used * width, block_bytes);
    }
    void write() const {
        for (int i = 0; i < used; ++i)
            if (active[first + i]) std::memcpy(to + i * width, data + i * width, static_cast<std::size_t>(width));
    }
};

template <class Lane>
inline void store_some(const ActiveLanes& active, std::uint8_t* to, const std::uint8_t* data) {
    active.each([=](int i) { std::memcpy(to + i * sizeof(Lane), data + i * sizeof(Lane), sizeof(Lane)); });
}

// The lowest lanes are one copy.
inline void store_lanes(const RegisterWalk& walk, const std::uint8_t* data, int width, int pitch) {
    const ActiveLanes active(walk, 2, pitch);
    const int end = active.end();
    std::uint8_t* to = walk.reach(0, 0, end * width, block_bytes);
    if (active.count() == end) {
        std::memcpy(to, data, static_cast<std::size_t>(end * width));
        return;
    }
    switch (width) {
        case 1: return store_some<std::uint8_t>(active, to, data);
        case 2: return store_some<std::uint16_t>(active, to, data);
        case 4: return store_some<std::uint32_t>(active, to, data);
        default: return store_some<std::uint64_t>(active, to, data);
    }
}

// The low part of every lane, at its place.
template <class Wide, class Narrow>
inline void store_packed(const RegisterWalk& walk) {
    constexpr int n = register_bytes / sizeof(Wide);
    Wide from[n];
    Narrow out[n];
    std::memcpy(from, walk.bytes(1), sizeof from);
    for (int i = 0; i < n; ++i) out[i] = static_cast<Narrow>(from[i]);
    store_lanes(walk, reinterpret_cast<const std::uint8_t*>(out), sizeof(Narrow), sizeof(Wide));
}

inline void reg_store(RegisterWalk& walk) {
    const int size = walk.size(1);
    if (walk.twice(1)) {
        std::uint8_t joined[2 * register_bytes];
        walk.lanes(1, joined);
        const int half = walk.count(1) / 2;
        const ActiveLanes active(walk, 2, walk.pitch(1));
        MaskedStore low{walk, active, joined, size, half}, high{walk, active, joined + register_bytes, size, half, half, walk.params[1]};
        low.check();
        high.check();
        low.write();
        return high.write();
    }
    const std::int64_t dist = walk.params[0];
    if (size < 8 || dist == 10 || dist == 16) switch (dist) {
        case 0: case 1: case 2: return store_lanes(walk, walk.bytes(1), 1 << dist, 1 << dist);
        case 16: return store_lanes(walk, walk.bytes(1), size, size);
        case 3: case 4: case 5: {
            const int width = 1 << (dist - 3);
            std::memcpy(walk.reach(0, 0, width, width), walk.bytes(1), static_cast<std::size_t>(width));
            return;
        }
        case 6: return store_packed<std::uint16_t, std::uint8_t>(walk);
        case 7: return store_packed<std::uint32_t, std::uint16_t>(walk);
        case 10: return store_packed<std::uint64_t, std::uint32_t>(walk);
        case 12: return store_packed<std::uint32_t, std::uint8_t>(walk);
        default: break;
    }
    refuse_param(walk, "the distribution", dist, "NORM, FIRST_ELEMENT or PACK (NORM or PACK_B64 for elements of 64 bits)");
}

template <class Lane> inline void store_in_turn(const RegisterWalk& walk) {
    constexpr int n = register_bytes / sizeof(Lane);
    Lane a[n], b[n], out[2 * n];
    std::memcpy(a, walk.bytes(1), sizeof a);
    std::memcpy(b, walk.bytes(2), sizeof b);
    for (int i = 0; i < n; ++i) out[2 * i] = a[i], out[2 * i + 1] = b[i];
    std::memcpy(walk.reach(0, 0, sizeof out, block_bytes), out, sizeof out);
}

inline void reg_store_two(RegisterWalk& walk) {
    switch (walk.params[0]) {
        case 8: return store_in_turn<std::uint8_t>(walk);
        case 9: return store_in_turn<std::uint16_t>(walk);
        case 11: return store_in_turn<std::uint32_t>(walk);
        default: refuse_param(walk, "the distribution", walk.params[0], "INTLV_B8, INTLV_B16 or INTLV_B32");
    }
}

inline void reg_store_blocks(RegisterWalk& walk) {
    const int size = walk.size(1), lanes = block_bytes / size;
    std::uint8_t* to[block_count] = {};
    const ActiveLanes active(walk, 2, walk.pitch(1));
    for (int b = 0; b < block_count; ++b)
        if (touches_block(walk, 2, 1, b)) to[b] = walk.reach(0, b * walk.params[0] * block_bytes, block_bytes, block_bytes);
    for (int b = 0; b < block_count; ++b)
        for (int i = 0; to[b] && i < lanes; ++i)
            if (active[b * lanes + i])
                std::memcpy(to[b] + i * size, walk.bytes(1) + b * block_bytes + i * size, static_cast<std::size_t>(size));
}

inline void reg_store_mask(RegisterWalk& walk) {
    switch (walk.params[0]) {
        case 0: std::memcpy(walk.reach(0, 0, mask_bytes, 32), walk.bytes(1), mask_bytes); return;
        case 1: {
            std::uint8_t* to = walk.reach(0, 0, mask_bytes / 2, 16);
            std::uint8_t out[mask_bytes / 2] = {};
            for (int n = 0; n < mask_bits / 2; ++n) out[n >> 3] |= static_cast<std::uint8_t>(walk.bit(1, 2 * n) << (n & 7));
            std::memcpy(to, out, sizeof out);
            return;
        }
        default: refuse_param(walk, "the distribution", walk.params[0], "NORM or PACK");
    }
}

}  // namespace lanewise::lanes
