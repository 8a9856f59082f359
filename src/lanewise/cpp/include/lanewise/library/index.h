// Arange: an arithmetic progression, made as the chips make it: the first values one by one, then block by block.
#pragma once

#include "lanewise/library/lanes.h"

namespace AscendC {

// 2201 adds within a data block, then block to block up to 256 bytes, then 256 bytes at a time; ascend950 starts with 256 bytes.
template <class T>
void Arange(const LocalTensor<T>& dst, const lanewise::plain_t<T> firstValue, const lanewise::plain_t<T> diffValue, const std::int32_t count) {
    using namespace lanewise::library;
    const std::uint32_t n = count > 0 ? static_cast<std::uint32_t>(count) : 0;
    const Lanes<T> to("Arange", "dst", dst, n);
    constexpr std::uint32_t repeat = 256 / sizeof(T), start = __NPU_ARCH__ == 3510 ? repeat : per_block<T>;
    if constexpr (std::is_integral_v<T>) {
        for (std::uint32_t i = 0; i < n; ++i)
            to.put(i, static_cast<T>(static_cast<std::uint64_t>(firstValue) + i * static_cast<std::uint64_t>(diffValue)));
    } else {
        const auto step = [&](std::uint32_t lanes) { return wide(narrow_to<T>(static_cast<float>(wide(diffValue) * lanes))); };
        for (std::uint32_t i = 0; i < n; ++i) {
            if (i < start) to.set(i, wide(firstValue) + wide(diffValue) * i);
            else if (i < repeat) to.set(i, to.wide(i - per_block<T>) + step(per_block<T>));
            else to.set(i, to.wide(i - repeat) + step(repeat));
        }
    }
}
template <class T>
void ArithProgression(const LocalTensor<T>& dst, const lanewise::plain_t<T> firstValue, const lanewise::plain_t<T> diffValue, const std::int32_t count) {
    Arange<T>(dst, firstValue, diffValue, count);
}

}  // namespace AscendC
