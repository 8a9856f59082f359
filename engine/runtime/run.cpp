// A launch from its beginning to its end: its blocks, and everybody who watches them.
#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <thread>

#include "check/checker.hpp"
#include "lanewise/shared/arithmetic.h"
#include "machine/chips.hpp"
#include "machine/fault.hpp"
#include "runtime/acl_stream.hpp"
#include "runtime/checking.hpp"
#include "runtime/device.hpp"
#include "runtime/guard.hpp"
#include "runtime/historian.hpp"
#include "runtime/host.hpp"
#include "runtime/request_calls.hpp"
#include "runtime/launch.hpp"
#include "runtime/recorder.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"
#include "runtime/scheduling.hpp"
#include "runtime/signature.hpp"
#include "runtime/timer.hpp"
#include "schedule/schedule.hpp"
#include "timing/model.hpp"
#include "trace/history.hpp"

namespace lanewise::runtime {

namespace {

double time_limit = 0;  // seconds

// Blocks that are not in use: a Unified Buffer is worth keeping.
std::vector<std::unique_ptr<Block>>& spare() {
    static auto& blocks = *new std::vector<std::unique_ptr<Block>>();
    return blocks;
}
std::mutex spare_lock;

std::unique_ptr<Block> take_block(const Rules& rules, std::uint8_t kind) {
    {
        std::lock_guard guard(spare_lock);
        for (auto& block : spare())
            if (block->core.rules == &rules && block->core.kind == kind) {
                auto taken = std::move(block);
                block = std::move(spare().back());
                spare().pop_back();
                return taken;
            }
    }
    return std::make_unique<Block>(rules, kind);
}

void give_block(std::unique_ptr<Block> block) {
    std::lock_guard guard(spare_lock);
    spare().push_back(std::move(block));
}

// Flags that are set, and that nobody waited for.
void tell_flags_left(const Block& block) {
    constexpr std::uint8_t none[sizeof block.flags] = {};
    if (!std::memcmp(block.flags, none, sizeof none)) return;
    for (int event = 0; event < event_count; ++event)
        for (int id = 0; block.flags[event] && id < 8; ++id)
            if (block.flags[event] >> id & 1) warn_at(block.flag_places[event][id], unpaired("SYNC-102", event, id));
}

}  // namespace

void Block::begin(Launch& started, std::uint32_t number) {
    const Seat seat = seat_of(started.group, number);
    launch = &started;
    member = number;
    core.strict = strict();
    core.block = static_cast<std::uint16_t>(number);
    face.core = seat.index % std::max(1u, cores_of(*core.rules, seat.kind == cube_core));
    core.number = static_cast<std::uint16_t>(face.core);
    core.thread = 0;
    face.index = seat.index;
    face.count = started.groups;
    face.subs = seat.subs;
    face.ub_static = 0;
    face.ub_dynamic = static_cast<std::uint32_t>(started.dynamic_ub);
    face.pipe = face.spare_pipe = nullptr;
    face.mutex_taken = 0;
    std::memset(face.event_taken, 0, sizeof face.event_taken);
    std::memset(face.tensors_taken, 0, sizeof face.tensors_taken);
    std::memset(flags, 0, sizeof flags);
    std::memset(set_again, 0, sizeof set_again);
    for (Memory& memory : core.memories) memory.held.clear();
    if (!started.linked()) poison();  // else it was done when the cores of its group took their seats
    arrays.clear();
    threads->forget();
    ub_taken_above = 0;
    ub_dynamic_at = -1;
    text.clear();
    recorder.begin();
    scalars.clear();
    lanes.clear();
    core.sequence = 0;
    begin_time(*this);
    begin_check(*this);
    begin_schedule(*this);
    begin_history(*this);
    core.tolerate = core.strict ? nullptr : check ? check::tell_broken : [](const Core&, const Fault& fault) { warn(fault); };
    listeners = {};
    if (recording()) listeners.add(&recorder.trace);
    if (recording_accesses()) listeners.add(&recorder.accesses);
    if (time) listeners.add(time.get());
    if (check) listeners.add(check.get());
    if (history) listeners.add(history.get());
    if (schedule) listeners.add(schedule.get());
    listen(core, listeners.only_one());
    face.recording = core.listener != nullptr;
    if (face.recording) __atomic_store_n(&lw_listened, true, __ATOMIC_RELAXED);
    face.owners = face.functions = 0;
    ticks = 0;
    signature = 0;
    turn = 1;
    site = nullptr;
    state = {};
    lw_reset_state();
}

void Launch::one(Block& block, std::uint32_t number, const std::function<void()>& body) {
    const bool begun = begin([&] {
        block.thread = pthread_self();
        block.launch = this;
        active[number] = &block;
    });
    if (!begun) return;
    set_running(&block);
    const DefaultArithmetic arithmetic;
    const auto whole = [&] {
        block.begin(*this, number);
        body();
        settle(block);
        tell_scalars(block);
        end_check(block);
        if (!checking()) tell_flags_left(block);
        if (threads) block.reached_to = block.face.ub_static;
    };
    if (!inside_another_program()) {
        prepare_for_crashes();
        whole();
    } else {
        const Crash crash = guarded(whole);
        block.recorder.busy.rise();  // who jumps out does not let go of it
        if (crash.signal) keep_crash(block, crash);
    }
    save_records(block);
    if (signing()) sign_block(block);
    set_running(nullptr);
    end([&] {
        active[number] = nullptr;
        requests.leave(number);
    });
}

// The cores of a group share memories: all of them are there before the first one starts, and until the last one has ended.
Block& Launch::sit_down(std::uint32_t member) {
    const std::lock_guard guard(seats_lock_);
    const std::uint32_t cores = group.cores(), number = member / cores;
    Seated& here = seats_[number];
    if (here.cores.empty()) {
        Block* cube = nullptr;
        std::vector<Block*> vectors;
        for (std::uint32_t i = 0; i < cores; ++i) {
            const std::uint8_t kind = seat_of(group, number * cores + i).kind;
            here.cores.push_back(take_block(*rules, kind));
            here.cores.back()->poison();
            if (kind == cube_core) cube = here.cores.back().get();
            else vectors.push_back(here.cores.back().get());
        }
        // 4 GiB for each of up to eight memories of a group: numbers that no other memory has.
        const auto link = [&](std::uint64_t which) { return (std::uint64_t{number + 1} * 8 + which) << 32; };
        constexpr std::uint64_t staged = 7;
        for (std::size_t v = 0; v < vectors.size(); ++v) {
            cube->lend_to(*vectors[v], Space::staging);
            vectors[v]->cube = cube;
            vectors[v]->core.vector_memory().link = link(v);
            vectors[v]->core.memory(Space::staging).link = link(staged);
        }
        vectors[0]->lend_to(*cube, Space::vector, vectors.size() > 1 ? vectors[1] : nullptr);
        cube->core.vector_memory().link = link(0);
        cube->core.memory(Space::staging).link = link(staged);
    }
    return *here.cores[member % cores];
}

void Launch::get_up(std::uint32_t member) {
    const std::lock_guard guard(seats_lock_);
    const auto at = seats_.find(member / group.cores());
    if (++at->second.ended < group.cores()) return;
    for (auto& block : at->second.cores) {
        block->keep_to_itself();
        give_block(std::move(block));
    }
    seats_.erase(at);
}

void Launch::run(const std::function<void()>& body, const std::function<void()>& cube_body) {
    watch_signals();
    std::optional<Guard> guard;
    if (inside_another_program()) guard.emplace(code, time_limit);
    for (auto& calls : arrived) calls.assign(blocks, 0);
    cross.begin(group, blocks);
    requests.begin(group, blocks);
    active.assign(blocks, nullptr);
    save_findings();  // of the host since the launch before: no kernel of this one
    set_running_launch(this);
    note_launch(*this);
    note_host(from, Opcode::launch_, number, blocks, stream);
    const Hashes before = hash_buffers();
    begin_time(*this);
    begin_check(*this);
    begin_history(*this);
    std::vector<std::string> texts(blocks);
    run_members(blocks, [&] {
        std::unique_ptr<Block> block;
        while (const auto number = next()) {
            const std::uint8_t kind = seat_of(group, *number).kind;
            if (linked()) {
                Block& seated = sit_down(*number);
                one(seated, *number, kind == cube_core ? cube_body : body);
                texts[*number] = std::move(seated.text);
                get_up(*number);
                continue;
            }
            if (block && block->core.kind != kind) give_block(std::move(block));
            if (!block) block = take_block(*rules, kind);
            one(*block, *number, kind == cube_core ? cube_body : body);
            texts[*number] = std::move(block->text);
        }
        if (block) give_block(std::move(block));
    });
    guard.reset();
    end_history();
    end_check(*this);
    set_running_launch(nullptr);
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

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

// What kernels know device buffers as.
std::vector<std::pair<std::uint64_t, std::string>> roles(const lw_launch_config& config) {
    const std::string names = config.names ? config.names : "";
    std::vector<std::pair<std::uint64_t, std::string>> out;
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < config.count; ++i) {
        const std::size_t end = std::min(names.find('\n', at), names.size());
        const std::string name = names.substr(at, end - at);
        at = std::min(end + 1, names.size());
        if (!config.pointers[i]) continue;
        out.emplace_back(reinterpret_cast<std::uint64_t>(config.pointers[i]),
                         (name.empty() ? "" : name + ", ") + "argument " + std::to_string(i + 1) + " of " + config.kernel);
    }
    return out;
}

}  // namespace

extern "C" void lw_launch(const lw_launch_config* config, void (*body)(void*), void* closure, void (*release)(void*)) {
    const std::string kernel = config->kernel;
    const Rules* rules = nullptr;
    try {
        rules = &know_chip(*config->chip);
    } catch (const std::invalid_argument& problem) {
        stop(Fault("KERNEL-002", {{"case", "chip"}, {"why", problem.what()}}));
    }
    if (running()) stop(Fault("KERNEL-002", {{"case", "nested"}, {"kernel", kernel}}));
    constexpr std::uint64_t most_blocks = 65535;
    static_assert(most_blocks - 1 < host_block);  // numbers from 0, each core of a group its own
    if (config->blocks < 1 || config->blocks > most_blocks)
        stop(Fault("KERNEL-002", {{"case", "launch_blocks"}, {"kernel", kernel}, {"blocks", static_cast<std::int64_t>(config->blocks)}, {"most", most_blocks}}));
    const CoreGroup group = group_of(kernel, config->apart, body);
    const auto groups = static_cast<std::uint32_t>(config->blocks);
    if (std::uint64_t{groups} * group.cores() > most_blocks)
        stop(Fault("KERNEL-002", {{"case", "cores"}, {"kernel", kernel}, {"blocks", groups}, {"most", most_blocks}, {"cores", group.cores()}}));
    const LaunchBody cube_body = group.apart && group.cubes ? cube_side(body, config->side) : nullptr;
    if (group.apart && group.cubes && !cube_body)
        stop(Fault("KERNEL-002", {{"case", "no_cube_code"}, {"kernel", kernel}}));
    const std::uint64_t dynamic_ub = config->dynamic_ub;
    const bool of_threads = config->threads, in_turn = config->in_turn, independent = config->independent;
    if (of_threads && dynamic_ub > user_bytes)
        stop(Fault("KERNEL-002", {{"case", "dynamic_memory"}, {"kernel", kernel}, {"bytes", dynamic_ub}, {"memory", name_of(Space::vector)}, {"most", user_bytes}}));
    const std::shared_ptr<void> held(closure, release);
    const Stream* stream = find_stream(config->stream);  // submit refuses one that does not exist
    submit(config->stream, kernel, [=, known = roles(*config), named = config->names != nullptr, from = LANEWISE_FROM, number = stream ? stream->number : 0] {
        Launch launch;
        launch.kernel = kernel;
        launch.rules = rules;
        launch.groups = groups;
        launch.group = group;
        launch.blocks = groups * group.cores();
        launch.dynamic_ub = dynamic_ub;
        launch.threads = of_threads;
        if (independent) launch.are_independent();
        if (of_threads) launch.at_most(in_turn ? 1 : std::max(1u, std::thread::hardware_concurrency()));
        launch.from = from;
        launch.stream = number;
        launch.arguments = known;
        launch.code = reinterpret_cast<const void*>(body);
        for (const auto& [address, role] : known) device_memory().call(address, role, named);
        const RequestMemory memory(launch);
        launch.run([&] { body(held.get()); }, [&] { cube_body(held.get()); });
    });
}

extern "C" void lw_time_limit(double seconds) { time_limit = seconds; }
