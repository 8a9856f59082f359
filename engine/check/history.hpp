// Who an instruction of a pipe was, for findings: the last ones of each pipe. Other blocks may ask.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

#include "check/clock.hpp"

namespace lanewise::check {

struct Doer {
    std::uint64_t place = 0;   // 0: too long ago
    std::uint16_t opcode = 0;  // 0: the kernel's own code
};

class History {
  public:
    void note(int pipe, std::uint32_t tick, Doer doer) {
        std::lock_guard guard(lock_);
        auto& last = last_[pipe];
        if (last.size() < depth) last.resize(depth);
        last[tick % depth] = {tick, doer};
    }
    Doer find(int pipe, std::uint32_t tick) const {
        std::lock_guard guard(lock_);
        const auto& last = last_[pipe];
        if (last.empty() || last[tick % depth].first != tick) return {};
        return last[tick % depth].second;
    }

  private:
    static constexpr std::size_t depth = 8192;
    mutable std::mutex lock_;
    std::array<std::vector<std::pair<std::uint32_t, Doer>>, pipe_count> last_;
};

}  // namespace lanewise::check
