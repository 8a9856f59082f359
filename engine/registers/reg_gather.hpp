// Gather and scatter by element numbers; 64-bit elements go as two words at twice the number.
#pragma once

#include "registers/active.hpp"
#include "registers/reg_load.hpp"

namespace lanewise::lanes::inline LANEWISE_EYE {

inline constexpr int word_bytes = 4;

// There are enough of them.
inline void check_indices(const RegisterWalk& walk, int operand, int lanes) {
    if (walk.count(operand) < lanes) refuse_param(walk, "the number of indices", walk.count(operand), "at least " + std::to_string(lanes));
}

struct Indices {
    std::uint8_t raw[2 * register_bytes];
    int size;

    Indices(const RegisterWalk& walk, int operand, const ActiveLanes& active, int lanes) : size(walk.size(operand)) {
        walk.lanes(operand, raw, [&](int lane) { return lane < lanes && active[lane]; });
    }
};

// Where part `part` of element `number` starts, in bytes. Whatever is behind UB stays there.
inline std::int64_t part_start(std::uint64_t number, int size, int part) {
    if (size < 8) return static_cast<std::int64_t>(number) * size;
    return static_cast<std::int64_t>(static_cast<std::uint32_t>(2 * number + static_cast<std::uint64_t>(part))) * word_bytes;
}

// The element of UB that a lane touches: checked here when it is inside, else as any other access.
inline Window touched(const RegisterWalk& walk, int operand, std::int64_t start, int size) {
    const std::uint64_t at = walk.record.operands[operand].address + static_cast<std::uint64_t>(start);
    const bool inside = at + static_cast<std::uint64_t>(size) <= walk.core.vector_memory().size && !(walk.core.checked && walk.leaves(operand, start, size));
    if (inside) [[likely]] return Window::vector(walk.core, at);
    return walk.reach(operand, start, size);
}

// Lane by lane: of(lane, UB from the element on, which part of the element).
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
    check_indices(walk, 2, walk.count(0));
    walk.reach(1, 0, 0, block_bytes);
    const ActiveLanes active(walk, 3, walk.pitch(0));
    const Indices index(walk, 2, active, walk.count(0));
    std::uint8_t out[2 * register_bytes] = {};
    by_sizes(walk.size(1), index.size, [&](auto size, auto number) {
        follow<decltype(number), size()>(walk, active, index, 1, [&](int i, const Window& from, int part) {
            constexpr int piece = size() < 8 ? size() : word_bytes;
            std::memcpy(out + i * wide + part * word_bytes, from.read(0, piece), piece);
        });
    });
    walk.put(0, out);
}

inline void reg_gather_blocks(RegisterWalk& walk) {
    walk.reach(1, 0, 0, block_bytes);
    walk.fits(3, word_bytes, block_count);
    const auto taken = walk.window(3).load<std::uint32_t>(0);  // every fourth bit
    std::uint8_t blocks[block_count][block_bytes];
    for (int b = 0; b < block_count; ++b)
        if (taken >> b * word_bytes & 1) {
            const auto offset = walk.window(2).load<std::uint32_t>(b * word_bytes);
            std::memcpy(blocks[b], walk.reach(1, offset, block_bytes, block_bytes).read(0, block_bytes), block_bytes);
        }
    // The other blocks stay as they are.
    if (const auto extent = walk.record.operands[0].extent; walk.unwritten(0)) std::memset(walk.window(0).write(0, extent), 0, extent);
    for (int b = 0; b < block_count; ++b)
        if (taken >> b * word_bytes & 1) std::memcpy(walk.window(0).write(b * block_bytes, block_bytes), blocks[b], block_bytes);
}

inline void reg_scatter(RegisterWalk& walk) {
    const int step = walk.size(1) == 1 ? 2 : 1;  // of bytes only the even ones
    const ActiveLanes active(walk, 3, walk.pitch(1), step);
    check_indices(walk, 2, walk.count(1) / step);
    const Indices index(walk, 2, active, walk.count(1) / step);
    walk.reach(0, 0, 0, block_bytes);
    std::uint8_t data[2 * register_bytes];
    walk.lanes(1, data, [&](int lane) { return lane % step == 0 && active[lane / step]; });
    by_sizes(walk.size(1), index.size, [&](auto size, auto number) {
        using Index = decltype(number);
        follow<Index, size()>(walk, active, index, 0, [](int, const Window&, int) {});  // all checks first
        follow<Index, size()>(walk, active, index, 0, [&](int i, const Window& to, int part) {
            constexpr int piece = size() < 8 ? size() : word_bytes;
            std::memcpy(to.write(0, piece), data + i * step * size() + part * word_bytes, piece);
        });
    });
}

}  // namespace lanewise::lanes::inline LANEWISE_EYE
