// A launch: a team of cores, and what they share.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "check/checker.hpp"
#include "runtime/block.hpp"
#include "runtime/cross_flags.hpp"
#include "runtime/group.hpp"
#include "runtime/requests.hpp"
#include "threads/team.hpp"
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

struct Launch final : threads::Team {
    static constexpr std::uint32_t most_at_once = 128;  // blocks
    Launch() : Team(most_at_once) {}

    std::string kernel;
    const Rules* rules = nullptr;
    std::uint32_t groups = 1;                   // blocks, as the program counts them
    CoreGroup group;                                // the cores of each
    std::uint32_t blocks = 1;                   // cores in all
    std::uint64_t dynamic_ub = 0;
    bool threads = false;                       // a kernel of threads
    std::uint32_t number = 0;                   // of this program, from 1
    const void* from = nullptr;                 // the place of the launch in the program
    const void* code = nullptr;                 // what its blocks run, somewhere in the program
    std::uint32_t stream = 0;                   // its number
    std::vector<std::pair<std::uint64_t, std::string>> arguments;  // device memory that it was given: where, and what the kernel knows it as
    std::unique_ptr<timing::Shared> time;       // of its blocks, where it is wanted
    std::unique_ptr<check::Launched> check;     // what the checker knows of all blocks
    std::vector<timing::Ended> ended;           // what is left of those that have ended
    std::atomic<std::uint64_t> unrecorded = 0;  // instructions that found no room in the file of records

    // What its vector cores run, or cores that are both; and its cube cores.
    void run(const std::function<void()>& body, const std::function<void()>& cube_body);
    // Whether cores of a group reach each other's memories.
    bool linked() const { return group.mixed() && rules->group_links == group_links_direct; }
    // How messages call one of its cores: a block where each block is one.
    std::string name(std::uint32_t member) const;
    // Those of one kind, or all.
    std::vector<std::uint32_t> members(bool vector_cores_only) const;

    // The block goes on when `ready()` holds; all blocks waiting for each other is a deadlock, reported with what each waits for.
    template <class Ready>
    void wait(const Block& block, const std::string& what, Ready ready) {
        wait(block, std::move(ready), [what] { return what; });
    }
    template <class Ready, class Text>
    void wait(const Block& block, Ready ready, Text text) {
        Team::wait(block.member, std::move(ready), std::move(text));
    }

    Steps steps;                                           // kept where there is a listener
    std::vector<std::uint32_t> arrived[2];  // SyncAll calls of each core: those of all cores, those of vector cores only
    CrossFlags cross;
    GroupRequests requests;
    void* request_memory = nullptr;
    std::vector<Block*> active;  // by number; null: not started or ended
    std::function<void()> failure;  // what to tell the host after a fault

  private:
    struct Seated {
        std::vector<std::unique_ptr<Block>> cores;
        std::uint32_t ended = 0;
    };
    Block& sit_down(std::uint32_t member);
    void get_up(std::uint32_t member);
    std::mutex seats_lock_;
    std::map<std::uint32_t, Seated> seats_;  // of groups that are at work, where they are linked

    void one(Block& block, std::uint32_t number, const std::function<void()>& body);
    [[noreturn]] void leave() override;
    [[noreturn]] void stand_still(const threads::Standstill& found) override;
};

// The launch that runs now, for reports; null between launches.
Launch* running_launch();
void set_running_launch(Launch* launch);

bool strict();
bool lenient();  // rules that hardware does not enforce are warnings, too

}  // namespace lanewise::runtime
