// Stores to aligned addresses: one register, two, eight blocks under a mask, and mask registers.
#pragma once

#include "lanewise/reg/load.h"

namespace lanewise {

// `step`: bytes that the destination moves on. A second register is stored where the destination is after the first.
template <AscendC::Reg::StoreDist dist, VectorRegister R, class T>
LANEWISE_API void store_register(const T* dst, const R& src, const AscendC::Reg::MaskReg& mask, std::int64_t step = register_bytes) {
    const std::int64_t second = step < register_bytes ? step : register_bytes;
    reg_call(Opcode::reg_store_, 0, elements<R>(dst), src, mask).issue_with(dist, second);
}
template <AscendC::Reg::StoreDist dist, VectorRegister R, class T>
LANEWISE_API void store_registers(const T* dst, const R& src0, const R& src1, const AscendC::Reg::MaskReg& mask) {
    static_assert(!in_two<R>, "elements in two registers are stored by the form for one");
    reg_call(Opcode::reg_store_two_, 0, elements<R>(dst), src0, src1, mask).issue_with(dist);
}
template <VectorRegister R, class T>
LANEWISE_API void store_blocks(const T* dst, const R& src, std::uint32_t stride, const AscendC::Reg::MaskReg& mask) {
    reg_call(Opcode::reg_store_blocks_, 0, elements<R>(dst), src, mask).issue_with(stride & 0xFFFF);
}
template <AscendC::Reg::MaskDist dist>
LANEWISE_API void store_mask(const void* dst, const AscendC::Reg::MaskReg& src) {
    reg_call(Opcode::reg_store_mask_, 0, raw_bytes(dst), src).issue_with(dist);
}

}  // namespace lanewise

namespace AscendC::Reg {

template <class T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, lanewise::VectorRegister U>
LANEWISE_API void StoreAlign(T* dstAddr, const U& srcReg, const MaskReg& mask) {
    lanewise::store_register<dist>(dstAddr, srcReg, mask);
}
template <class T = DefaultType, PostLiteral postMode, StoreDist dist = StoreDist::DIST_NORM, lanewise::VectorRegister U>
LANEWISE_API void StoreAlign(T*& dstAddr, const U& srcReg, std::int32_t postUpdateStride, const MaskReg& mask) {
    lanewise::store_register<dist>(dstAddr, srcReg, mask, postUpdateStride * static_cast<std::int64_t>(sizeof(T)));
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr += postUpdateStride;
}
template <class T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, lanewise::VectorRegister U>
LANEWISE_API void StoreAlign(T* dstAddr, const U& srcReg, const AddrReg& offset, const MaskReg& mask) {
    lanewise::store_register<dist>(lanewise::moved_by(dstAddr, offset), srcReg, mask);
}

template <class T = DefaultType, StoreDist dist, lanewise::VectorRegister U>
LANEWISE_API void StoreAlign(T* dstAddr, const U& srcReg0, const U& srcReg1, const MaskReg& mask) {
    lanewise::store_registers<dist>(dstAddr, srcReg0, srcReg1, mask);
}
template <class T = DefaultType, StoreDist dist, lanewise::VectorRegister U>
LANEWISE_API void StoreAlign(T* dstAddr, const U& srcReg0, const U& srcReg1, const AddrReg& offset, const MaskReg& mask) {
    lanewise::store_registers<dist>(lanewise::moved_by(dstAddr, offset), srcReg0, srcReg1, mask);
}

template <class T = DefaultType, DataCopyMode dataMode, lanewise::VectorRegister U>
LANEWISE_API void StoreAlign(T* dstAddr, const U& srcReg, std::uint32_t dataBlockStride, const MaskReg& mask) {
    lanewise::store_blocks(dstAddr, srcReg, dataBlockStride, mask);
}
template <class T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, lanewise::VectorRegister U>
LANEWISE_API void StoreAlign(T*& dstAddr, const U& srcReg, std::uint32_t dataBlockStride, std::uint32_t repeatStride, const MaskReg& mask) {
    const AddrReg step{(repeatStride & 0xFFFF) * lanewise::bytes_of_block};
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) {
        lanewise::store_blocks(dstAddr, srcReg, dataBlockStride, mask);
        dstAddr = lanewise::moved_by(dstAddr, step);
    } else {
        lanewise::store_blocks(lanewise::moved_by(dstAddr, step), srcReg, dataBlockStride, mask);
    }
}

template <class T, MaskDist dist = MaskDist::DIST_NORM>
LANEWISE_API void StoreAlign(T* dstAddr, const MaskReg& mask) {
    lanewise::store_mask<dist>(dstAddr, mask);
}
template <class T, PostLiteral postMode, MaskDist dist = MaskDist::DIST_NORM>
LANEWISE_API void StoreAlign(T*& dstAddr, const MaskReg& mask, std::int32_t offset) {
    lanewise::store_mask<dist>(dstAddr, mask);
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) lanewise::step_bytes(dstAddr, offset);
}
template <class T, MaskDist dist = MaskDist::DIST_NORM>
LANEWISE_API void StoreAlign(T* dstAddr, const MaskReg& mask, const AddrReg& offset) {
    lanewise::store_mask<dist>(lanewise::moved_by(dstAddr, offset), mask);
}

LANEWISE_OLD_NAME(DataCopy, StoreAlign)

}  // namespace AscendC::Reg
