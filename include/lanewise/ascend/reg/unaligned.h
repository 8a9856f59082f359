// Loads and stores at any address with an unaligned register of their own.
#pragma once

#include "lanewise/ascend/reg/registers.h"

namespace AscendC::Reg {

template <class T = DefaultType, lanewise::VectorRegister U>
LANEWISE_API void Load(U& dstReg, const T* srcAddr) {
    static_assert(!lanewise::in_two<U>, "Load fills one register");
    UnalignRegForLoad ureg;
    LoadUnAlignPre(ureg, srcAddr);
    LoadUnAlign(dstReg, ureg, srcAddr);
}
template <class T = DefaultType, lanewise::VectorRegister U>
LANEWISE_API void Store(T* dstAddr, const U& srcReg, std::uint32_t count) {
    UnalignRegForStore ureg;
    StoreUnAlign(dstAddr, srcReg, ureg, count);
    StoreUnAlignPost(dstAddr, ureg, 0);
}
template <class T = DefaultType, lanewise::VectorRegister U>
LANEWISE_API void Store(T* dstAddr, const U& srcReg) {
    Store(dstAddr, srcReg, lanewise::register_bytes / sizeof(T));
}

}  // namespace AscendC::Reg
