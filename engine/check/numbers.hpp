// Numbers that go wrong: an infinity or a NaN made from finite ones, and results that the type of the destination cannot hold. Told once
// for each line, at the first lane, with what it was made from.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "check/findings.hpp"
#include "machine/core.hpp"
#include "stream/listener.hpp"

namespace lanewise::check {

class Numbers {
  public:
    Numbers(Findings& findings, const std::uint8_t* memory, std::uint32_t size) : findings_(findings), memory_(memory), size_(size) {}

    // Whether it does at all, of an instruction.
    static bool looks_at(std::uint16_t opcode);
    // Around an instruction: what its destination held, what it read and wrote, and what became of it.
    void before(const Record& record);
    void access(const Access& access);
    void after(const Record& record, std::uint64_t place);

  private:
    struct Lane {
        std::uint64_t number = 0;
        double operands[4] = {};
        int count = 0;  // of operands
        double result = 0;
    };
    struct Run {
        std::uint64_t address, bytes;
        bool write;
    };

    // What a byte of UB held before the instruction.
    const std::uint8_t* old(std::uint64_t at) const { return at - kept_at_ < kept_.size() ? kept_.data() + (at - kept_at_) : memory_ + at; }
    bool touched(std::uint64_t at, bool write) const;
    bool suspicious(const Record& record) const;
    const char* wrong(const Record& record, Lane& lane) const;  // the id of what is wrong with a lane; null: nothing
    void each_lane(const Record& record, std::uint64_t place);
    void whole(const Record& record, std::uint64_t place);

    Findings& findings_;
    const std::uint8_t* memory_;
    const std::uint64_t size_;
    std::vector<std::uint8_t> kept_;  // the destination as it was before the instruction
    std::uint64_t kept_at_ = 0;
    std::vector<Run> runs_;  // that it touched
    std::unordered_set<std::uint64_t> told_;  // places
    bool looks_ = false;
};

}  // namespace lanewise::check
