// Address registers: offsets that follow loop counters.
#pragma once

#include "lanewise/ascend/reg/types.h"

namespace lanewise {

// What an address register adds to a pointer. Memory is read and written as elements of the register.
template <class T>
LANEWISE_API T* moved_by(T* address, const AscendC::Reg::AddrReg& offset) {
    return reinterpret_cast<T*>(reinterpret_cast<std::uint64_t>(address) + static_cast<std::uint64_t>(offset.lanewise_offset));
}
template <VectorRegister R, class T>
LANEWISE_API element_of<R>* elements(const T* address) {
    return reinterpret_cast<element_of<R>*>(reinterpret_cast<std::uint64_t>(address));
}
template <class T>
LANEWISE_API std::uint8_t* raw_bytes(const T* address) {
    return reinterpret_cast<std::uint8_t*>(reinterpret_cast<std::uint64_t>(address));
}
template <class T>
LANEWISE_API void step_bytes(T*& address, std::int64_t bytes) {
    address = reinterpret_cast<T*>(reinterpret_cast<std::uint64_t>(address) + static_cast<std::uint64_t>(bytes));
}

// Where blocks are read or written: a repeat stride, in blocks of 32 bytes, is added before the access, or afterwards to the pointer.
template <AscendC::Reg::PostLiteral mode, class T>
LANEWISE_API T* at_blocks(T*& address, std::uint32_t repeat_stride) {
    T* const far = moved_by(address, {(repeat_stride & 0xFFFF) * std::int64_t{32}});
    if constexpr (mode != AscendC::Reg::PostLiteral::POST_MODE_UPDATE) return far;
    T* const here = address;
    address = far;
    return here;
}

// Where the second of two registers is: behind the first, or where the address is after the first if that is nearer.
constexpr std::int64_t second_at(std::int64_t step) { return step < register_bytes ? step : register_bytes; }

}  // namespace lanewise

namespace AscendC::Reg {

// Counters of loops, the outermost first, each with its stride in elements.
template <class T>
LANEWISE_API AddrReg CreateAddrReg(std::uint16_t index0, std::uint32_t stride0, std::uint16_t index1 = 0, std::uint32_t stride1 = 0,
                                   std::uint16_t index2 = 0, std::uint32_t stride2 = 0, std::uint16_t index3 = 0, std::uint32_t stride3 = 0) {
    const std::int64_t elements = std::int64_t{index0} * stride0 + std::int64_t{index1} * stride1 + std::int64_t{index2} * stride2 +
                                  std::int64_t{index3} * stride3;
    return {elements * static_cast<std::int64_t>(sizeof(T))};
}

}  // namespace AscendC::Reg
