// One side of a product on its way from GM to L1 and on to L0A or L0B. Its outer axis is m of A, n of B. Where it is stored with k along its
// rows, fractals go to L0 as they are; else each load turns them.
#pragma once

#include "lanewise/ascend/matmul/blocks.h"
#include "lanewise/ascend/matmul/types.h"

namespace lanewise::matmul {

[[noreturn, gnu::noinline]] inline void refuse(const char* which, const char* usage) {
    fault("CALL-001", {{"case", which}, {"op", "Matmul"}, {"usage", usage}});
}

inline constexpr bool nz_in_l0a = LANEWISE_HAS_WIDE_COPIES;  // L0A holds columns of fractals, as L0B does; else rows of them

template <class T>
inline constexpr std::int64_t row_elements = 256 / bits_of<AscendC::PrimT<T>>;  // of a row of a fractal, 32 bytes
template <class T>
inline constexpr std::int64_t fractal_elements = 16 * row_elements<T>;
// What a turning load turns at once.
template <class T>
inline constexpr std::int64_t square_side = row_elements<T> > 16 ? row_elements<T> : 16;

// As it is stored: so many rows in L1.
template <class T>
constexpr std::int64_t height_in_l1(bool k_in_rows, std::int64_t outer, std::int64_t k) {
    return k_in_rows ? up(outer, 16) : up(k, square_side<T>);
}
template <class T>
constexpr std::int64_t bytes_in_l1(bool k_in_rows, std::int64_t outer, std::int64_t k) {
    const std::int64_t columns = k_in_rows ? k : outer;
    return height_in_l1<T>(k_in_rows, outer, k) * up(columns, square_side<T>) * bits_of<AscendC::PrimT<T>> / 8;
}
// The outer size that products work with: small elements are turned by squares, so that there are whole ones.
template <class T>
constexpr std::int64_t outer_in_l0(bool k_in_rows, std::int64_t outer) {
    return !k_in_rows && row_elements<T> > 16 ? up(outer, row_elements<T>) : outer;
}
template <class T>
constexpr std::int64_t bytes_in_l0(bool k_in_rows, std::int64_t outer, std::int64_t k) {
    return up(outer_in_l0<T>(k_in_rows, outer), 16) * up(k, square_side<T>) * bits_of<AscendC::PrimT<T>> / 8;
}

// Rows of a matrix in GM to fractals in L1.
template <class T>
void bring_rows(const AscendC::LocalTensor<T>& l1, const AscendC::GlobalTensor<T>& gm, std::int64_t rows, std::int64_t columns, std::int64_t pitch,
                std::int64_t height) {
    if constexpr (bits_of<AscendC::PrimT<T>> == 4)  // two of them are moved as a byte
        return bring_rows(l1.template ReinterpretCast<std::int8_t>(), gm.template ReinterpretCast<std::int8_t>(), rows, columns / 2, pitch / 2, height);
    constexpr std::int64_t longest = LANEWISE_HAS_WIDE_COPIES ? std::int64_t{1} << 32 : 65535;
    const auto copy = [&](std::int64_t first, std::int64_t count) {
        AscendC::Nd2NzParams p;
        p.ndNum = 1, p.nValue = static_cast<std::uint16_t>(count), p.dValue = static_cast<decltype(p.dValue)>(columns);
        p.srcDValue = static_cast<decltype(p.srcDValue)>(count == 1 ? least(pitch, longest) : pitch);
        p.srcNdMatrixStride = 0, p.dstNzC0Stride = static_cast<std::uint16_t>(height), p.dstNzNStride = 1, p.dstNzMatrixStride = 0;
        AscendC::DataCopy(l1[static_cast<std::uint32_t>(first * row_elements<T>)], gm[static_cast<std::uint64_t>(first * pitch)], p);
    };
    if (pitch <= longest) return copy(0, rows);
    for (std::int64_t row = 0; row < rows; ++row) copy(row, 1);  // rows too far apart for one copy
}

// Fractals of a matrix in GM, whose columns of fractals are `whole` rows high.
template <class T>
void bring_fractals(const AscendC::LocalTensor<T>& l1, const AscendC::GlobalTensor<T>& gm, std::int64_t rows, std::int64_t columns, std::int64_t whole,
                    std::int64_t height) {
    const std::int64_t blocks = parts(columns, row_elements<T>), length = up(rows, 16);
    const auto gap = [](std::int64_t value) { return static_cast<std::uint16_t>(value); };
    if (whole - length <= 65535)
        return AscendC::DataCopy(l1, gm, AscendC::DataCopyParams(gap(blocks), gap(length), gap(whole - length), gap(height - length)));
    for (std::int64_t block = 0; block < blocks; ++block)
        AscendC::DataCopy(l1[static_cast<std::uint32_t>(block * height * row_elements<T>)], gm[static_cast<std::uint64_t>(block * whole * row_elements<T>)],
                          AscendC::DataCopyParams(1, gap(length), 0, 0));
}

// A part of a matrix in L1: `height` rows in each column of fractals, and the first of k in a matrix that is turned.
template <class T>
struct Held {
    AscendC::LocalTensor<T> l1;
    std::int64_t height = 0, first_k = 0;
};

#if LANEWISE_HAS_WIDE_COPIES

// Scales of so many rows (of A; columns of B) and pairs along k to L1, as loads of them expect it: a fractal is 16 rows of a pair. A pair is
// moved as one element of 16 bits.
inline void bring_scales(const AscendC::LocalTensor<fp8_e8m0_t>& l1, const AscendC::GlobalTensor<fp8_e8m0_t>& gm, bool pairs_in_rows, std::int64_t row,
                         std::int64_t rows, std::int64_t pair, std::int64_t pairs, std::int64_t all_rows, std::int64_t all_pairs) {
    const auto to = l1.ReinterpretCast<std::uint16_t>();
    const auto from = gm.ReinterpretCast<std::uint16_t>();
    if (pairs_in_rows) {
        AscendC::Dn2NzParams p;
        p.dnNum = 1, p.nValue = static_cast<std::uint16_t>(pairs), p.dValue = static_cast<std::uint32_t>(rows);
        p.srcDValue = static_cast<std::uint64_t>(all_pairs), p.dstNzC0Stride = static_cast<std::uint16_t>(pairs), p.dstNzNStride = 1;
        AscendC::DataCopy(to, from[static_cast<std::uint64_t>(row * all_pairs + pair)], p);
    } else {
        bring_rows(to, from[static_cast<std::uint64_t>(pair * all_rows + row)], pairs, rows, all_rows, pairs);
    }
}

// With `scales`, those of the same rows and of the same part of k.
template <bool left, class T>
void load_side(const AscendC::LocalTensor<T>& l0, const Held<T>& from, bool k_in_rows, std::int64_t outer, std::int64_t k,
               const AscendC::LocalTensor<fp8_e8m0_t>* scales = nullptr) {
    const auto load = [&](const AscendC::LocalTensor<T>& l1, const AscendC::LoadData2DParamsV2& p) {
        if constexpr (bits_of<AscendC::PrimT<T>> == 4) {
            if (!k_in_rows) refuse("k_not_in_rows", "A as m x k, B as n x k (transposed)");
            const auto x = parts(outer, 16), y = parts(k, 64);
            return AscendC::LoadData(l0.template ReinterpretCast<fp4x2_e2m1_t>(), l1.template ReinterpretCast<fp4x2_e2m1_t>(), *scales, p,
                                     AscendC::LoadData2DMxParams(0, 0, x, y, y, y));
        } else if constexpr (bits_of<AscendC::PrimT<T>> == 8) {
            const auto x = parts(outer, 16), y = parts(k, 64);
            if (scales) return AscendC::LoadData(l0, l1, *scales, p, AscendC::LoadData2DMxParams(0, 0, x, y, y, y));
        }
        if constexpr (bits_of<AscendC::PrimT<T>> > 4) AscendC::LoadData(l0, l1, p);
    };
    const std::int64_t blocks = parts(outer, 16);
    AscendC::LoadData2DParamsV2 p;
    p.srcStride = static_cast<std::int32_t>(from.height / 16), p.dstStride = blocks, p.ifTranspose = !k_in_rows;
    if (k_in_rows) {
        p.mStep = blocks, p.kStep = parts(k, row_elements<T>);
        return load(from.l1, p);
    }
    p.mStep = up(k, square_side<T>) / 16, p.kStep = up(outer, square_side<T>) / row_elements<T>;
    load(from.l1[static_cast<std::uint32_t>(from.first_k * row_elements<T>)], p);
}

#else

template <class T>
void load_line(const AscendC::LocalTensor<T>& l0, std::int64_t to, const AscendC::LocalTensor<T>& l1, std::int64_t from, std::int64_t count,
               std::int64_t stride, bool turned) {
    for (std::int64_t first = 0; first < count; first += 255) {
        AscendC::LoadData2DParams p;
        p.repeatTimes = least(255, count - first), p.srcStride = stride, p.ifTranspose = turned;
        AscendC::LoadData(l0[static_cast<std::uint32_t>((to + first) * fractal_elements<T>)],
                          l1[static_cast<std::uint32_t>((from + first * stride) * fractal_elements<T>)], p);
    }
}

// Of elements that are no square in a fractal, two fractals at a time.
template <bool left, class T>
void load_squares(const AscendC::LocalTensor<T>& l0, const Held<T>& from, std::int64_t outer, std::int64_t k) {
    const std::int64_t deep = parts(k, row_elements<T>), blocks = parts(outer, 16), each = row_elements<T> / 16;
    for (std::int64_t square = 0; square < parts(outer, row_elements<T>); ++square) {
        AscendC::LoadData2dTransposeParams p;
        p.repeatTimes = deep, p.srcStride = 1, p.dstGap = left ? 0 : blocks - 1, p.dstFracGap = left ? deep - 1 : 0;
        const std::int64_t to = square * each * (left ? deep : 1), at = (square * from.height + from.first_k) * row_elements<T>;
        AscendC::LoadDataWithTranspose(l0[static_cast<std::uint32_t>(to * fractal_elements<T>)], from.l1[static_cast<std::uint32_t>(at)], p);
    }
}

// A matrix is a feature map with a filter of one point.
template <bool left, class T>
void load_map_of(const AscendC::LocalTensor<T>& l0, const Held<T>& from, std::int64_t outer, std::int64_t k) {
    AscendC::LoadData3DParamsV2<AscendC::PrimT<T>> p;
    p.l1H = 1, p.l1W = from.height, p.channelSize = up(outer, row_elements<T>), p.kExtension = up(outer, row_elements<T>);
    p.mExtension = up(k, 16), p.mStartPt = from.first_k, p.enTranspose = left;
    AscendC::LoadData(l0, from.l1, p);
}

template <bool left, class T>
void load_side(const AscendC::LocalTensor<T>& l0, const Held<T>& from, bool k_in_rows, std::int64_t outer, std::int64_t k) {
    const std::int64_t blocks = parts(outer, 16), deep = parts(k, row_elements<T>), high = from.height / 16;
    if (!k_in_rows && row_elements<T> > 16) return load_squares<left>(l0, from, outer, k);
    if (!k_in_rows && row_elements<T> < 16) {
        if constexpr (row_elements<T> < 16) load_map_of<left>(l0, from, outer, k);
        return;
    }
    const std::int64_t first = from.first_k / 16;
    if (left && k_in_rows) {
        for (std::int64_t i = 0; i < blocks; ++i) load_line(l0, i * deep, from.l1, i, deep, high, false);
    } else if (left) {
        for (std::int64_t i = 0; i < blocks; ++i) load_line(l0, i * deep, from.l1, i * high + first, deep, 1, true);
    } else if (k_in_rows && blocks == high) {
        load_line(l0, 0, from.l1, 0, blocks * deep, 1, false);
    } else {
        for (std::int64_t i = 0; i < deep; ++i) {
            if (k_in_rows) load_line(l0, i * blocks, from.l1, i * high, blocks, 1, false);
            else load_line(l0, i * blocks, from.l1, i + first, blocks, high, true);
        }
    }
}

#endif

}  // namespace lanewise::matmul
