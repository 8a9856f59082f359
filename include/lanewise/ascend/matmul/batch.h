// Many products in one call: where each of them begins.
#pragma once

#include "lanewise/ascend/matmul/worker.h"

namespace lanewise::matmul {

// One matrix of many, of s rows and d columns: from row to row, and from one to the next of the heads inside and of the batches outside.
struct Heads {
    std::int64_t b = 1, s = 0, n = 1, g = 1, d = 0;

    std::int64_t pitch(LayoutMode layout) const {
        return layout == LayoutMode::BSNGD ? n * g * d : layout == LayoutMode::SBNGD ? b * n * g * d : d;
    }
    std::int64_t at(LayoutMode layout, std::int64_t i) const {
        const std::int64_t heads = n * g;
        switch (layout) {
            case LayoutMode::BSNGD: return i / heads * (heads * s * d) + i % heads * d;
            case LayoutMode::SBNGD: return i * d;
            default: return i * s * d;
        }
    }
};

template <class J, class A, class B, class C>
struct Batch {
    Heads a, b, c;
    std::int64_t count_a, count_b, count;
    bool sums;  // over g: results have none, and one of the sides has

    Batch(const J& job, std::int64_t batch_a, std::int64_t batch_b) : count_a(most(1, batch_a)), count_b(most(1, batch_b)), count(most(count_a, count_b)) {
        const auto& t = job.tiling;
        const bool plain = A::layout == LayoutMode::NORMAL || A::layout == LayoutMode::NONE || !t.ALayoutInfoS;
        if (plain) {
            a = {count_a, job.a.turned ? job.k : job.m, 1, 1, job.a.turned ? job.m : job.k};
            b = {count_b, job.b.turned ? job.n : job.k, 1, 1, job.b.turned ? job.k : job.n};
            c = {count, job.m, 1, 1, job.n};
        } else {
            a = {t.ALayoutInfoB, t.ALayoutInfoS, t.ALayoutInfoN, t.ALayoutInfoG, t.ALayoutInfoD};
            b = {t.BLayoutInfoB, t.BLayoutInfoS, t.BLayoutInfoN, t.BLayoutInfoG, t.BLayoutInfoD};
            c = {t.CLayoutInfoB, t.CLayoutInfoS1, t.CLayoutInfoN, t.CLayoutInfoG, t.CLayoutInfoS2};
        }
        sums = c.g == 1 && (a.g > 1 || b.g > 1);
    }
    // Products that are added up into one result.
    std::int64_t summed() const { return sums ? most(a.g, b.g) : 1; }
};

// So many products, from one element on in each matrix.
struct BatchCall {
    std::int64_t batch_a, batch_b, stride_a, stride_b, stride_c;
};

template <class A, class B, class C, class BIAS, const auto& CFG, class CB>
void run_batch(const Job<A, B, C, BIAS>& whole, const BatchCall& call, const Target<typename C::T>& to) {
    static_assert(!is_scaled<A>, "IterateBatch of matrices with scales (MatmulTypeWithScale) is not emulated: call IterateAll for each product");
    using J = Job<A, B, C, BIAS>;
    const Batch<J, A, B, C> batch(whole, call.batch_a, call.batch_b);
    const auto start = [](const Heads& heads, LayoutMode layout, std::int64_t i, std::int64_t stride) {
        return static_cast<std::uint64_t>(stride ? i * stride : heads.at(layout, i));
    };
    for (std::int64_t i = 0; i < batch.count; ++i) {
        const std::int64_t ia = i * batch.count_a / batch.count, ib = i * batch.count_b / batch.count, ic = i / batch.summed();
        J job = whole;
        job.a.gm = whole.a.gm[start(batch.a, A::layout, ia, call.stride_a)], job.b.gm = whole.b.gm[start(batch.b, B::layout, ib, call.stride_b)];
        job.a.pitch = batch.a.pitch(A::layout), job.b.pitch = batch.b.pitch(B::layout), job.result_pitch = batch.c.pitch(C::layout);
        if (job.bias.origin == Origin::gm && config_of<CFG>().isBiasBatch) job.bias.gm = whole.bias.gm[static_cast<std::uint64_t>(ic * job.n)];
        if (i % batch.summed()) job.bias.origin = Origin::nothing;
        Target<typename C::T> part = to;
        part.gm = to.gm[start(batch.c, C::layout, ic, call.stride_c)];
        if (i % batch.summed()) part.atomic = 1;
        Worker<A, B, C, BIAS, CFG, CB>(job).all(part, [](const Block&) { return true; });
    }
}

}  // namespace lanewise::matmul
