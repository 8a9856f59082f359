// Copies as layouts: what their parameters mean, in items from the start of their operands.
#pragma once

#include "moves/cube.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes {

// So many pieces around what follows; one alone needs no axis.
inline void pieces(Layout& l, std::int64_t count, std::int64_t source_step, std::int64_t to_step) {
    if (count != 1) l.add(count, source_step, to_step);
}

// count elements rounded down to 32 bytes; or block_count, block_len, src_gap, dst_gap in blocks.
inline void data_copy(const Move& m, Layout& l) {
    const auto& p = m.params;
    if (m.overload == Overload::COUNT) {
        l.add(p[0] * m.size / block_bytes * block_bytes, 1, 1);
        return;
    }
    pieces(l, p[0], (p[1] + p[2]) * block_bytes, (p[1] + p[3]) * block_bytes);
    l.add(p[1] * block_bytes, 1, 1);
}

inline void data_copy_ub(const Move& m, Layout& l) { data_copy(m, l); }

// Where a value is for padding alone, the rest of a block repeats the first element, as without a value.
inline moves::Fill filling(const Move& m, bool padded) {
    using moves::Fill;
    const int bits = 8 * m.size;
    if (m.has(PAD_VALUE) && (padded || m.value_alone)) return {Fill::Kind::value, static_cast<std::uint64_t>(m.params[6]), bits};
    if (m.has(PAD_VALUE) || m.has(NEAREST)) return {Fill::Kind::first, 0, bits};
    if (m.pad_is_set == 2 || (m.pad_is_set && padded)) return {Fill::Kind::value, m.pad_value, bits};
    if (!padded) return {Fill::Kind::first, 0, bits};
    return {Fill::Kind::value, 0xA5, 8};  // nobody has said a value
}

// block_count, block_len (bytes), src_stride, dst_stride, left, right (elements), padding value.
inline void data_copy_pad(const Move& m, Layout& l) {
    const std::int64_t count = m.params[0], length = m.params[1], src_stride = m.params[2], dst_stride = m.params[3];
    const bool compact = m.has(COMPACT);
    if (on_core(m.source)) {
        pieces(l, count, compact ? length : round_up(length) + block_bytes * src_stride, length + dst_stride);
        l.add(length, 1, 1);
        return;
    }
    l.fill = filling(m, m.params[4] + m.params[5] > 0);
    if (compact) {  // one piece after the other, and the rest of the last block
        const std::int64_t all = count > 0 && length > 0 ? moves::product(count, length) : 0;
        Axis& a = l.add(round_up(all), 1, 1);
        a.source.set({{1, length}, {length + src_stride}});
        a.limit = all;
        return;
    }
    const std::int64_t left = m.params[4] * m.size, row = left + length + m.params[5] * m.size;
    pieces(l, length > 0 ? count : 0, length + src_stride, round_up(dst_stride * block_bytes + row));
    Axis& a = l.add(round_up(row), 1, 1);
    a.first = -left;
    a.limit = length;
}

// dims, then per dimension start, end, stride, burst, shape of the destination, then of the source; innermost first.
inline void data_copy_slice(const Move& m, Layout& l) {
    const auto dims = std::min<std::size_t>(m.params.size() / 10, Layout::most_axes - 1);  // as many as there are fields for
    struct Side {
        std::span<const std::int64_t> fields;
        std::int64_t weight;
        std::int64_t steps[Layout::most_axes];
    };
    Side to{m.params.subspan(1, 5 * dims), m.size, {}}, from{m.params.subspan(1 + 5 * dims, 5 * dims), m.size, {}};
    std::int64_t pieces[Layout::most_axes] = {};
    for (std::size_t d = 0; d < dims; ++d) {
        auto axis = [&](Side& side, std::int64_t& first) {
            const auto f = side.fields.subspan(5 * d, 5);
            const std::int64_t start = f[0], end = f[1], stride = f[2], step = (d == 0 ? f[3] * block_bytes / m.size : 1) + stride;
            first += start * side.weight;
            side.steps[d] = step * side.weight;
            side.weight *= f[4];
            return step > 0 ? (end - start + 1 + stride) / step : 0;
        };
        pieces[d] = axis(to, l.to);
        axis(from, l.source);
    }
    for (auto d = dims; d-- > 0;) l.add(pieces[d], from.steps[d], to.steps[d]);
    l.add(m.params[4] * block_bytes, 1, 1);
}

// nd_num, n_value, d_value, src_matrix, src_d, c0_stride, n_stride, dst_matrix, small_c0.
inline void data_copy_nd2nz(const Move& m, Layout& l) {
    const auto& p = m.params;
    const std::int64_t c0 = p[8] && p[2] <= 4 ? 4 : block_bytes / m.size;
    l.bits = 8 * m.size;
    l.add(p[0], p[3], p[7]);
    l.add(p[1], p[4], p[6] * c0);
    Axis& columns = l.add(round_up(p[2], c0), 1, 1);
    columns.to.set({{1, c0}, {p[5] * c0}});
    columns.limit = p[2];
}

// nd_num, n_value, d_value, src_matrix (256 elements), src_n (16 elements), dst_d, dst_matrix.
inline void data_copy_nz2nd(const Move& m, Layout& l) {
    const auto& p = m.params;
    l.bits = 8 * m.size;
    l.add(p[0], p[3] * 256, p[6]);
    l.add(p[1], 16, p[5]);
    l.add(p[2] / 16 * 16, 1, 1).source.set({{1, 16}, {p[4] * 16}});
}

// dims, constant, then per dimension src_stride, dst_stride, size, left, right; innermost first.
inline void data_copy_nddma(const Move& m, Layout& l) {
    const auto dims = std::min<std::size_t>((m.params.size() - 2) / 5, Layout::most_axes);
    l.bits = 8 * m.size;
    l.fill.value = static_cast<std::uint64_t>(m.params[1]);
    if (m.has(NEAREST)) l.fill.kind = moves::Fill::Kind::nearest;
    for (auto d = dims; d-- > 0;) {
        const auto a = m.params.subspan(2 + 5 * d, 5);
        Axis& axis = l.add(a[3] + a[2] + a[4], a[0], a[1]);
        axis.first = -a[3];
        axis.limit = a[2];
    }
}

}  // namespace lanes

// The layout of a copy; nothing, where an instruction is none.
inline void lay(const Move& move, Opcode opcode, moves::Layout& layout) {
    switch (opcode) {
#include "moves.inc"
        default: return;
    }
}

}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
