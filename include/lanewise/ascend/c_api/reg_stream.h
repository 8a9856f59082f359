// Loads and stores at any address, through a register that holds a block of the stream.
#pragma once

#include "lanewise/ascend/c_api/reg_load.h"
#include "lanewise/ascend/reg/registers.h"

// --- loads ---

template <class T>
LANEWISE_API void asc_loadunalign_pre(vector_load_unalign& dst, __ubuf__ T* src) {
    lanewise::reg_call(lanewise::Opcode::reg_load_pre_, 0, dst, lanewise::c::ub(lanewise::c::bits(src))).issue();
}
template <class T>
LANEWISE_API void asc_loadunalign_pre(vector_load_unalign& dst, __ubuf__ T* src, addr_reg offset) {
    asc_loadunalign_pre(dst, lanewise::c::behind(src, offset));
}
template <class T>
LANEWISE_API void asc_loadunalign(lanewise::c::Vector<T>& dst, vector_load_unalign& src0,
                                  __ubuf__ lanewise::c::pointed_t<T>* src1) {
    using lanewise::c::bits;
    lanewise::reg_call(lanewise::Opcode::reg_load_unaligned_, 0, bits(dst), src0, lanewise::c::ub(bits(src1))).issue_with(0);
}
template <class T>
LANEWISE_API void asc_loadunalign_postupdate(lanewise::c::Vector<T>& dst, vector_load_unalign& src0,
                                             __ubuf__ lanewise::c::pointed_t<T>*& src1, std::uint32_t count) {
    asc_loadunalign(dst, src0, src1);
    src1 += count;
}
// The offset comes from its loops: there is nothing to move on.
template <class T>
LANEWISE_API void asc_loadunalign_postupdate(lanewise::c::Vector<T>& dst, vector_load_unalign& src0,
                                             __ubuf__ lanewise::c::pointed_t<T>* src1, addr_reg& offset, std::uint32_t) {
    asc_loadunalign(dst, src0, lanewise::c::behind(src1, offset));
}
template <class T>
LANEWISE_API void asc_load(lanewise::c::Vector<T>& dst, __ubuf__ lanewise::c::pointed_t<T>* src) {
    vector_load_unalign stream;
    asc_loadunalign_pre(stream, src);
    asc_loadunalign(dst, stream, src);
}

// --- stores ---

namespace lanewise::c {

template <class T, class P>
LANEWISE_API void append(P* dst, AscendC::Reg::UnalignReg& stream, const Vector<T>& src, StreamForm form, std::int64_t number) {
    reg_call(Opcode::reg_store_unaligned_, 0, ub(bits(dst)), bits(src), stream).issue_with(form, number);
}
template <class P>
LANEWISE_API void flush(P* dst, AscendC::Reg::UnalignReg& stream, StreamForm form) {
    reg_call(Opcode::reg_store_post_, 0, ub(bits(dst)), stream).issue_with(form);
}

// Programs give the end of a stream or its start: the register knows where its bytes belong.
LANEWISE_API std::uint8_t* end_of(const AscendC::Reg::UnalignReg& stream) {
    std::uint64_t address;  // in front of the number of pending bytes
    __builtin_memcpy(&address, stream.lanewise_bytes + lanewise::stream_pending - sizeof address, sizeof address);
    return lw_current()->ub + static_cast<std::uint32_t>(address);
}

}  // namespace lanewise::c

template <class T>
LANEWISE_API void asc_storeunalign(__ubuf__ lanewise::c::pointed_t<T>* dst, vector_store_unalign& src0,
                                   const lanewise::c::Vector<T>& src1, std::uint32_t count) {
    lanewise::c::append(dst, src0, src1, lanewise::StreamForm::count, count);
}
template <class T>
LANEWISE_API void asc_storeunalign_postupdate(__ubuf__ lanewise::c::pointed_t<T>*& dst, vector_store_unalign& src0,
                                              const lanewise::c::Vector<T>& src1, std::uint32_t count) {
    asc_storeunalign(dst, src0, src1, count);
    dst += count;
}
// What asc_squeeze_with_status kept, AR bytes behind dst; AR moves on.
template <class T>
LANEWISE_API void asc_storeunalign_postupdate(__ubuf__ lanewise::c::pointed_t<T>* dst, vector_store_unalign& src0,
                                              const lanewise::c::Vector<T>& src1) {
    lanewise::c::append(dst, src0, src1, lanewise::StreamForm::squeezed, 1);
}
template <class T>
LANEWISE_API void asc_storeunalign_postupdate(__ubuf__ lanewise::c::pointed_t<T>* dst, vector_store_unalign& src0,
                                              const lanewise::c::Vector<T>& src1, addr_reg& count) {
    lanewise::c::append(lanewise::c::behind(dst, count), src0, src1, lanewise::StreamForm::address, 0);
}
// The bits of lanes: of 16 bits where the pointer says so, else of 32.
template <class T>
LANEWISE_API void asc_storeunalign_postupdate(__ubuf__ T*& dst, vector_store_unalign& src0, const vector_bool& src1) {
    constexpr int width = sizeof(T) == 2 ? 2 : 4;
    lanewise::reg_call(lanewise::Opcode::reg_store_mask_unaligned_, 0, lanewise::c::ub(static_cast<void*>(dst)), src1,
                       src0).issue_with(width);
    dst = lanewise::c::bytes_behind(dst, lanewise::mask_bytes / width);
}

template <class T>
LANEWISE_API void asc_storeunalign_post(__ubuf__ T*, vector_store_unalign& src, std::int32_t) {
    lanewise::c::flush(reinterpret_cast<T*>(lanewise::c::end_of(src)), src, lanewise::StreamForm::count);
}
template <class T>
LANEWISE_API void asc_storeunalign_post(__ubuf__ T* dst, vector_store_unalign& src) {
    lanewise::c::flush(dst, src, lanewise::StreamForm::squeezed);
}
template <class T>
LANEWISE_API void asc_storeunalign_post(__ubuf__ T* dst, vector_store_unalign& src, addr_reg offset) {
    lanewise::c::flush(lanewise::c::behind(dst, offset), src, lanewise::StreamForm::address);
}
template <class T>
LANEWISE_API void asc_storeunalign_post_postupdate(__ubuf__ T*& dst, vector_store_unalign& src, std::int32_t offset) {
    asc_storeunalign_post(dst, src, 0);
    dst += offset;
}

template <class T>
LANEWISE_API void asc_store(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src, std::uint32_t count) {
    vector_store_unalign stream;
    asc_storeunalign(dst, stream, src, count);
    asc_storeunalign_post(dst, stream, 0);
}
template <class T>
LANEWISE_API void asc_store(__ubuf__ lanewise::c::pointed_t<T>* dst, const lanewise::c::Vector<T>& src) {
    asc_store(dst, src, lanewise::register_bytes / sizeof(T));
}
