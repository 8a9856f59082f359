// What a signal interrupted, noted where it happened and told later.
#pragma once

#include <signal.h>

#include "machine/fault.hpp"
#include "runtime/block.hpp"

namespace lanewise::runtime {

struct Crash {
    int signal = 0;  // 0: none
    void* address = nullptr;
    bool overflow = false;  // of the stack
    void* stack[deepest_stack];
    int depth = 0;
};

// The stack of what a signal interrupted, from its handler.
int interrupted_stack(void** stack, const void* context, int deepest = deepest_stack);
// The instruction that it interrupted.
std::uintptr_t interrupted_at(const void* context);

void note_crash(Crash& crash, int signal, const siginfo_t* info, const void* context);

// As an error: "the kernel divided by zero".
Fault crash_fault(const Crash& crash, const Block* block);

// Handlers of this thread run on a stack of their own from here on: a crash may be a full stack.
void prepare_for_crashes();

constexpr int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

}  // namespace lanewise::runtime
