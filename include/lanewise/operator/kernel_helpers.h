// Helpers of kernels that the vendor installs beside the host's: division and sizes.
#pragma once

#include "kernel_operator.h"

namespace Ops::Base {

template <class T>
__aicore__ inline constexpr T CeilDiv(T x, T y) {
    return y == 0 ? x : static_cast<T>((x + y - 1) / y);
}
template <class T>
__aicore__ inline constexpr T CeilAlign(T x, T align) {
    return align == 0 ? 0 : static_cast<T>((x + align - 1) / align * align);
}
template <class T>
__aicore__ inline constexpr T FloorDiv(T x, T y) {
    return y == 0 ? x : static_cast<T>(x / y);
}
template <class T>
__aicore__ inline constexpr T FloorAlign(T x, T align) {
    return align == 0 ? 0 : static_cast<T>(x / align * align);
}
__aicore__ inline constexpr std::uint32_t GetUbBlockSize() { return 32; }
__aicore__ inline constexpr std::uint32_t GetVRegSize() { return 256; }

}  // namespace Ops::Base
