#include "runtime/guard.hpp"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csetjmp>
#include <cstdio>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/handlers.hpp"
#include "runtime/host_arrays.hpp"

namespace lanewise::runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto patience = 2s;  // after which a thread leaves wherever it is: it would never come back

// A thread inside guarded code.
struct Frame {
    sigjmp_buf back;
    Crash crash;
    pthread_t thread;
};
thread_local Frame* frame = nullptr;

struct Range {
    std::uintptr_t first = 0, last = 0;
    bool holds(std::uintptr_t at) const { return at >= first && at < last; }
};

// What the handlers look at while a guard lives.
std::atomic<int> stopping = 0;         // SIGINT: Ctrl-C; SIGALRM: the time limit
std::atomic<bool> impatient = false;   // a thread has been asked for long
Range code;                            // of the user
double seconds_allowed = 0;

// The user's code, by one of its functions: leaving it where it is keeps no lock of a library.
Range module_of(const void* function) {
    struct Search {
        std::uintptr_t at;
        Range found;
    } search{reinterpret_cast<std::uintptr_t>(function), {}};
    dl_iterate_phdr(
        [](dl_phdr_info* module, std::size_t, void* closure) {
            auto& wanted = *static_cast<Search*>(closure);
            for (int i = 0; i < module->dlpi_phnum; ++i) {
                const auto& part = module->dlpi_phdr[i];
                const Range range{module->dlpi_addr + part.p_vaddr, module->dlpi_addr + part.p_vaddr + part.p_memsz};
                if (part.p_type == PT_LOAD && (part.p_flags & PF_X) && range.holds(wanted.at)) wanted.found = range;
            }
            return wanted.found.last ? 1 : 0;
        },
        &search);
    return search.found;
}

bool take_for_launch(int signal, siginfo_t* info, void* context) {
    Frame* const here = frame;
    if (signal == SIGINT) {
        if (was_heard(signal)) stopping = SIGINT;  // else Ctrl-C ends the process, or nobody wants it
        return false;
    }
    if (signal == SIGSEGV && fetch_lent(info->si_addr)) return true;
    if (!here || signal == over_time_signal()) return false;
    const bool leaves = signal == leave_signal;
    if (leaves && (!stopping || (!impatient && !code.holds(interrupted_at(context))))) return true;
    frame = nullptr;  // a crash in here is none of the kernel's
    note_crash(here->crash, leaves ? stopping.load() : signal, info, context);
    siglongjmp(here->back, 1);
}

// A thread of its own looks at the clock, and asks threads to leave until they have.
class Watcher {
  public:
    static Watcher& get() {
        static std::mutex lock;
        static Watcher* one = nullptr;
        static pid_t owner = 0;
        std::lock_guard guard(lock);
        if (owner != getpid()) {  // a fork takes no threads along
            owner = getpid();
            one = new Watcher();
        }
        return *one;
    }
    void enter(Frame* one) {
        std::lock_guard guard(lock_);
        frames_.push_back(one);
    }
    void exit(Frame* one) {
        std::lock_guard guard(lock_);
        frames_.erase(std::find(frames_.begin(), frames_.end(), one));
    }
    void begin(double seconds) {
        std::lock_guard guard(lock_);
        watching_ = true;
        deadline_ = seconds > 0 ? SteadyClock::now() + std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(std::min(seconds, 1e8)))
                                : SteadyClock::time_point::max();
        if (asleep_) changed_.notify_one();
    }
    void end() {
        std::lock_guard guard(lock_);
        watching_ = false;
    }

  private:
    Watcher() {
        sigset_t all, now;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &now);  // signals are for other threads
        std::thread([this] { watch(); }).detach();
        pthread_sigmask(SIG_SETMASK, &now, nullptr);
    }

    [[noreturn]] void watch() {
        std::unique_lock guard(lock_);
        SteadyClock::time_point asked{};
        for (;;) {
            if (!watching_) {  // calls come in crowds: stay awake for a while
                asked = {};
                if (changed_.wait_for(guard, 100ms) == std::cv_status::timeout && !watching_) {
                    asleep_ = true;
                    changed_.wait(guard, [&] { return watching_; });
                    asleep_ = false;
                }
                continue;
            }
            if (!stopping && SteadyClock::now() >= deadline_) stopping = SIGALRM;
            if (stopping) {
                if (asked == SteadyClock::time_point{}) asked = SteadyClock::now();
                if (SteadyClock::now() - asked > patience) impatient = true;
                for (Frame* one : frames_) pthread_kill(one->thread, leave_signal);
            }
            changed_.wait_for(guard, stopping ? 1ms : 20ms);
        }
    }

    std::mutex lock_;
    std::condition_variable changed_;
    std::vector<Frame*> frames_;
    bool watching_ = false, asleep_ = false;
    SteadyClock::time_point deadline_;
};

}  // namespace

Guard::Guard(const void* function, double seconds) {
    code = module_of(function);
    seconds_allowed = seconds;
    stopping = 0;
    impatient = false;
    begin_hearing(Guarding::launches, take_for_launch);
    Watcher::get().begin(seconds);
}

Guard::~Guard() {
    Watcher::get().end();
    end_hearing(Guarding::launches);
}

Crash guarded(const std::function<void()>& body) {
    prepare_for_crashes();
    Frame here;
    here.thread = pthread_self();
    Watcher& watcher = Watcher::get();
    watcher.enter(&here);
    if (sigsetjmp(here.back, 1) == 0) {
        frame = &here;
        body();
        frame = nullptr;
    }
    watcher.exit(&here);
    return here.crash;
}

void leave_guarded() {
    Frame* here = std::exchange(frame, nullptr);
    siglongjmp(here->back, 1);
}

bool interrupted() { return stopping.exchange(0) == SIGINT; }

Fault ending_fault(const Crash& crash, const Block* block) {
    if (crash.signal != SIGALRM) return crash_fault(crash, block);
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%g", seconds_allowed);
    return Fault("KERNEL-004", {{"case", "timeout"}, {"seconds", seconds}});
}

}  // namespace lanewise::runtime
