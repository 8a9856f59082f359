#include "runtime/timer.hpp"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "lanewise/shared/abi.h"
#include "runtime/entries.hpp"
#include "runtime/launch.hpp"
#include "runtime/runtime.hpp"
#include "tables.hpp"
#include "timing/conflicts.hpp"

namespace lanewise::runtime {

namespace {

std::atomic<bool> is_read = false;  // the program has a GetSystemCycle

void say_once(const std::string& what) {
    static std::mutex lock;
    static auto& said = *new std::set<std::string>();
    std::lock_guard guard(lock);
    if (!said.insert(what).second) return;
    std::fflush(stdout);
    std::fprintf(stderr, "lanewise: GetSystemCycle %s\n", what.c_str());
}

}  // namespace

Entries* times_file() {
    static auto& opened = *new std::unique_ptr<Entries>(entries_of("LANEWISE_TIME"));
    return opened.get();
}

void begin_time(Launch& launch) {
    if (!times_file() && !is_read) return;
    std::vector<timing::GmBuffer> buffers;
    for (const Buffer& one : device_memory().all()) buffers.push_back({one.address, one.size});
    const timing::CoresAtWork group = launch.group.mixed() ? timing::CoresAtWork{launch.group.vectors, launch.group.cubes} : timing::CoresAtWork{};
    launch.time = std::make_unique<timing::Shared>(*launch.rules, launch.blocks, times_file() ? timing::replayed : 0, std::move(buffers), group);
}

void begin_time(Block& block) {
    const Hold hold(block.recorder.busy);
    block.time.reset();
    if (block.launch->time) block.time = std::make_unique<timing::BlockTime>(*block.launch->time);
}

void save_time(Block& block) {
    Entries* to = times_file();
    if (!to || !block.time) return;
    block.time->settle();
    const timing::Summary whole = block.time->summary();
    const auto& sums = block.time->tallies().groups.things;
    std::lock_guard guard(to->lock);
    static auto& named = *new std::set<std::uint16_t>();
    for (const timing::Tally& sum : sums) {
        to->place(sum.place);
        if (const char* kind = timing::kinds[sum.opcode]; named.insert(sum.opcode).second)
            to->add("KIND", 0, sum.opcode, kind, std::strlen(kind));
    }
    to->add("TIME", block.launch->number, block.member, &whole, sizeof whole, sums.data(), sums.size() * sizeof sums[0]);
    block.launch->ended.push_back({std::move(block.time->tallies().uses.things), std::move(block.time->rows()), whole.records});
    listen(block.core, nullptr);
    block.time.reset();
}

void end_time(Launch& launch) {
    Entries* to = times_file();
    if (!to) return;
    std::lock_guard guard(to->lock);
    const std::string found = timing::conflicts(*launch.rules, launch.ended);
    launch.ended.clear();
    to->add("MEET", launch.number, launch.blocks, found.data(), found.size());
}

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" bool lw_reads_cycles() { return is_read = true; }

extern "C" std::int64_t lw_cycles() {
    Block* block = running();
    if (!block) lw_current();
    const auto counted = static_cast<std::int64_t>(block->ticks++);  // it is one, too: kernels wait for a time by reading
    const Rules& chip = *block->core.rules;
    const timing::Numbers& numbers = timing::numbers_of(chip);
    const Hold hold(block->recorder.busy);
    if (numbers.core_clock_mhz == 0) say_once(std::string("counts instructions: no timing of ") + chip.name + " is published");
    if (numbers.core_clock_mhz == 0 || !block->time) return counted;
    const double cycles = block->time->read();
    for (const auto opcode : block->time->take_unknown())
        say_once(std::string("leaves out ") + instructions[opcode].vendor + ": no cost is published for " + chip.name);
    return static_cast<std::int64_t>(cycles * (static_cast<double>(chip.counter_mhz) / numbers.core_clock_mhz));
}
