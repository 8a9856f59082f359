// Transpose between the layouts of attention: NZ keeps squares of 16 x 16 together, ND is plain rows.
#pragma once

#include "lanewise/host/tiling_structs.h"
#include "lanewise/library/config.h"
#include "lanewise/library/lanes.h"

namespace lanewise::library {

// NZ of a matrix of S rows and H columns, both multiples of 16: columns of squares.
inline std::uint64_t nz_at(std::uint64_t s, std::uint64_t h, std::uint64_t rows) { return (h / 16 * (rows / 16) + s / 16) * 256 + s % 16 * 16 + h % 16; }

// What the host wrote into the tiling. The forms with 0213 work on whole squares and see the padded sizes alone.
struct TransposeShape {
    std::uint64_t b, n, s, h;
    TransposeShape(AscendC::TransposeType type, const AscendC::tiling::ConfusionTransposeTiling& t) {
        using enum AscendC::TransposeType;
        if (type == TRANSPOSE_NZ2ND_0213 || type == TRANSPOSE_NZ2NZ_0213) b = t.param1, n = t.param2, h = t.param3, s = t.param4;
        else if (type < TRANSPOSE_ND2ND_ONLY) b = t.param1, n = t.param2, h = t.param17, s = t.param16;
        else if (type == TRANSPOSE_ND2ND_ONLY) b = 1, n = t.param1, s = t.param2, h = 1;
        else b = t.param0, n = t.param1, s = t.param2, h = 1;
    }
};

// Where element (b, n, s, h) of a [B, N, S, H] tensor comes from and goes to.
struct TransposePlan {
    std::uint64_t from, to;
};

inline TransposePlan transpose_plan(AscendC::TransposeType type, const TransposeShape& z, std::uint64_t b, std::uint64_t n, std::uint64_t s, std::uint64_t h) {
    using enum AscendC::TransposeType;
    const std::uint64_t rows = align_up(z.s, 16), columns = align_up(z.h, 16), all = z.n * z.h, wide_columns = align_up(all, 16);
    const std::uint64_t split_nz = (b * z.n + n) * rows * columns + nz_at(s, h, rows);             // per head
    const std::uint64_t joined_nz = b * rows * wide_columns + nz_at(s, n * z.h + h, rows);         // heads side by side
    switch (type) {
        case TRANSPOSE_NZ2ND_0213: return {split_nz, ((b * z.s + s) * z.n + n) * z.h + h};
        case TRANSPOSE_NZ2NZ_0213: {  // rows are heads now: a matrix of N x H for each (b, s)
            const std::uint64_t heads = align_up(z.n, 16);
            return {split_nz, (b * z.s + s) * heads * columns + nz_at(n, h, heads)};
        }
        case TRANSPOSE_NZ2NZ_012_WITH_N: return {joined_nz, split_nz};
        case TRANSPOSE_NZ2ND_012_WITH_N: return {joined_nz, ((b * z.n + n) * z.s + s) * columns + h};
        case TRANSPOSE_NZ2ND_012_WITHOUT_N: return {split_nz, (b * z.s + s) * all + n * z.h + h};
        default: return {split_nz, joined_nz};  // TRANSPOSE_NZ2NZ_012_WITHOUT_N
    }
}

}  // namespace lanewise::library

namespace AscendC {

template <class T>
void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src, TransposeType transposeType, ConfusionTransposeTiling& tiling) {
    using namespace lanewise::library;
    using enum TransposeType;
    std::vector<TransposePlan> moves;
    const TransposeShape z(transposeType, tiling);
    if (transposeType >= TRANSPOSE_NZ2ND_0213 && transposeType <= TRANSPOSE_NZ2NZ_012_WITHOUT_N) {
        for (std::uint64_t b = 0; b < z.b; ++b)
            for (std::uint64_t n = 0; n < z.n; ++n)
                for (std::uint64_t s = 0; s < z.s; ++s)
                    for (std::uint64_t h = 0; h < z.h; ++h) moves.push_back(transpose_plan(transposeType, z, b, n, s, h));
    } else if (transposeType == TRANSPOSE_ND2ND_ONLY || (transposeType >= TRANSPOSE_ND2ND_021 && transposeType <= TRANSPOSE_ND2ND_210)) {
        // Three axes, the first of length 1 when two were given; _ONLY swaps the last two.
        for (std::uint64_t i = 0; i < z.b; ++i)
            for (std::uint64_t j = 0; j < z.n; ++j)
                for (std::uint64_t k = 0; k < z.s; ++k) {
                    const std::uint64_t from = (i * z.n + j) * z.s + k;
                    moves.push_back({from, transposeType == TRANSPOSE_ND2ND_102   ? (j * z.b + i) * z.s + k
                                           : transposeType == TRANSPOSE_ND2ND_210 ? (k * z.n + j) * z.b + i
                                                                                  : (i * z.s + k) * z.n + j});
                }
    } else {
        lanewise::fault("PARAM-001", {{"op", "Transpose"}, {"what", "transposeType"}, {"value", static_cast<int>(transposeType)}, {"need", "1..7 or 13..15"}});
    }
    std::uint64_t reads = 0, writes = 0;
    for (const TransposePlan& move : moves) {
        if (move.from >= reads) reads = move.from + 1;
        if (move.to >= writes) writes = move.to + 1;
    }
    const Lanes<T> from("Transpose", "src", src, reads), to("Transpose", "dst", dst, writes);
    std::vector<T> values;
    for (const TransposePlan& move : moves) values.push_back(from[move.from]);
    for (std::size_t i = 0; i < moves.size(); ++i) to.put(moves[i].to, values[i]);
}
template <class T>
void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<std::uint8_t>&, TransposeType transposeType,
               ConfusionTransposeTiling& tiling) {
    Transpose<T>(dst, src, transposeType, tiling);
}

}  // namespace AscendC
