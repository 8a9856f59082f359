// What C++ leaves undefined and processors answer differently, in a program's own scalar code. Programs are compiled with
// the compiler's checks for it, which call these functions by names that are not ours to choose.
#include <csignal>
#include <mutex>
#include <set>

#include "runtime/report.hpp"

namespace lanewise::runtime {

namespace {

// A loop may do it a million times, and looking up a line is slow.
bool first_time(const void* place) {
    static std::mutex lock;
    static auto& known = *new std::set<const void*>();
    static std::uint32_t round = 0;
    std::lock_guard guard(lock);
    if (round != warning_round()) known.clear();
    round = warning_round();
    return known.insert(place).second;
}

}  // namespace

}  // namespace lanewise::runtime

extern "C" {

// A float too large for the integer it is converted to: x86-64 gives the least number, Arm the nearest one.
void __ubsan_handle_float_cast_overflow(void*, void*) {
    using namespace lanewise;
    if (runtime::first_time(__builtin_return_address(0))) runtime::warn_in_place(Fault("KERNEL-007", {}));
}

// A division by zero: x86-64 stops with this signal, Arm gives 0.
void __ubsan_handle_divrem_overflow(void*, void*, void*) { std::raise(SIGFPE); }
}
