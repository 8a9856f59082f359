// Activations that work element by element.
#pragma once

#include "lanewise/library/map.h"
#include "lanewise/library/math.h"

namespace AscendC {

LANEWISE_UNARY(Sigmoid, Tail, lib_sigmoid)

#define LANEWISE_GELU(Name, record, ...)                                                                              \
    template <class T, bool highPrecision = false, bool highPerformance = false, class... Tail>                       \
        requires lanewise::library::CountedTail<Tail...>                                                              \
    LANEWISE_API void Name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const Tail&... tail) {     \
        LANEWISE_REAL(Name, T);                                                                                       \
        lanewise::library::map(lanewise::Opcode::record##_, lanewise::library::count_in(srcLocal, tail...), 0,        \
                               dstLocal, srcLocal __VA_OPT__(, ) __VA_ARGS__);                                        \
    }
LANEWISE_GELU(Gelu, lib_gelu)
LANEWISE_GELU(FasterGelu, lib_faster_gelu)
// The number keeps 0 / 0 away where the element type can hold it.
LANEWISE_GELU(FasterGeluV2, lib_faster_gelu_v2, std::is_same_v<T, half> && !highPrecision ? 0.0 : 1e-12)
#undef LANEWISE_GELU

template <class T, bool isReuseSource = false>
LANEWISE_API void Silu(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, std::uint32_t dataSize) {
    LANEWISE_REAL(Silu, T);
    lanewise::library::map(lanewise::Opcode::lib_silu_, dataSize, 0, dstLocal, srcLocal);
}
template <class T, bool isReuseSource = false>
LANEWISE_API void Swish(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, std::uint32_t dataSize,
                        const lanewise::plain_t<T> scalarValue) {
    LANEWISE_REAL(Swish, T);
    lanewise::library::map(lanewise::Opcode::lib_swish_, dataSize, 0, dstLocal, srcLocal, scalarValue);
}

// The gated forms: the second source is the gate.
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
LANEWISE_API void GeGLU(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                        const LocalTensor<T>& srcTensor1, const Tail&... tail) {
    LANEWISE_REAL(GeGLU, T);
    lanewise::library::map(lanewise::Opcode::lib_geglu_, lanewise::library::count_in(srcTensor0, tail...), 0, dstTensor,
                           srcTensor0, srcTensor1);
}
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
LANEWISE_API void SwiGLU(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                         const LocalTensor<T>& srcTensor1, const float& scalarValue, const Tail&... tail) {
    LANEWISE_REAL(SwiGLU, T);
    lanewise::library::map(lanewise::Opcode::lib_swiglu_, lanewise::library::count_in(srcTensor0, tail...), 0,
                           dstTensor, srcTensor0, srcTensor1, scalarValue);
}
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
LANEWISE_API void ReGlu(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                        const LocalTensor<T>& srcTensor1, const Tail&... tail) {
    LANEWISE_REAL(ReGlu, T);
    lanewise::library::map(lanewise::Opcode::lib_reglu_, lanewise::library::count_in(srcTensor0, tail...), 0, dstTensor,
                           srcTensor0, srcTensor1);
}

}  // namespace AscendC

#undef LANEWISE_UNARY
