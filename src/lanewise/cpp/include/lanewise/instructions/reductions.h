// Reductions of repeats, blocks, pairs and whole tensors. Older names take their numbers in another order.
#pragma once

#include "lanewise/instructions/forms.h"

namespace lanewise {

template <auto... options, class D, class S>
LANEWISE_API Call reduction(Opcode op, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<S>& src,
                            const Mask& mask,
                            std::int32_t repeat, std::int32_t dst_repeat, std::int32_t src_block,
                            std::int32_t src_repeat) {
    Call call(op, Overload::CONTIGUOUS, flags_of<options...>);
    call.tensors(dst, src).strides(0, 1, dst_repeat).strides(1, src_block, src_repeat);
    return masked<widest<D, S>>(call, mask, repeat);
}

template <AscendC::ReduceType type>
constexpr Opcode one_of(Opcode sum, Opcode max, Opcode min) {
    return type == AscendC::ReduceType::SUM ? sum : type == AscendC::ReduceType::MAX ? max : min;
}

}  // namespace lanewise

namespace AscendC {

template <ReduceType reduceType, class T, class U, bool isSetMask = true>
LANEWISE_API void ReduceRepeat(const LocalTensor<T>& dst, const LocalTensor<U>& src, lanewise::Mask mask,
                               std::int32_t repeatTime,
                               std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride,
                               ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {
    using enum lanewise::Opcode;
    constexpr auto op = lanewise::one_of<reduceType>(reduce_repeat_sum_, reduce_repeat_max_, reduce_repeat_min_);
    auto call = lanewise::reduction<isSetMask>(op, dst, src, mask, repeatTime, dstRepStride, srcBlkStride,
                                               srcRepStride);
    if constexpr (reduceType == ReduceType::SUM) call.issue();
    else call.issue_with(order);
}

template <ReduceType reduceType, class T, class U, bool isSetMask = true>
LANEWISE_API void ReduceDataBlock(const LocalTensor<T>& dst, const LocalTensor<U>& src, lanewise::Mask mask,
                                  std::int32_t repeatTime,
                                  std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride) {
    using enum lanewise::Opcode;
    constexpr auto op = lanewise::one_of<reduceType>(reduce_data_block_sum_, reduce_data_block_max_,
                                                     reduce_data_block_min_);
    lanewise::reduction<isSetMask>(op, dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride).issue();
}

template <ReduceType reduceType, class T, class U, bool isSetMask = true>
LANEWISE_API void ReducePairElem(const LocalTensor<T>& dst, const LocalTensor<U>& src, lanewise::Mask mask,
                                 std::int32_t repeatTime,
                                 std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride) {
    static_assert(reduceType == ReduceType::SUM, "ReducePairElem has sums only");
    constexpr auto op = lanewise::Opcode::reduce_pair_elem_sum_;
    lanewise::reduction<isSetMask>(op, dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride).issue();
}

// --- older names: one element type or two, then isSetMask ---

#define LANEWISE_ONE_TYPE template <class T, bool isSetMask = true> LANEWISE_API
#define LANEWISE_TWO_TYPES template <class T, class U, bool isSetMask = true> LANEWISE_API

#define LANEWISE_REDUCTION_OF(types, Name, S, New, type)                                                              \
    types void Name(const LocalTensor<T>& dst, const LocalTensor<S>& src, lanewise::Mask mask,                        \
                    std::int32_t repeatTime,                                                                          \
                    std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride) {                \
        New<ReduceType::type, T, S, isSetMask>(dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride); \
    }
LANEWISE_REDUCTION_OF(LANEWISE_ONE_TYPE, WholeReduceSum, T, ReduceRepeat, SUM)
LANEWISE_REDUCTION_OF(LANEWISE_TWO_TYPES, WholeReduceSum, U, ReduceRepeat, SUM)

#define LANEWISE_ORDERED_OF(types, Name, S, type)                                                               \
    types void Name(const LocalTensor<T>& dst, const LocalTensor<S>& src, lanewise::Mask mask,                  \
                    std::int32_t repeatTime,                                                                    \
                    std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride,            \
                    ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {                                       \
        ReduceRepeat<ReduceType::type, T, S, isSetMask>(dst, src, mask, repeatTime, dstRepStride, srcBlkStride, \
                                                        srcRepStride, order);                                   \
    }
LANEWISE_ORDERED_OF(LANEWISE_ONE_TYPE, WholeReduceMax, T, MAX)
LANEWISE_ORDERED_OF(LANEWISE_TWO_TYPES, WholeReduceMax, U, MAX)
LANEWISE_ORDERED_OF(LANEWISE_ONE_TYPE, WholeReduceMin, T, MIN)
LANEWISE_ORDERED_OF(LANEWISE_TWO_TYPES, WholeReduceMin, U, MIN)

#define LANEWISE_REPEAT_FIRST_OF(types, Name, S, New, type)                                                           \
    types void Name(const LocalTensor<T>& dst, const LocalTensor<S>& src, std::int32_t repeatTime,                    \
                    lanewise::Mask mask,                                                                              \
                    std::int32_t dstRepStride, std::int32_t srcBlkStride, std::int32_t srcRepStride) {                \
        New<ReduceType::type, T, S, isSetMask>(dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride); \
    }
LANEWISE_REPEAT_FIRST_OF(LANEWISE_ONE_TYPE, BlockReduceSum, T, ReduceDataBlock, SUM)
LANEWISE_REPEAT_FIRST_OF(LANEWISE_TWO_TYPES, BlockReduceSum, U, ReduceDataBlock, SUM)
LANEWISE_REPEAT_FIRST_OF(LANEWISE_ONE_TYPE, BlockReduceMax, T, ReduceDataBlock, MAX)
LANEWISE_REPEAT_FIRST_OF(LANEWISE_TWO_TYPES, BlockReduceMax, U, ReduceDataBlock, MAX)
LANEWISE_REPEAT_FIRST_OF(LANEWISE_ONE_TYPE, BlockReduceMin, T, ReduceDataBlock, MIN)
LANEWISE_REPEAT_FIRST_OF(LANEWISE_TWO_TYPES, BlockReduceMin, U, ReduceDataBlock, MIN)
LANEWISE_REPEAT_FIRST_OF(LANEWISE_ONE_TYPE, PairReduceSum, T, ReducePairElem, SUM)
LANEWISE_REPEAT_FIRST_OF(LANEWISE_TWO_TYPES, PairReduceSum, U, ReducePairElem, SUM)

// The block stride of the destination has no effect.
#define LANEWISE_REPEAT_SUM_OF(types, S)                                                                       \
    types void RepeatReduceSum(const LocalTensor<T>& dst, const LocalTensor<S>& src, std::int32_t repeatTime,  \
                               lanewise::Mask mask, std::int32_t, std::int32_t srcBlkStride,                   \
                               std::int32_t dstRepStride, std::int32_t srcRepStride) {                         \
        ReduceRepeat<ReduceType::SUM, T, S, isSetMask>(dst, src, mask, repeatTime, dstRepStride, srcBlkStride, \
                                                       srcRepStride);                                          \
    }
LANEWISE_REPEAT_SUM_OF(LANEWISE_ONE_TYPE, T)
LANEWISE_REPEAT_SUM_OF(LANEWISE_TWO_TYPES, U)

#undef LANEWISE_ONE_TYPE
#undef LANEWISE_TWO_TYPES
#undef LANEWISE_REDUCTION_OF
#undef LANEWISE_ORDERED_OF
#undef LANEWISE_REPEAT_FIRST_OF
#undef LANEWISE_REPEAT_SUM_OF

}  // namespace AscendC

// --- one result for the call ---

namespace lanewise {

template <auto... options, class T>
LANEWISE_API Call whole_reduction(Opcode op, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src,
                                  const AscendC::LocalTensor<T>& tmp) {
    return Call(op, Overload::COUNT, flags_of<options...>).tensors(dst, src, tmp);
}
template <class T>
LANEWISE_API Call whole_reduction(Opcode op, const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src,
                                  const AscendC::LocalTensor<T>& tmp, const Mask& mask, std::int32_t repeat,
                                  std::int32_t src_repeat) {
    Call call(op, Overload::CONTIGUOUS);
    call.tensors(dst, src, tmp).strides(1, 1, src_repeat);
    return masked<widest<T>>(call, mask, repeat);
}

template <class T>
void check_register_type(const char* op) {
    if constexpr (!std::is_same_v<T, half> && !std::is_same_v<T, float>)
        fault("OP-002", {{"op", op}, {"chip", LANEWISE_CHIP}, {"types", dtype_names[static_cast<int>(dtype_of<T>)]},
                         {"known", "half, float"}});
}

template <class T>
LANEWISE_API T from_bits(std::uint64_t bits) {
    T value;
    __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    return value;
}

}  // namespace lanewise

namespace AscendC {

template <class T, bool isSetMask = true>
LANEWISE_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& sharedTmpBuffer,
                            std::int64_t count) {
    lanewise::whole_reduction<isSetMask>(lanewise::Opcode::reduce_sum_, dst, src, sharedTmpBuffer).count(count).issue();
}
template <class T>
LANEWISE_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& sharedTmpBuffer,
                            lanewise::Mask mask, std::int32_t repeatTime, std::int32_t srcRepStride) {
    lanewise::whole_reduction(lanewise::Opcode::reduce_sum_, dst, src, sharedTmpBuffer, mask, repeatTime,
                              srcRepStride).issue();
}

#define LANEWISE_EXTREME(Name, op)                                                                                    \
    template <class T>                                                                                                \
    LANEWISE_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                      \
                           const LocalTensor<T>& sharedTmpBuffer, std::int64_t count, bool calIndex = false) {        \
        lanewise::whole_reduction(lanewise::Opcode::op##_, dst, src, sharedTmpBuffer)                                 \
            .count(count)                                                                                             \
            .issue_with(calIndex);                                                                                    \
    }                                                                                                                 \
    template <class T>                                                                                                \
    LANEWISE_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                      \
                           const LocalTensor<T>& sharedTmpBuffer, lanewise::Mask mask, std::int32_t repeatTime,       \
                           std::int32_t srcRepStride, bool calIndex = false) {                                        \
        lanewise::whole_reduction(lanewise::Opcode::op##_, dst, src, sharedTmpBuffer, mask, repeatTime, srcRepStride) \
            .issue_with(calIndex);                                                                                    \
    }
LANEWISE_EXTREME(ReduceMax, reduce_max)
LANEWISE_EXTREME(ReduceMin, reduce_min)
#undef LANEWISE_EXTREME

// --- the registers that reductions leave behind ---

template <class T>
LANEWISE_API T GetReduceRepeatSumSpr() {
    lanewise::check_register_type<T>("GetReduceRepeatSumSpr");
    lanewise::plain(lanewise::Opcode::get_reduce_repeat_sum_spr_).issue();
    return lanewise::from_bits<T>(lw_current()->state->acc_val);
}
template <class T>
LANEWISE_API T GetAccVal() {
    return GetReduceRepeatSumSpr<T>();
}
// The bits of it.
LANEWISE_API std::uint64_t GetAccVal() {
    lanewise::plain(lanewise::Opcode::get_reduce_repeat_sum_spr_).issue();
    return lw_current()->state->acc_val;
}

template <class T>
LANEWISE_API void GetReduceRepeatMaxMinSpr(T& maxMinValue) {
    lanewise::check_register_type<T>("GetReduceRepeatMaxMinSpr");
    lanewise::plain(lanewise::Opcode::get_reduce_repeat_max_min_spr_).issue();
    maxMinValue = lanewise::from_bits<T>(lw_current()->state->max_min_cnt);
}
// The index is an integer in the bits of a T.
template <class T>
LANEWISE_API void GetReduceRepeatMaxMinSpr(T& maxMinValue, T& maxMinIndex) {
    GetReduceRepeatMaxMinSpr(maxMinValue);
    if (lw_current()->arch == 2002)
        lanewise::fault("OP-005", {{"op", "GetReduceRepeatMaxMinSpr"}, {"what", "the index"}, {"chip", LANEWISE_CHIP},
                                   {"hint", "Ask for the value alone."}});
    maxMinIndex = lanewise::from_bits<T>(lw_current()->state->max_min_cnt >> 32);
}
template <class T>
LANEWISE_API void GetReduceMaxMinCount(T& maxMinValue) {
    GetReduceRepeatMaxMinSpr(maxMinValue);
}
template <class T>
LANEWISE_API void GetReduceMaxMinCount(T& maxMinValue, T& maxMinIndex) {
    GetReduceRepeatMaxMinSpr(maxMinValue, maxMinIndex);
}

}  // namespace AscendC
