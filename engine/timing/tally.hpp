// The rows of a block, added up by what the tables tell apart, so that a report needs no row.
#pragma once

#include <vector>

#include "timing/numbers.hpp"

namespace lanewise::timing {

// Things by a key of some words, in the order in which they came.
template <class Thing, std::size_t words>
class Keyed {
  public:
    struct Key {
        std::uint64_t word[words];
        bool operator==(const Key&) const = default;
    };
    // The number of the thing with a key; `fresh` says that there was none.
    std::size_t number(const Key& key, bool& fresh) {
        for (std::size_t i = place(key);; i = (i + 1) & (table_.size() - 1)) {
            if (!table_[i]) {
                fresh = true;
                table_[i] = static_cast<std::uint32_t>(keys_.size() + 1);
                keys_.push_back(key);
                things.emplace_back();
                if (2 * keys_.size() > table_.size()) grow();
                return things.size() - 1;
            }
            if (keys_[table_[i] - 1] == key) {
                fresh = false;
                return table_[i] - 1;
            }
        }
    }

    std::vector<Thing> things;

  private:
    std::size_t place(const Key& key) const {
        std::uint64_t hash = 0;
        for (const auto word : key.word) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15;
            hash ^= hash >> 29;
        }
        return hash & (table_.size() - 1);
    }
    void grow() {
        table_.assign(2 * table_.size(), 0);
        for (std::size_t k = 0; k < keys_.size(); ++k) {
            std::size_t i = place(keys_[k]);
            while (table_[i]) i = (i + 1) & (table_.size() - 1);
            table_[i] = static_cast<std::uint32_t>(k + 1);
        }
    }

    std::vector<Key> keys_;
    std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(64);  // numbers + 1
};

// One use of memory that collides, all its calls in a block together.
struct Use {
    Record record;      // the first one
    std::int64_t told;  // its first parameter
    std::uint64_t calls;
    double lost;
};

// What makes a use: its operands, mask, opcode, repeats and place.
inline constexpr int operand_words = sizeof(Record::operands) / 8, mask_words = sizeof(Record::mask) / 8;
inline constexpr int use_words = operand_words + mask_words + 2;

class Tallies {
  public:
    // Adds a row. What it is added to can be added to again: see `lengthen`.
    void add(const Row& row, const Record& record, int bits, double issue);
    // The row added last spent so much longer on its pipe.
    void lengthen(double cycles);
    // The number of a use of memory that collides.
    int use(const Record& record, const std::int64_t* payload, double lost);

    Keyed<Tally, 2> groups;
    Keyed<Use, use_words> uses;

  private:
    std::size_t last_ = 0;
    double spent_ = 0, lost_ = 0;  // of the last row
};

}  // namespace lanewise::timing
