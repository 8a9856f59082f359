// Tensors in UB with the bytes of GM arrays, for kernels that test one library function at a time.
#pragma once

#include "kernel_operator.h"

class Ub {
  public:
    template <class T>
    AscendC::LocalTensor<T> room(uint32_t count) {
        const uint32_t bytes = (count * sizeof(T) + 31) / 32 * 32;
        AscendC::LocalTensor<T> made(AscendC::TPosition::VECCALC, next_, bytes / sizeof(T));
        next_ += bytes;
        made.SetSize(count);
        return made;
    }
    template <class T>
    AscendC::LocalTensor<T> load(__gm__ T* from, uint32_t count) {
        AscendC::LocalTensor<T> made = room<T>(count);
        auto* to = reinterpret_cast<uint8_t*>(made.GetPhyAddr());
        for (uint32_t i = 0; i < count * sizeof(T); ++i) to[i] = reinterpret_cast<uint8_t*>(from)[i];
        return made;
    }
    // `count` bytes after the elements come along: they show what a function touched.
    template <class T>
    void store(__gm__ T* to, const AscendC::LocalTensor<T>& from, uint32_t count) {
        const auto* bytes = reinterpret_cast<const uint8_t*>(from.GetPhyAddr());
        for (uint32_t i = 0; i < count * sizeof(T); ++i) reinterpret_cast<uint8_t*>(to)[i] = bytes[i];
    }

  private:
    uint32_t next_ = 0;
};
