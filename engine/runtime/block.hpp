// One core of a launch at work: its memories and what it waits for. Where a block is a group of cores, each of them is one of these.
#pragma once

#include <pthread.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lanewise/shared/abi.h"
#include "machine/core.hpp"
#include "runtime/records.hpp"
#include "runtime/lane_log.hpp"
#include "runtime/scalar_log.hpp"
#include "runtime/simt.hpp"
#include "runtime/views.hpp"

namespace lanewise {
class History;
}  // namespace lanewise

namespace lanewise::check {
class BlockCheck;
}  // namespace lanewise::check

namespace lanewise::schedule {
class Schedule;
}  // namespace lanewise::schedule

namespace lanewise::timing {
class BlockTime;
class Shared;
}  // namespace lanewise::timing

namespace lanewise::runtime {

struct Launch;

constexpr int deepest_stack = 48;

struct Block {
    Block(const Rules& rules, std::uint8_t kind);
    ~Block();
    Block(const Block&) = delete;

    void begin(Launch& launch, std::uint32_t number);  // memories, registers and flags as a new kernel finds them
    void lend_to(Block& other, Space space, Block* second = nullptr);  // the memory is one that the other core reaches, too
    void keep_to_itself();                                             // nobody shares any more
    void poison();                                                     // all its memories as nobody has written them
    std::uint8_t* vector_memory() const { return memories[static_cast<int>(Space::vector)]; }
    std::uint8_t* mailbox();  // where the scalar units of a group leave each other words

    std::uint8_t* memories[memory_count] = {};  // of its core; null: it has none such
    Block* cube = nullptr;                      // of its group, where a vector core shares memories with one
    std::vector<std::uint8_t> words;            // in place of a mailbox, of a core that shares none
    Views views;                                // of its vector memory, where it is checked
    lw_block face{};
    Core core{};
    State state{};
    std::vector<std::uint64_t> issued;
    const void* site = nullptr;  // where what it issues is told; null: where it is called
    std::uint64_t ticks = 0;  // instructions so far
    std::string text;         // printed so far
    Recorder recorder;
    std::uint64_t signature = 0;  // of what was written to registers so far
    std::unique_ptr<timing::BlockTime> time;  // what it took so far, where it is wanted
    std::unique_ptr<check::BlockCheck> check;  // what may be wrong with it, where it is wanted
    std::unique_ptr<History> history;  // what everything held, where it is wanted
    std::unique_ptr<schedule::Schedule> schedule;  // when what it issues happens, where that is not at once
    std::unique_ptr<Threads> threads = std::make_unique<Threads>(*this);  // of functions that have many
    std::uint32_t ub_taken_above = 0;  // bytes of arrays at the end of UB, that came when allocators had begun
    std::int64_t ub_dynamic_at = -1;   // where the dynamic part of a kernel of threads begins; -1: not requested
    std::optional<std::uint32_t> reached_to;  // of the vector memory, by the kernel before; none: anywhere
    Listeners listeners;
    ScalarLog scalars;  // what the kernel's own code has touched and nobody was told yet
    LaneLog lanes;      // the same of threads
    std::uint8_t flags[event_numbers] = {};  // set and not yet waited for: a bit per id
    std::uint32_t set_again[event_numbers][8] = {};  // and how often since: hardware promises nothing, but programs rely on a count
    void* flag_places[event_numbers][8] = {};  // where each was set
    std::vector<std::pair<const void*, std::uint32_t>> arrays;  // __ubuf__ arrays by their place in the source
    Launch* launch = nullptr;
    std::uint32_t member = 0;  // of the launch's cores
    std::uint32_t turn = 1;    // round of WaitPreBlock
    pthread_t thread{};
    void* stack[deepest_stack];  // filled in when a report needs it
    std::atomic<int> depth = -1;
};

// The block that runs on this thread; null outside kernels. Every instruction asks.
extern constinit thread_local Block* current;
inline Block* running() { return current; }
void set_running(Block* block);
void set_ahead(ScalarLoopAhead* ahead);  // of this thread

}  // namespace lanewise::runtime
