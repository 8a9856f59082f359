// The memory behind L2, as far as one block has a share of it: reads that miss L2 and writes that leave it go through one door.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanewise::timing {

// Work that was asked for at one time may fit in before work that was asked for at a later one: pipes are told of in program order, not
// in the order in which they run.
class MemoryTime {
  public:
    // Takes `work` cycles from `from` on, in pieces where others came first; returns when the last of them is over.
    double book(double from, double work) {
        std::size_t k = first_behind(from);
        while (k < last_ && work > 0) {
            Gap& gap = gaps_[k];
            const double begin = gap.from > from ? gap.from : from;
            const double taken = work < gap.to - begin ? work : gap.to - begin, end = begin + taken;
            work -= taken;
            if (work <= 0 || end == gap.to) from = end > from ? end : from;
            const Gap rest{end, gap.to};
            gap.to = begin;
            if (gap.to > gap.from) ++k;
            else remove(k);
            if (rest.to > rest.from) insert(k, rest);
        }
        if (work <= 0) return from;
        if (from > end_) {
            insert(last_, {end_, from});
            end_ = from;
        }
        return end_ += work;
    }

  private:
    struct Gap {
        double from, to;
    };
    // The first gap that ends later.
    std::size_t first_behind(double from) const {
        const auto* const begin = gaps_.data();
        return static_cast<std::size_t>(std::partition_point(begin + first_, begin + last_, [&](const Gap& gap) { return gap.to <= from; }) - begin);
    }
    // The oldest gap goes where there are enough: pipes of a block are never so far apart.
    void insert(std::size_t at, Gap gap) {
        if (last_ - first_ == most) at = std::max(at, ++first_);
        if (last_ == gaps_.size()) {
            std::copy(gaps_.begin() + first_, gaps_.end(), gaps_.begin());
            at -= first_;
            last_ -= first_;
            first_ = 0;
        }
        std::copy_backward(gaps_.begin() + at, gaps_.begin() + last_, gaps_.begin() + last_ + 1);
        ++last_;
        gaps_[at] = gap;
    }
    void remove(std::size_t at) { std::copy(gaps_.begin() + at + 1, gaps_.begin() + last_--, gaps_.begin() + at); }

    static constexpr std::size_t most = 32;
    std::array<Gap, 8 * most> gaps_{};     // so that they are seldom moved to the front
    std::size_t first_ = 0, last_ = 0;  // of those that there are, and the one behind the last
    double end_ = 0;
};

}  // namespace lanewise::timing
