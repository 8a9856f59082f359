// Data moves as pieces in bytes, relative to the start of their operands.
#pragma once

#include <vector>

#include "forms/move.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

constexpr std::int64_t round_up(std::int64_t n, std::int64_t unit = block_bytes) { return (n + unit - 1) / unit * unit; }

// count elements rounded down to 32 bytes; or block_count, block_len, src_gap, dst_gap in blocks.
template <class Emit>
void data_copy(const Move& m, const Emit& emit) {
    if (m.overload == Overload::COUNT) {
        const std::int64_t bytes = m.params[0] * m.size / block_bytes * block_bytes;
        if (bytes) emit(Piece{0, 0, bytes});
        return;
    }
    const std::int64_t count = m.params[0], length = m.params[1], src_gap = m.params[2], dst_gap = m.params[3];
    for (std::int64_t b = 0; length && b < count; ++b)
        emit(Piece{b * (length + dst_gap) * block_bytes, b * (length + src_gap) * block_bytes, length * block_bytes});
}

template <class Emit>
void data_copy_ub(const Move& m, const Emit& emit) {
    data_copy(m, emit);
}

inline constexpr std::uint64_t poison = 0xA5A5A5A5A5A5A5A5ull;

// block_count, block_len (bytes), src_stride, dst_stride, left, right (elements), padding value.
template <class Emit>
void data_copy_pad(const Move& m, const Emit& emit) {
    const std::int64_t count = m.params[0], length = m.params[1], src_stride = m.params[2], dst_stride = m.params[3];
    const bool compact = m.has(COMPACT);
    if (m.source == Space::ub) {
        const std::int64_t pitch = compact ? length : round_up(length) + block_bytes * src_stride;
        for (std::int64_t b = 0; length && b < count; ++b) emit(Piece{b * (length + dst_stride), b * pitch, length});
        return;
    }
    const bool padded = m.params[4] + m.params[5] > 0;
    const std::int64_t left = compact ? 0 : m.params[4], right = compact ? 0 : m.params[5];
    const std::int64_t pitch = compact ? length : round_up(dst_stride * block_bytes + length + (left + right) * m.size);
    for (std::int64_t b = 0; length && b < count; ++b) {
        const std::int64_t source = b * (length + src_stride), start = b * pitch;
        std::uint64_t filler = poison;
        // Where a value is for padding alone, the rest of a block repeats the first element, as without a value.
        if (m.has(PAD_VALUE) && (padded || m.core->rules->pad_value_alone == pad_value_alone_value)) filler = static_cast<std::uint64_t>(m.params[6]);
        else if (m.has(PAD_VALUE) || m.has(NEAREST)) filler = m.first_element(source);
        else if (m.pad_is_set == 2 || (m.pad_is_set && padded)) filler = m.pad_value;
        else if (!padded) filler = m.first_element(source);
        if (left) emit(Piece{start, 0, left * m.size, filler, false});
        const std::int64_t data = start + left * m.size, end = data + length;
        emit(Piece{data, source, length});
        const std::int64_t stop = compact && b < count - 1 ? end : round_up(end + right * m.size);
        if (stop > end) emit(Piece{end, 0, stop - end, filler, false});
    }
}

struct SliceAxis {
    std::int64_t pieces, first, step;  // bytes
};

inline std::vector<SliceAxis> slice_axes(std::span<const std::int64_t> fields, int size) {
    std::vector<SliceAxis> axes;
    std::int64_t weight = size;
    for (std::size_t d = 0; d < fields.size() / 5; ++d) {
        const auto f = fields.subspan(5 * d, 5);
        const std::int64_t start = f[0], end = f[1], stride = f[2], span = d == 0 ? f[3] * block_bytes / size : 1;
        const std::int64_t step = span + stride;
        axes.push_back({step > 0 ? (end - start + 1 + stride) / step : 0, start * weight, step * weight});
        weight *= f[4];
    }
    return axes;
}

// dims, then per dimension start, end, stride, burst, shape of the destination, then of the source.
template <class Emit>
void data_copy_slice(const Move& m, const Emit& emit) {
    const auto dims = m.params.size() / 10;  // as many as there are fields for
    const auto to = slice_axes(m.params.subspan(1, 5 * dims), m.size);
    const auto from = slice_axes(m.params.subspan(1 + 5 * dims, 5 * dims), m.size);
    const std::int64_t burst = m.params[4] * block_bytes;
    std::vector<std::int64_t> step(dims, 0);
    for (const auto& axis : to)
        if (axis.pieces <= 0) return;
    while (true) {
        std::int64_t dst = 0, src = 0;
        for (std::size_t d = 0; d < dims; ++d) {
            dst += to[d].first + step[d] * to[d].step;
            src += from[d].first + step[d] * from[d].step;
        }
        emit(Piece{dst, src, burst});
        std::size_t d = 0;
        while (d < dims && ++step[d] == to[d].pieces) step[d++] = 0;
        if (d == dims) return;
    }
}

// nd_num, n_value, d_value, src_matrix, src_d, c0_stride, n_stride, dst_matrix, small_c0.
template <class Emit>
void data_copy_nd2nz(const Move& m, const Emit& emit) {
    const auto& p = m.params;
    const std::int64_t c0 = p[8] && p[2] <= 4 ? 4 : block_bytes / m.size, unit = c0 * m.size;
    for (std::int64_t nd = 0; nd < p[0]; ++nd)
        for (std::int64_t r = 0; r < p[1]; ++r)
            for (std::int64_t c = 0; c * c0 < p[2]; ++c) {
                const std::int64_t width = p[2] - c * c0 < c0 ? p[2] - c * c0 : c0;
                const std::int64_t dst = nd * p[7] * m.size + (c * p[5] + r * p[6]) * unit;
                emit(Piece{dst, (nd * p[3] + r * p[4] + c * c0) * m.size, width * m.size});
                if (width < c0) emit(Piece{dst + width * m.size, 0, (c0 - width) * m.size, 0, false});
            }
}

// nd_num, n_value, d_value, src_matrix (256 elements), src_n (16 elements), dst_d, dst_matrix.
template <class Emit>
void data_copy_nz2nd(const Move& m, const Emit& emit) {
    const auto& p = m.params;
    for (std::int64_t nd = 0; nd < p[0]; ++nd)
        for (std::int64_t r = 0; r < p[1]; ++r)
            for (std::int64_t c = 0; c < p[2] / 16; ++c)
                emit(Piece{(nd * p[6] + r * p[5] + c * 16) * m.size, (nd * p[3] * 256 + c * p[4] * 16 + r * 16) * m.size, 16 * m.size});
}

// dims, constant, then per dimension src_stride, dst_stride, size, left, right; innermost first.
template <class Emit>
void data_copy_nddma(const Move& m, const Emit& emit) {
    const auto dims = (m.params.size() - 2) / 5;
    const auto constant = static_cast<std::uint64_t>(m.params[1]);
    auto axis = [&](std::size_t d) { return m.params.subspan(2 + 5 * d, 5); };
    std::vector<std::int64_t> index(dims, 0);
    for (std::size_t d = 0; d < dims; ++d)
        if (axis(d)[2] + axis(d)[3] + axis(d)[4] <= 0) return;
    while (true) {
        std::int64_t dst = 0, src = 0;
        bool inside = true;
        for (std::size_t d = 0; d < dims; ++d) {
            const auto a = axis(d);
            std::int64_t position = index[d] - a[3];
            inside &= position >= 0 && position < a[2];
            if (position > a[2] - 1) position = a[2] - 1;
            if (position < 0) position = 0;
            dst += index[d] * a[1];
            src += position * a[0];
        }
        if (inside || m.has(NEAREST)) emit(Piece{dst * m.size, src * m.size, m.size});
        else emit(Piece{dst * m.size, 0, m.size, constant, false});
        std::size_t d = 0;
        while (d < dims && ++index[d] == axis(d)[2] + axis(d)[3] + axis(d)[4]) index[d++] = 0;
        if (d == dims) return;
    }
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
