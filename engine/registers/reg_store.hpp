// Stores to aligned addresses: lanes that the mask leaves out do not touch memory.
#pragma once

#include "registers/reg_load.hpp"

namespace lanewise::lanes {

// `lanes` elements of `width` bytes; lane i is active when bit first + i * pitch of the mask is set.
struct MaskedStore {
    const RegisterWalk& walk;
    const std::uint8_t* data;
    int width, lanes, pitch, first = 0;
    std::int64_t offset = 0;
    std::uint8_t* to = nullptr;

    bool active(int lane) const { return walk.bit(2, first + lane * pitch); }
    // As far as there are active lanes.
    int used() const {
        int n = lanes;
        while (n && !active(n - 1)) --n;
        return n;
    }
    void check() { to = walk.reach(0, offset, used() * width, block_bytes); }
    void write() const {
        int i = 0;
        for (int n = used(); i < n; ++i)
            if (active(i)) std::memcpy(to + i * width, data + i * width, static_cast<std::size_t>(width));
    }
};

inline bool all_active(const RegisterWalk& walk, int mask, int pitch) {
    static constexpr std::uint64_t lowest[] = {0, ~0ull, 0x5555555555555555, 0, 0x1111111111111111, 0, 0, 0, 0x0101010101010101};
    std::uint64_t words[4];
    std::memcpy(words, walk.bytes(mask), sizeof words);
    return (words[0] & words[1] & words[2] & words[3] & lowest[pitch]) == lowest[pitch];
}

inline void store_lanes(const RegisterWalk& walk, const std::uint8_t* data, int width, int lanes, int pitch) {
    if (all_active(walk, 2, pitch)) {
        const auto size = static_cast<std::size_t>(width * lanes);
        std::memcpy(walk.reach(0, 0, static_cast<std::int64_t>(size), block_bytes), data, size);
        return;
    }
    MaskedStore store{walk, data, width, lanes, pitch};
    store.check();
    store.write();
}

// The low part of every lane, at its place.
template <class Wide, class Narrow>
inline void store_packed(const RegisterWalk& walk) {
    constexpr int n = register_bytes / sizeof(Wide);
    Wide from[n];
    Narrow out[n];
    std::memcpy(from, walk.bytes(1), sizeof from);
    for (int i = 0; i < n; ++i) out[i] = static_cast<Narrow>(from[i]);
    store_lanes(walk, reinterpret_cast<const std::uint8_t*>(out), sizeof(Narrow), n, sizeof(Wide));
}

inline void reg_store(RegisterWalk& walk) {
    const int size = walk.size(1);
    if (walk.twice(1)) {
        std::uint8_t joined[2 * register_bytes];
        walk.lanes(1, joined);
        const int half = walk.count(1) / 2, pitch = walk.pitch(1);
        MaskedStore low{walk, joined, size, half, pitch}, high{walk, joined + register_bytes, size, half, pitch, half * pitch, walk.params[1]};
        low.check();
        high.check();
        low.write();
        return high.write();
    }
    const std::int64_t dist = walk.params[0];
    if (size < 8 || dist == 10 || dist == 16) switch (dist) {
        case 0: case 1: case 2: return store_lanes(walk, walk.bytes(1), 1 << dist, register_bytes >> dist, 1 << dist);
        case 16: return store_lanes(walk, walk.bytes(1), size, register_bytes / size, size);
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
    for (int b = 0; b < block_count; ++b)
        if (touches_block(walk, 2, 1, b)) to[b] = walk.reach(0, b * walk.params[0] * block_bytes, block_bytes, block_bytes);
    for (int b = 0; b < block_count; ++b)
        for (int i = 0; to[b] && i < lanes; ++i)
            if (walk.active(2, 1, b * lanes + i))
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
