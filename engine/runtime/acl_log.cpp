// The application's log: a line on the error output. The level is the device log's, which shows errors alone unless told otherwise.
#include <cstdarg>
#include <cstdlib>
#include <string>

#include "lanewise/shared/acl.h"
#include "runtime/runtime.hpp"

void aclAppLog(aclLogLevel level, const char* function, const char* file, std::uint32_t line, const char* format, ...) {
    static constexpr const char* names[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
    const char* wanted = std::getenv("ASCEND_GLOBAL_LOG_LEVEL");
    if (level < ACL_DEBUG || level > ACL_ERROR || level < (wanted ? std::atoi(wanted) : ACL_ERROR)) return;
    va_list arguments;
    va_start(arguments, format);
    char text[1024];
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    std::fprintf(stderr, "[%s] %s:%u %s: %s\n", names[level], file, line, function, text);
}
