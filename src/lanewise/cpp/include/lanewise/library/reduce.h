// Reductions of matrices. Sum and Mean add neighbours in trees of 256 bytes, as the instructions do; the Reduce functions take a
// pattern: AR reduces the inner axis, RA the outer one.
#pragma once

#include "lanewise/library/config.h"
#include "lanewise/library/lanes.h"

namespace lanewise::library {

// Neighbours are added until one value is left; every sum is rounded to the element type.
template <class T>
T tree_sum(std::vector<T> values) {
    while (values.size() > 1) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < values.size(); i += 2)
            values[kept++] = i + 1 < values.size() ? narrow_to<T>(wide(values[i]) + wide(values[i + 1])) : values[i];
        values.resize(kept);
    }
    return values.empty() ? T(0) : values[0];
}

// Trees over the elements of one repeat each, then a tree over their results.
template <class T, class F>
T repeat_sum(std::uint32_t n, F value) {
    constexpr std::uint32_t repeat = 256 / sizeof(T);
    std::vector<T> sums;
    for (std::uint32_t first = 0; first < n; first += repeat) {
        std::vector<T> values;
        for (std::uint32_t i = first; i < n && i < first + repeat; ++i) values.push_back(value(i));
        sums.push_back(tree_sum(values));
    }
    while (sums.size() > repeat) {
        std::vector<T> next;
        for (std::size_t first = 0; first < sums.size(); first += repeat)
            next.push_back(tree_sum(std::vector<T>(sums.begin() + first, sums.begin() + std::min<std::size_t>(first + repeat, sums.size()))));
        sums = next;
    }
    return tree_sum(sums);
}

// dst[line] = finish(all values of a line). Rows of the source start at whole data blocks when its inner axis is padded.
template <bool inner, class T, class F>
void reduce_lines(const char* op, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src, const std::uint32_t shape[], bool padded, F finish) {
    const std::uint32_t rows = shape[0], columns = shape[1], pitch = padded ? pitch_of<T>(columns) : columns;
    const std::uint32_t lines = inner ? rows : columns, steps = inner ? columns : rows;
    const Lanes<T> from(op, "src", src, rows && columns ? std::uint64_t{rows - 1} * pitch + columns : 0), to(op, "dst", dst, lines);
    std::vector<T> results(lines);
    for (std::uint32_t line = 0; line < lines; ++line)
        results[line] = finish(steps, [&](std::uint32_t i) { return from[inner ? std::uint64_t{line} * pitch + i : std::uint64_t{i} * pitch + line]; });
    for (std::uint32_t line = 0; line < lines; ++line) to.put(line, results[line]);
}

// Sums of floats in double, of integers with wrap-around.
template <class T>
using Total = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;

struct AddAll {
    template <class F>
    static auto of(std::uint32_t n, F value) {
        using T = decltype(value(0));
        Total<T> sum = 0;
        for (std::uint32_t i = 0; i < n; ++i) sum += static_cast<Total<T>>(wide(value(i)));
        return sum;
    }
};
// The extreme that `before(candidate, best)` prefers; a NaN wins.
template <class F, class Before>
auto extreme(std::uint32_t n, F value, Before before) {
    auto best = value(0);
    for (std::uint32_t i = 1; i < n; ++i) {
        const auto next = value(i);
        if (before(next, best) || next != next) best = next;
    }
    return best;
}

}  // namespace lanewise::library

namespace AscendC {

namespace Pattern::Reduce {
struct AR {};
struct RA {};
}  // namespace Pattern::Reduce

#define LANEWISE_REDUCE(Name, result)                                                                                                     \
    template <class T, class pattern, bool isReuseSource = false>                                                                         \
        requires std::is_same_v<pattern, Pattern::Reduce::AR> || std::is_same_v<pattern, Pattern::Reduce::RA>                             \
    void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const std::uint32_t srcShape[], bool srcInnerPad) {       \
        using namespace lanewise::library;                                                                                                \
        reduce_lines<std::is_same_v<pattern, Pattern::Reduce::AR>>(#Name, dstTensor, srcTensor, srcShape, srcInnerPad,                    \
                                                                   []([[maybe_unused]] std::uint32_t n, auto value) -> T { return result; }); \
    }                                                                                                                                     \
    template <class T, class pattern, bool isReuseSource = false>                                                                         \
        requires std::is_same_v<pattern, Pattern::Reduce::AR> || std::is_same_v<pattern, Pattern::Reduce::RA>                             \
    void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,                         \
              const std::uint32_t srcShape[], bool srcInnerPad) {                                                                         \
        Name<T, pattern, isReuseSource>(dstTensor, srcTensor, srcShape, srcInnerPad);                                                     \
    }
LANEWISE_REDUCE(ReduceMax, extreme(n, value, [](T a, T b) { return a > b; }))
LANEWISE_REDUCE(ReduceMin, extreme(n, value, [](T a, T b) { return a < b; }))
LANEWISE_REDUCE(ReduceSum, narrow_to<T>(AddAll::of(n, value)))
LANEWISE_REDUCE(ReduceMean, narrow_to<T>(AddAll::of(n, value) / n))
LANEWISE_REDUCE(ReduceProd, narrow_to<T>([&] {
    double product = 1;
    for (std::uint32_t i = 0; i < n; ++i) product *= wide(value(i));
    return product;
}()))
// Of zeros and ones.
LANEWISE_REDUCE(ReduceAny, extreme(n, value, [](T a, T b) { return a > b; }))
LANEWISE_REDUCE(ReduceAll, extreme(n, value, [](T a, T b) { return a < b; }))
#undef LANEWISE_REDUCE

struct SumParams {
    std::uint32_t outter = 1;
    std::uint32_t inner;
    std::uint32_t n;
};
struct MeanParams {
    std::uint32_t outter = 1;
    std::uint32_t inner;
    std::uint32_t n;
};

// The first n of each row of `inner`; results are packed.
template <class T, std::int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const SumParams& sumParams) {
    using namespace lanewise::library;
    const Lanes<T> from("Sum", "src", srcTensor, std::uint64_t{sumParams.outter} * sumParams.inner), to("Sum", "dst", dstTensor, sumParams.outter);
    for (std::uint64_t row = 0; row < sumParams.outter; ++row)
        to.put(row, repeat_sum<T>(sumParams.n, [&](std::uint32_t i) { return from[row * sumParams.inner + i]; }));
}
template <class T, std::int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&, const SumParams& sumParams) {
    Sum<T, reduceDim, isReuseSource, isBasicBlock>(dstTensor, srcTensor, sumParams);
}

// Sums are made and scaled in accType.
template <class T, class accType = T, bool isReuseSource = false, bool isBasicBlock = false, std::int32_t reduceDim = -1>
void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const MeanParams& meanParams) {
    using namespace lanewise::library;
    const Lanes<T> from("Mean", "src", srcTensor, std::uint64_t{meanParams.outter} * meanParams.inner), to("Mean", "dst", dstTensor, meanParams.outter);
    const accType share = narrow_to<accType>(1.0f / static_cast<float>(meanParams.n));
    for (std::uint64_t row = 0; row < meanParams.outter; ++row) {
        const accType sum = repeat_sum<accType>(meanParams.n, [&](std::uint32_t i) { return static_cast<accType>(from[row * meanParams.inner + i]); });
        to.set(row, wide(narrow_to<accType>(wide(sum) * wide(share))));
    }
}
template <class T, class accType = T, bool isReuseSource = false, bool isBasicBlock = false, std::int32_t reduceDim = -1>
void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&, const MeanParams& meanParams) {
    Mean<T, accType, isReuseSource, isBasicBlock, reduceDim>(dstTensor, srcTensor, meanParams);
}

// The sum of src0 ^ src1, limited to the range of int16_t.
template <class T, bool isReuseSource = false>
void ReduceXorSum(LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, const LocalTensor<T>& src1Tensor, const std::uint32_t calCount) {
    static_assert(std::is_same_v<T, std::int16_t>, "ReduceXorSum takes tensors of int16_t");
    using namespace lanewise::library;
    const Lanes<T> a("ReduceXorSum", "src0", src0Tensor, calCount), b("ReduceXorSum", "src1", src1Tensor, calCount), to("ReduceXorSum", "dst", dstTensor, 1);
    std::int64_t sum = 0;
    for (std::uint32_t i = 0; i < calCount; ++i) sum += static_cast<T>(a[i] ^ b[i]);
    to.put(0, static_cast<T>(sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum));
}
template <class T, bool isReuseSource = false>
void ReduceXorSum(LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor, const LocalTensor<T>& src1Tensor, LocalTensor<std::uint8_t>&,
                  const std::uint32_t calCount) {
    ReduceXorSum<T, isReuseSource>(dstTensor, src0Tensor, src1Tensor, calCount);
}

}  // namespace AscendC
