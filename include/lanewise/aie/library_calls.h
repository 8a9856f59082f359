// Elementary functions of the C library that a kernel calls, where time is counted: the scalar unit computes them, and the
// linker leads their calls here (LIBRARY_CALLS in lanewise/cpp/compiler.py). Square roots are instructions of this computer.
#pragma once

#include "lanewise/aie/scalars.h"

#ifdef LANEWISE_AIE_SEES_SCALARS

namespace lanewise::aie {

[[gnu::noinline, gnu::visibility("hidden")]] inline void count_library_call([[maybe_unused]] const char* name, [[maybe_unused]] void* from) {
#ifdef LANEWISE_AIE_TRACE
    if (!sees_scalars) return;
    sees_scalars = false;
    if (!recorded().depth) {
        record one(name, from);
        one.keep();
    }
    sees_scalars = true;
#endif
}

}  // namespace lanewise::aie

#define LANEWISE_AIE_CALL(name, type, parameters, arguments)                                                        \
    type __real_##name parameters;                                                                                 \
    __attribute__((no_sanitize("thread"), visibility("hidden"), used)) inline type __wrap_##name parameters {      \
        ::lanewise::aie::count_library_call(#name, __builtin_return_address(0));                                   \
        return __real_##name arguments;                                                                            \
    }
#define LANEWISE_AIE_OF_ONE(name)                        \
    LANEWISE_AIE_CALL(name, double, (double x), (x))     \
    LANEWISE_AIE_CALL(name##f, float, (float x), (x))
#define LANEWISE_AIE_OF_TWO(name)                                        \
    LANEWISE_AIE_CALL(name, double, (double x, double y), (x, y))        \
    LANEWISE_AIE_CALL(name##f, float, (float x, float y), (x, y))
extern "C" {
LANEWISE_AIE_OF_ONE(sin)
LANEWISE_AIE_OF_ONE(cos)
LANEWISE_AIE_OF_ONE(tan)
LANEWISE_AIE_OF_ONE(asin)
LANEWISE_AIE_OF_ONE(acos)
LANEWISE_AIE_OF_ONE(atan)
LANEWISE_AIE_OF_ONE(sinh)
LANEWISE_AIE_OF_ONE(cosh)
LANEWISE_AIE_OF_ONE(tanh)
LANEWISE_AIE_OF_ONE(exp)
LANEWISE_AIE_OF_ONE(exp2)
LANEWISE_AIE_OF_ONE(expm1)
LANEWISE_AIE_OF_ONE(log)
LANEWISE_AIE_OF_ONE(log2)
LANEWISE_AIE_OF_ONE(log10)
LANEWISE_AIE_OF_ONE(log1p)
LANEWISE_AIE_OF_ONE(cbrt)
LANEWISE_AIE_OF_TWO(atan2)
LANEWISE_AIE_OF_TWO(pow)
LANEWISE_AIE_OF_TWO(hypot)
LANEWISE_AIE_OF_TWO(fmod)
}
#undef LANEWISE_AIE_OF_TWO
#undef LANEWISE_AIE_OF_ONE
#undef LANEWISE_AIE_CALL

#endif
