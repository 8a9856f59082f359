// Names of the vendor's own library that programs use too: its log, its checks, the overflow mode.
#pragma once

#include "lanewise/assertion.h"
#include "lanewise/tensor.h"

namespace AscendC {

class AscendCUtils {
  public:
    // CTRL[48]: 1 keeps infinity and NaN in half results, 0 clamps them.
    static void SetOverflow(std::uint64_t ctrlValue) {
        std::uint64_t& ctrl = lw_current()->state->ctrl;
        ctrl = (ctrl & ~(std::uint64_t{1} << 48)) | (ctrlValue == 1 ? std::uint64_t{1} << 48 : 0);
    }
};

}  // namespace AscendC

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
