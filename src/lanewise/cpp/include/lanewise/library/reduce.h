// Reductions of matrices. Sum and Mean add neighbours in trees of 256 bytes, as the instructions do; the Reduce
// functions take a pattern: AR reduces the inner axis, RA the outer one.
#pragma once

#include "lanewise/library/call.h"
#include "lanewise/library/config.h"

namespace AscendC::Pattern::Reduce {

struct AR {};
struct RA {};

}  // namespace AscendC::Pattern::Reduce

namespace lanewise::library {

template <class pattern>
concept ReducesMatrix =
    std::is_same_v<pattern, AscendC::Pattern::Reduce::AR> || std::is_same_v<pattern, AscendC::Pattern::Reduce::RA>;

}  // namespace lanewise::library

namespace AscendC {

#define LANEWISE_REDUCE(Name, record)                                                                                 \
    template <class T, class pattern, bool isReuseSource = false>                                                     \
        requires lanewise::library::ReducesMatrix<pattern>                                                            \
    LANEWISE_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                          \
                           const std::uint32_t srcShape[], bool srcInnerPad) {                                        \
        constexpr bool inner = std::is_same_v<pattern, Pattern::Reduce::AR>;                                          \
        lanewise::library::macro(lanewise::Opcode::record##_, dstTensor, srcTensor)                                   \
            .issue_with(srcShape[0], srcShape[1], inner, srcInnerPad);                                                \
    }                                                                                                                 \
    template <class T, class pattern, bool isReuseSource = false>                                                     \
        requires lanewise::library::ReducesMatrix<pattern>                                                            \
    LANEWISE_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                          \
                           const LocalTensor<std::uint8_t>&, const std::uint32_t srcShape[], bool srcInnerPad) {      \
        Name<T, pattern, isReuseSource>(dstTensor, srcTensor, srcShape, srcInnerPad);                                 \
    }
LANEWISE_REDUCE(ReduceMax, lib_reduce_max)
LANEWISE_REDUCE(ReduceMin, lib_reduce_min)
LANEWISE_REDUCE(ReduceSum, lib_reduce_sum)
LANEWISE_REDUCE(ReduceMean, lib_reduce_mean)
LANEWISE_REDUCE(ReduceProd, lib_reduce_prod)
// Of zeros and ones.
LANEWISE_REDUCE(ReduceAny, lib_reduce_any)
LANEWISE_REDUCE(ReduceAll, lib_reduce_all)
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
LANEWISE_API void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const SumParams& sumParams) {
    lanewise::library::macro(lanewise::Opcode::lib_sum_, dstTensor, srcTensor)
        .issue_with(sumParams.outter, sumParams.inner, sumParams.n);
}
template <class T, std::int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
LANEWISE_API void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                      const LocalTensor<std::uint8_t>&, const SumParams& sumParams) {
    Sum<T, reduceDim, isReuseSource, isBasicBlock>(dstTensor, srcTensor, sumParams);
}

// Sums are made and scaled in accType.
template <class T, class accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          std::int32_t reduceDim = -1>
LANEWISE_API void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                       const MeanParams& meanParams) {
    lanewise::library::macro(lanewise::Opcode::lib_mean_, dstTensor, srcTensor)
        .issue_with(meanParams.outter, meanParams.inner, meanParams.n,
                    static_cast<std::int64_t>(lanewise::dtype_of<accType>));
}
template <class T, class accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          std::int32_t reduceDim = -1>
LANEWISE_API void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                       const LocalTensor<std::uint8_t>&, const MeanParams& meanParams) {
    Mean<T, accType, isReuseSource, isBasicBlock, reduceDim>(dstTensor, srcTensor, meanParams);
}

// The sum of src0 ^ src1, limited to the range of int16_t.
template <class T, bool isReuseSource = false>
LANEWISE_API void ReduceXorSum(LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                               const LocalTensor<T>& src1Tensor, const std::uint32_t calCount) {
    static_assert(std::is_same_v<T, std::int16_t>, "ReduceXorSum takes tensors of int16_t");
    lanewise::library::macro(lanewise::Opcode::lib_reduce_xor_sum_, dstTensor, src0Tensor, src1Tensor)
        .issue_with(calCount);
}
template <class T, bool isReuseSource = false>
LANEWISE_API void ReduceXorSum(LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                               const LocalTensor<T>& src1Tensor, LocalTensor<std::uint8_t>&,
                               const std::uint32_t calCount) {
    ReduceXorSum<T, isReuseSource>(dstTensor, src0Tensor, src1Tensor, calCount);
}

}  // namespace AscendC
