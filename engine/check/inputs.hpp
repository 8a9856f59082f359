// Which unwritten bytes of GM a value in UB comes from: "argument 2 of k" says more about a fault than an address of UB does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lanewise::check {

// Bytes of GM that nobody had written, and the line that copied them to UB.
struct Input {
    std::uint64_t gm = 0;  // 0: garbage did not come from GM, or from several places there
    std::uint64_t place = 0;
    bool operator==(const Input&) const = default;
};

class Inputs {
  public:
    explicit Inputs(std::uint64_t size) : blocks_(size / block + 1) {}

    // Only asked about bytes that hold garbage.
    Input of(std::uint64_t byte) const { return byte / block < all_.size() ? all_[byte / block] : Input{}; }
    void put(std::uint64_t first, std::uint64_t count, Input input) {
        if (!input.gm && all_.empty()) return;
        if (all_.empty()) all_.resize(blocks_);
        for (std::uint64_t at = first / block; at <= (first + count - 1) / block && at < all_.size(); ++at) all_[at] = input;
    }

  private:
    static constexpr std::uint64_t block = 32;
    std::uint64_t blocks_;
    std::vector<Input> all_;  // by block of UB; empty until there is one
};

// What several bytes come from, where that is one place.
class OneInput {
  public:
    void add(Input input) {
        if (!any_) found_ = input;
        else if (found_.place != input.place) found_ = {};
        else found_.gm = std::min(found_.gm, input.gm);
        any_ = true;
    }
    bool any() const { return any_; }
    Input found() const { return found_; }
    void clear() { *this = {}; }

  private:
    Input found_;
    bool any_ = false;
};

}  // namespace lanewise::check
