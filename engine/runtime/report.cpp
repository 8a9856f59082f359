#include "runtime/report.hpp"

#include <execinfo.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <mutex>
#include <set>
#include <thread>

#include "runtime/checking.hpp"
#include "runtime/launch.hpp"
#include "runtime/place.hpp"
#include "runtime/runtime.hpp"
#include "tables.hpp"

namespace lanewise::runtime {

namespace {

constexpr int status_fault = 3, status_timeout = 124;

void (*fault_handler)(const lw_report*) = nullptr;
std::mutex report_lock;

// In C++ an instruction has the vendor's name.
Fault in_vendor_words(const Fault& fault) {
    Fault said = fault;
    for (auto& [name, value] : said.fields)
        if (name == "op")
            for (int i = 1; i <= instruction_count; ++i)
                if (value == instructions[i].name) value = instructions[i].vendor;
    return said;
}

// The first line ends with where it happened; a table may follow.
std::string with_place(std::string message, const std::string& place) {
    while (!message.empty() && message.back() == '\n') message.pop_back();
    return message.insert(std::min(message.find('\n'), message.size()), place);
}

std::string where(const Block* block) {
    if (!block || !block->launch) return "";
    return " [kernel " + block->launch->kernel + ", block " + std::to_string(block->face.index) + " of " +
           std::to_string(block->face.count) + "]";
}

void say(const std::string& line) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", line.c_str());
    std::fflush(stderr);
}

[[noreturn]] void leave(int status) {
    std::fflush(stdout);
    std::fflush(stderr);
    _exit(status);
}

void show_all_printed() {
    if (Block* block = running(); block && !block->text.empty()) {
        publish(block->text);
        block->text.clear();
    }
    show_printed();
}

}  // namespace

const char* event_name(int event) {
    static constexpr const char* names[event_pairs] = {
        "MTE2_MTE1", "MTE1_MTE2", "MTE1_M", "M_MTE1", "MTE2_V", "V_MTE2", "MTE3_V", "V_MTE3", "M_V", "V_M", "V_V", "MTE3_MTE1",
        "MTE1_MTE3", "MTE1_V", "MTE2_M", "M_MTE2", "V_MTE1", "M_FIX", "FIX_M", "MTE3_MTE2", "MTE2_MTE3", "S_V", "V_S", "S_MTE2",
        "MTE2_S", "S_MTE3", "MTE3_S", "MTE2_FIX", "FIX_MTE2", "FIX_S", "M_S", "FIX_MTE3", "MTE1_FIX", "FIX_MTE1", "FIX_FIX", "MAX"};
    return event >= 0 && event < event_pairs ? names[event] : "?";
}

void stop(const Fault& fault) {
    void* stack[deepest_stack];
    const int depth = backtrace(stack, deepest_stack);
    Block* block = running();
    const Fault said = in_vendor_words(fault);
    if (fault_handler && block) {
        Launch& launch = *block->launch;
        launch.change([&] {
            if (launch.stopped) return;
            launch.stopped = true;
            launch.failure = [said, place = user_place(stack, depth), kernel = launch.kernel, index = block->face.index,
                              count = block->face.count] {
                std::vector<lw_field> fields;
                for (const auto& [name, value] : said.fields) fields.push_back({name.c_str(), value.c_str()});
                const std::string message = said.message();
                const lw_report report{said.id, message.c_str(), place.file.c_str(), place.line, kernel.c_str(), index, count,
                                       fields.data(), static_cast<int>(fields.size())};
                fault_handler(&report);
            };
        });
        throw Stopped{};
    }
    std::lock_guard guard(report_lock);  // the first fault ends the program
    show_all_printed();
    save_all_records();
    say(user_place(stack, depth).text() + said.id + " " + with_place(said.message(), where(block)));
    leave(status_fault);
}

namespace {

void tell_once(const Fault& fault) {
    void* stack[deepest_stack];
    const int depth = backtrace(stack, deepest_stack);
    static auto& told = *new std::set<std::string>();
    std::lock_guard guard(report_lock);
    std::string key = fault.id;
    for (int i = 0; i < depth && i < 12; ++i) key += std::to_string(reinterpret_cast<std::uintptr_t>(stack[i])) + " ";
    if (!told.insert(key).second) return;
    const Place place = user_place(stack, depth);
    if (checking() && running()) return find(fault, place);
    const Fault said = in_vendor_words(fault);
    const std::string line = place.text() + "warning: " + said.id + " " + said.message();
    if (told.insert(line).second) say(with_place(line, where(running())));
}

}  // namespace

void warn(const Fault& fault) {
    if (strict()) stop(fault);
    tell_once(fault);
}

void warn_in_place(const Fault& fault) {
    if (strict() && !fault_handler) stop(fault);
    tell_once(fault);
}

// --- signals: a handler only notes where it was; a thread of its own does the talking ---

namespace {

sem_t asked, answered;
volatile sig_atomic_t crash_signal = 0;
void* crash_stack[deepest_stack];
int crash_depth = 0;
void* crash_address = nullptr;
Block* crash_block = nullptr;

// The stack of what a signal interrupted. A caller's place lies just before its return address; the interrupted instruction
// has not run yet, so that address must not be moved back.
int interrupted_stack(void** stack, const void* context) {
    const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__aarch64__)
    const auto at = static_cast<std::uintptr_t>(machine.pc);
#elif defined(__x86_64__)
    const auto at = static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#else
    const std::uintptr_t at = 0;
    static_cast<void>(machine);
#endif
    const int depth = backtrace(stack, deepest_stack);
    for (int i = 0; i < depth; ++i)
        if (reinterpret_cast<std::uintptr_t>(stack[i]) == at) stack[i] = reinterpret_cast<void*>(at + 1);
    return depth;
}

void on_crash(int signal, siginfo_t* info, void* context) {
    if (crash_signal) {
        for (;;) pause();  // another thread crashed first
    }
    crash_address = info->si_addr;
    crash_depth = interrupted_stack(crash_stack, context);
    crash_block = running();
    crash_signal = signal;
    sem_post(&asked);
    for (;;) pause();
}

void on_question(int) { sem_post(&asked); }

void on_locate(int, siginfo_t*, void* context) {
    if (Block* block = running()) block->depth = interrupted_stack(block->stack, context);
    sem_post(&answered);
}

void report_crash() {
    const char* kind = crash_signal == SIGFPE    ? "divided by zero"
                       : crash_signal == SIGILL  ? "ran an illegal instruction"
                       : crash_signal == SIGABRT ? "called abort"
                                                 : "touched memory that is not there";
    std::string line = user_place(crash_stack, crash_depth).text() + "KERNEL-004 the " + (crash_block ? "kernel " : "program ") + kind;
    if (crash_signal == SIGSEGV || crash_signal == SIGBUS) {
        char text[64];
        std::snprintf(text, sizeof text, " (address %p)", crash_address);
        line += text;
        if (crash_block) {
            const auto offset = static_cast<std::uint8_t*>(crash_address) - crash_block->ub;
            if (offset >= crash_block->core.ub_bytes && offset < (1ll << 32))
                line += "; that is UB byte " + std::to_string(offset) + ", but " + crash_block->core.rules->name + " has only " +
                        std::to_string(crash_block->core.ub_bytes);
        }
    }
    say(line + where(crash_block));
}

void report_blocks() {
    Launch* launch = running_launch();
    if (!launch) return say("no kernel is running; the program is in its own host code");
    constexpr std::uint32_t most_shown = 8;
    std::uint32_t shown = 0, count = 0;
    for (Block* block : launch->active) {
        if (!block) continue;
        if (++count > most_shown) continue;
        block->depth = -1;
        pthread_kill(block->thread, SIGUSR2);
        timespec limit;
        clock_gettime(CLOCK_REALTIME, &limit);
        limit.tv_sec += 1;
        sem_timedwait(&answered, &limit);
        const int depth = block->depth;
        ++shown;
        say((depth > 0 ? user_place(block->stack, depth).text() : "") + "still running" + where(block));
    }
    if (count > shown) say("and " + std::to_string(count - shown) + " more blocks");
}

void talk() {
    for (;;) {
        while (sem_wait(&asked) != 0) {
        }
        const int signal = crash_signal;
        alarm(5);  // if the crash left a lock behind, do not wait for it
        show_printed();
        if (signal) report_crash();
        else report_blocks();
        save_all_records();
        leave(!signal ? status_timeout : crash_block ? status_fault : 128 + signal);
    }
}

}  // namespace

void watch_signals() {
    static std::once_flag once;
    std::call_once(once, [] {
        if (fault_handler) return;  // inside another program signals are that program's
        sem_init(&asked, 0, 0);
        sem_init(&answered, 0, 0);
        void* first[1];
        backtrace(first, 1);  // loads what it needs, while that is safe
        // A crash may be a full stack.
        static std::uint8_t spare_stack[64 * 1024];
        stack_t stack{};
        stack.ss_sp = spare_stack;
        stack.ss_size = sizeof spare_stack;
        sigaltstack(&stack, nullptr);
        struct sigaction action {};
        action.sa_sigaction = on_crash;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
        struct sigaction question {};
        question.sa_handler = on_question;
        sigaction(SIGUSR1, &question, nullptr);
        struct sigaction locate {};
        locate.sa_sigaction = on_locate;
        locate.sa_flags = SA_SIGINFO;
        sigaction(SIGUSR2, &locate, nullptr);
        std::thread(talk).detach();
    });
}

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

Fault from_fields(const char* id, const lw_field* fields, int count) {
    Fault fault(id, {});
    for (int i = 0; i < count; ++i) fault.fields.emplace_back(fields[i].name, fields[i].value);
    return fault;
}

}  // namespace

extern "C" void lw_fault(const char* id, const lw_field* fields, int count) { stop(from_fields(id, fields, count)); }
extern "C" void lw_warn(const char* id, const lw_field* fields, int count) { warn(from_fields(id, fields, count)); }
extern "C" void lw_on_fault(void (*handler)(const lw_report*)) { fault_handler = handler; }
