// All that a Matmul object has been told, as plain data: a vector core hands it to the cube core of its group.
#pragma once

#include "lanewise/ascend/matmul/static_tiling.h"

namespace lanewise::matmul {

enum class Origin : std::uint8_t { nothing, gm, l1, value };

// A matrix or a row: where it comes from, and how it is stored.
template <class T>
struct Side {
    AscendC::GlobalTensor<T> gm;
    AscendC::LocalTensor<T> local;
    AscendC::PrimT<T> value{};     // of every element
    Origin origin = Origin::nothing;
    bool turned = false;           // as SetTensorA and SetTensorB say it
    std::int64_t pitch = 0;        // from row to row; 0: that of the whole matrix
};

template <class A, class B, class C, class BIAS>
struct Job {
    using Result = typename C::T;
    AscendC::tiling::TCubeTiling tiling;
    std::int64_t M = 0, N = 0, Ka = 0, Kb = 0, Kc = 0;  // whole matrices
    std::int64_t m = 0, n = 0, k = 0;                   // this core's part
    Side<typename A::T> a;
    Side<typename B::T> b;
    Side<typename BIAS::T> bias;
    AscendC::GlobalTensor<std::uint64_t> scale_gm;
    AscendC::LocalTensor<std::uint64_t> scale_local;
    std::uint64_t scale = 0;
    Origin scales = Origin::nothing;
    Side<fp8_e8m0_t> scale_a, scale_b;  // of every 32 elements of k
    AscendC::GlobalTensor<std::uint8_t> index;  // of a sparse B
    bool hf32 = false, hf32_even = true;
    std::uint64_t tiling_pointer = 0, data_pointer = 0;  // for callbacks
    std::int64_t result_pitch = 0;                       // 0: that of the whole matrix
    bool k_apart = false;                                // products of parts of k are not added up: each is a block of its own

    static constexpr bool a_in_rows(bool turned) { return !turned; }
    static constexpr bool b_in_rows(bool turned) { return turned; }
    std::int64_t a_pitch() const { return a.pitch ? a.pitch : a.turned ? M : Ka; }
    std::int64_t b_pitch() const { return b.pitch ? b.pitch : b.turned ? Kb : N; }
    std::int64_t c_pitch() const { return result_pitch ? result_pitch : Kc ? Kc : N; }
    std::int64_t rows() const { return parts(m, tiling.baseM); }
    std::int64_t columns() const { return parts(n, tiling.baseN); }
    std::int64_t depths() const { return k_apart ? parts(k, tiling.baseK) : 1; }
    std::int64_t count() const { return rows() * columns() * depths(); }
    bool along_n() const { return tiling.iterateOrder == 1; }
    // Whether the next block is the neighbour along the axis that blocks follow first.
    bool has_neighbour(std::int64_t index) const {
        const std::int64_t inner = along_n() ? columns() : rows();
        return depths() == 1 && index % inner + 1 < inner;
    }
};

// One block of the result, of all of k or of a part of it.
struct Block {
    std::int64_t row, column, height, width, k, deep;
};
// Parts of k follow each other.
template <class J>
Block block_of(const J& job, std::int64_t index) {
    const std::int64_t depths = job.depths(), place = index / depths, k = index % depths * job.tiling.baseK;
    const std::int64_t row = job.along_n() ? place / job.columns() : place % job.rows(), column = job.along_n() ? place % job.columns() : place / job.rows();
    return {row, column, least(job.tiling.baseM, job.m - row * job.tiling.baseM), least(job.tiling.baseN, job.n - column * job.tiling.baseN),
            k, depths == 1 ? job.k : least(job.tiling.baseK, job.k - k)};
}

// Of all blocks those from one on, before another.
struct Some {
    std::int64_t first = 0, stop = std::int64_t{1} << 62;
};

// Where blocks go: each to its place in the whole matrix, or one after another.
template <class T>
struct Target {
    AscendC::GlobalTensor<T> gm;
    std::uint8_t atomic = 0;
    bool sequential = false;
    std::int64_t apart = 0;  // elements from one to the next; 0: as long as each is
};

}  // namespace lanewise::matmul
