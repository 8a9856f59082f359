// Vector functions of the 950 generation: a list scheduler over their register instructions.
//
// Instructions enter in program order and start as early as their registers, a unit and UB let them. What an instruction reads is
// what was last written there: registers are renamed, so using one again holds nobody up. A window bounds how many computing
// instructions wait at a time. UB serves two accesses a cycle, at most one of them a store, each bank one.
#pragma once

#include <unordered_map>
#include <vector>

#include "timing/numbers.hpp"
#include "timing/vector.hpp"

namespace lanewise::timing {

inline bool is_register(const InstructionInfo& ins) {
    return ins.executor == Executor::registers || ins.executor == Executor::register_walk;
}
// Bits of an element of a register instruction.
int register_bits(const Record& record);

// The banks of an access to UB, a bit for each, and its cycles: a bank serves one row of it at a time, a group one that is written.
struct BankUse {
    std::uint32_t banks;
    int cycles;
};
struct UbAccess {
    std::int64_t block, stride;  // the first block as far as banks go, and blocks from one to the next
    int blocks;
};
UbAccess access_of(const Numbers& numbers, const Record& record, const std::int64_t* payload);
BankUse banks_of(const Numbers& numbers, std::int64_t block, std::int64_t stride, int blocks, bool stores);

// When the registers of a function were written last. A function begins with none, so this forgets in no time.
class Written {
  public:
    Written() : slots_(64) {}
    void clear() {
        ++round_;
        used_ = 0;
    }
    std::int64_t at(std::uint64_t address) const {
        for (std::size_t i = place(address);; i = (i + 1) & (slots_.size() - 1)) {
            if (slots_[i].round != round_) return 0;
            if (slots_[i].address == address) return slots_[i].when;
        }
    }
    void set(std::uint64_t address, std::int64_t when);

  private:
    struct Slot {
        std::uint64_t address = 0, round = 0;
        std::int64_t when = 0;
    };
    std::size_t place(std::uint64_t address) const { return (address * 0x9E3779B97F4A7C15 >> 40) & (slots_.size() - 1); }

    std::vector<Slot> slots_;
    std::uint64_t round_ = 1;
    std::size_t used_ = 0;
};

class Function {
  public:
    explicit Function(const Numbers& numbers);
    void begin();
    // By how much the function ends later because of this instruction, bank conflict cycles, and whether it has a number.
    Cost take(const Record& record, const std::int64_t* payload);

  private:
    // Sixty-four cycles: which of them are taken.
    struct Cycles {
        std::uint64_t units[most_units] = {}, served[most_slots] = {};  // served: by at least 1, 2, ... accesses
        std::uint64_t stores = 0, banks[most_banks] = {};
    };
    // Nothing of a kind fits into these cycles: found once, and still so later, as cycles are only ever taken.
    struct Full {
        std::int64_t from = 0, to = 0;
    };

    template <class Taken>
    std::int64_t first(const Taken& taken, std::int64_t after, int length) const;
    template <class Taken>
    std::int64_t first_known(Full& full, const Taken& taken, std::int64_t after, int length);
    Cycles& cycles_at(std::int64_t cycle);
    std::int64_t compute(const Latency& cost, std::int64_t ready);
    std::int64_t access(const Numbers& numbers, const Latency& cost, std::int64_t ready, std::int64_t block, std::int64_t stride,
                        int blocks, std::int64_t& late);
    void advance(std::int64_t to);

    const Numbers& numbers_;
    int units_, slots_, window_;
    std::int64_t finish_;
    std::int64_t base_ = 0;    // nothing starts before it any more
    std::int64_t origin_ = 0;  // the first cycle of taken_, a multiple of 64
    std::vector<Cycles> taken_;
    Written written_;
    std::vector<std::int64_t> issued_;  // the last `window` computing instructions, in a ring
    std::size_t computing_ = 0;         // how many there were
    std::int64_t memory_from_ = 0, memory_to_ = 0;  // before which no access may start; when the last one ends
    std::int64_t ends_ = 0;
    Full full_[2];  // for single accesses: loads and stores
    std::unordered_map<std::uint64_t, Full> full_banks_;
};

}  // namespace lanewise::timing
