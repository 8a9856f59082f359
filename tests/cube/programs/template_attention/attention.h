// Attention in one kernel that stays on its cores: tiles of queries of all heads are dealt out, and keys come by a tile at a time. The cube core is a step
// ahead with scores, vector cores keep the softmax up to date, and products with the values are added up as the greatest score changes.
#pragma once

#include "../template_library/blocks.h"

namespace lib {

struct Attention {
    uint32_t heads, queries, keys, depth;
};

// The steps of one core: tile after tile of queries, and for each all tiles of keys.
template <class Tile>
struct Steps {
    Attention shape;
    uint32_t core, cores;
    LIB_DEVICE Steps(const Attention& s, uint32_t c, uint32_t n) : shape(s), core(c), cores(n) {}
    LIB_DEVICE uint32_t KeyTiles() const { return CeilDiv(shape.keys, Tile::N); }
    LIB_DEVICE uint32_t QueryTiles() const { return CeilDiv(shape.queries, Tile::M); }
    LIB_DEVICE uint32_t Count() const
    {
        const uint32_t tasks = shape.heads * QueryTiles();
        return (core < tasks ? CeilDiv(tasks - core, cores) : 0) * KeyTiles();
    }
    struct Step {
        uint32_t head, query, rows, key, columns;
        bool first, last;
    };
    LIB_DEVICE Step At(uint32_t i) const
    {
        const uint32_t task = core + i / KeyTiles() * cores, tile = i % KeyTiles();
        Step s;
        s.head = task / QueryTiles(), s.query = task % QueryTiles() * Tile::M, s.key = tile * Tile::N;
        s.rows = shape.queries - s.query < Tile::M ? shape.queries - s.query : Tile::M;
        s.columns = shape.keys - s.key < Tile::N ? shape.keys - s.key : Tile::N;
        s.first = tile == 0, s.last = tile + 1 == KeyTiles();
        return s;
    }
};

// Half of the rows of a tile on each vector core.
template <class Tile>
class OnlineSoftmax {
public:
    static constexpr uint32_t ROWS = Tile::M / 2;
    LIB_DEVICE explicit OnlineSoftmax(float scale) : scale_(scale) {}
    // Scores to probabilities that are not divided by their sum yet, and by how much older results shrink.
    LIB_DEVICE void Update(const AscendC::GlobalTensor<float>& scores, const AscendC::GlobalTensor<half>& probs, uint32_t rows, uint32_t columns, bool first, uint32_t slot)
    {
        AscendC::DataCopy(x, scores, AscendC::DataCopyParams(rows, columns / 8, (Tile::N - columns) / 8, (Tile::N - columns) / 8));
        AscendC::PipeBarrier<PIPE_ALL>();
        for (uint32_t r = 0; r < rows; ++r) {
            auto row = x[r * Tile::N];
            AscendC::Muls(row, row, scale_, columns);
            AscendC::PipeBarrier<PIPE_V>();
            AscendC::ReduceMax(small, row, work, columns);
            AscendC::PipeBarrier<PIPE_ALL>();
            const float here = small.GetValue(0), before = first ? here : top_[r], top = here > before ? here : before;
            AscendC::Duplicate(small, before - top, 8);
            AscendC::Adds(row, row, -top, columns);
            AscendC::PipeBarrier<PIPE_V>();
            AscendC::Exp(small, small, 8);
            AscendC::Exp(row, row, columns);
            AscendC::PipeBarrier<PIPE_V>();
            AscendC::ReduceSum(small[8], row, work, columns);
            AscendC::Cast(p[r * Tile::N], row, AscendC::RoundMode::CAST_RINT, columns);
            AscendC::PipeBarrier<PIPE_ALL>();
            top_[r] = top, shrink_[slot][r] = small.GetValue(0);
            sum_[slot][r] = (first ? 0.0f : sum_[1 - slot][r] * shrink_[slot][r]) + small.GetValue(8);
        }
        AscendC::DataCopyPad(probs, p, AscendC::DataCopyExtParams(rows, columns * 2, (Tile::N - columns) * 2 / 32, (Tile::N - columns) * 2, 0));
    }
    LIB_DEVICE void Add(const AscendC::GlobalTensor<float>& part, const AscendC::GlobalTensor<float>& out, uint32_t rows, uint32_t depth, bool first, bool last, uint32_t slot)
    {
        AscendC::DataCopy(y, part, rows * depth);
        AscendC::PipeBarrier<PIPE_ALL>();
        for (uint32_t r = 0; r < rows; ++r) {
            auto sum = o[r * depth];
            if (first) AscendC::Muls(sum, y[r * depth], 1.0f, depth);
            else AscendC::Muls(sum, sum, shrink_[slot][r], depth);
            AscendC::PipeBarrier<PIPE_V>();
            if (!first) AscendC::Add(sum, sum, y[r * depth], depth);
            AscendC::PipeBarrier<PIPE_V>();
            if (last) AscendC::Muls(sum, sum, 1.0f / sum_[slot][r], depth);
        }
        AscendC::PipeBarrier<PIPE_ALL>();
        if (last) AscendC::DataCopy(out, o, rows * depth);
        AscendC::PipeBarrier<PIPE_ALL>();
    }

private:
    using Ub = Carved<AscendC::TPosition::VECCALC>;
    static constexpr uint32_t BYTES = ROWS * Tile::N * sizeof(float);
    AscendC::LocalTensor<float> x = Ub::At<float>(0, ROWS * Tile::N), y = Ub::At<float>(BYTES, ROWS * Tile::N), o = Ub::At<float>(2 * BYTES, ROWS * Tile::N);
    AscendC::LocalTensor<half> p = Ub::At<half>(3 * BYTES, ROWS * Tile::N);
    AscendC::LocalTensor<float> work = Ub::At<float>(4 * BYTES, Tile::N), small = Ub::At<float>(4 * BYTES + 1024, 16);
    float scale_;
    float top_[ROWS], shrink_[2][ROWS], sum_[2][ROWS];
};

template <class Tile>
class FlashAttention {
    static constexpr uint16_t SCORES = 1, PROBS = 2, PARTS = 3;

public:
    struct Params {
        Attention shape;
        GM_ADDR q;
        GM_ADDR k;
        GM_ADDR v;
        GM_ADDR o;
        GM_ADDR scores; // two tiles for each core, and so the next two
        GM_ADDR probs;
        GM_ADDR parts;
        float scale;
    };
    template <int32_t core = g_coreType>
    LIB_DEVICE void operator()(const Params& p);

    template <>
    LIB_DEVICE void operator()<AscendC::AIC>(const Params& p)
    {
        Take(p, AscendC::GetBlockIdx());
        BlockMmad<Tile, half, layout::RowMajor, layout::ColumnMajor, 0> scores;
        BlockMmad<Tile, half, layout::RowMajor, layout::RowMajor, 1> parts;
        const Steps<Tile> steps(p.shape, AscendC::GetBlockIdx(), AscendC::GetBlockNum());
        const uint32_t d = p.shape.depth;
        const auto ahead = [&](uint32_t i) {
            const auto s = steps.At(i);
            scores(q_[uint64_t(s.head) * p.shape.queries * d], layout::RowMajor(p.shape.queries, d), k_[uint64_t(s.head) * p.shape.keys * d], layout::ColumnMajor(d, p.shape.keys),
                scores_[i % 2 * Tile::M * Tile::N], Tile::N, {s.query, s.key, 0}, {s.rows, s.columns, d});
            AscendC::CrossCoreSetFlag<2, PIPE_FIX>(SCORES);
        };
        if (steps.Count()) ahead(0);
        for (uint32_t i = 0; i < steps.Count(); ++i) {
            if (i + 1 < steps.Count()) ahead(i + 1);
            AscendC::CrossCoreWaitFlag(PROBS);
            const auto s = steps.At(i);
            parts(probs_[i % 2 * Tile::M * Tile::N], layout::RowMajor(Tile::M, Tile::N), v_[(uint64_t(s.head) * p.shape.keys + s.key) * d], layout::RowMajor(p.shape.keys, d),
                parts_[i % 2 * Tile::M * Tile::N], d, {0, 0, 0}, {s.rows, d, s.columns});
            AscendC::CrossCoreSetFlag<2, PIPE_FIX>(PARTS);
        }
    }
    template <>
    LIB_DEVICE void operator()<AscendC::AIV>(const Params& p)
    {
        const uint32_t group = AscendC::GetBlockIdx() / AscendC::GetSubBlockNum();
        Take(p, group);
        OnlineSoftmax<Tile> softmax(p.scale);
        const Steps<Tile> steps(p.shape, group, AscendC::GetBlockNum());
        const uint32_t d = p.shape.depth;
        const auto mine = [&](uint32_t rows, uint32_t& first) {
            const uint32_t half_rows = CeilDiv(rows, 2u);
            first = AscendC::GetSubBlockIdx() * half_rows;
            return AscendC::GetSubBlockIdx() ? rows - half_rows : half_rows;
        };
        const auto update = [&](uint32_t i) {
            const auto s = steps.At(i);
            uint32_t first;
            const uint32_t rows = mine(s.rows, first);
            const uint64_t at = (i % 2 * Tile::M + first) * Tile::N;
            AscendC::CrossCoreWaitFlag(SCORES);
            softmax.Update(scores_[at], probs_[at], rows, s.columns, s.first, i % 2);
            AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(PROBS);
        };
        if (steps.Count()) update(0);
        for (uint32_t i = 0; i < steps.Count(); ++i) {
            if (i + 1 < steps.Count()) update(i + 1);
            const auto s = steps.At(i);
            uint32_t first;
            const uint32_t rows = mine(s.rows, first);
            AscendC::CrossCoreWaitFlag(PARTS);
            softmax.Add(parts_[i % 2 * Tile::M * Tile::N + first * d], o_[(uint64_t(s.head) * p.shape.queries + s.query + first) * d], rows, d, s.first, s.last, i % 2);
        }
    }

private:
    LIB_DEVICE void Take(const Params& p, uint32_t group)
    {
        q_.SetGlobalBuffer((__gm__ half*)p.q), k_.SetGlobalBuffer((__gm__ half*)p.k), v_.SetGlobalBuffer((__gm__ half*)p.v), o_.SetGlobalBuffer((__gm__ float*)p.o);
        const uint64_t tiles = uint64_t(group) * 2 * Tile::M * Tile::N;
        scores_.SetGlobalBuffer((__gm__ float*)p.scores + tiles), probs_.SetGlobalBuffer((__gm__ half*)p.probs + tiles), parts_.SetGlobalBuffer((__gm__ float*)p.parts + tiles);
    }
    AscendC::GlobalTensor<half> q_, k_, v_, probs_;
    AscendC::GlobalTensor<float> o_, scores_, parts_;
};

} // namespace lib
