// Moves into the memories of a cube core as layouts: what their parameters mean, in items from the start of their operands.
#pragma once

#include "moves/move_env.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

constexpr std::int64_t fractal_rows = 16, fractal_bytes = 512;

constexpr std::int64_t units(std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit; }

// dn_num, n_value, d_value, src_matrix, src_d, c0_stride, n_stride, dst_matrix: columns come one by one.
inline void data_copy_dn2nz(const Move& m, Layout& l) {
    const auto& p = m.params;
    const std::int64_t c0 = block_bytes / m.size;
    l.bits = 8 * m.size;
    l.add(p[0], p[3], p[7]);
    l.add(p[1], 1, p[6] * c0);
    Axis& columns = l.add(round_up(p[2], c0), p[4], 1);
    columns.to.set({{1, c0}, {p[5] * c0}});
    columns.limit = p[2];
}

// repeat, blocks, gap, value: blocks of 32 bytes, in the memories of operands of 512.
inline void init_const_value(const Move& m, Layout& l) {
    const auto& p = m.params;
    const std::int64_t block = info_of(m.target).unit == fractal_bytes ? fractal_bytes : block_bytes;
    l.fill = {moves::Fill::Kind::value, static_cast<std::uint64_t>(p[3]), 8 * m.size};
    l.add(p[0], 0, (p[1] + p[2]) * block);
    l.add(p[1] * block, 1, 1).limit = 0;
}

// block_count, block_len, src_gap, dst_gap. Units of the bias table are 64 or 32 bytes; narrow floats become float on the way, and their
// blocks are half as long.
inline void data_copy_bias(const Move& m, Layout& l) {
    const auto& p = m.params;
    const std::int64_t unit = m.rules->bias_copy_unit == bias_copy_unit_line64 ? 64 : block_bytes, items = p[1] * unit / m.size;
    l.bits = 8 * m.source_size;
    l.add(p[0], items + p[2] * block_bytes / m.source_size, items + p[3] * unit / m.size);
    l.add(items, 1, 1);
    if (m.source_size != m.size) l.by = 1;
}

// block_count, block_len, src_gap, dst_gap: blocks and gaps of the Fixpipe buffer are 128 bytes.
inline void data_copy_scales(const Move& m, Layout& l) {
    const auto& p = m.params;
    l.add(p[0], p[1] * 128 + p[2] * block_bytes, (p[1] + p[3]) * 128);
    l.add(p[1] * 128, 1, 1);
}

// block_count, block_len, src_gap, dst_gap (32 bytes), sub: blocks to the memory of the vector core `sub`.
inline void data_copy_l1_to_ub(const Move& m, Layout& l) {
    const auto& p = m.params;
    l.to = p[4] * m.apart;
    l.add(p[0], (p[1] + p[2]) * block_bytes, (p[1] + p[3]) * block_bytes);
    l.add(p[1] * block_bytes, 1, 1);
}

// start, repeat, src_stride, dst_gap, transpose, down: whole fractals, each turned or as it is.
inline void load_data(const Move& m, Layout& l) {
    const auto& p = m.params;
    const std::int64_t fractal = fractal_bytes / m.size;
    l.bits = 8 * m.size;
    l.source = p[0] * fractal;
    l.add(p[1], (p[5] ? -p[2] : p[2]) * fractal, (p[3] + 1) * fractal);
    if (p[4]) {
        l.add(fractal_rows, 1, fractal_rows);
        l.add(fractal_rows, fractal_rows, 1);
    } else {
        l.add(fractal, 1, 1);
    }
}

// Of an item that is turned: bytes of 4-bit elements come apart.
inline int turned_bits(const Move& m) { return m.pairs ? 4 : 8 * m.size; }

// m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose: of a matrix in Nz whose columns of fractals lie src_stride fractals
// apart, so many of them; transposed, the result is Nz of the transposed part.
inline void load_data_2dv2(const Move& m, Layout& l) {
    const auto& p = m.params;
    l.bits = p[6] ? turned_bits(m) : 8 * m.size;
    const std::int64_t c0 = 8 * block_bytes / l.bits, fractal = 8 * fractal_bytes / l.bits, apart = p[4] * fractal, to = p[5] * fractal;
    l.source = (p[1] * (p[4] < 0 ? -p[4] : p[4]) + p[0]) * fractal;
    if (!p[6]) {
        l.add(p[3], apart, to);
        l.add(p[2] * fractal, 1, 1);
        return;
    }
    l.add(fractal_rows * p[2] / c0, c0 * c0, to);
    l.add(c0 * p[3], 1, c0).source.set({{1, c0}, {apart}});
    l.add(c0, c0, 1);
}

// start, repeat, src_stride, dst_gap, frac_gap, down, src_frac_gap, all in fractals. A square is as wide as 32 bytes, 16 elements at least; of 32
// bits it is two fractals side by side, of 8 bits two on top of each other, of 4 bits four. The gaps lie between the fractals of a square.
inline void load_data_with_transpose(const Move& m, Layout& l) {
    const auto& p = m.params;
    l.bits = turned_bits(m);
    const std::int64_t c0 = 8 * block_bytes / l.bits, fractal = 8 * fractal_bytes / l.bits, side = std::max(c0, fractal_rows);
    const std::int64_t apart = (p[4] + 1) * fractal, from_apart = (p[6] + 1) * fractal;
    l.source = p[0] * fractal;
    l.add(p[1], (p[5] ? -p[2] : p[2]) * fractal, (p[3] + 1) * fractal);
    if (c0 < fractal_rows) {
        l.add(side, 1, c0).source.set({{1, c0}, {from_apart}});
        l.add(side, c0, 1).to.set({{1, c0}, {apart}});
    } else {
        l.add(side, 1, 1).to.set({{c0, fractal_rows}, {apart}});
        l.add(side, c0, 1).source.set({{c0, fractal_rows}, {from_apart}});
    }
}

// x_start, y_start, x_step, y_step, src_stride, dst_stride: fractals of 32 bytes, x of them along rows of the matrix, y along k, which lie next
// to each other.
inline void load_data_mx(const Move& m, Layout& l) {
    const auto& p = m.params;
    l.source = (p[0] * p[4] + p[1]) * block_bytes;
    l.add(p[2], p[4] * block_bytes, p[5] * block_bytes);
    l.add(p[3] * block_bytes, 1, 1);
}

// start, repeat: fractals of 128 bytes, one after the other.
inline void load_data_with_sparse(const Move& m, Layout& l) {
    constexpr std::int64_t index = 128;
    l.source = m.params[0] * index;
    l.add(m.params[1] * index, 1, 1);
}

// channels, k_extent, m_extent, k_start, m_start, stride_w, stride_h, filter_w, filter_h, dilation_w, dilation_h, transpose, right, strided. A
// row of the matrix is a place of the filter, a column is a channel of one of its points; the size of the feature map, its padding and what
// fills it are registers.
inline void load_data_3d(const Move& m, Layout& l) {
    const auto& p = m.params;
    const std::int64_t channels = p[0], k_extent = p[1], m_extent = p[2], k_start = p[3], m_start = p[4], stride_w = p[5], stride_h = p[6];
    const std::int64_t filter_w = p[7], filter_h = p[8], dilation_w = p[9], dilation_h = p[10];
    const std::int64_t c0 = block_bytes / m.size, fractal = fractal_bytes / m.size;
    const auto* map = reinterpret_cast<const std::int64_t*>(m.state->fmatrix + (p[12] ? 6 : 0));
    const std::int64_t high = map[0], wide = map[1], left = map[2], behind = map[3], top = map[4], below = map[5];
    l.bits = 8 * m.size;
    if (!(high && wide && channels && k_extent && m_extent && filter_w && filter_h && stride_w && stride_h && m.state->load_repeat[1])) return;
    const auto places_of = [](std::int64_t size, std::int64_t filter, std::int64_t dilation, std::int64_t stride) {
        const std::int64_t rest = size - ((filter - 1) * dilation + 1);
        return rest < 0 ? 0 : rest / stride + 1;
    };
    const std::int64_t down = places_of(high + top + below, filter_h, dilation_h, stride_h), across = places_of(wide + left + behind, filter_w, dilation_w, stride_w);
    const bool to_right = m.target == Space::right, turned = to_right || p[11], by_rows = m.rules->left_layout == left_layout_zz;
    const std::int64_t m1 = units(m_extent, turned ? c0 : fractal_rows), k1 = units(k_extent, turned ? fractal_rows : c0);
    const std::int64_t step = (p[13] ? static_cast<std::int64_t>(m.state->load_repeat[3]) : turned ? k1 : m1) * fractal;
    Axis& places = l.add(m1 * (turned ? c0 : fractal_rows), 1, 1);
    Axis& points = l.add(k1 * (turned ? fractal_rows : c0), 1, 1);
    Axis &within = turned ? places : points, &along = turned ? points : places;
    if (by_rows && !to_right) {
        within.to.set({{1, c0}, {fractal}});
        along.to.set({{c0, fractal_rows}, {(turned ? m1 : k1) * fractal}});
    } else {
        within.to.set({{1, c0}, {step}});
        if (to_right) along.to.set({{c0, fractal_rows}, {fractal}});
        else along.to.set({{c0}});
    }
    const int rows = l.along({wide * c0, high, -top}), columns = l.along({c0, wide, -left});
    places.source.set({{stride_w, std::max<std::int64_t>(across, 1), columns}, {stride_h, 0, rows}});
    places.first = m_start;
    places.limit = std::min(down * across, m_start + m_extent);
    points.source.set({{1, c0}, {dilation_w, filter_w, columns}, {dilation_h, filter_h, rows}, {high * wide * c0}});
    points.first = k_start;
    points.limit = std::min(units(channels, c0) * filter_h * filter_w * c0, k_start + k_extent);
    l.fill.value = m.state->load_pad;
}

// mode, n, m, src_stride (rows of 16), dst_stride (elements), relu, vector, unit_flag, nd_num, src_nd (rows of 16), dst_nd (elements), order
// (NZ, rows, columns), split, c0_stride (rows of 16), dual (0: all to one vector core, 1: half of the rows to each, 2: half of the columns), sub (to
// which one).
inline void fixpipe(const Move& m, Layout& l) {
    const auto& p = m.params;
    const std::int64_t n = p[1], rows = p[2], across = p[3] * fractal_rows, to = p[4], order = p[11], apart = m.apart / m.size;
    l.bits = 32;
    l.to = p[15] * apart;
    l.add(p[8], p[9] * fractal_rows, p[10]);
    // Half of an axis goes to each of two vector cores.
    const auto halved = [&](Axis& a, bool is, std::int64_t step) {
        if (is) a.to.set({{step, a.extent / 2}, {apart}});
    };
    const auto down = [&](std::int64_t from_step, std::int64_t to_step) { halved(l.add(rows, from_step, to_step), p[14] == 1, to_step); };
    const auto columns = [&](std::int64_t to_step) -> Axis& {
        Axis& a = l.add(n, 1, to_step);
        a.source.set({{1, fractal_rows}, {across}});
        halved(a, p[14] == 2, to_step);
        return a;
    };
    if (order == 2) {
        columns(to);
        down(std::max<std::int64_t>(p[13], 1) * fractal_rows, 1);
    } else if (order == 1) {
        down(fractal_rows, to);
        columns(1);
    } else {
        const std::int64_t wide = p[12] ? 8 : m.size == 1 ? 32 : fractal_rows;
        down(fractal_rows, wide);
        Axis& a = columns(1);
        if (p[14] == 2) a.to.set({{1, wide}, {to, n / 2 / wide}, {apart}});
        else a.to.set({{1, wide}, {to}});
    }
    l.by = order == 2 ? 1 : 2;
}

}  // namespace lanes
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
