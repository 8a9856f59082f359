#include "runtime/launch.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "machine/fault.hpp"
#include "runtime/guard.hpp"
#include "runtime/runtime.hpp"

namespace lanewise::runtime {

namespace {

std::atomic<Launch*> current_launch = nullptr;

}  // namespace

Launch* running_launch() { return current_launch; }
void set_running_launch(Launch* launch) { current_launch = launch; }

namespace {

bool asked_for(const char* variable) {
    const char* wanted = std::getenv(variable);
    return wanted && *wanted && std::strcmp(wanted, "0") != 0;
}

// As the environment says, until Python says it for its launches.
struct Ways {
    std::atomic<bool> strict = asked_for("LANEWISE_STRICT"), lenient = asked_for("LANEWISE_LENIENT");
};
Ways& ways() {
    static Ways of;
    return of;
}

}  // namespace

bool strict() { return ways().strict; }
bool lenient() { return ways().lenient && !strict(); }

void Launch::change(const std::function<void()>& step) {
    std::lock_guard guard(lock);
    step();
    changed_.notify_all();
}

void Launch::wait(Block& block, const std::string& what, const std::function<bool()>& ready) {
    // Programs may also change by plain stores what a wait looks at, so look again now and then.
    constexpr auto patience = std::chrono::milliseconds(1);
    std::unique_lock guard(lock);
    waiting_[block.face.index] = {what, ready};
    while (!ready()) {
        if (stopped) {
            guard.unlock();
            leave_guarded();
        }
        if (waiting_.size() == running_) {
            bool hope = false;
            for (const auto& [index, wait] : waiting_) hope |= wait.ready();
            const bool more = ended_ + running_ < std::min(blocks, most_threads);  // threads that have yet to begin
            if (!hope && !more) {
                guard.unlock();
                complain_of_deadlock();
            }
        }
        changed_.wait_for(guard, patience);
    }
    waiting_.erase(block.face.index);
}

void Launch::complain_of_deadlock() {
    std::string text;
    std::map<std::string, std::vector<std::uint32_t>> by_reason;
    {
        std::lock_guard guard(lock);
        for (const auto& [index, wait] : waiting_) by_reason[wait.what].push_back(index);
    }
    for (const auto& [what, indices] : by_reason) {
        text += text.empty() ? "" : "; ";
        text += indices.size() == 1 ? "block " : "blocks ";
        for (std::size_t i = 0; i < indices.size() && i < 8; ++i) text += (i ? ", " : "") + std::to_string(indices[i]);
        if (indices.size() > 8) text += ", ...";
        text += (indices.size() == 1 ? " waits for " : " wait for ") + what;
    }
    if (ended_) text += "; " + std::to_string(ended_) + (ended_ == 1 ? " block has ended" : " blocks have ended");
    if (blocks > most_threads) text += "; at most " + std::to_string(most_threads) + " blocks run at once";
    stop(Fault("SYNC-003", {{"waits", text}}));
}

}  // namespace lanewise::runtime

extern "C" void lw_run_as(bool strict, bool lenient) {
    using namespace lanewise::runtime;
    ways().strict = strict, ways().lenient = lenient;
}
