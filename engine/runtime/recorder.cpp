#include "runtime/recorder.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "check/checker.hpp"
#include "lanewise/shared/abi.h"
#include "lanewise/shared/touch.h"
#include "machine/steps.hpp"
#include "runtime/checking.hpp"
#include "runtime/distinct.hpp"
#include "runtime/entries.hpp"
#include "runtime/historian.hpp"
#include "runtime/host.hpp"
#include "runtime/launch.hpp"
#include "runtime/runtime.hpp"
#include "runtime/scheduling.hpp"
#include "runtime/signature.hpp"
#include "runtime/timer.hpp"
#include "tables.hpp"

namespace lanewise::runtime {

namespace {

constexpr std::size_t chunk = 4096;               // records of a block that are kept in memory
constexpr std::int64_t most_records = 2'000'000;  // of a file; more than that nobody reads, and disks are not endless
std::atomic<std::int64_t> room = most_records;
std::atomic<bool> accesses_wanted = false;

// Where records go: what LANEWISE_RECORDS names, until a host says otherwise.
std::unique_ptr<Entries>& file() {
    static auto& opened = *new std::unique_ptr<Entries>(entries_of("LANEWISE_RECORDS"));
    return opened;
}

// Everything that is written for somebody: records, times, what everything held.
template <class Do>
void for_each_file(const Do& act) {
    for (Entries* to : {file().get(), times_file(), history_file()}) {
        if (!to) continue;
        std::lock_guard guard(to->lock);
        act(*to);
    }
}

// The host's records go to the file as they come: there are few, and nobody says when the program ends.
class HostWriter final : public Listener {
  public:
    bool hears_accesses() const override { return accesses_wanted; }
    void record(const Record& record, const std::int64_t* payload) override {
        if (room.fetch_sub(1) <= 0) return;
        const std::uint32_t row = 0;
        add(record.file, record.line, [&](Entries& to) {
            to.add("RECS", 0, host_block, &record, sizeof record, payload, record.payload_count * sizeof *payload);
            to.add("ROWS", 0, host_block, &row, sizeof row);
        });
    }
    void access(const Access& access) override {
        Accesses runs;
        runs.access(access);
        for (const AccessRow& row : runs.rows)
            add(row.file, row.line, [&](Entries& to) { to.add("ACCS", 0, host_block, &row, sizeof row); });
    }

  private:
    template <class Do>
    static void add(std::uint32_t high, std::uint32_t low, const Do& act) {
        Entries* to = file().get();
        if (!to) return;
        std::lock_guard guard(to->lock);
        to->place(std::uint64_t{high} << 32 | low);
        act(*to);
    }
};

void listen_to_host_for_file() {
    static auto& writer = *new HostWriter();
    unhear_host(&writer);
    if (file()) hear_host(&writer);
}

[[maybe_unused]] const bool listens_from_the_start = (listen_to_host_for_file(), true);

// Until the lines are looked up, a record keeps the address of the call in their place.
void at(Block& block, const void* from) { block.core.place = reinterpret_cast<std::uint64_t>(block.site ? block.site : from); }

void pass_on_accesses(Block& block) {
    Accesses& accesses = block.recorder.accesses;
    if (Entries* to = file().get(); to && !accesses.rows.empty()) {
        std::lock_guard guard(to->lock);
        for (const AccessRow& row : accesses.rows) to->place(std::uint64_t{row.file} << 32 | row.line);
        to->add("ACCS", block.launch->number, block.member, accesses.rows.data(), accesses.rows.size() * sizeof(AccessRow));
    }
    accesses.rows.clear();
}

// To the file, and out of memory.
void pass_on(Block& block) {
    pass_on_accesses(block);
    Trace& trace = block.recorder.trace;
    if (Entries* to = file().get(); to && !trace.records.empty()) {
        const auto count = static_cast<std::int64_t>(trace.records.size());
        const std::int64_t before = room.fetch_sub(count);
        const std::int64_t taken = before <= 0 ? 0 : std::min(before, count);
        block.launch->unrecorded += static_cast<std::uint64_t>(count - taken);
        if (taken) {
            const Distinct kinds(trace, static_cast<std::size_t>(taken));
            std::lock_guard guard(to->lock);
            for (const Record& record : kinds.records) to->place(std::uint64_t{record.file} << 32 | record.line);
            to->add("RECS", block.launch->number, block.member, kinds.records.data(), kinds.records.size() * sizeof(Record),
                    kinds.payload.data(), kinds.payload.size() * sizeof(std::int64_t));
            to->add("ROWS", block.launch->number, block.member, kinds.rows.data(), kinds.rows.size() * sizeof(std::uint32_t));
        }
    }
    trace.clear();
}

// Entries of the log as accesses in their space; what is in no memory is nobody's concern.
class Places {
  public:
    explicit Places(const Block& block) : block_(block), memory_(reinterpret_cast<std::uint64_t>(block.vector_memory())) {}

    // `round`: of its loop. False: it is in no memory.
    bool find(const ScalarLog::Entry& entry, std::uint32_t round, Access& found) {
        const std::uint64_t address = entry.address + std::uint64_t{round} * entry.step;
        const bool on_core = address - memory_ < block_.core.vector_memory().size;
        if (!on_core && !in(last_, address) && !in(one_, address)) {
            one_ = last_;
            if (!device_memory().find(address, last_)) {
                last_ = {};
                return false;
            }
        }
        const bool by_pointer = entry.pointer != entry.address;  // through a view
        found = {on_core ? address - memory_ : address, block_.core.sequence, entry.place, nullptr, entry.bytes, block_.core.block,
                 static_cast<std::uint8_t>(on_core ? Space::vector : Space::gm), scalar_pipe, entry.write, entry.atomic, on_core ? by_pointer : entry.around, block_.core.thread};
        return true;
    }

  private:
    static bool in(const Buffer& buffer, std::uint64_t address) { return address - buffer.address < buffer.total; }

    const Block& block_;
    const std::uint64_t memory_;
    Buffer last_{}, one_{};  // that were touched: loops take turns between two
};

// Loops as loops, unless one of its accesses begins outside; the rest one by one.
class ScalarTeller {
  public:
    explicit ScalarTeller(Block& block) : places_(block), listener_(*block.core.listener) { singles_.clear(); }

    void operator()(const ScalarLog::Entry* round, std::uint32_t length, std::uint32_t rounds) {
        if (rounds > 1 && take(round, length)) {
            flush();
            if (!steps_.empty()) listener_.loop({steps_, rounds});
        } else {
            for (std::uint32_t i = 0; i < rounds; ++i)
                for (std::uint32_t k = 0; k < length; ++k) single(round[k], i);
        }
        for (std::uint32_t k = 0; k < length && round[k].times() > rounds; ++k) single(round[k], rounds);
    }
    void flush() {
        if (!singles_.empty()) listener_.scalars(singles_.data(), singles_.size());
        singles_.clear();
    }

  private:
    bool take(const ScalarLog::Entry* round, std::uint32_t length) {
        steps_.clear();
        for (std::uint32_t k = 0; k < length; ++k)
            if (ScalarLoop::Step step{{}, !round[k].step}; places_.find(round[k], 0, step.first)) steps_.push_back(step);
            else if (round[k].step) return false;
        return true;
    }
    void single(const ScalarLog::Entry& entry, std::uint32_t round) {
        if (Access access; places_.find(entry, round, access)) singles_.push_back(access);
        if (singles_.size() >= ScalarLog::most) flush();
    }

    Places places_;
    Listener& listener_;
    static thread_local std::vector<Access> singles_;
    static thread_local std::vector<ScalarLoop::Step> steps_;
};

thread_local std::vector<Access> ScalarTeller::singles_;
thread_local std::vector<ScalarLoop::Step> ScalarTeller::steps_;

// What the first threads of a row do alike: how many of them.
struct LaneAccess {
    Access access;  // of the first one
    std::uint32_t times;
    std::span<const std::uint64_t> where = {};  // of changes: in their space, and `access` is all from the first to the last
    std::uint32_t each = 0;
};

// Thread by thread, as it was.
void tell_each_lane(Block& block, std::span<const LaneAccess> all, std::uint32_t lanes) {
    for (std::uint32_t lane = 0; lane <= lanes; ++lane)
        for (const LaneAccess& its : all) {
            if (its.times <= lane) break;
            Access one = its.access;
            one.address += std::uint64_t{lane} * one.bytes;
            one.thread = static_cast<std::uint16_t>(one.thread + lane);
            if (Buffer buffer; static_cast<Space>(one.space) == Space::gm && lane && !device_memory().find(one.address, buffer)) continue;
            block.core.listener->access(one);
        }
}

// Where only the checker listens, it takes those of many threads at once.
bool tell_lanes_together(Block& block, std::span<const LaneAccess> all, std::uint32_t lanes) {
    if (!lanes || !block.check || block.time || block.schedule || block.history || recording() || recording_accesses()) return false;
    std::array<check::LaneRun, LaneLog::most> runs;
    for (std::size_t i = 0; i < all.size(); ++i) {
        runs[i] = {all[i].access, all[i].where.empty() ? all[i].access.bytes : all[i].each, all[i].where};
        if (all[i].where.empty()) runs[i].run.bytes *= lanes;
    }
    return block.check->lanes({runs.data(), all.size()});
}

void tell_lanes_held(Block& block) {
    const LaneLog& log = block.lanes;
    if (block.core.listener && !log.empty()) {
        std::array<LaneAccess, LaneLog::most> held;
        for (std::uint32_t i = 0; i < log.count(); ++i) held[i] = {log[i].access, log[i].times()};
        const std::span<const LaneAccess> all(held.data(), log.count());
        const std::uint32_t lanes = log.lanes();
        if (lanes > 1 && tell_lanes_together(block, all, lanes)) {
            for (std::uint32_t i = 0; i < all.size() && all[i].times > lanes; ++i) {
                Access one = all[i].access;
                one.address += std::uint64_t{lanes} * one.bytes;
                one.thread = static_cast<std::uint16_t>(one.thread + lanes);
                block.core.listener->access(one);
            }
        } else {
            tell_each_lane(block, all, lanes);
        }
        if (block.recorder.accesses.rows.size() >= chunk) pass_on_accesses(block);
    }
    block.lanes.clear();
}

// The access of the first of some threads; false: they do not lie side by side in one memory, inside of what their pointer came from.
bool find_lanes(Block& block, const lw_touch& touch, std::uint32_t threads, Access& access) {
    if (touch.step != touch.bytes && threads > 1) return false;
    const auto memory = reinterpret_cast<std::uintptr_t>(block.vector_memory());
    const std::uint64_t bytes = std::uint64_t{touch.bytes} * threads, size = block.core.vector_memory().size;
    const std::uint32_t end = end_behind(block.vector_memory(), touch.address);
    const std::uint64_t offset = end ? static_cast<std::uint32_t>(touch.address) : touch.address - memory, limit = end ? end : size;
    const bool on_core = end || offset < size;
    if (on_core && (offset > limit || bytes > limit - offset)) return false;
    if (Buffer buffer; !on_core && (!device_memory().find(touch.address, buffer) || bytes > buffer.total - (touch.address - buffer.address))) return false;
    access = {on_core ? offset : touch.address, block.core.sequence, reinterpret_cast<std::uint64_t>(touch.from), nullptr, touch.bytes, block.core.block,
              static_cast<std::uint8_t>(on_core ? Space::vector : Space::gm), vector_pipe, touch.write, false, false, 0};
    return true;
}

// Changes of threads, each where it says; false: they are not in one memory, or not as atomics have to be.
bool find_changes(Block& block, const lw_touch& touch, std::uint32_t threads, std::vector<std::uint64_t>& where, LaneAccess& found) {
    const auto memory = reinterpret_cast<std::uintptr_t>(block.vector_memory());
    const std::uint64_t size = block.core.vector_memory().size, one = touch.each[0];
    const std::uint32_t end = end_behind(block.vector_memory(), one);  // through a view
    const bool on_core = end || one - memory < size;
    const std::uint64_t base = !on_core ? 0 : end ? one - static_cast<std::uint32_t>(one) : memory, limit = end ? end : size;
    where.resize(threads);
    std::uint64_t first = UINT64_MAX, last = 0, misaligned = 0;
    for (std::uint32_t i = 0; i < threads; ++i) {
        const std::uint64_t at = touch.each[i * static_cast<std::uint64_t>(touch.step)] - base;  // far away, where it lies in front
        first = std::min(first, at);
        last = std::max(last, at);
        misaligned |= at & (touch.bytes - 1);  // a power of two
        where[i] = at;
    }
    if (misaligned || last - first > UINT32_MAX / 2) return false;
    const std::uint64_t bytes = last - first + touch.bytes;
    if (on_core && (touch.bytes == 8 || first > limit || bytes > limit - first)) return false;
    if (Buffer buffer; !on_core && (!device_memory().find(first, buffer) || bytes > buffer.total - (first - buffer.address))) return false;
    found.access = {first, block.core.sequence, reinterpret_cast<std::uint64_t>(touch.from), nullptr, static_cast<std::uint32_t>(bytes), block.core.block,
                    static_cast<std::uint8_t>(on_core ? Space::vector : Space::gm), vector_pipe, true, true, false, 0};
    found.where = where;
    found.each = touch.bytes;
    return true;
}

void tell_scalars_held(Block& block) {
    if (!block.lanes.empty()) tell_lanes_held(block);
    if (block.core.listener && !block.scalars.empty()) {
        ScalarTeller teller(block);
        block.scalars.each(teller);
        teller.flush();
        if (block.recorder.accesses.rows.size() >= chunk) pass_on_accesses(block);
    }
    block.scalars.clear();
}

}  // namespace

bool recording() { return file() != nullptr || signing(); }
bool recording_accesses() { return file() != nullptr && accesses_wanted; }

void issue_recorded(Block& block, Record& record, const std::int64_t* payload, const void* from) {
    const Hold hold(block.recorder.busy);
    if (!block.scalars.empty() || !block.lanes.empty()) tell_scalars_held(block);
    at(block, from);
    issue(block.core, record, payload);
    if (signing()) sign_registers(block, record);
    if (block.history) save_long_history(block);
    if (block.recorder.trace.records.size() >= chunk || block.recorder.accesses.rows.size() >= chunk) pass_on(block);
}

void tell_scalars(Block& block) {
    const Hold hold(block.recorder.busy);
    tell_scalars_held(block);
}

void tell_lanes(Block& block) {
    const Hold hold(block.recorder.busy);
    tell_lanes_held(block);
}

void tell_access(Block& block, const Access& access) {
    const Hold hold(block.recorder.busy);
    if (!block.core.listener) return;
    block.core.listener->access(access);
    if (block.recorder.accesses.rows.size() >= chunk) pass_on_accesses(block);
}

bool reads_alone(Block& block, std::uint32_t threads, std::span<const lw_touch> touches) {
    return std::all_of(touches.begin(), touches.end(), [&](const lw_touch& one) {
        Access access;
        return one.change || (!one.write && find_lanes(block, one, threads, access));
    });
}

bool tell_touches(Block& block, std::uint32_t threads, std::span<const lw_touch> touches) {
    const Hold hold(block.recorder.busy);
    if (!block.core.listener) return true;
    if (!block.lanes.empty()) tell_lanes_held(block);
    std::array<LaneAccess, LaneLog::most> found;
    static thread_local std::array<std::vector<std::uint64_t>, LaneLog::most> places;
    if (touches.size() > found.size()) return false;
    block.core.thread = 0;
    bool changes = false;
    for (std::size_t i = 0; i < touches.size(); ++i) {
        if (!(touches[i].change ? find_changes(block, touches[i], threads, places[i], found[i]) : find_lanes(block, touches[i], threads, found[i].access))) return false;
        changes |= touches[i].change;
        found[i].times = threads;
    }
    const std::span<const LaneAccess> all(found.data(), touches.size());
    // What they read must be there as it was found, until the last one has changed something.
    const auto apart = [](const LaneAccess& one, const LaneAccess& other, std::uint32_t threads) {
        const Access &a = one.access, &b = other.access;
        return a.space != b.space || b.address >= a.address + a.bytes || a.address >= b.address + std::uint64_t{b.bytes} * threads;
    };
    for (const LaneAccess& one : all)
        for (const LaneAccess& other : all)
            if (!one.where.empty() && other.where.empty() && !apart(one, other, threads)) return false;
    if (!tell_lanes_together(block, all, threads)) {
        if (changes) return false;
        tell_each_lane(block, all, threads);
    }
    if (block.recorder.accesses.rows.size() >= chunk) pass_on_accesses(block);
    return true;
}

void record_step(Block& block, Opcode op, const std::int64_t* params, std::uint32_t count, const void* from) {
    const Hold hold(block.recorder.busy);
    Record& record = block.recorder.step;
    become_step(record, op, count);
    if (!block.core.listener) return;  // the program is about to end, and everything is saved
    if (!block.scalars.empty() || !block.lanes.empty()) tell_scalars_held(block);
    at(block, from);
    or_stop([&] { announce(block.core, record, params); });  // what runs only now may be wrong
    if (block.recorder.trace.records.size() >= chunk) pass_on(block);
}

void note_launch(Launch& launch) {
    static std::atomic<std::uint32_t> launches = 0;
    launch.number = ++launches;
    const std::string chip = launch.rules->name;
    std::string cores;  // of a block, where it has several: the names of their kinds
    for (std::uint32_t k = 0; launch.group.cores() > 1 && k < launch.group.cores(); ++k) cores += std::string(k ? " " : "") + core_kinds[seat_of(launch.group, k).kind].name;
    for_each_file([&](Entries& to) {
        to.add("LNCH", launch.number, launch.blocks, launch.kernel.data(), launch.kernel.size(), chip.data(), chip.size());
        to.add("CORE", launch.number, launch.blocks, cores.data(), cores.size());
    });
}

void save_records(Block& block) {
    if (!block.core.listener) return;
    constexpr int patience = 50;  // milliseconds
    Recorder& kept = block.recorder;
    const Asked asked(kept.busy, patience, running() == &block);
    if (!asked.held) return;
    tell_scalars_held(block);
    pass_on(block);
    save_time(block);
    save_history(block);
}

std::atomic<bool> Desk::called_for_all = false;

void Desk::prepare() {
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0) called_for_all = true;
}

void Desk::barrier_for_all() {
    if (called_for_all) syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    else std::atomic_thread_fence(std::memory_order_seq_cst);
}

void note_end(Launch& launch) {
    end_time(launch);
    const std::uint64_t missing = launch.unrecorded;
    for_each_file([&](Entries& to) { to.add("DONE", launch.number, launch.blocks, &missing, sizeof missing); });
}

void save_all_records() {
    Launch* launch = running_launch();
    if (launch)
        for (Block* block : launch->active)
            if (block) save_records(*block);
    save_findings();  // behind what blocks were told of last
    if (launch) end_time(*launch);
}

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" void lw_record(const char* path, bool accesses) {
    file().reset(path ? new Entries(path) : nullptr);
    room = most_records;
    accesses_wanted = accesses;
    listen_to_host_for_file();
}

extern "C" bool lw_simt_lanes(std::uint32_t threads, const lw_touch* all, std::uint32_t count) {
    lanewise::runtime::Block* block = lanewise::runtime::running();
    return !block || lanewise::runtime::tell_touches(*block, threads, {all, count});
}
extern "C" bool lw_simt_reads(std::uint32_t threads, const lw_touch* all, std::uint32_t count) {
    lanewise::runtime::Block* block = lanewise::runtime::running();
    return !block || lanewise::runtime::reads_alone(*block, threads, {all, count});
}
