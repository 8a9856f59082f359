// Loads from aligned addresses: one register, two, eight blocks under a mask, and mask registers.
#pragma once

#include "lanewise/reg/address.h"
#include "lanewise/reg/calls.h"

namespace lanewise {

template <AscendC::Reg::LoadDist dist, VectorRegister R, class T>
LANEWISE_API void load_register(R& dst, const T* src) {
    reg_call(Opcode::reg_load_, 0, dst, elements<R>(src)).issue_with(dist);
}
template <AscendC::Reg::LoadDist dist, VectorRegister R, class T>
LANEWISE_API void load_registers(R& dst0, R& dst1, const T* src) {
    static_assert(!in_two<R>, "elements in two registers are loaded by the form for one");
    reg_call(Opcode::reg_load_two_, 0, dst0, dst1, elements<R>(src)).issue_with(dist);
}
template <VectorRegister R, class T>
LANEWISE_API void load_blocks(R& dst, const T* src, std::uint32_t stride, const AscendC::Reg::MaskReg& mask) {
    reg_call(Opcode::reg_load_blocks_, 0, dst, elements<R>(src), mask).issue_with(stride & 0xFFFF);
}
template <AscendC::Reg::MaskDist dist>
LANEWISE_API void load_mask(AscendC::Reg::MaskReg& dst, const void* src) {
    reg_call(Opcode::reg_load_mask_, 0, dst, raw_bytes(src)).issue_with(dist);
}
inline constexpr std::int64_t bytes_of_block = 32;

}  // namespace lanewise

namespace AscendC::Reg {

template <class T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, lanewise::VectorRegister U>
LANEWISE_API void LoadAlign(U& dstReg, const T* srcAddr) {
    lanewise::load_register<dist>(dstReg, srcAddr);
}
template <class T = DefaultType, PostLiteral postMode, LoadDist dist = LoadDist::DIST_NORM, lanewise::VectorRegister U>
LANEWISE_API void LoadAlign(U& dstReg, T*& srcAddr, std::int32_t postUpdateStride) {
    lanewise::load_register<dist>(dstReg, srcAddr);
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) srcAddr += postUpdateStride;
}
template <class T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, lanewise::VectorRegister U>
LANEWISE_API void LoadAlign(U& dstReg, const T* srcAddr, const AddrReg& offset) {
    lanewise::load_register<dist>(dstReg, lanewise::moved_by(srcAddr, offset));
}

template <class T = DefaultType, LoadDist dist, lanewise::VectorRegister U>
LANEWISE_API void LoadAlign(U& dstReg0, U& dstReg1, const T* srcAddr) {
    lanewise::load_registers<dist>(dstReg0, dstReg1, srcAddr);
}
template <class T = DefaultType, PostLiteral postMode, LoadDist dist, lanewise::VectorRegister U>
LANEWISE_API void LoadAlign(U& dstReg0, U& dstReg1, T*& srcAddr, std::int32_t postUpdateStride) {
    lanewise::load_registers<dist>(dstReg0, dstReg1, srcAddr);
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) srcAddr += postUpdateStride;
}
template <class T = DefaultType, LoadDist dist, lanewise::VectorRegister U>
LANEWISE_API void LoadAlign(U& dstReg0, U& dstReg1, const T* srcAddr, const AddrReg& offset) {
    lanewise::load_registers<dist>(dstReg0, dstReg1, lanewise::moved_by(srcAddr, offset));
}

// Strides in blocks of 32 bytes. A repeat stride is added before the access, or afterwards to the pointer.
template <class T = DefaultType, DataCopyMode dataMode, lanewise::VectorRegister U>
LANEWISE_API void LoadAlign(U& dstReg, const T* srcAddr, std::uint32_t dataBlockStride, const MaskReg& mask) {
    lanewise::load_blocks(dstReg, srcAddr, dataBlockStride, mask);
}
template <class T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, lanewise::VectorRegister U>
LANEWISE_API void LoadAlign(U& dstReg, T*& srcAddr, std::uint32_t dataBlockStride, std::uint32_t repeatStride, const MaskReg& mask) {
    const AddrReg step{(repeatStride & 0xFFFF) * lanewise::bytes_of_block};
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) {
        lanewise::load_blocks(dstReg, srcAddr, dataBlockStride, mask);
        srcAddr = lanewise::moved_by(srcAddr, step);
    } else {
        lanewise::load_blocks(dstReg, lanewise::moved_by(srcAddr, step), dataBlockStride, mask);
    }
}

// Mask registers: the offset is in bytes.
template <class T, MaskDist dist = MaskDist::DIST_NORM>
LANEWISE_API void LoadAlign(MaskReg& mask, const T* srcAddr) {
    lanewise::load_mask<dist>(mask, srcAddr);
}
template <class T, PostLiteral postMode, MaskDist dist = MaskDist::DIST_NORM>
LANEWISE_API void LoadAlign(MaskReg& mask, T*& srcAddr, std::int32_t offset) {
    lanewise::load_mask<dist>(mask, srcAddr);
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) lanewise::step_bytes(srcAddr, offset);
}
template <class T, MaskDist dist = MaskDist::DIST_NORM>
LANEWISE_API void LoadAlign(MaskReg& mask, const T* srcAddr, const AddrReg& offset) {
    lanewise::load_mask<dist>(mask, lanewise::moved_by(srcAddr, offset));
}

LANEWISE_OLD_NAME(DataCopy, LoadAlign)

}  // namespace AscendC::Reg
