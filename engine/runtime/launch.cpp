#include "runtime/launch.hpp"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "lanewise/arithmetic.h"
#include "machine/fault.hpp"
#include "runtime/acl_stream.hpp"
#include "runtime/guard.hpp"
#include "runtime/host.hpp"
#include "runtime/checking.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"
#include "runtime/signature.hpp"
#include "runtime/timer.hpp"

namespace lanewise::runtime {

namespace {

constexpr std::uint32_t most_threads = 128;

std::atomic<Launch*> now = nullptr;
double time_limit = 0;  // seconds

// Blocks that are not in use: a Unified Buffer is worth keeping.
std::vector<std::unique_ptr<Block>>& spare() {
    static auto& blocks = *new std::vector<std::unique_ptr<Block>>();
    return blocks;
}
std::mutex spare_lock;

std::unique_ptr<Block> take_block(const Rules& rules) {
    {
        std::lock_guard guard(spare_lock);
        for (auto& block : spare())
            if (block->core.rules == &rules) {
                auto taken = std::move(block);
                block = std::move(spare().back());
                spare().pop_back();
                return taken;
            }
    }
    return std::make_unique<Block>(rules);
}

void give_block(std::unique_ptr<Block> block) {
    std::lock_guard guard(spare_lock);
    spare().push_back(std::move(block));
}

std::string flags_left(const Block& block) {
    std::string text;
    for (int event = 0; event < event_pairs; ++event)
        for (int id = 0; id < 8; ++id)
            if (block.flags[event] >> id & 1) text += (text.empty() ? "" : ", ") + std::string(event_name(event)) + " " + std::to_string(id);
    return text;
}

}  // namespace

Launch* running_launch() { return now; }

bool strict() {
    static const bool on = [] {
        const char* wanted = std::getenv("LANEWISE_STRICT");
        return wanted && *wanted && std::strcmp(wanted, "0") != 0;
    }();
    return on;
}

void Launch::one(Block& block, std::uint32_t index, const std::function<void()>& body) {
    {
        std::lock_guard guard(lock);
        if (stopped) return;
        block.thread = pthread_self();
        block.launch = this;
        active[index] = &block;
        ++running_;
    }
    set_running(&block);
    const DefaultArithmetic arithmetic;
    const auto whole = [&] {
        try {
            block.begin(*this, index);
            body();
            end_check(block);
            if (const std::string left = flags_left(block); !left.empty() && !checking())
                warn(Fault("SYNC-004", {{"what", "the kernel ends with flags set that nobody waited for: " + left}}));
        } catch (const Stopped&) {
        }
    };
    if (!inside_another_program()) {
        prepare_for_crashes();
        whole();
    } else if (const Crash crash = guarded(whole); crash.signal) {
        keep_crash(block, crash);
    }
    save_records(block);
    if (signing()) sign_block(block);
    set_running(nullptr);
    std::lock_guard guard(lock);
    active[index] = nullptr;
    --running_;
    ++ended_;
    changed_.notify_all();
}

void Launch::run(const std::function<void()>& body) {
    watch_signals();
    std::optional<Guard> guard;
    if (inside_another_program()) guard.emplace(code, time_limit);
    arrived.assign(blocks, 0);
    active.assign(blocks, nullptr);
    now = this;
    note_launch(*this);
    note_host(from, Opcode::launch_, number, blocks, stream);
    const Hashes before = hash_buffers();
    begin_time(*this);
    begin_check(*this);
    std::vector<std::string> texts(blocks);
    std::atomic<std::uint32_t> next = 0;
    auto worker = [&] {
        auto block = take_block(*rules);
        for (std::uint32_t i = next++; i < blocks; i = next++) {
            one(*block, i, body);
            texts[i] = std::move(block->text);
        }
        give_block(std::move(block));
    };
    if (blocks == 1) {
        worker();
    } else {
        std::vector<std::thread> threads;
        for (std::uint32_t i = 0; i < std::min(blocks, most_threads); ++i) threads.emplace_back(worker);
        for (auto& thread : threads) thread.join();
    }
    guard.reset();
    end_check(*this);
    now = nullptr;
    sign_buffers(*this, before);
    if (!stopped) {
        note_end(*this);
        note_host(from, Opcode::launch_end_, number, stream);
    }
    std::string text;
    for (const auto& part : texts) text += part;
    if (!text.empty()) publish(text);
    if (failure) failure();
}

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
        if (stopped) throw Stopped{};
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

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" void lw_launch(const lw_launch_config* config, void (*body)(void*), void* closure, void (*release)(void*)) {
    const std::string kernel = config->kernel;
    const Rules* rules = find_chip(config->chip);
    if (!rules) stop(Fault("KERNEL-002", {{"problem", std::string("there is no chip called ") + config->chip}}));
    if (running()) stop(Fault("KERNEL-002", {{"problem", "a kernel can not launch " + kernel}}));
    constexpr std::uint64_t most_blocks = 65535;
    if (config->blocks < 1 || config->blocks > most_blocks)
        stop(Fault("KERNEL-002", {{"problem", kernel + "<<<" + std::to_string(static_cast<std::int64_t>(config->blocks)) +
                                                   ", ...>>>: a launch has 1 to 65535 blocks"}}));
    const auto blocks = static_cast<std::uint32_t>(config->blocks);
    const std::uint64_t dynamic_ub = config->dynamic_ub;
    const std::shared_ptr<void> held(closure, release);
    const Stream* stream = find_stream(config->stream);  // submit refuses one that does not exist
    submit(config->stream, kernel, [=, from = LANEWISE_FROM, number = stream ? stream->number : 0] {
        Launch launch;
        launch.kernel = kernel;
        launch.rules = rules;
        launch.blocks = blocks;
        launch.dynamic_ub = dynamic_ub;
        launch.from = from;
        launch.stream = number;
        launch.code = reinterpret_cast<const void*>(body);
        launch.run([&] { body(held.get()); });
    });
}

extern "C" void lw_time_limit(double seconds) { time_limit = seconds; }
