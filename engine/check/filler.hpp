// Filler: what DataCopyPad puts behind the end of its data up to the next block of 32 bytes, where the program gave no value for it. It is written, and
// nobody means to compute with it: lanes that follow from it stay filler, and a sum that takes it in is a finding.
#pragma once

#include <cstdint>
#include <vector>

#include "check/unwritten.hpp"

namespace lanewise::check {

class Filler {
  public:
    explicit Filler(std::uint64_t size) : bytes_(size, false) {}

    bool at(std::uint64_t byte) const { return bytes_.at(byte); }
    bool any(std::uint64_t first, std::uint64_t count) const { return !copies_.empty() && bytes_.any(first, count); }
    // The line of the copy that it comes from.
    std::uint64_t copy(std::uint64_t byte) const { return copies_[byte / block]; }

    void put(std::uint64_t first, std::uint64_t count, std::uint64_t copy) {
        if (copies_.empty()) copies_.resize(bytes_.size() / block);
        bytes_.put(first, count, true);
        for (std::uint64_t at = first / block; at <= (first + count - 1) / block && at < copies_.size(); ++at) copies_[at] = copy;
    }
    void drop(std::uint64_t first, std::uint64_t count) {
        if (!copies_.empty()) bytes_.put(first, count, false);
    }

  private:
    static constexpr std::uint64_t block = 32;
    Bits bytes_;
    std::vector<std::uint64_t> copies_;  // by block of UB; empty until there is one
};

}  // namespace lanewise::check
