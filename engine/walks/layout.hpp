// Transpose and TransDataTo5HD: elements only change places.
#pragma once

#include "walks/walk.hpp"
#include "walks/width.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

inline constexpr int tile = 16;  // rows and columns of a tile, and blocks in a list

// 16 rows of 16 elements of 16 bits. The tile is read before it is written: both operands may be one tensor.
inline void transpose(const Walk& w) {
    for (int operand = 0; operand < 2; ++operand) w.reach(operand, tile * tile * 2);
    if (w.checking()) return;
    std::uint16_t elements[tile * tile];
    for (int i = 0; i < tile * tile; ++i) elements[i] = w.read<std::uint16_t>(1, i);
    for (int i = 0; i < tile * tile; ++i) w.write<std::uint16_t>(0, i, elements[i % tile * tile + i / tile]);
}

inline void transpose_nd2nd_b16(const Walk& w) { transpose(w); }

// n, c, h, w, and 1 for NCHW to NHWC, 0 for the way back.
inline void transpose_nchw(const Walk& w) {
    const std::int64_t n = w.params[0], c = w.params[1], height = w.params[2], width = w.params[3], area = height * width;
    const bool to_nhwc = w.params[4];
    const int size = w.size(0);
    w.within("n_size", n, 0, 65535);
    w.within("c_size", c, 0, 4095);
    w.within("h_size", height, 0, 4095);
    w.within("w_size", width, 0, 4095);
    w.within("h_size * w_size", area, 0, 4095);
    if (area * size % block_bytes)
        throw Fault("PARAM-001", {{"op", w.ins.name}, {"what", "h_size * w_size"}, {"value", area},
                                  {"need", "a multiple of " + std::to_string(block_bytes / size) + " (32 bytes)"}});
    const std::int64_t total = n * c * area;
    if (!total) return;
    for (int operand = 0; operand < 2; ++operand) w.reach(operand, static_cast<std::uint64_t>(total * size));
    if (w.rules().transpose_scratch == transpose_scratch_sized)
        w.reach(2, static_cast<std::uint64_t>((to_nhwc ? c + 2 : 2 * c + 1) * block_bytes * (size == 1 ? 32 : 16)));
    if (w.checking()) return;
    const std::int64_t rows = to_nhwc ? c : area, columns = to_nhwc ? area : c;  // of the source
    by_width(size, [&](auto zero) {
        using T = decltype(zero);
        for (std::int64_t first = 0; first < total; first += c * area)
            for (std::int64_t j = 0; j < columns; ++j)
                for (std::int64_t i = 0; i < rows; ++i)
                    w.write<T>(0, first + j * rows + i, w.read<T>(1, first + i * columns + j));
    });
}

// 16 destination addresses, 16 source addresses, dst_high_half, src_high_half, dst and src repeat stride.
inline void trans_data_to_5hd(const Walk& w) {
    const std::int64_t dst_stride = w.params[34], src_stride = w.params[35];
    w.within("dst_rep_stride", dst_stride, 0, 65535);
    w.within("src_rep_stride", src_stride, 0, 65535);
    by_width(w.size(0), [&](auto zero) {
        using T = decltype(zero);
        constexpr int per_block = block_bytes / sizeof(T);
        constexpr int columns = per_block < tile ? per_block : tile;
        const int dst_first = sizeof(T) == 1 && w.params[32] ? tile : 0, src_first = sizeof(T) == 1 && w.params[33] ? tile : 0;
        for (std::uint64_t r = 0; r < w.repeat; ++r) {
            const std::int64_t step = block_bytes * static_cast<std::int64_t>(w.repeat == 1 ? 1 : r);  // a lone repeat is shifted already
            std::int64_t to[tile], from[tile];
            for (int i = 0; i < tile; ++i) to[i] = w.entry(0, i, w.params[i] + step * dst_stride, block_bytes);
            for (int i = 0; i < tile; ++i) from[i] = w.entry(1, i, w.params[tile + i] + step * src_stride, block_bytes);
            if (w.checking()) continue;
            T values[tile][columns];
            for (int k = 0; k < tile; ++k)
                for (int i = 0; i < columns; ++i) values[k][i] = w.read<T>(1, from[k] + src_first + i);
            // Column i of all sources is one destination block, or two that take turns where a block holds half of it.
            constexpr int blocks = tile / columns;
            for (int i = 0; i < columns; ++i)
                for (int k = 0; k < tile; ++k)
                    w.write<T>(0, to[blocks * i + k / columns] + dst_first + k % columns, values[k][i]);
            w.next_repeat();
        }
    });
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
