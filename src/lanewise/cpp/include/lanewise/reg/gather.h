// Gather and scatter between registers and UB.
#pragma once

#include "lanewise/reg/address.h"
#include "lanewise/reg/calls.h"

namespace AscendC::Reg {

// Indices count elements of the memory's type, bytes for blocks.
template <class T0 = DefaultType, class T1, class T2 = DefaultType, lanewise::VectorRegister T3, lanewise::VectorRegister T4>
    requires(lanewise::Fits<T0, T3> && lanewise::Fits<T2, T4>)
LANEWISE_API void Gather(T3& dstReg, const T1* baseAddr, const T4& index, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_gather_memory_, 0, dstReg, const_cast<T1*>(baseAddr), index, mask).issue();
}
template <class T = DefaultType, lanewise::VectorRegister U, lanewise::VectorRegister S>
LANEWISE_API void GatherB(U& dstReg, const T* baseAddr, const S& index, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_gather_blocks_, 0, dstReg, lanewise::elements<U>(baseAddr), index, mask).issue();
}
template <class T = DefaultType, class U = DefaultType, lanewise::VectorRegister S, lanewise::VectorRegister V>
    requires lanewise::Fits<U, V>
LANEWISE_API void Scatter(T* baseAddr, const S& srcReg, const V& index, const MaskReg& mask) {
    lanewise::reg_call(lanewise::Opcode::reg_scatter_, 0, lanewise::elements<S>(baseAddr), srcReg, index, mask).issue();
}

// --- earlier names ---

template <class T0 = DefaultType, class T1, class T2 = DefaultType, lanewise::VectorRegister T3, lanewise::VectorRegister T4>
LANEWISE_API void DataCopyGather(T3& dstReg, const T1* baseAddr, const T4& index, const MaskReg& mask) {
    Gather<T0, T1, T2>(dstReg, baseAddr, index, mask);
}
LANEWISE_OLD_NAME(DataCopyGatherB, GatherB)
template <class T = DefaultType, class U = DefaultType, lanewise::VectorRegister S, lanewise::VectorRegister V>
LANEWISE_API void DataCopyScatter(T* baseAddr, const S& srcReg, const V& index, const MaskReg& mask) {
    Scatter<T, U>(baseAddr, srcReg, index, mask);
}

}  // namespace AscendC::Reg
