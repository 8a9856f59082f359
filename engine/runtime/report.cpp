#include "runtime/report.hpp"

#include <execinfo.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "runtime/checking.hpp"
#include "runtime/crash.hpp"
#include "runtime/guard.hpp"
#include "runtime/launch.hpp"
#include "runtime/place.hpp"
#include "runtime/recorder.hpp"
#include "runtime/runtime.hpp"
#include "errors.hpp"
#include "tables.hpp"

namespace lanewise::runtime {

namespace {

constexpr int status_fault = 3, status_timeout = 124;

void (*fault_handler)(const lw_report*) = nullptr;
void (*warning_handler)(const lw_report*) = nullptr;
std::mutex report_lock;

// In C++ an instruction has the vendor's name. Where it is missing, which of several with that name: the others may be there.
Fault in_vendor_words(const Fault& fault) {
    Fault said = fault;
    const bool missing = said.id == std::string_view("OP-001");
    for (auto& [name, value] : said.fields) {
        if (name != "op") continue;
        std::string which;
        for (const SharedName& shared : shared_names)
            if (missing && value == shared.name) which = std::string(" (") + shared.does + ")";
        for (int i = 1; i <= instruction_count; ++i)
            if (value == instructions[i].name) value = instructions[i].vendor;
        value += which;
    }
    return said;
}

// The first line ends with where it happened; a table may follow.
std::string with_place(std::string message, const std::string& place) {
    while (!message.empty() && message.back() == '\n') message.pop_back();
    return message.insert(std::min(message.find('\n'), message.size()), place);
}

std::string where(const Block* block) {
    if (!block || !block->launch) return "";
    const Launch& launch = *block->launch;
    const std::string thread = block->threads->active() ? block->threads->name() + " of " : "";
    return " [kernel " + launch.kernel + ", " + thread + launch.name(block->member) + " of " + std::to_string(launch.groups) + (launch.group.mixed() ? " groups]" : "]");
}

void say(const std::string& line) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", line.c_str());
    std::fflush(stderr);
}

[[noreturn]] void leave(int status) {
    std::fflush(stdout);
    std::fflush(stderr);
    all_told();
    _exit(status);
}

void hand_over(void (*handler)(const lw_report*), const Fault& fault, const Place& place, const std::string& kernel, std::uint32_t block,
               std::uint32_t count) {
    std::vector<lw_field> fields;
    for (const auto& [name, value] : fault.fields) fields.push_back({name.c_str(), value.c_str()});
    const std::string message = fault.message();
    const lw_report report{fault.id, message.c_str(), place.file.c_str(), place.line, kernel.c_str(), block, count,
                           fields.data(), static_cast<int>(fields.size())};
    handler(&report);
}

void show_all_printed() {
    if (Block* block = running(); block && !block->text.empty()) {
        publish(block->text);
        block->text.clear();
    }
    show_printed();
}

}  // namespace

std::string (*still_running)() = nullptr;

const char* event_name(int event) { return event >= 0 && event < event_numbers ? event_names[event] : "?"; }

namespace {

// Kept until all blocks have ended; the first fault of a launch is the one that is told.
void keep(Launch& launch, const Fault& fault, const Place& place, std::uint32_t block) {
    launch.change([&] {
        if (launch.stopped) return;
        launch.stopped = true;
        launch.failure = [fault, place, kernel = launch.kernel, block, count = launch.blocks] {
            hand_over(fault_handler, fault, place, kernel, block, count);
        };
    });
}

}  // namespace

Fault unpaired(const char* id, int event, int number) {
    const std::string call = std::string("Flag<HardEvent::") + event_name(event) + ">(" + std::to_string(number) + ")";
    return Fault(id, {{"set", "Set" + call}, {"wait", "Wait" + call}});
}

bool inside_another_program() { return fault_handler != nullptr; }

void keep_crash(const Block& block, const Crash& crash) {
    Launch& launch = *block.launch;
    if (crash.signal == SIGINT) return launch.change([&] { launch.stopped = true; });  // the host has heard it, too
    const Place place = user_place(crash.stack, crash.depth);
    Fault fault = ending_fault(crash, &block);
    if (crash.signal == SIGALRM) fault.fields.emplace_back("late", "true");
    keep(launch, fault, place, block.face.index);
}

void stop(const Fault& fault) {
    void* stack[deepest_stack] = {reinterpret_cast<void*>(fault.place)};
    const int depth = fault.place ? 1 : backtrace(stack, deepest_stack);
    Block* block = running();
    const Fault said = in_vendor_words(fault);
    if (fault_handler && block) {
        keep(*block->launch, said, user_place(stack, depth), block->face.index);
        leave_guarded();
    }
    std::lock_guard guard(report_lock);  // the first fault ends the program
    show_all_printed();
    save_all_records();
    const Place place = user_place(stack, depth);
    say(place.text() + said.id + " " + with_place(said.message(), where(block)));
    broke(said, place, block && block->launch ? block->launch->kernel : "");
    leave(status_fault);
}

namespace {

// Where warnings of a place were, by the stack, and what was told so far.
struct Warnings {
    std::map<std::string, Place> places;
    std::set<std::string> keys, lines;
    std::atomic<std::uint32_t> round = 0;
};
Warnings& warnings() {
    static auto& all = *new Warnings();
    return all;
}

void tell_once(const Fault& fault, void* from = nullptr) {
    void* stack[deepest_stack] = {from};
    const int depth = from ? 1 : backtrace(stack, deepest_stack);
    std::lock_guard guard(report_lock);
    std::string key = fault.id;
    for (int i = 0; i < depth && i < 12; ++i) key += std::to_string(reinterpret_cast<std::uintptr_t>(stack[i])) + " ";
    if (!warnings().keys.insert(key).second) return;
    const auto [known, fresh] = warnings().places.try_emplace(key);
    if (fresh) known->second = user_place(stack, depth);
    const Place& place = known->second;
    if (checking() && running()) return find(fault, place);
    const Fault said = in_vendor_words(fault);
    const std::string line = place.text() + "warning: " + said.id + " " + said.message();
    if (!warnings().lines.insert(line).second) return;
    const Block* block = running();
    if (!warning_handler) return say(with_place(line, where(block)));
    const bool in_launch = block && block->launch;
    hand_over(warning_handler, said, place, in_launch ? block->launch->kernel : "", block ? block->face.index : 0,
              block ? block->face.count : 0);
}

}  // namespace

std::uint32_t warning_round() { return warnings().round; }

namespace {

Mode mode() {
    if (strict()) return Mode::strict;
    if (checking() && running()) return Mode::check;
    return lenient() ? Mode::lenient : Mode::plain;
}

// Does not return where the rule ends the run.
bool is_told(const Fault& fault) {
    const Severity severity = fault.severity(mode());
    if (severity == Severity::end) stop(fault);
    return severity != Severity::silent;
}

}  // namespace

void warn(const Fault& fault) {
    if (is_told(fault)) tell_once(fault);
}

void warn_at(void* place, const Fault& fault) {
    if (is_told(fault)) tell_once(fault, place);
}

void tell_host_error(const Fault& fault) {
    void* stack[deepest_stack];
    const int depth = backtrace(stack, deepest_stack);
    std::lock_guard guard(report_lock);
    const Place place = user_place(stack, depth);
    if (checking()) find(fault, place);
    else say(place.text() + "warning: " + fault.id + " " + fault.message());
}

void warn_in_place(const Fault& fault) {
    if (strict() && !fault_handler) stop(fault);
    tell_once(fault);
}

// --- signals: a handler only notes where it was; a thread of its own does the talking ---

namespace {

sem_t was_asked, answered;
std::atomic<bool> crashed = false;
Crash crash;
Block* crash_block = nullptr;

void on_crash(int signal, siginfo_t* info, void* context) {
    if (signal == SIGABRT && !running()) {  // the host's own end: not ours to explain
        struct sigaction usual {};
        usual.sa_handler = SIG_DFL;
        sigaction(SIGABRT, &usual, nullptr);
        raise(SIGABRT);
        return;
    }
    if (crashed.exchange(true)) {
        for (;;) pause();  // another thread crashed first
    }
    crash_block = running();
    note_crash(crash, signal, info, context);
    sem_post(&was_asked);
    for (;;) pause();
}

void on_question(int) { sem_post(&was_asked); }

void on_locate(int, siginfo_t*, void* context) {
    if (Block* block = running()) block->depth = interrupted_stack(block->stack, context);
    sem_post(&answered);
}

void report_crash() {
    const Place place = user_place(crash.stack, crash.depth);
    const Fault fault = crash_fault(crash, crash_block);
    say(place.text() + fault.id + " " + with_place(fault.message(), where(crash_block)));
    broke(fault, place, crash_block && crash_block->launch ? crash_block->launch->kernel : "");
}

void report_blocks() {
    if (still_running) return say(still_running());
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
        while (sem_wait(&was_asked) != 0) {
        }
        const int signal = crash.signal;
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
        sem_init(&was_asked, 0, 0);
        sem_init(&answered, 0, 0);
        prepare_for_crashes();
        struct sigaction action {};
        action.sa_sigaction = on_crash;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        for (const int signal : crashes) sigaction(signal, &action, nullptr);
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
extern "C" bool lw_interrupted() { return interrupted(); }
extern "C" void lw_on_warning(void (*handler)(const lw_report*)) {
    std::lock_guard guard(report_lock);
    warning_handler = handler;
    warnings().keys.clear();  // each launch tells its own: how often one is shown is the host's to say
    warnings().lines.clear();
    ++warnings().round;
}
