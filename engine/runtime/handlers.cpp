#include "runtime/handlers.hpp"

#include <atomic>
#include <mutex>

#include "runtime/crash.hpp"

namespace lanewise::runtime {

namespace {

constexpr int guardings = 2;
std::atomic<Take> takers[guardings];
int hearing[guardings];  // how many
struct sigaction handlers_before[NSIG];
std::mutex hearing_lock;

template <class Each>
void each_signal(const Each& each) {
    for (const int signal : crashes) each(signal);
    for (const int signal : {SIGINT, leave_signal}) each(signal);
}

bool is_ours(int signal) { return signal == leave_signal || signal == over_time_signal(); }

void on_signal(int signal, siginfo_t* info, void* context) {
    for (const auto& taker : takers)
        if (const Take take = taker; take && take(signal, info, context)) return;
    if (!is_ours(signal)) hand_on(signal, info, context);
}

}  // namespace

int over_time_signal() { return SIGRTMAX - 3; }

void begin_hearing(Guarding who, Take take) {
    const std::lock_guard guard(hearing_lock);
    const bool is_first = hearing[0] + hearing[1] == 0;
    ++hearing[static_cast<int>(who)];
    takers[static_cast<int>(who)] = take;
    if (!is_first) return;
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigaddset(&action.sa_mask, leave_signal);  // who leaves from inside of another handler would leave a piece half brought
    each_signal([&](int signal) { sigaction(signal, &action, &handlers_before[signal]); });
    sigaction(over_time_signal(), &action, nullptr);  // for good: a clock may have run out already
}

void end_hearing(Guarding who) {
    const std::lock_guard guard(hearing_lock);
    if (--hearing[static_cast<int>(who)] == 0) takers[static_cast<int>(who)] = nullptr;
    if (hearing[0] + hearing[1] == 0) each_signal([](int signal) { sigaction(signal, &handlers_before[signal], nullptr); });
}

bool was_heard(int signal) {
    const struct sigaction& other = handlers_before[signal];
    return (other.sa_flags & SA_SIGINFO) || (other.sa_handler != SIG_DFL && other.sa_handler != SIG_IGN);
}

void hand_on(int signal, siginfo_t* info, void* context) {
    const struct sigaction& other = handlers_before[signal];
    if (other.sa_flags & SA_SIGINFO) return other.sa_sigaction(signal, info, context);
    if (was_heard(signal)) return other.sa_handler(signal);
    if (other.sa_handler == SIG_IGN && info->si_code <= 0) return;
    sigaction(signal, &other, nullptr);  // what ends the process: an instruction runs again, all else is sent again
    if (info->si_code <= 0 || signal == SIGINT) raise(signal);
}

}  // namespace lanewise::runtime
