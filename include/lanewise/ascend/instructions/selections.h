// Select in all its forms, and what GatherMask leaves behind.
#pragma once

#include "lanewise/ascend/instructions/forms.h"

namespace lanewise {

// Strides of dst, of the bits (which have none) and of the sources: `vector` says which one is there, 2 both.
LANEWISE_API Call& select_strides(Call& call, const AscendC::BinaryRepeatParams& p, int vector) {
    call.strides(0, p.dstBlkStride, p.dstRepStride).strides(1, 1, 0);
    if (vector == 1) return call.strides(2, p.src1BlkStride, p.src1RepStride);
    call.strides(2, p.src0BlkStride, p.src0RepStride);
    return vector == 2 ? call.strides(3, p.src1BlkStride, p.src1RepStride) : call;
}

// Bits are bits, whatever elements the tensor that holds them is said to have.
template <class M>
LANEWISE_API void as_bits(Operand& o) {
    constexpr std::uint32_t size = bits_of<AscendC::PrimT<M>> / 8;
    constexpr DType types[] = {DType::uint8_, DType::uint16_, DType::uint32_, DType::uint32_, DType::uint64_};
    if constexpr (size <= 8) o.dtype = static_cast<std::uint8_t>(types[size / 2]);
}

// Two whole tensors, or one and a scalar. Two tensors in scalar mode need a configuration: which one is the element.
template <auto... options, class D, class M, class S, class V>
LANEWISE_API int select_operands(Call& call, const AscendC::LocalTensor<D>& dst, const AscendC::LocalTensor<M>& bits,
                                 const S& src0, const V& src1, AscendC::SELMODE mode) {
    call.tensors(dst, bits);
    as_bits<M>(call.record.operands[1]);
    if constexpr (Local<S> && Local<V>) {
        if (!has_config<options...> || mode != AscendC::SELMODE::VSEL_TENSOR_SCALAR_MODE) {
            call.record.opcode = static_cast<std::uint16_t>(Opcode::select_);
            call.tensors_from(2, src0, src1);
            return 2;
        }
    }
    call.record.opcode = static_cast<std::uint16_t>(Opcode::select_scalar_);
    return flexible<scalar_side_of<options...>>(call, 2, src0, src1);
}

}  // namespace lanewise

namespace AscendC {

template <class T0 = BinaryDefaultType, class T1 = BinaryDefaultType, auto... options, class D, class M, class S,
          class V>
    requires(lanewise::Option<options> && ...)
LANEWISE_API void Select(const LocalTensor<D>& dst, const LocalTensor<M>& selMask, const S& src0, const V& src1,
                         SELMODE selMode, std::int64_t count) {
    lanewise::Call call(lanewise::Opcode::none_, lanewise::Overload::COUNT, lanewise::flags_of<options...>);
    lanewise::select_operands<options...>(call, dst, selMask, src0, src1, selMode);
    call.count(count).issue_with(selMode);
}
template <class T0 = BinaryDefaultType, class T1 = BinaryDefaultType, auto... options, class D, class M, class S,
          class V>
    requires(lanewise::Option<options> && ...)
LANEWISE_API void Select(const LocalTensor<D>& dst, const LocalTensor<M>& selMask, const S& src0, const V& src1,
                         SELMODE selMode, lanewise::Mask mask, std::int32_t repeatTime,
                         const BinaryRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::none_, lanewise::Overload::CONTIGUOUS, lanewise::flags_of<options...>);
    const int vector = lanewise::select_operands<options...>(call, dst, selMask, src0, src1, selMode);
    lanewise::select_strides(call, repeatParams, vector);
    lanewise::masked<lanewise::widest<D>>(call, mask, repeatTime).issue_with(selMode);
}

// With MASK and CMPMASK set before: CMPMASK holds the scalar, or what the mode says.
template <class T, class U>
LANEWISE_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
                         std::int32_t repeatTime, const BinaryRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::select_preset_scalar_, lanewise::Overload::CONTIGUOUS, 0);
    lanewise::as_bits<U>(call.tensors(dst, selMask, src0).record.operands[1]);
    lanewise::select_strides(call, repeatParams, 0).repeat(repeatTime).issue();
}
template <class T, SELMODE selMode>
LANEWISE_API void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                         std::int32_t repeatTime, const BinaryRepeatParams& repeatParams) {
    lanewise::Call call(lanewise::Opcode::select_preset_, lanewise::Overload::CONTIGUOUS, 0);
    strided(call.tensors(dst, src0, src1), repeatParams).repeat(repeatTime).issue_with(selMode);
}

// How many elements the last GatherMask kept.
LANEWISE_API std::int64_t GetGatherMaskRemainCount() {
    return static_cast<std::int64_t>(lw_current()->state->rsvd_cnt);
}

}  // namespace AscendC
