// Vector instructions on pointers into UB: the chips before ascend950.
//
// The count form counts elements. The repeat form works on MASK and the mask mode as they are.
#pragma once

#include "lanewise/ascend/c_api/pointers.h"
#include "lanewise/ascend/instructions.h"

namespace lanewise::c {

// Counter mode for one instruction. Unlike the count forms of AscendC it leaves the count in MASK.
class Counting {
  public:
    LANEWISE_API explicit Counting(std::uint32_t count) {
        set_state(Opcode::set_mask_count_);
        set_state(Opcode::set_vector_mask_, count, 0);
    }
    LANEWISE_API ~Counting() { set_state(Opcode::set_mask_norm_); }
    Counting(const Counting&) = delete;
};

// The repeat stride of an operand without gaps: the widest operand fills eight blocks.
template <class T, class... All>
inline constexpr std::int32_t dense = static_cast<std::int32_t>(bits_of<T> / widest<All...>);

template <class... T>
LANEWISE_API Call ub_call(Opcode op, T*... operands) {
    return Call(op, Overload::CONTIGUOUS, 0).tensors(ub(operands)...);
}

template <class D, class S>
LANEWISE_API Call dense_call(Opcode op, D* dst, S* src) {
    return ub_call(op, dst, src).strides(0, 1, dense<D, D, S>).strides(1, 1, dense<S, D, S>);
}
template <class D, class S>
LANEWISE_API Call dense_call(Opcode op, D* dst, S* src0, S* src1) {
    return ub_call(op, dst, src0, src1).strides(0, 1, dense<D, D, S>).strides(1, 1, dense<S, D, S>).strides(2, 1, dense<S, D, S>);
}

}  // namespace lanewise::c

#define LANEWISE_C_UNARY_STRIDES                                                                                          \
    std::uint8_t repeat, std::uint16_t dst_block_stride, std::uint16_t src_block_stride, std::uint16_t dst_repeat_stride, \
        std::uint16_t src_repeat_stride
#define LANEWISE_C_UNARY_STRIDED(call) \
    (call).strides(0, dst_block_stride, dst_repeat_stride).strides(1, src_block_stride, src_repeat_stride).repeat(repeat)
#define LANEWISE_C_BINARY_STRIDES                                                                                       \
    std::uint8_t repeat, std::uint8_t dst_block_stride, std::uint8_t src0_block_stride, std::uint8_t src1_block_stride, \
        std::uint8_t dst_repeat_stride, std::uint8_t src0_repeat_stride, std::uint8_t src1_repeat_stride
#define LANEWISE_C_BINARY_STRIDED(call)                                                                      \
    (call).strides(0, dst_block_stride, dst_repeat_stride).strides(1, src0_block_stride, src0_repeat_stride) \
        .strides(2, src1_block_stride, src1_repeat_stride).repeat(repeat)

#include "lanewise/ascend/c_api/ub_elementwise.h"

#include "lanewise/ascend/c_api/ub_compare.h"
#include "lanewise/ascend/c_api/ub_gather.h"
#include "lanewise/ascend/c_api/ub_reduce.h"
#include "lanewise/ascend/c_api/ub_state.h"

#undef LANEWISE_C_UNARY_STRIDES
#undef LANEWISE_C_UNARY_STRIDED
#undef LANEWISE_C_BINARY_STRIDES
#undef LANEWISE_C_BINARY_STRIDED
#undef LANEWISE_C_SYNC
