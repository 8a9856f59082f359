// Lanes in another order, and counting bytes.
#pragma once

#include "lanewise/reg/calls.h"

namespace AscendC::Reg {

template <class T = DefaultType, class U>
    requires lanewise::Fits<T, U>
LANEWISE_API void Interleave(U& dstReg0, U& dstReg1, const U& srcReg0, const U& srcReg1) {
    lanewise::reg_call(lanewise::Opcode::reg_interleave_, 0, dstReg0, dstReg1, srcReg0, srcReg1).issue();
}
template <class T = DefaultType, class U>
    requires lanewise::Fits<T, U>
LANEWISE_API void DeInterleave(U& dstReg0, U& dstReg1, const U& srcReg0, const U& srcReg1) {
    lanewise::reg_call(lanewise::Opcode::reg_de_interleave_, 0, dstReg0, dstReg1, srcReg0, srcReg1).issue();
}

template <class T = DefaultType, class U = DefaultType, class S, class V>
    requires(lanewise::Fits<T, S> && lanewise::Fits<U, V>)
LANEWISE_API void Gather(S& dstReg, const S& srcReg, const V& indexReg) {
    lanewise::reg_call(lanewise::Opcode::reg_gather_, 0, dstReg, srcReg, indexReg).issue();
}

template <class T = DefaultType, class U = DefaultType, HighLowPart part = HighLowPart::LOWEST, class S, class V>
    requires(lanewise::Fits<T, S> && lanewise::Fits<U, V>)
LANEWISE_API void Pack(S& dstReg, const V& srcReg) {
    static_assert(!lanewise::in_two<V> || part == HighLowPart::LOWEST, "two registers fill the whole destination");
    lanewise::reg_call(lanewise::Opcode::reg_pack_, 0, dstReg, srcReg).issue_with(part);
}
template <class T = DefaultType, class U = DefaultType, HighLowPart part = HighLowPart::LOWEST, class S, class V>
    requires(lanewise::Fits<T, S> && lanewise::Fits<U, V>)
LANEWISE_API void UnPack(S& dstReg, const V& srcReg) {
    static_assert(!lanewise::in_two<S> || part == HighLowPart::LOWEST, "two registers take the whole source");
    lanewise::reg_call(lanewise::Opcode::reg_un_pack_, 0, dstReg, srcReg).issue_with(part);
}

template <class T = DefaultType, class U = DefaultType, HistogramsBinType mode, HistogramsType type, class S, class V>
    requires(lanewise::Fits<T, S> && lanewise::Fits<U, V>)
LANEWISE_API void Histograms(V& dstReg, const S& srcReg, const MaskReg& mask) {
    static_assert(mode == HistogramsBinType::BIN0 || mode == HistogramsBinType::BIN1, "bytes fill BIN0 and BIN1 only");
    lanewise::reg_call(lanewise::Opcode::reg_histograms_, 0, dstReg, srcReg, mask).issue_with(mode, type);
}

}  // namespace AscendC::Reg
