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
    // The instruction at hand, which started at a tick, touches memory.
    void touch(std::uint32_t tick) {
        if (used_) users_.insert(tick);
    }
    bool order(std::uint32_t earlier) const { return used_ && users_.contains(earlier); }

  private:
    bool used_ = false;
    std::unordered_set<std::uint32_t> users_;  // ticks
};

}  // namespace lanewise::check
