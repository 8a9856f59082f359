// Which instructions of a block are ordered by unit flags (stream/unit_flags.hpp).
#pragma once

#include <cstdint>
#include <unordered_set>

#include "stream/unit_flags.hpp"

namespace lanewise::check {

// Of the instructions of a block, those that use them.
class UnitFlags {
  public:
    // The instruction that starts next.
    void record(const Record& record, const std::int64_t* payload) { used_ = uses_unit_flags(record, payload); }
    // It is none that could use them.
    void nobody() { used_ = false; }
    // The instruction at hand, which started on a pipe at a tick, touches memory.
    void touch(int pipe, std::uint32_t tick) {
        if (used_) users_.insert(key(pipe, tick));
    }
    bool order(int pipe, std::uint32_t earlier) const { return used_ && users_.contains(key(pipe, earlier)); }

  private:
    static std::uint64_t key(int pipe, std::uint32_t tick) { return std::uint64_t{tick} << 8 | static_cast<std::uint64_t>(pipe); }

    bool used_ = false;
    std::unordered_set<std::uint64_t> users_;  // by pipe and tick
};

}  // namespace lanewise::check
