// Text from kernels. Every block keeps its own; the host sees it, block by block, when it synchronises.
#include "runtime/print.hpp"

#include <cstdio>
#include <mutex>

#include "lanewise/shared/abi.h"
#include "runtime/block.hpp"
#include "runtime/format.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"

namespace lanewise::runtime {

namespace {

constexpr std::size_t kilobyte = 1024, megabyte = 1024 * kilobyte;
std::size_t text_limit = 30 * kilobyte;
// Text of a block waits for the blocks before it, unless there is no end to it: then whoever counts the output shall see it.
constexpr std::size_t most_kept = 64 * megabyte;

struct Printed {
    std::mutex lock;
    std::string text;
};
Printed& printed() {
    static auto& kept = *new Printed();
    return kept;
}

// A program may end without synchronising.
const struct AtEnd {
    ~AtEnd() { show_printed(); }
} at_end;

std::string block_prefix() {
    return "[" + std::string(core_kinds[running()->core.kind == cube_core ? cube_core : vector_core].name) + " Block " + std::to_string(block_index()) + "/" + std::to_string(block_count()) + "] ";
}

}  // namespace

void publish(const std::string& text) {
    std::lock_guard guard(printed().lock);
    printed().text += text;
}

void show_printed() {
    std::lock_guard guard(printed().lock);
    std::fwrite(printed().text.data(), 1, printed().text.size(), stdout);
    std::fflush(stdout);
    printed().text.clear();
}

void set_print_limit(std::size_t bytes) {
    if (bytes >= kilobyte && bytes <= 64 * megabyte) text_limit = bytes;
}

std::size_t print_limit() { return text_limit; }

void write_text(const char* call, const std::string& text) {
    if (text.size() > text_limit) return warn(Fault("PRINT-001", {{"call", call}, {"size", text.size()}, {"limit", text_limit}}));
    keep_text(text);
}

void keep_text(const std::string& text) {
    std::string& kept = block_text();
    kept += text;
    if (kept.size() < most_kept) return;
    publish(kept);
    kept.clear();
    show_printed();
}

}  // namespace lanewise::runtime

using namespace lanewise::runtime;

extern "C" void lw_print(bool prefix, const char* text, const lw_value* values, int count) {
    int wanted = count;
    const std::string shown = format(text, values, count, &wanted);
    if (!lw_in_kernel()) {  // host code that says `using namespace AscendC` means C's printf
        std::fwrite(shown.data(), 1, shown.size(), stdout);
        return;
    }
    if (wanted > count) warn(lanewise::Fault("PRINT-002", {{"call", "printf"}, {"wanted", wanted}, {"count", count}}));
    write_text("printf", prefix ? block_prefix() + shown : shown);
}

extern "C" void lw_assert(const char* file, int line, const char* function, const char* expression, const char* text,
                          const lw_value* values, int count) {
    const std::string message = text ? format(text, values, count) : "";
    const std::string place = std::string(file) + ":" + std::to_string(line) + ": ";
    const std::string failed = std::string("Assertion `") + expression + "' failed.";
    block_text() += block_prefix() + "[ASSERT] " + place + function + ": " + failed;
    block_text() += (message.empty() ? "" : " " + message) + "\n";
    const std::string more = message.empty() ? "" : ": " + message;
    stop(lanewise::Fault("KERNEL-005", {{"expression", expression}, {"message", more}}));
}
