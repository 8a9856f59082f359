// For programs that call every overload of a family: tensors made from a function of the index, and results compared with
// another one, all by the scalar unit.
#pragma once

#include <cstdio>
#include <cstring>

#include "acl/acl.h"
#include "kernel_operator.h"

inline int failures = 0;

template <class Tensor, class F>
void fill(const Tensor& tensor, F value) {
    using T = typename Tensor::PrimType;
    for (std::uint32_t i = 0; i < tensor.GetSize(); ++i) tensor.SetValue(i, static_cast<T>(value(static_cast<int>(i))));
}

// A tensor of `count` elements at a byte address.
template <class T, class F>
AscendC::LocalTensor<T> make(std::uint32_t address, std::uint32_t count, F value) {
    AscendC::LocalTensor<T> tensor(AscendC::TPosition::VECCALC, address, count);
    fill(tensor, value);
    return tensor;
}

template <class T, class F>
AscendC::GlobalTensor<T> make_global(std::uint8_t* address, std::uint32_t count, F value) {
    AscendC::GlobalTensor<T> tensor;
    tensor.SetGlobalBuffer(reinterpret_cast<T*>(address), count);
    fill(tensor, value);
    return tensor;
}

template <class Tensor, class F>
void equal(int line, const Tensor& tensor, int count, F expected) {
    using T = typename Tensor::PrimType;
    for (int i = 0; i < count; ++i) {
        const T got = tensor.GetValue(static_cast<std::uint32_t>(i)), want = static_cast<T>(expected(i));
        if (std::memcmp(static_cast<const void*>(&got), &want, sizeof(T)) == 0) continue;
        ++failures;
        std::fprintf(stderr, "line %d: element %d is %g, not %g\n", line, i, static_cast<double>(got), static_cast<double>(want));
        return;
    }
}
#define EQUAL(tensor, count, ...) equal(__LINE__, tensor, count, [&]([[maybe_unused]] int i) { return __VA_ARGS__; })

inline void holds(int line, bool condition, const char* text) {
    if (condition) return;
    ++failures;
    std::fprintf(stderr, "line %d: not so: %s\n", line, text);
}
#define HOLDS(...) holds(__LINE__, __VA_ARGS__, #__VA_ARGS__)

// Runs `kernel` on one core, with a megabyte of global memory.
#define RUN(kernel)                                                                   \
    int main() {                                                                      \
        aclrtStream stream = nullptr;                                                 \
        void* memory = nullptr;                                                       \
        aclInit(nullptr);                                                             \
        aclrtSetDevice(0);                                                            \
        aclrtCreateStream(&stream);                                                   \
        aclrtMalloc(&memory, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST);                     \
        kernel<<<1, 0, stream>>>(static_cast<std::uint8_t*>(memory));                 \
        aclrtSynchronizeStream(stream);                                               \
        aclrtFree(memory);                                                            \
        aclrtDestroyStream(stream);                                                   \
        aclrtResetDevice(0);                                                          \
        aclFinalize();                                                                \
        std::printf(failures ? "%d calls failed\n" : "all calls passed\n", failures); \
        return failures != 0;                                                         \
    }
