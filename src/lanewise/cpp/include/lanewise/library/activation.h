// Activations that work element by element.
#pragma once

#include "lanewise/library/map.h"
#include "lanewise/library/math.h"

namespace lanewise::library {

// For every float: no infinity divided by infinity at either end.
inline double sigmoid(double x) {
    const double e = std::exp(x < 0 ? x : -x);
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
}
inline double swish(double x, double beta) {
    if (std::isinf(x) && x * beta < 0) return -0.0;
    return x * sigmoid(beta * x);
}
inline double gelu(double x) { return swish(x, 1.5957691216057308 * (1 + 0.044715 * x * x)); }
// A quadratic in place of the error function. `small` keeps 0 / 0 away where the element type can hold it.
inline double faster_gelu_v2(double x, double small) {
    const double t = std::fmin(std::fabs(0.7071 * x), 1.769) - 1.769;
    const double sign = (x + small) / std::fabs(x + small);
    return x * ((-0.1444 * t * t + 0.5) * sign + 0.5);
}

}  // namespace lanewise::library

namespace AscendC {

LANEWISE_UNARY(Sigmoid, Tail, lanewise::library::sigmoid(x))

#define LANEWISE_GELU(Name, expression)                                                                    \
    template <class T, bool highPrecision = false, bool highPerformance = false, class... Tail>            \
        requires lanewise::library::CountedTail<Tail...>                                                   \
    void Name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const Tail&... tail) {       \
        LANEWISE_REAL(Name, T);                                                                            \
        lanewise::library::map(#Name, lanewise::library::count_in(srcLocal, tail...),                      \
                               [](double x) -> double { return expression; }, dstLocal, srcLocal);         \
    }
LANEWISE_GELU(Gelu, lanewise::library::gelu(x))
LANEWISE_GELU(FasterGelu, lanewise::library::swish(x, 1.702))
LANEWISE_GELU(FasterGeluV2, lanewise::library::faster_gelu_v2(x, std::is_same_v<T, half> && !highPrecision ? 0.0 : 1e-12))
#undef LANEWISE_GELU

template <class T, bool isReuseSource = false>
void Silu(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, std::uint32_t dataSize) {
    LANEWISE_REAL(Silu, T);
    lanewise::library::map("Silu", dataSize, [](double x) { return lanewise::library::swish(x, 1); }, dstLocal, srcLocal);
}
template <class T, bool isReuseSource = false>
void Swish(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, std::uint32_t dataSize, const lanewise::plain_t<T> scalarValue) {
    LANEWISE_REAL(Swish, T);
    lanewise::library::map("Swish", dataSize, lanewise::library::swish, dstLocal, srcLocal, scalarValue);
}

// The gated forms: the second source is the gate.
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
void GeGLU(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0, const LocalTensor<T>& srcTensor1, const Tail&... tail) {
    LANEWISE_REAL(GeGLU, T);
    lanewise::library::map("GeGLU", lanewise::library::count_in(srcTensor0, tail...),
                           [](double a, double b) { return a * lanewise::library::gelu(b); }, dstTensor, srcTensor0, srcTensor1);
}
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::Tail<Tail...>
void SwiGLU(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0, const LocalTensor<T>& srcTensor1, const float& scalarValue,
            const Tail&... tail) {
    LANEWISE_REAL(SwiGLU, T);
    lanewise::library::map("SwiGLU", lanewise::library::count_in(srcTensor0, tail...), [scalarValue](double a, double b) {
        return a * lanewise::library::swish(b, scalarValue);
    }, dstTensor, srcTensor0, srcTensor1);
}
template <class T, bool isReuseSource = false, class... Tail>
    requires lanewise::library::CountedTail<Tail...>
void ReGlu(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0, const LocalTensor<T>& srcTensor1, const Tail&... tail) {
    LANEWISE_REAL(ReGlu, T);
    lanewise::library::map("ReGlu", lanewise::library::count_in(srcTensor0, tail...), [](double a, double b) {
        return a * (b < 0 ? 0.0 : b);
    }, dstTensor, srcTensor0, srcTensor1);
}

}  // namespace AscendC

#undef LANEWISE_UNARY
