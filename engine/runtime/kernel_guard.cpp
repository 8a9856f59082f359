// Signals while kernels of the AI Engine run: a call ends, the process does not.
#include "lanewise/shared/aie/guard.h"

#include <execinfo.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>
#include <utility>

#include "runtime/crash.hpp"
#include "runtime/handlers.hpp"

namespace lanewise::runtime {

namespace {

using aie::kernel_call;

thread_local kernel_call* innermost = nullptr;

bool take_for_call(int signal, siginfo_t* info, void* context) {
    kernel_call* call = innermost;
    const bool is_late = signal == over_time_signal();
    if (!call || signal == leave_signal) return false;
    if (is_late) call->late = true;
    if (call->elsewhere) return is_late;
    if (signal == SIGINT) hand_on(signal, info, context);  // Python notes it and goes on
    call->signal = signal;
    call->address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    call->stack.depth = interrupted_stack(call->stack.at, context, aie::call_stack::most);
    siglongjmp(call->out, signal == SIGABRT  ? kernel_call::aborted
                          : signal == SIGINT ? kernel_call::interrupted
                          : is_late          ? kernel_call::too_long
                                             : kernel_call::crashed);
}

// Counts what this thread computes: who waits for another kernel is not slow.
class stopwatch {
public:
    void start(std::uint64_t milliseconds) {
        sigevent event{};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = over_time_signal();
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
    prepare_for_crashes();
    call->outer = innermost;
    begin_hearing(Guarding::calls, take_for_call);
    innermost = call;
    if (milliseconds && !call->outer) watch.start(milliseconds);
}

void lw_kernel_leave(lanewise::aie::kernel_call* call) {
    if (!call->outer) watch.stop();
    innermost = call->outer;
    end_hearing(Guarding::calls);
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
