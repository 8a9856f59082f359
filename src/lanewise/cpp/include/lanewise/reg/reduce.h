// Reductions of a register.
#pragma once

#include "lanewise/reg/calls.h"

namespace AscendC::Reg {

// Each new name with a type of reduction, each old name with its own.
#define LANEWISE_REG_REDUCE(Name, group)                                                                                    \
    template <ReduceType type = ReduceType::SUM, class T = DefaultType, class U = DefaultType,                              \
              MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>                                                \
        requires(lanewise::Fits<T, S> && (lanewise::Fits<U, V> || lanewise::Fits<T, V>))                                    \
    LANEWISE_API void Name(S& dstReg, const V& srcReg, const MaskReg& mask) {                                               \
        constexpr auto op = type == ReduceType::MAX   ? lanewise::Opcode::group##_max_                                      \
                            : type == ReduceType::MIN ? lanewise::Opcode::group##_min_                                      \
                                                      : lanewise::Opcode::group##_sum_;                                     \
        lanewise::reg_call(op, 0, dstReg, srcReg, mask).issue();                                                            \
    }                                                                                                                       \
    template <ReduceType type, class T, MaskMergeMode mode, class S, class V>                                               \
        requires lanewise::Fits<T, S>                                                                                       \
    LANEWISE_API void Name(S& dstReg, const V& srcReg, const MaskReg& mask) {                                               \
        Name<type>(dstReg, srcReg, mask);                                                                                   \
    }
#define LANEWISE_REG_OLD_REDUCE(Name, op)                                                                                   \
    template <class T = DefaultType, class U = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>  \
        requires(lanewise::Fits<T, S> || lanewise::Fits<T, V>)                                                              \
    LANEWISE_API void Name(S& dstReg, const V& srcReg, const MaskReg& mask) {                                               \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, dstReg, srcReg, mask).issue();                                       \
    }                                                                                                                       \
    template <class T, MaskMergeMode mode, class S, class V>                                                                \
        requires(lanewise::Fits<T, S> || lanewise::Fits<T, V>)                                                              \
    LANEWISE_API void Name(S& dstReg, const V& srcReg, const MaskReg& mask) {                                               \
        lanewise::reg_call(lanewise::Opcode::op##_, 0, dstReg, srcReg, mask).issue();                                       \
    }
LANEWISE_REG_REDUCE(Reduce, reg_reduce)
LANEWISE_REG_OLD_REDUCE(ReduceSum, reg_reduce_sum)
LANEWISE_REG_OLD_REDUCE(ReduceMax, reg_reduce_max)
LANEWISE_REG_OLD_REDUCE(ReduceMin, reg_reduce_min)
LANEWISE_REG_REDUCE(ReduceDataBlock, reg_reduce_data_block)
LANEWISE_REG_OLD_REDUCE(ReduceSumWithDataBlock, reg_reduce_data_block_sum)
LANEWISE_REG_OLD_REDUCE(ReduceMaxWithDataBlock, reg_reduce_data_block_max)
LANEWISE_REG_OLD_REDUCE(ReduceMinWithDataBlock, reg_reduce_data_block_min)
LANEWISE_REG_OLD_REDUCE(PairReduceSum, reg_pair_reduce_elem)
#undef LANEWISE_REG_REDUCE
#undef LANEWISE_REG_OLD_REDUCE

template <PairReduce type = PairReduce::SUM, class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U>
    requires lanewise::Fits<T, U>
LANEWISE_API void PairReduceElem(U& dstReg, const U& srcReg, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_pair_reduce_elem_, 0, dstReg, srcReg, mask).issue();
}

}  // namespace AscendC::Reg
