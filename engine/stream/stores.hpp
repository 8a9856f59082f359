// What register stores have written that is not in UB yet: inside a vector function later loads may come first (engine/schedule).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "stream/register_access.hpp"

namespace lanewise {

class Stores {
  public:
    // From now on bytes are stored by this instruction.
    void by(const RegisterAccess& store) { by_ = store; }

    // Where the caller puts `bytes` bytes at once that belong to a UB address.
    std::uint8_t* keep(std::uint64_t address, std::uint64_t bytes) {
        kept_.push_back({address, bytes_.size(), static_cast<std::uint32_t>(bytes)});
        bytes_.resize(bytes_.size() + bytes);
        for (const std::uint64_t one : by_.registers)
            if (one) last(one) = landed_ + kept_.size();
        return bytes_.data() + kept_.back().at;
    }

    bool empty() const { return kept_.empty(); }
    // How many pieces came first, up to the last one that a load must see (RegisterAccess::follows).
    std::size_t until(const RegisterAccess& load) const {
        std::uint64_t count = landed_;
        for (const auto& [one, behind] : last_)
            if (one == load.registers[0] || one == load.registers[1]) count = std::max(count, behind);
        return static_cast<std::size_t>(count - landed_);
    }
    std::size_t size() const { return kept_.size(); }

    // The first `count` pieces reach UB, in order.
    void land(std::uint8_t* memory, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) std::memcpy(memory + kept_[i].address, bytes_.data() + kept_[i].at, kept_[i].bytes);
        if (count == kept_.size()) return forget();
        kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(count));
        landed_ += count;
    }
    void land(std::uint8_t* memory) { land(memory, kept_.size()); }
    void forget() {
        kept_.clear();
        bytes_.clear();
        last_.clear();
        landed_ = 0;
    }

  private:
    // Behind which piece a register was stored last, counted from the last time that there was none.
    std::uint64_t& last(std::uint64_t one) {
        for (auto& [known, behind] : last_)
            if (known == one) return behind;
        return last_.emplace_back(one, 0).second;
    }

    struct Kept {
        std::uint64_t address;
        std::size_t at;
        std::uint32_t bytes;
    };
    RegisterAccess by_;
    std::vector<Kept> kept_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> last_;  // by register: a function has few
    std::uint64_t landed_ = 0;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace lanewise
