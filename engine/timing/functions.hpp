// Vector functions of the 950 generation: a list scheduler over their register instructions.
//
// Instructions enter in program order, a few a cycle, and start as early as their registers, a unit and UB let them; behind the end of a
// loop they enter later. A queue bounds how many computing instructions wait at a time: one leaves it when it starts, in any order.
// What an instruction reads is what was last written there: registers are renamed while there are physical ones, which are free again
// a while after the last reader of what they held has started, once something else is written there. A unit starts one instruction a
// cycle and finishes one; its slow half is busy longer. UB serves two accesses a cycle, at most one of them a store, each bank one.
#pragma once

#include <queue>
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

// What a register holds: from when it can be read, and when its last reader started.
struct Held {
    std::int64_t ready, read;
};

// What the registers of a function hold. A function begins with none, so this forgets in no time.
class Written {
  public:
    Written() : slots_(64) {}
    void clear() {
        ++round_;
        used_ = 0;
    }
    // Null where nothing was written yet.
    Held* find(std::uint64_t address) {
        for (std::size_t i = place(address);; i = (i + 1) & (slots_.size() - 1)) {
            if (slots_[i].round != round_) return nullptr;
            if (slots_[i].address == address) return &slots_[i].held;
        }
    }
    void set(std::uint64_t address, Held held);

  private:
    struct Slot {
        std::uint64_t address = 0, round = 0;
        Held held{};
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
    void end_loop();
    // By how much the function ends later because of this instruction, bank conflict cycles, and whether it has a number.
    Cost take(const Record& record, const std::int64_t* payload);

  private:
    // Sixty-four cycles: which of them are taken.
    struct Cycles {
        std::uint64_t units[most_units] = {}, slow[most_units] = {}, results[most_units] = {};  // started, slow half busy, finished
        std::uint64_t served[most_slots] = {};  // by at least 1, 2, ... accesses
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
    void enter();
    void take_register(std::uint64_t address);
    std::int64_t free_on(int unit, const Latency& cost, std::int64_t ready) const;
    std::int64_t compute(const Latency& cost, std::int64_t ready);
    std::int64_t access(const Numbers& numbers, const Latency& cost, std::int64_t ready, std::int64_t block, std::int64_t stride,
                        int blocks, std::int64_t& late);
    void advance(std::int64_t to);

    const Numbers& numbers_;
    using Times = std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>>;  // the earliest first
    int units_, slots_, window_, registers_, dispatch_;
    std::int64_t finish_, loop_end_, release_;
    std::int64_t base_ = 0;    // the cycle in which instructions enter: nothing starts before it any more
    int entered_ = 0;          // in that cycle
    std::int64_t origin_ = 0;  // the first cycle of taken_, a multiple of 64
    std::vector<Cycles> taken_;
    Written written_;
    Times waiting_;  // starts of computing instructions that may still have to leave the queue
    int named_ = 0;  // registers that hold a value
    Times free_;     // when physical registers are free whose value nobody can name any more
    std::int64_t memory_from_ = 0, memory_to_ = 0;  // before which no access may start; when the last one ends
    std::int64_t ends_ = 0;
    Full full_[2];  // for single accesses: loads and stores
    std::unordered_map<std::uint64_t, Full> full_banks_;
};

}  // namespace lanewise::timing
