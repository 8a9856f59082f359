// Gather and scatter by element numbers; 64-bit elements go as two words at twice the number.
#pragma once

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
    std::uint64_t operator[](int i) const {
        std::uint64_t value = 0;
        std::memcpy(&value, raw + i * size, static_cast<std::size_t>(size));
        return value;
    }
};

// Where part `part` of element `number` starts, in bytes. Whatever is behind UB stays there.
inline std::int64_t part_start(std::uint64_t number, int size, int part) {
    if (size < 8) return static_cast<std::int64_t>(number) * size;
    return static_cast<std::int64_t>(static_cast<std::uint32_t>(2 * number + static_cast<std::uint64_t>(part))) * word_bytes;
}

inline void reg_gather_memory(RegisterWalk& walk) {
    const int n = walk.count(0), wide = walk.size(0), size = walk.size(1), parts = size == 8 ? 2 : 1, piece = size == 8 ? word_bytes : size;
    const Indices index(walk, 2, n);
    walk.reach(1, 0, 0, block_bytes);
    std::uint8_t out[2 * register_bytes] = {};
    for (int i = 0; i < n; ++i) {
        if (!walk.active(3, 0, i)) continue;
        for (int p = 0; p < parts; ++p)
            std::memcpy(out + i * wide + p * word_bytes, walk.reach(1, part_start(index[i], size, p), piece), static_cast<std::size_t>(piece));
    }
    walk.put(0, out);
}

inline void reg_gather_blocks(RegisterWalk& walk) {
    walk.reach(1, 0, 0, block_bytes);
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
    const int size = walk.size(1), step = size == 1 ? 2 : 1, n = walk.count(1) / step, parts = size == 8 ? 2 : 1, piece = size == 8 ? word_bytes : size;
    const Indices index(walk, 2, n);
    walk.reach(0, 0, 0, block_bytes);
    std::uint8_t data[2 * register_bytes];
    walk.lanes(1, data);
    for (bool writing : {false, true})
        for (int i = 0; i < n; ++i) {
            if (!walk.active(3, 1, i * step)) continue;
            for (int p = 0; p < parts; ++p) {
                std::uint8_t* to = walk.reach(0, part_start(index[i], size, p), piece);
                if (writing) std::memcpy(to, data + i * step * size + p * word_bytes, static_cast<std::size_t>(piece));
            }
        }
}

}  // namespace lanewise::lanes
