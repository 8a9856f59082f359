#include "timing/banks.hpp"

#include <algorithm>
#include <cmath>

namespace lanewise::timing {

namespace {

constexpr int most_blocks = max_operands * blocks_of_repeat;

// The blocks of all operands in one repeat; one that is named twice is fetched once.
struct Touched {
    std::int64_t at[most_blocks];
    int count = 0;

    Touched(std::span<const Walk> walks, bool Walk::*which, std::uint32_t repeat) {
        for (const Walk& walk : walks)
            if (walk.*which) count += walk.blocks(repeat, at + count);
        std::sort(at, at + count);
        count = static_cast<int>(std::unique(at, at + count) - at);
    }
    const std::int64_t* begin() const { return at; }
    const std::int64_t* end() const { return at + count; }
};

class Repeats {
  public:
    Repeats(const Numbers& numbers, std::span<const Walk> walks)
        : walks_(walks), groups_(static_cast<int>(numbers.banks_groups)),
          bank_(std::max<std::int64_t>(1, static_cast<std::int64_t>(numbers.banks_bank_bytes) / block_bytes)),
          banks_(groups_ * std::max(1, static_cast<int>(numbers.banks_in_group))), slots_(numbers.banks_slots) {
        for (const Walk& walk : walks) alike_ &= walk.repeat == walks[0].repeat;
    }

    // What the busiest group takes.
    double busiest(std::uint32_t repeat) {
        const bool plain = alike_ && !counted(repeat);
        if (plain && known_) return busiest_;  // all operands have moved by the same: groups are those of the first repeat, turned
        int reads[most_groups] = {}, writes[most_groups] = {}, both[most_banks] = {};
        for (const auto block : Touched(walks_, &Walk::reads, repeat)) ++reads[group(block)], ++both[block % banks_];
        for (const auto block : Touched(walks_, &Walk::writes, repeat)) ++writes[group(block)], ++both[block % banks_];
        double most = 0;
        for (int g = 0; g < groups_; ++g)
            most = std::max(most, slots_ != 0 ? std::max<double>(writes[g], (reads[g] + writes[g]) / slots_)
                                              : static_cast<double>(std::max(reads[g], writes[g])));
        if (slots_ != 0)
            for (int b = 0; b < banks_; ++b)
                if (both[b] > slots_) most = std::max(most, std::ceil(both[b] / slots_));  // none of them goes with another repeat's
        if (plain) {
            known_ = true;
            busiest_ = most;
        }
        return most;
    }

    // Whether its reads meet the delayed write of the repeat before.
    bool meets(std::uint32_t repeat) {
        if (slots_ != 0 || !repeat) return false;
        const bool plain = alike_ && !counted(repeat);
        if (!plain || !paired_) {
            pairs_ = 0;
            const Touched read(walks_, &Walk::reads, repeat), written(walks_, &Walk::writes, repeat - 1);
            for (const auto r : read)
                for (const auto w : written)
                    if (group(r) == group(w)) pair_[pairs_++] = {r, w};
            from_ = repeat;
            paired_ = plain;
        }
        const std::int64_t moved = walks_.empty() ? 0 : walks_[0].repeat * static_cast<std::int64_t>(repeat - from_);
        for (int k = 0; k < pairs_; ++k)
            if ((pair_[k].read + moved) / bank_ == (pair_[k].written + moved) / bank_) return true;
        return false;
    }

  private:
    int group(std::int64_t block) const { return static_cast<int>(block % groups_); }
    bool counted(std::uint32_t repeat) const {
        for (const Walk& walk : walks_)
            if (walk.whole == repeat) return true;
        return false;
    }

    std::span<const Walk> walks_;
    int groups_;
    std::int64_t bank_;  // blocks
    int banks_;          // of all groups
    double slots_;
    bool alike_ = true, known_ = false, paired_ = false;
    double busiest_ = 0;
    struct Pair {
        std::int64_t read, written;  // blocks in one group
    } pair_[most_blocks * most_blocks];
    int pairs_ = 0;
    std::uint32_t from_ = 0;  // the repeat that the pairs are of
};

}  // namespace

int Walk::blocks(std::uint32_t number, std::int64_t* out) const {
    const std::int64_t first = start + static_cast<std::int64_t>(number) * repeat;
    const std::uint8_t taken = number == whole ? last : active;
    int count = 0, highest = -1;
    for (int k = 0; k < width; ++k)
        if (taken >> (k * blocks_of_repeat / width) & 1) highest = k;
    for (int k = 0; k < width; ++k)
        if (number == whole ? k <= highest || highest < 0 : active >> (k * blocks_of_repeat / width) & 1)
            out[count++] = first + k * block;
    return count;
}

Traffic traffic(const Numbers& numbers, std::span<const Walk> walks, std::uint32_t repeats, double rate) {
    if (!numbers.banked || !repeats) return {rate * repeats, rate * repeats};
    Repeats all(numbers, walks);
    double cycles = 0, same = -1;
    std::uint32_t often = 0, late = 0;
    for (std::uint32_t r = 0; r < repeats; ++r) {
        const double each = std::max(rate, all.busiest(r));
        if (each != same) {
            cycles += same * often;
            same = each;
            often = 0;
        }
        ++often;
        if (each < 2 && all.meets(r)) ++late;
    }
    cycles += same * often + numbers.banks_read_after_write * late;
    double least = rate;
    if (numbers.banks_slots != 0) {
        int accesses = 0;
        std::int64_t at[blocks_of_repeat];
        for (const Walk& walk : walks) accesses += walk.blocks(0, at) * (walk.reads + walk.writes);
        least = std::max(rate, accesses / (numbers.banks_groups * numbers.banks_slots));
    }
    return {cycles, least * repeats};
}

}  // namespace lanewise::timing
