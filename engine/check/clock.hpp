// Vector clocks: how far each pipe of each block is known to be done.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "stream/ordering.hpp"

namespace lanewise::check {

// Stores of the scalar unit that no compiler waits for count apart: who issues next does not know them, but only who waits for them.
constexpr int store_pipe = pipe_count;

using Ticks = std::array<std::uint32_t, (pipe_count + 1 + 3) / 4 * 4>;  // whole vectors of four

// All of them at once: this happens at every flag and at every instruction.
inline void join(Ticks& into, const Ticks& from) {
    using All [[gnu::vector_size(4 * sizeof(std::uint32_t))]] = std::uint32_t;
    for (std::size_t at = 0; at < into.size(); at += sizeof(All) / sizeof(std::uint32_t)) {
        All a, b;
        std::memcpy(&a, &into[at], sizeof a);
        std::memcpy(&b, &from[at], sizeof b);
        a = a > b ? a : b;
        std::memcpy(&into[at], &a, sizeof a);
    }
}

// What a pipe of one block comes after: so many instructions of each pipe of its own block, and of others that it synchronised with.
class Clock {
  public:
    Ticks own{};

    bool after(int pipe, std::uint32_t tick) const { return own[pipe] >= tick; }
    bool after(std::uint32_t block, int pipe, std::uint32_t tick) const {
        return others_ && block < others_->size() && (*others_)[block][pipe] >= tick;
    }

    void join(const Clock& from) {
        check::join(own, from.own);
        join_others(from);
    }
    // The clock of another block: its own instructions are that block's here.
    void join_from(std::uint32_t block, const Clock& from) {
        join_others(from);
        auto all = others_ ? std::make_shared<std::vector<Ticks>>(*others_) : std::make_shared<std::vector<Ticks>>();
        if (all->size() <= block) all->resize(block + 1);
        check::join((*all)[block], from.own);
        others_ = std::move(all);
    }

  private:
    // Blocks that never met share nothing, and after a barrier all pipes share one list: few joins copy anything.
    void join_others(const Clock& from) {
        if (!from.others_ || from.others_ == others_) return;
        if (!others_) {
            others_ = from.others_;
            return;
        }
        auto all = std::make_shared<std::vector<Ticks>>(*others_);
        if (all->size() < from.others_->size()) all->resize(from.others_->size());
        for (std::size_t i = 0; i < from.others_->size(); ++i) check::join((*all)[i], (*from.others_)[i]);
        others_ = std::move(all);
    }

    std::shared_ptr<const std::vector<Ticks>> others_;
};

}  // namespace lanewise::check
