// What the checker of a program knows: what is looked for, what its launches share, and what the blocks of a launch do.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/findings.hpp"
#include "check/garbage.hpp"
#include "check/gm_shadow.hpp"
#include "check/history.hpp"
#include "check/order.hpp"
#include "check/streams.hpp"
#include "check/wanted.hpp"

namespace lanewise::check {

// Which ids of events the kernels of a program name.
class EventIds {
  public:
    void use(int event, int id) { used_[event & 63].fetch_or(1u << (id & 31), std::memory_order_relaxed); }
    int free(int event) const;  // the lowest; -1: none

  private:
    std::atomic<std::uint32_t> used_[64] = {};
};

// Which device memory that the host has asked for somebody has used.
class Asked {
  public:
    void put(std::uint64_t address) {
        std::lock_guard guard(lock_);
        used_[address] = false;
    }
    void drop(std::uint64_t address) {
        std::lock_guard guard(lock_);
        used_.erase(address);
    }
    void use(std::uint64_t address) {
        std::lock_guard guard(lock_);
        if (const auto found = used_.find(address); found != used_.end()) found->second = true;
    }
    bool used(std::uint64_t address) const {
        std::lock_guard guard(lock_);
        const auto found = used_.find(address);
        return found == used_.end() || found->second;
    }

  private:
    mutable std::mutex lock_;
    std::unordered_map<std::uint64_t, bool> used_;  // by address
};

// Which rules a program's kernels are held to, and what each hears.
struct Hearing;

// What the launches of a program share.
struct Program {
    explicit Program(Wanted what);
    ~Program();
    const Wanted wanted;
    Findings findings;
    GmShadow gm;
    Streams streams;
    GlobalGarbage garbage;
    EventIds ids;
    Asked asked;

    // Asked for at the first launch: a program may be begun while the library is loaded, before all rules are registered.
    const Hearing& hearing();
    // Findings since the last time, with ids that are free for whoever adds flags.
    std::vector<Finding> take();

  private:
    std::once_flag once_;
    std::unique_ptr<const Hearing> hearing_;
};

struct Launched;

// What the blocks of a launch share of one rule.
class Shared {
  public:
    virtual ~Shared() = default;
    // All blocks have ended well.
    virtual void end(const Launched&, const Gm&) {}
};

// What the cores of a group do to the memories that they share, by Memory::linked.
struct Links {
    GmShadow shadow;

    struct Written {
        std::uint64_t first, bytes;
    };
    void note(std::uint64_t first, std::uint64_t bytes) {
        std::lock_guard guard(lock_);
        of_groups_[first >> group_bits].push_back({first, bytes});
        count_.fetch_add(1, std::memory_order_release);
    }
    // What others have written to memories of a group since the last time; `seen` and `read` are where that was.
    std::vector<Written> news(std::uint64_t link, std::uint64_t& seen, std::size_t& read) {
        const std::uint64_t count = count_.load(std::memory_order_acquire);
        if (seen == count) return {};
        std::lock_guard guard(lock_);
        const std::vector<Written>& all = of_groups_[link >> group_bits];
        std::vector<Written> found(all.begin() + static_cast<std::ptrdiff_t>(read), all.end());
        seen = count, read = all.size();
        return found;
    }

  private:
    static constexpr int group_bits = 35;  // eight memories of 4 GiB
    std::mutex lock_;
    std::atomic<std::uint64_t> count_ = 0;
    std::unordered_map<std::uint64_t, std::vector<Written>> of_groups_;
};

// What the blocks of a launch share.
struct Launched {
    Launched(Program& of, std::uint32_t number, std::uint32_t blocks) : program(of), task(of.streams.launched(number)), histories(blocks) {}
    // A block as its program knows it, and whether two are cores of one group.
    std::string name(std::uint32_t block) const { return names.empty() ? "block " + std::to_string(block) : names[block]; }
    bool grouped(std::uint32_t one, std::uint32_t other) const { return cores > 1 && one / cores == other / cores; }
    Program& program;
    std::uint32_t cores = 1;         // of a group
    std::vector<std::string> names;  // of the cores of all groups, where they are of several kinds
    const Streams::Begun task;
    Steps steps;
    std::vector<History> histories;
    Links links;

    // A rule's own part, by its type: made for the first block that asks.
    template <class T>
    T& shared() {
        std::lock_guard guard(lock_);
        for (const auto& part : shared_)
            if (T* found = dynamic_cast<T*>(part.get())) return *found;
        shared_.push_back(std::make_unique<T>());
        return static_cast<T&>(*shared_.back());
    }
    // All blocks have ended well.
    void end(const Gm& gm);

  private:
    std::mutex lock_;
    std::vector<std::unique_ptr<Shared>> shared_;  // blocks make them in the order of the rules
};

}  // namespace lanewise::check
