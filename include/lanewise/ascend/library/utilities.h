// Names of the vendor's own library that programs use too: its log and its checks.
#pragma once

#include "lanewise/ascend/assertion.h"
#include "lanewise/ascend/tensor.h"

namespace lanewise::library {

enum class LogLevel { KERNEL_DEBUG, KERNEL_INFO, KERNEL_WARN, KERNEL_ERROR };

template <class... A>
void log(LogLevel level, const char* format, A... arguments) {
    constexpr const char* names[] = {"DEBUG", "INFO", "WARN", "ERROR"};
    print(true, "[%s] ", names[static_cast<int>(level)]);
    print(false, format, arguments...);
    print(false, "\n");
}

}  // namespace lanewise::library

#define KERNEL_LOG(level, ...) ::lanewise::library::log(::lanewise::library::LogLevel::level, __VA_ARGS__)

// A check with something to do when it fails, which is then an assertion that failed.
#define ASCENDC_ASSERT(condition, ...)                                                                   \
    do {                                                                                                 \
        if (!(condition)) {                                                                              \
            __VA_ARGS__;                                                                                 \
            ::lanewise::assertion_failed(__FILE__, __LINE__, __func__, #condition);                      \
        }                                                                                                \
    } while (0)

// The device compiler knows these without a namespace.
template <class A, class B>
constexpr auto min(const A& a, const B& b) { return b < a ? b : a; }
template <class A, class B>
constexpr auto max(const A& a, const B& b) { return a < b ? b : a; }
