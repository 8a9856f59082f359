#include "runtime/crash.hpp"

#include <execinfo.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>

namespace lanewise::runtime {

namespace {

constexpr std::size_t spare_bytes = 256 * 1024;

// The stack that handlers of a thread run on, as long as the thread lives.
struct Spare {
    std::uintptr_t end = 0;  // of the thread's own stack: its lowest address
    void* place = MAP_FAILED;
    stack_t before{};

    Spare() {
        void* first[1];
        backtrace(first, 1);  // loads what it needs, while that is safe
        pthread_attr_t settings;
        if (pthread_getattr_np(pthread_self(), &settings) == 0) {
            void* lowest = nullptr;
            std::size_t bytes = 0;
            if (pthread_attr_getstack(&settings, &lowest, &bytes) == 0) end = reinterpret_cast<std::uintptr_t>(lowest);
            pthread_attr_destroy(&settings);
        }
        place = mmap(nullptr, spare_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        stack_t stack{};
        stack.ss_sp = place;
        stack.ss_size = spare_bytes;
        if (place != MAP_FAILED) sigaltstack(&stack, &before);
    }
    ~Spare() {
        if (place == MAP_FAILED) return;
        sigaltstack(&before, nullptr);
        munmap(place, spare_bytes);
    }
};

thread_local std::uintptr_t stack_end = 0;

}  // namespace

void prepare_for_crashes() {
    thread_local const Spare spare;
    stack_end = spare.end;
}

std::uintptr_t interrupted_at(const void* context) {
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__aarch64__)
    return static_cast<std::uintptr_t>(machine.pc);
#elif defined(__x86_64__)
    return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#else
    static_cast<void>(machine);
    return 0;
#endif
}

// A caller's place lies just before its return address; the interrupted instruction has not run yet, so that address must
// not be moved back.
int interrupted_stack(void** stack, const void* context, int deepest) {
    const std::uintptr_t at = interrupted_at(context);
    const int depth = backtrace(stack, deepest);
    for (int i = 0; i < depth; ++i)
        if (reinterpret_cast<std::uintptr_t>(stack[i]) == at) stack[i] = reinterpret_cast<void*>(at + 1);
#if defined(__aarch64__)
    // Between a call and its function, in the linker's own code, nothing says how to go on; the caller is still in its register.
    if (depth && depth < deepest && stack[depth - 1] == reinterpret_cast<void*>(at + 1)) {
        stack[depth] = reinterpret_cast<void*>(static_cast<const ucontext_t*>(context)->uc_mcontext.regs[30]);
        return depth + 1;
    }
#endif
    return depth;
}

void note_crash(Crash& crash, int signal, const siginfo_t* info, const void* context) {
    crash.address = info->si_addr;
    // A large frame may step over the page that guards the end.
    constexpr std::uintptr_t below = 1 << 20, above = 1 << 12;
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    crash.overflow = (signal == SIGSEGV || signal == SIGBUS) && stack_end && address + below >= stack_end && address < stack_end + above;
    crash.depth = interrupted_stack(crash.stack, context);
    crash.signal = signal;
}

Fault crash_fault(const Crash& crash, const Block* block) {
    const char* who = block ? "kernel" : "program";
    if (crash.overflow) return Fault("KERNEL-004", {{"case", "stack"}, {"who", who}});
    switch (crash.signal) {
        case SIGFPE: return Fault("KERNEL-004", {{"case", "division"}, {"who", who}});
        case SIGILL: return Fault("KERNEL-004", {{"case", "instruction"}, {"who", who}});
        case SIGABRT: return Fault("KERNEL-004", {{"case", "abort"}, {"who", who}});
        default: break;
    }
    char place[32];
    std::snprintf(place, sizeof place, "%p", crash.address);
    if (block) {
        const auto address = reinterpret_cast<std::uint64_t>(crash.address);
        const std::uint8_t* memory = block->vector_memory();
        const auto offset = end_behind(memory, address) ? static_cast<std::uint32_t>(address) : static_cast<std::uint8_t*>(crash.address) - memory;
        const std::uint32_t size = block->core.vector_memory().size;
        if (offset >= size && offset < (1ll << 32))
            return Fault("KERNEL-004", {{"case", "past_memory"}, {"address", place}, {"memory", name_of(Space::vector)}, {"offset", offset},
                                        {"chip", block->core.rules->name}, {"size", size}});
    }
    return Fault("KERNEL-004", {{"case", "memory"}, {"who", who}, {"address", place}});
}

}  // namespace lanewise::runtime
