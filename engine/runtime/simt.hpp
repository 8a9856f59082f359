// Threads of a block: functions that programs start with many threads at once. Where these may meet, at barriers, in warp functions
// or by polling, each has a stack of its own; else the program runs them one after the other, and only says so here.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lanewise/shared/abi.h"
#include "threads/strand.hpp"

namespace lanewise::runtime {

struct Block;

constexpr std::uint32_t lanes_of_warp = 32, most_threads = 2048;
constexpr std::uint32_t user_bytes = 216 << 10;  // of UB, while there is a data cache: 8 KiB are reserved, and the least cache has 32

class Threads {
  public:
    explicit Threads(Block& block) : block_(block) {}

    const std::uint16_t* begin(lw_index* self, const lw_index& threads, const void* from);
    void run(void (*body)(void*), void* closure);
    void end();
    void forget() { active_ = meeting_ = false; }  // the kernel before has ended in the middle

    bool active() const { return active_; }  // a function of threads runs
    std::uint32_t number() const;            // of the thread that runs, x fastest
    std::uint32_t count() const { return count_; }
    std::string name() const;                // of it, for messages: "thread 3" or "thread (3, 1, 0)"
    void note_thread();                      // it is another one now

    void barrier(const lw_site& site, const void* from);
    void phase(const void* from);  // the same, where the program's own loops take all threads there
    lw_met meet(const lw_site& site, std::uint64_t value, const void* from);
    void turn(const void* from);
    void goes_on(const void* from);  // something else was told: what follows is theirs again
    void enter(std::uint32_t line);  // a call of a function in which threads may meet, at that line
    void leave();
    void inactive(std::uint32_t source, const void* from);  // a shuffle asks for what a lane has that takes no part

  private:
    enum class State : std::uint8_t { ready, polls, meets, waits, ended };  // waits: at a barrier
    struct Thread {
        threads::Strand strand;
        lw_index index;
        State state = State::ended;
        std::uint32_t polls = 0;
        lw_site site{};
        const void* from = nullptr;
        std::uint64_t value = 0;
        std::uint32_t depth = 0;                // of calls that it is in
        std::array<std::uint32_t, 16> path{};  // and their lines
    };
    struct Warp {
        std::uint32_t active = 0;  // lanes of the last meeting
        std::array<std::uint64_t, lanes_of_warp> values{};
    };

    static bool before(const Thread& a, const Thread& b);
    static bool same(const Thread& a, const Thread& b);
    void go_on(std::uint32_t which);
    bool run_warp(std::uint32_t warp, bool patient);  // whether anybody did more than look again
    bool serve(std::uint32_t warp, bool patient);
    void open_barrier();
    void release();
    void leave_as(State state, const lw_site& site, const void* from);
    [[noreturn]] void stand_still();
    std::vector<std::uint16_t> order();  // of warps
    std::uint32_t of_index(const lw_index& index) const { return index.x + (index.y + index.z * threads_.y) * threads_.x; }

    Block& block_;
    lw_index* self_ = nullptr;
    lw_index threads_{1, 1, 1};
    std::uint32_t count_ = 1, current_ = 0;
    std::uint32_t ended_ = 0, waiting_ = 0;  // of those that may meet
    bool active_ = false, meeting_ = false;
    std::uint64_t calls_ = 0;
    std::vector<Thread> all_;
    std::vector<Warp> warps_;
    std::vector<std::uint16_t> order_;  // in which loops over threads go through warps
    threads::Stacks stacks_;
    void (*body_)(void*) = nullptr;
    void* closure_ = nullptr;
};

}  // namespace lanewise::runtime
