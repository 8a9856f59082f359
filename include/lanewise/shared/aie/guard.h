// The way out of a kernel that cannot go on: it crashed, failed an assertion, or ran for too long. What the kernel held
// is not cleaned up. All loaded files share the handlers of signals, which are in the runtime library.
#pragma once

#include <csetjmp>
#include <cstdint>

namespace lanewise::aie {

// Return addresses, the innermost first.
struct call_stack {
    static constexpr int most = 32;
    void* at[most] = {};
    int depth = 0;
};

// One call of a kernel. Lives on the stack of its thread.
struct kernel_call {
    enum reason : int { crashed = 1, aborted, interrupted, too_long };

    sigjmp_buf out;
    int signal = 0;
    std::uintptr_t address = 0;  // that a crash was about
    call_stack stack;            // where it ended
    bool elsewhere = false;      // it waits for another kernel, in code that nobody may leave like this
    bool late = false;           // its time was over meanwhile
    kernel_call* outer = nullptr;
};

}  // namespace lanewise::aie

extern "C" {

// From here to lw_kernel_leave a signal that would end the process ends the call: `out` is jumped to with a reason.
// After so many milliseconds of computing, too; 0 is forever.
void lw_kernel_enter(lanewise::aie::kernel_call* call, std::uint64_t milliseconds);
void lw_kernel_leave(lanewise::aie::kernel_call* call);
// Of the innermost call of this thread; null outside of kernels.
lanewise::aie::kernel_call* lw_kernel_current();
// Makes another call the innermost one, where a thread goes on with another kernel; the one that was.
lanewise::aie::kernel_call* lw_kernel_swap(lanewise::aie::kernel_call* call);
// Leaves the innermost call.
[[noreturn]] void lw_kernel_quit(int reason);
void lw_note_stack(lanewise::aie::call_stack* stack);
}
