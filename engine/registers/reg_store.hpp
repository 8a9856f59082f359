// Stores to aligned addresses: lanes that the mask leaves out do not touch memory.
#pragma once

#include "registers/active.hpp"
#include "registers/reg_load.hpp"

namespace lanewise::lanes::inline LANEWISE_EYE {

// Elements of `width` bytes, from lane `first` of the mask on.
struct MaskedStore {
    const RegisterWalk& walk;
    const ActiveLanes& active;
    const std::uint8_t* data;
    int width, lanes, first = 0;
    std::int64_t offset = 0;
    Window to{};
    int used = 0;  // lanes up to the last active one

    void check() {
        used = lanes;
        while (used && !active[first + used - 1]) --used;
        to = walk.reach(0, offset, used * width, block_bytes);
    }
    void write() const {
        for (int i = 0; i < used; ++i)
            if (active[first + i]) std::memcpy(to.write(i * width, static_cast<std::uint64_t>(width)), data + i * width, static_cast<std::size_t>(width));
    }
};

template <class Lane>
inline void store_some(const ActiveLanes& active, const Window& to, const std::uint8_t* data) {
    active.each([&](int i) {
        const auto at = i * static_cast<int>(sizeof(Lane));
        std::memcpy(to.write(at, sizeof(Lane)), data + at, sizeof(Lane));
    });
}

// The lowest lanes are one copy.
inline void store_lanes(const RegisterWalk& walk, const ActiveLanes& active, const std::uint8_t* data, int width) {
    const int end = active.end();
    const Window to = walk.reach(0, 0, end * width, block_bytes);
    if (active.count() == end) {
        const auto bytes = static_cast<std::size_t>(end * width);
        std::memcpy(to.write(0, bytes), data, bytes);
        return;
    }
    switch (width) {
        case 1: return store_some<std::uint8_t>(active, to, data);
        case 2: return store_some<std::uint16_t>(active, to, data);
        case 4: return store_some<std::uint32_t>(active, to, data);
        default: return store_some<std::uint64_t>(active, to, data);
    }
}

// The register that is stored, in lanes of `width` bytes whatever its type says; `low` bytes of each are.
inline const std::uint8_t* active_bytes(const RegisterWalk& walk, const ActiveLanes& active, int width, int low) {
    Window::Pattern pattern{};
    if (walk.window(1).heard()) {
        std::uint8_t counts[register_bytes];
        for (int i = 0; i < register_bytes; ++i) counts[i] = active[i / width] && i % width < low ? 0xFF : 0;
        if (std::find(counts, counts + register_bytes, 0) != counts + register_bytes) pattern = walk.window(1).pattern(counts, register_bytes);
    }
    return walk.window(1).read(0, register_bytes, pattern);
}

// All lanes of a width.
inline void store_whole(const RegisterWalk& walk, int width) {
    const ActiveLanes active(walk, 2, width);
    store_lanes(walk, active, active_bytes(walk, active, width, width), width);
}

// The low part of every lane, at its place.
template <class Wide, class Narrow>
inline void store_packed(const RegisterWalk& walk) {
    constexpr int n = register_bytes / sizeof(Wide);
    Wide from[n];
    Narrow out[n];
    const ActiveLanes active(walk, 2, sizeof(Wide));
    std::memcpy(from, active_bytes(walk, active, sizeof(Wide), sizeof(Narrow)), sizeof from);
    for (int i = 0; i < n; ++i) out[i] = static_cast<Narrow>(from[i]);
    store_lanes(walk, active, reinterpret_cast<const std::uint8_t*>(out), sizeof(Narrow));
}

inline void reg_store(RegisterWalk& walk) {
    const int size = walk.size(1);
    if (walk.twice(1)) {
        std::uint8_t joined[2 * register_bytes];
        const int half = walk.count(1) / 2;
        const ActiveLanes active(walk, 2, walk.pitch(1));
        walk.lanes(1, joined, active);
        MaskedStore low{walk, active, joined, size, half}, high{walk, active, joined + register_bytes, size, half, half, walk.params[1]};
        low.check();
        high.check();
        low.write();
        return high.write();
    }
    const std::int64_t dist = walk.params[0];
    if (size < 8 || dist == 10 || dist == 16) switch (dist) {
        case 0: case 1: case 2: return store_whole(walk, 1 << dist);
        case 16: return store_whole(walk, size);
        case 3: case 4: case 5: {
            const int width = 1 << (dist - 3);
            const auto bytes = static_cast<std::size_t>(width);
            const Window to = walk.reach(0, 0, width, width);
            const std::uint8_t* first = walk.window(1).read(0, bytes);
            std::memcpy(to.write(0, bytes), first, bytes);
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
    walk.lanes(1, a);
    walk.lanes(2, b);
    for (int i = 0; i < n; ++i) out[2 * i] = a[i], out[2 * i + 1] = b[i];
    std::memcpy(walk.reach(0, 0, sizeof out, block_bytes).write(0, sizeof out), out, sizeof out);
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
    const ActiveLanes active(walk, 2, walk.pitch(1));
    const MaskWords mask(walk, 2);
    Window to[block_count];
    for (int b = 0; b < block_count; ++b)
        if (touches_block(walk, mask, 1, b)) to[b] = walk.reach(0, b * walk.params[0] * block_bytes, block_bytes, block_bytes);
    const std::uint8_t* data = walk.lanes_in_place(1, nullptr, active);
    const auto bytes = static_cast<std::size_t>(size);
    for (int b = 0; b < block_count; ++b)
        for (int i = 0; i < lanes; ++i)
            if (active[b * lanes + i]) std::memcpy(to[b].write(i * size, bytes), data + b * block_bytes + i * size, bytes);
}

inline void reg_store_mask(RegisterWalk& walk) {
    switch (walk.params[0]) {
        case 0: {
            const Window to = walk.reach(0, 0, mask_bytes, 32);
            const MaskWords mask(walk, 1);
            to.store(0, mask.word);
            return;
        }
        case 1: {
            const Window to = walk.reach(0, 0, mask_bytes / 2, 16);
            const MaskWords mask(walk, 1);
            MaskWords out;
            for (int n = 0; n < 4; ++n) out.set_part(n, together(mask.word[n]));
            std::memcpy(to.write(0, mask_bytes / 2), out.word, mask_bytes / 2);
            return;
        }
        default: refuse_param(walk, "the distribution", walk.params[0], "NORM or PACK");
    }
}

}  // namespace lanewise::lanes::inline LANEWISE_EYE
