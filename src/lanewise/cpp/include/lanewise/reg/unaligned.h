// Loads and stores at any address.
#pragma once

#include "lanewise/reg/address.h"
#include "lanewise/reg/calls.h"

namespace lanewise {

enum class StreamForm : std::int64_t { count = 2, address, squeezed };  // of a store, as the engine numbers them

template <class T>
LANEWISE_API void start_loads(AscendC::Reg::UnalignReg& stream, const T* src) {
    reg_call(Opcode::reg_load_pre_, 0, stream, const_cast<T*>(src)).issue();
}
// `step`: bytes that the source moves on. A second register is loaded from where the source is after the first.
template <VectorRegister R, class T>
LANEWISE_API void load_unaligned(R& dst, AscendC::Reg::UnalignReg& stream, const T* src, std::int64_t step = register_bytes) {
    reg_call(Opcode::reg_load_unaligned_, 0, dst, stream, elements<R>(src)).issue_with(step < register_bytes ? step : register_bytes);
}
template <StreamForm form, VectorRegister R, class T>
LANEWISE_API void store_unaligned(const T* dst, const R& src, AscendC::Reg::UnalignReg& stream, std::int64_t number) {
    reg_call(Opcode::reg_store_unaligned_, 0, elements<R>(dst), src, stream).issue_with(form, number);
}
template <StreamForm form, class T>
LANEWISE_API void end_stores(T* dst, AscendC::Reg::UnalignReg& stream) {
    reg_call(Opcode::reg_store_post_, 0, dst, stream).issue_with(form);
}

}  // namespace lanewise

namespace AscendC::Reg {

template <class T>
LANEWISE_API void LoadUnAlignPre(UnalignRegForLoad& ureg, const T* srcAddr) {
    lanewise::start_loads(ureg, srcAddr);
}
template <class T>
LANEWISE_API void LoadUnAlignPre(UnalignRegForLoad& ureg, const T* srcAddr, const AddrReg& areg) {
    lanewise::start_loads(ureg, lanewise::moved_by(srcAddr, areg));
}

template <class T = DefaultType, lanewise::VectorRegister U>
LANEWISE_API void LoadUnAlign(U& dstReg, UnalignRegForLoad& ureg, const T* srcAddr) {
    lanewise::load_unaligned(dstReg, ureg, srcAddr);
}
template <class T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, lanewise::VectorRegister U>
LANEWISE_API void LoadUnAlign(U& dstReg, UnalignRegForLoad& ureg, T*& srcAddr, std::uint32_t postUpdateStride) {
    lanewise::load_unaligned(dstReg, ureg, srcAddr, postUpdateStride * static_cast<std::int64_t>(sizeof(T)));
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) srcAddr += postUpdateStride;
}
template <class T = DefaultType, lanewise::VectorRegister U>
LANEWISE_API void LoadUnAlign(U& dstReg, UnalignRegForLoad& ureg, T*& srcAddr, const AddrReg& areg, std::uint32_t) {
    lanewise::load_unaligned(dstReg, ureg, lanewise::moved_by(srcAddr, areg));
}

// With a count: that many lanes are appended, and the destination moves on.
template <class T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, lanewise::VectorRegister U>
LANEWISE_API void StoreUnAlign(T*& dstAddr, const U& srcReg, UnalignRegForStore& ureg, std::uint32_t postUpdateStride) {
    lanewise::store_unaligned<lanewise::StreamForm::count>(dstAddr, srcReg, ureg, postUpdateStride);
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr += postUpdateStride;
}
template <class T, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE>
LANEWISE_API void StoreUnAlignPost(T*& dstAddr, UnalignRegForStore& ureg, std::int32_t postUpdateStride) {
    lanewise::end_stores<lanewise::StreamForm::count>(dstAddr, ureg);
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) dstAddr += postUpdateStride;
}

// With an address register: whole registers.
template <class T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, lanewise::VectorRegister U>
LANEWISE_API void StoreUnAlign(T*& dstAddr, const U& srcReg, UnalignRegForStore& ureg, const AddrReg& areg) {
    lanewise::store_unaligned<lanewise::StreamForm::address>(lanewise::moved_by(dstAddr, areg), srcReg, ureg, 0);
}
template <class T>
LANEWISE_API void StoreUnAlignPost(T*& dstAddr, UnalignRegForStore& ureg, const AddrReg& areg) {
    lanewise::end_stores<lanewise::StreamForm::address>(lanewise::moved_by(dstAddr, areg), ureg);
}

// What the last Squeeze kept, AR bytes behind the destination. The destination stays, AR moves on.
template <class T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, lanewise::VectorRegister U>
LANEWISE_API void StoreUnAlign(T* dstAddr, const U& srcReg, UnalignRegForStore& ureg) {
    lanewise::store_unaligned<lanewise::StreamForm::squeezed>(dstAddr, srcReg, ureg, postMode == PostLiteral::POST_MODE_UPDATE);
}
template <class T>
LANEWISE_API void StoreUnAlignPost(T* dstAddr, UnalignRegForStore& ureg) {
    lanewise::end_stores<lanewise::StreamForm::squeezed>(dstAddr, ureg);
}

// One bit for each lane, of 16 or 32 bits; the destination moves on.
template <class T>
LANEWISE_API void StoreUnAlign(T*& dstAddr, const MaskReg& mask, UnalignRegForStore& ureg) {
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "the bits of lanes of 16 or 32 bits are stored");
    lanewise::reg_call(lanewise::Opcode::reg_store_mask_unaligned_, 0, lanewise::raw_bytes(dstAddr), mask, ureg).issue_with(sizeof(T));
    lanewise::step_bytes(dstAddr, 32 / sizeof(T));
}

// With a register of their own.
template <class T = DefaultType, lanewise::VectorRegister U>
LANEWISE_API void Load(U& dstReg, const T* srcAddr) {
    static_assert(!lanewise::in_two<U>, "Load fills one register");
    UnalignRegForLoad ureg;
    lanewise::start_loads(ureg, srcAddr);
    lanewise::load_unaligned(dstReg, ureg, srcAddr);
}
template <class T = DefaultType, lanewise::VectorRegister U>
LANEWISE_API void Store(T* dstAddr, const U& srcReg, std::uint32_t count) {
    UnalignRegForStore ureg;
    lanewise::store_unaligned<lanewise::StreamForm::count>(dstAddr, srcReg, ureg, count);
    lanewise::end_stores<lanewise::StreamForm::count>(dstAddr + count, ureg);
}
template <class T = DefaultType, lanewise::VectorRegister U>
LANEWISE_API void Store(T* dstAddr, const U& srcReg) {
    Store(dstAddr, srcReg, lanewise::register_bytes / sizeof(T));
}

LANEWISE_OLD_NAME(DataCopyUnAlignPre, LoadUnAlignPre)
LANEWISE_OLD_NAME(DataCopyUnAlign, LoadUnAlign)
LANEWISE_OLD_NAME(DataCopyUnAlign, StoreUnAlign)
LANEWISE_OLD_NAME(DataCopyUnAlignPost, StoreUnAlignPost)

}  // namespace AscendC::Reg
