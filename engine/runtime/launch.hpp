// A launch: its blocks run on concurrent threads, and wait for each other here.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "check/checker.hpp"
#include "runtime/block.hpp"
#include "timing/conflicts.hpp"

namespace lanewise::runtime {

// The steps by which blocks let each other go on, in the order in which they happened. A step leaves a word (of a workspace, or of
// the launch's own counters) at a value; who waited for that value finds the step by it.
class Steps {
  public:
    std::uint64_t take(const void* word, std::int64_t value) { return by_[{word, value}] = ++last_; }
    // 0: no step did, but the program itself or somebody before the launch.
    std::int64_t found(const void* word, std::int64_t value) const {
        const auto at = by_.find({word, value});
        return at == by_.end() ? 0 : static_cast<std::int64_t>(at->second);
    }

  private:
    std::uint64_t last_ = 0;
    std::map<std::pair<const void*, std::int64_t>, std::uint64_t> by_;
};

constexpr std::uint32_t most_threads = 128;  // blocks that run at once

struct Launch {
    std::string kernel;
    const Rules* rules = nullptr;
    std::uint32_t blocks = 1;
    std::uint64_t dynamic_ub = 0;
    std::uint32_t number = 0;                   // of this program, from 1
    const void* from = nullptr;                 // the place of the launch in the program
    const void* code = nullptr;                 // what its blocks run, somewhere in the program
    std::uint32_t stream = 0;                   // its number
    std::unique_ptr<timing::Shared> time;       // of its blocks, where somebody wants to know
    std::unique_ptr<check::Launched> check;     // what the checker knows of all blocks
    std::vector<timing::Ended> ended;           // what is left of those that have ended
    std::atomic<std::uint64_t> unrecorded = 0;  // instructions that found no room in the file of records

    void run(const std::function<void()>& body);

    // Blocks this one until `ready`; all blocks waiting for each other is a deadlock, reported with what each waits for.
    void wait(Block& block, const std::string& what, const std::function<bool()>& ready);
    // Changes that others may be waiting for happen inside.
    void change(const std::function<void()>& step);
    // What others may be changing is looked at inside.
    template <class Look>
    void look(const Look& at) {
        std::lock_guard guard(lock);
        at();
    }

    Steps steps;                                           // kept where somebody listens
    std::vector<std::uint32_t> arrived;                    // SyncAll calls of each block
    std::map<int, std::vector<std::uint32_t>> cross_sets;  // CrossCoreSetFlag in mode 0, by flag
    std::vector<Block*> active;                            // by block index; null: not started or ended
    std::mutex lock;
    bool stopped = false;
    std::function<void()> failure;  // what to tell the host after a fault

  private:
    struct Wait {
        std::string what;
        std::function<bool()> ready;
    };
    void one(Block& block, std::uint32_t index, const std::function<void()>& body);
    void complain_of_deadlock();

    std::condition_variable changed_;
    std::map<std::uint32_t, Wait> waiting_;
    std::uint32_t running_ = 0, ended_ = 0;
};

// The launch that runs now, for reports; null between launches.
Launch* running_launch();
void set_running_launch(Launch* launch);

bool strict();
bool lenient();  // rules that hardware does not enforce are warnings, too

}  // namespace lanewise::runtime
