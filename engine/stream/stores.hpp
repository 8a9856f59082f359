// What register stores have written that is not in UB yet: inside a vector function later loads may come first (engine/schedule).
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "stream/register_access.hpp"

namespace lanewise {

class Stores {
  public:
    // From now on bytes are stored by this instruction.
    void by(const RegisterAccess& store) { by_ = store; }

    // Where the caller puts `bytes` bytes at once that belong to a UB address.
    std::uint8_t* keep(std::uint64_t address, std::uint64_t bytes) {
        kept_.push_back({by_, address, bytes_.size(), static_cast<std::uint32_t>(bytes)});
        bytes_.resize(bytes_.size() + bytes);
        return bytes_.data() + kept_.back().at;
    }

    bool empty() const { return kept_.empty(); }
    // How many pieces came first, up to the last one that a load must see.
    std::size_t until(const RegisterAccess& load) const {
        std::size_t count = kept_.size();
        while (count && !load.follows(kept_[count - 1].by)) --count;
        return count;
    }
    std::size_t size() const { return kept_.size(); }

    // The first `count` pieces reach UB, in order.
    void land(std::uint8_t* memory, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) std::memcpy(memory + kept_[i].address, bytes_.data() + kept_[i].at, kept_[i].bytes);
        kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(count));
        if (kept_.empty()) bytes_.clear();
    }
    void land(std::uint8_t* memory) { land(memory, kept_.size()); }

  private:
    struct Kept {
        RegisterAccess by;
        std::uint64_t address;
        std::size_t at;
        std::uint32_t bytes;
    };
    RegisterAccess by_;
    std::vector<Kept> kept_;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace lanewise
