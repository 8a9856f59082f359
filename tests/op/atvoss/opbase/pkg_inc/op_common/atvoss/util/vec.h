#pragma once
#include <cstdint>
#ifdef __CCE_AICORE__
#ifdef ASC_DEVKIT_MAJOR
#error "this devkit is not meant"
#endif
#pragma "lib"
#include "kernel_operator.h"
#include "adv_api/pad/broadcast.h"
#include "adv_api/math/exp.h"
#include "adv_api/math/power.h"
namespace Ops { namespace Base {
using namespace AscendC;
} }
#else
// The host compiles the graphs, too: names of the kernel's types are enough.
#define __aicore__
#define __global__
#define __gm__
namespace Ops { namespace Base {
struct half {};
struct bfloat16_t {};
template <typename T>
struct LocalTensor {};
template <typename T>
struct GlobalTensor {};
} }
using namespace AscendC;
#endif

namespace Ops { namespace Base { namespace Vec {
template <class T>
struct Muls {
    using Type = T;
    static constexpr int buffers = 2;
#ifdef __CCE_AICORE__
    __aicore__ inline Muls(const LocalTensor<T>& dst, const LocalTensor<T>& src, T scalar, int count) { AscendC::Muls(dst, src, scalar, count); }
#endif
};
template <class T>
struct Square {
    using Type = T;
    static constexpr int buffers = 3;
#ifdef __CCE_AICORE__
    __aicore__ inline Square(const LocalTensor<T>& dst, const LocalTensor<T>& src, T, int count) { AscendC::Mul(dst, src, src, count); }
#endif
};
} } }
