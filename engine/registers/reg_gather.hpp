// Gather and scatter by element numbers; 64-bit elements go as two words at twice the number.
#pragma once

#include "registers/active.hpp"
#include "registers/reg_load.hpp"

namespace lanewise::lanes {

inline constexpr int word_bytes = 4;

struct Indices {
    std::uint8_t raw[2 * register_bytes];
    int size, count;

    Indices(const RegisterWalk& walk, int operand, int lanes) : size(walk.size(operand)), count(walk.count(operand)) {
        if (count < lanes) refuse_param(walk, "the number of indices", count, "at least " + std::to_string(lanes));
        walk.lanes(operand, raw);
    }
};

// Where part `part` of element `number` starts, in bytes. Whatever is behind UB stays there.
inline std::int64_t part_start(std::uint64_t number, int size, int part) {
    if (size < 8) return static_cast<std::int64_t>(number) * size;
    return static_cast<std::int64_t>(static_cast<std::uint32_t>(2 * number + static_cast<std::uint64_t>(part))) * word_bytes;
}

// Where an element of UB is that a lane touches: checked here when it is inside, else as any other access.
inline std::uint8_t* touched(const RegisterWalk& walk, int operand, std::int64_t start, int size) {
    const std::uint64_t at = walk.record.operands[operand].address + static_cast<std::uint64_t>(start);
    if (at + static_cast<std::uint64_t>(size) <= walk.core.ub_bytes) return walk.core.ub + at;
    return walk.reach(operand, start, size);
}

// Lane by lane: of(lane, place in UB, which part of the element).
template <class Index, int size, class Of>
inline void follow(const RegisterWalk& walk, const ActiveLanes& active, const Indices& index, int memory, Of of) {
    constexpr int piece = size < 8 ? size : word_bytes;
    active.each([&](int i) {
        Index number;
        std::memcpy(&number, index.raw + i * static_cast<int>(sizeof(Index)), sizeof number);
        for (int part = 0; part < size / piece; ++part) of(i, touched(walk, memory, part_start(number, size, part), piece), part);
    });
}

// of(Size constant) with the sizes as constants: elements of memory, then indices.
template <class Of>
inline void by_sizes(int size, int index, Of of) {
    using std::integral_constant;
    if (size == 1) return of(integral_constant<int, 1>{}, std::uint16_t{});
    if (size == 2) return of(integral_constant<int, 2>{}, std::uint16_t{});
    if (size == 4) return of(integral_constant<int, 4>{}, std::uint32_t{});
    if (index == 4) return of(integral_constant<int, 8>{}, std::uint32_t{});
    of(integral_constant<int, 8>{}, std::uint64_t{});
}

inline void reg_gather_memory(RegisterWalk& walk) {
    const int wide = walk.size(0);
    const Indices index(walk, 2, walk.count(0));
    walk.reach(1, 0, 0, block_bytes);
    const ActiveLanes active(walk, 3, walk.pitch(0));
    std::uint8_t out[2 * register_bytes] = {};
    by_sizes(walk.size(1), index.size, [&](auto size, auto number) {
        follow<decltype(number), size()>(walk, active, index, 1, [&](int i, const std::uint8_t* from, int part) {
            std::memcpy(out + i * wide + part * word_bytes, from, size() < 8 ? size() : word_bytes);
        });
    });
    walk.put(0, out);
}

inline void reg_gather_blocks(RegisterWalk& walk) {
    walk.reach(1, 0, 0, block_bytes);
    walk.fits(3, word_bytes, block_count);
    std::uint32_t offsets[block_count];
    std::memcpy(offsets, walk.bytes(2), sizeof offsets);
    const auto extent = walk.record.operands[0].extent;
    std::uint8_t out[2 * register_bytes] = {};
    if (!walk.unwritten(0)) std::memcpy(out, walk.bytes(0), extent);
    for (int b = 0; b < block_count; ++b)
        if (walk.bit(3, b * word_bytes)) std::memcpy(out + b * block_bytes, walk.reach(1, offsets[b], block_bytes, block_bytes), block_bytes);
    std::memcpy(walk.bytes(0), out, extent);
}

inline void reg_scatter(RegisterWalk& walk) {
    const int step = walk.size(1) == 1 ? 2 : 1;  // of bytes only the even ones
    const ActiveLanes active(walk, 3, walk.pitch(1), step);
    const Indices index(walk, 2, walk.count(1) / step);
    walk.reach(0, 0, 0, block_bytes);
    std::uint8_t data[2 * register_bytes];
    walk.lanes(1, data);
    by_sizes(walk.size(1), index.size, [&](auto size, auto number) {
        using Index = decltype(number);
        follow<Index, size()>(walk, active, index, 0, [](int, const std::uint8_t*, int) {});  // all checks first
        follow<Index, size()>(walk, active, index, 0, [&](int i, std::uint8_t* to, int part) {
            std::memcpy(to, data + i * step * size() + part * word_bytes, size() < 8 ? size() : word_bytes);
        });
    });
}

}  // namespace lanewise::lanes
