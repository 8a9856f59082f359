// The memory behind L2, as far as one block has a share of it: reads that miss L2 and writes that leave it go through one door.
#pragma once

#include <array>
#include <cstddef>

namespace lanewise::timing {

// Work that was asked for at one time may fit in before work that was asked for at a later one: pipes are told of in program order, not
// in the order in which they run.
class MemoryTime {
  public:
    // Takes `work` cycles from `from` on, in pieces where others came first; returns when the last of them is over.
    double book(double from, double work) {
        std::size_t k = 0;
        while (k < count_ && work > 0) {
            Gap& gap = gaps_[k];
            const double begin = gap.from > from ? gap.from : from;
            if (gap.to <= begin) {
                ++k;
                continue;
            }
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
            insert(count_, {end_, from});
            end_ = from;
        }
        return end_ += work;
    }

  private:
    struct Gap {
        double from, to;
    };
    // The oldest gap goes where there is no room: pipes of a block are never so far apart.
    void insert(std::size_t at, Gap gap) {
        if (count_ == gaps_.size()) {
            remove(0);
            at -= at > 0;
        }
        for (std::size_t k = count_++; k > at; --k) gaps_[k] = gaps_[k - 1];
        gaps_[at] = gap;
    }
    void remove(std::size_t at) {
        --count_;
        for (std::size_t k = at; k < count_; ++k) gaps_[k] = gaps_[k + 1];
    }

    std::array<Gap, 32> gaps_{};
    std::size_t count_ = 0;
    double end_ = 0;
};

}  // namespace lanewise::timing
