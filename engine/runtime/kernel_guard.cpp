// Signals while kernels of the AI Engine run: a call ends, the process does not.
#include "lanewise/shared/aie/guard.h"

#include <execinfo.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <mutex>
#include <utility>

namespace lanewise::runtime {

namespace {

using aie::kernel_call;

constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT};
constexpr int count = sizeof signals / sizeof signals[0];
struct sigaction before[count];
int guarded_calls = 0;  // in all threads
std::mutex calls_lock;

thread_local kernel_call* innermost = nullptr;

int over_time() { return SIGRTMAX - 3; }

// What somebody else wanted to do with this signal.
void pass_on(int signal, siginfo_t* info, void* context) {
    for (int i = 0; i < count; ++i) {
        if (signals[i] != signal) continue;
        const struct sigaction& other = before[i];
        if (other.sa_flags & SA_SIGINFO) return other.sa_sigaction(signal, info, context);
        if (other.sa_handler == SIG_IGN) return;
        if (other.sa_handler != SIG_DFL) return other.sa_handler(signal);
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

// The instruction that a signal came at.
void* instruction(void* context) {
    const mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return reinterpret_cast<void*>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<void*>(machine.pc);
#else
    static_cast<void>(machine);
    return nullptr;
#endif
}

void handle(int signal, siginfo_t* info, void* context) {
    kernel_call* call = innermost;
    if (signal == SIGINT) pass_on(signal, info, context);  // Python notes it and goes on
    if (signal == over_time() && call) call->late = true;
    if (!call || call->elsewhere) {
        if (signal != over_time() && signal != SIGINT) pass_on(signal, info, context);
        return;
    }
    call->signal = signal;
    call->address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    lw_note_stack(&call->stack);
    // Every other address lies behind a call, and is looked up one byte before: so this one, too.
    for (void*& at : call->stack.at)
        if (at && at == instruction(context)) at = static_cast<char*>(at) + 1;
    siglongjmp(call->out, signal == SIGABRT       ? kernel_call::aborted
                          : signal == SIGINT      ? kernel_call::interrupted
                          : signal == over_time() ? kernel_call::too_long
                                                  : kernel_call::crashed);
}

// A kernel that calls itself for ever has no stack left to handle that on.
struct other_stack {
    static constexpr std::size_t size = 1 << 16;
    char memory[size];
    other_stack() {
        stack_t now{};
        if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
        now = {};
        now.ss_sp = memory;
        now.ss_size = size;
        sigaltstack(&now, nullptr);
        mine_ = true;
    }
    ~other_stack() {
        stack_t none{};
        none.ss_flags = SS_DISABLE;
        if (mine_) sigaltstack(&none, nullptr);
    }

private:
    bool mine_ = false;
};

// Counts what this thread computes: who waits for another kernel is not slow.
class stopwatch {
public:
    void start(std::uint64_t milliseconds) {
        sigevent event{};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = over_time();
        event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
        started_ = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0;
        itimerspec when{};
        when.it_value.tv_sec = static_cast<time_t>(milliseconds / 1000);
        when.it_value.tv_nsec = static_cast<long>(milliseconds % 1000 * 1000000);
        if (started_) timer_settime(timer_, 0, &when, nullptr);
    }
    void stop() {
        if (started_) timer_delete(timer_);
        started_ = false;
    }

private:
    timer_t timer_;
    bool started_ = false;
};
thread_local stopwatch watch;

}  // namespace

}  // namespace lanewise::runtime

using namespace lanewise::runtime;

void lw_kernel_enter(lanewise::aie::kernel_call* call, std::uint64_t milliseconds) {
    static thread_local other_stack stack;
    static_cast<void>(stack);
    call->outer = innermost;
    {
        const std::lock_guard guard(calls_lock);
        if (guarded_calls++ == 0) {
            void* warm[1];
            backtrace(warm, 1);  // the first call loads a library, which a handler may not do
            struct sigaction mine {};
            mine.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
            mine.sa_sigaction = handle;
            for (int i = 0; i < count; ++i) sigaction(signals[i], &mine, &before[i]);
            sigaction(over_time(), &mine, nullptr);
        }
    }
    innermost = call;
    if (milliseconds && !call->outer) watch.start(milliseconds);
}

void lw_kernel_leave(lanewise::aie::kernel_call* call) {
    if (!call->outer) watch.stop();
    innermost = call->outer;
    const std::lock_guard guard(calls_lock);
    if (--guarded_calls == 0)
        for (int i = 0; i < count; ++i) sigaction(signals[i], &before[i], nullptr);
}

lanewise::aie::kernel_call* lw_kernel_current() { return innermost; }

lanewise::aie::kernel_call* lw_kernel_swap(lanewise::aie::kernel_call* call) { return std::exchange(innermost, call); }

void lw_kernel_quit(int reason) {
    lw_note_stack(&innermost->stack);
    siglongjmp(innermost->out, reason);
}

void lw_note_stack(lanewise::aie::call_stack* stack) {
    stack->depth = backtrace(stack->at, lanewise::aie::call_stack::most);
}
