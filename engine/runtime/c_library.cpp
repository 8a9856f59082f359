// C's printf and assert inside kernels. Vector functions say plain printf, and so does `using namespace AscendC` when
// there are no arguments. The text belongs to the block, like that of AscendC::printf, or the lines of concurrent
// blocks would mix. Programs find these functions before those of the C library; outside kernels they do the same.
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "lanewise/shared/abi.h"
#include "runtime/print.hpp"

namespace lanewise::runtime {

namespace {

int print(const char* format, va_list arguments) {
    if (!lw_in_kernel()) return std::vprintf(format, arguments);
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    std::string text(length < 0 ? 0 : static_cast<std::size_t>(length) + 1, '\0');
    if (!text.empty()) {
        std::vsnprintf(text.data(), text.size(), format, again);
        text.pop_back();
        write_text("printf", text);
    }
    va_end(again);
    return length;
}

}  // namespace

}  // namespace lanewise::runtime

extern "C" {

int printf(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = lanewise::runtime::print(format, arguments);
    va_end(arguments);
    return length;
}

int __printf_chk(int, const char* format, ...) {  // printf in builds with _FORTIFY_SOURCE
    va_list arguments;
    va_start(arguments, format);
    const int length = lanewise::runtime::print(format, arguments);
    va_end(arguments);
    return length;
}

// Compilers turn simple calls of printf into these.
int puts(const char* text) {
    if (!lw_in_kernel()) return std::fputs(text, stdout) < 0 ? EOF : std::fputc('\n', stdout);
    lanewise::runtime::write_text("printf", std::string(text) + "\n");
    return 0;
}

// Named for the linker alone: a C library may define putchar in its header, and clang takes ours for a second one.
int put_letter(int letter) __asm__("putchar");
int put_letter(int letter) {
    if (!lw_in_kernel()) return std::fputc(letter, stdout);
    lanewise::runtime::write_text("printf", std::string(1, static_cast<char>(letter)));
    return letter;
}

#ifdef __linux__
void __assert_fail(const char* expression, const char* file, unsigned int line, const char* function) noexcept(false) {
    if (lw_in_kernel()) lw_assert(file, static_cast<int>(line), function, expression, nullptr, nullptr, 0);
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line, function,
                 expression);
    std::abort();
}
#endif
}
