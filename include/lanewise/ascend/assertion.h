// Assertions of kernels. Outside kernels `assert` is what C says it is.
#pragma once

#include <cassert>
#include <cstdio>
#include <cstdlib>

#include "lanewise/ascend/print.h"

namespace lanewise {

template <class... A>
[[gnu::noinline, gnu::cold]] void assertion_failed(const char* file, int line, const char* function,
                                                   const char* expression, A... rest) {
    if (!lw_in_kernel()) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", file, line, function, expression);
        std::abort();
    }
    if constexpr (sizeof...(A) == 0) {
        lw_assert(file, line, function, expression, nullptr, nullptr, 0);
    } else {
        [&](const char* format, auto... arguments) {
            const lw_value values[sizeof...(arguments) + 1] = {shown(arguments)...};
            lw_assert(file, line, function, expression, format, values, sizeof...(arguments));
        }(rest...);
    }
}

}  // namespace lanewise

#undef assert
#undef ascendc_assert
#if defined(NDEBUG) || (defined(ASCENDC_DUMP) && ASCENDC_DUMP == 0)
#define ascendc_assert(...) (static_cast<void>(0))
#else
#define ascendc_assert(expression, ...)                                                       \
    (static_cast<bool>(expression)                                                            \
         ? static_cast<void>(0)                                                               \
         : ::lanewise::assertion_failed(__FILE__, __LINE__, __func__, #expression __VA_OPT__(, ) __VA_ARGS__))
#endif
#define assert(...) ascendc_assert(__VA_ARGS__)

// The old macro is not there on the device: some programs have no semicolon around it.
#ifndef ASSERT
#define ASSERT(...)
#endif
#ifndef ASSERT_MSG
#define ASSERT_MSG(...)
#endif
