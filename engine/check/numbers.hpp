// Numbers that go wrong: an infinity or a NaN made from finite ones, and results that the type of the destination cannot hold. Told once
// for each line, at the first lane, with what it was made from.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "check/findings.hpp"
#include "check/memories.hpp"
#include "machine/core.hpp"
#include "stream/listener.hpp"

namespace lanewise::check {

class Numbers {
  public:
    Numbers(const BlockFindings& findings, const Memories& memories, const Core& core) : findings_(findings), memories_(memories), core_(core) {}

    // Whether it does at all, of an instruction.
    static bool looks_at(std::uint16_t opcode);
    // Around an instruction: what its destination held, what it read and wrote, and what became of it.
    void before(const Record& record);
    void access(const Access& access);
    void after(const Record& record, std::uint64_t place);
    // The same of a call in brief that shows by its results whether something went wrong.
    static bool shows(const Brief& call);
    void before(const Brief& call);
    void after(const Brief& call);

  private:
    struct Lane {
        std::uint64_t number = 0;
        double operands[4] = {};
        int count = 0;  // of operands
        double result = 0;
    };
    struct Run {
        Space space;
        std::uint64_t address, bytes;
        bool write;
        // Whether it begins in an operand.
        bool in(const Operand& o) const { return space == static_cast<Space>(o.space) && address >= o.address && address < o.address + o.extent; }
    };

    std::uint64_t size(Space space) const { return core_.memory(space).size; }
    // What a byte held before the instruction.
    const std::uint8_t* old(Space space, std::uint64_t at) const {
        return space == kept_in_ && at - kept_at_ < kept_.size() ? kept_.data() + (at - kept_at_) : memories_.at(space, at);
    }
    // Of GM, its address is where it is.
    const std::uint8_t* bytes_at(const Run& run) const {
        return run.space == Space::gm ? reinterpret_cast<const std::uint8_t*>(run.address) : memories_.at(run.space, run.address);
    }
    bool touched(Space space, std::uint64_t at, bool write) const;
    bool suspicious(std::uint16_t opcode, int dtype) const;
    const char* wrong(const Record& record, Lane& lane) const;  // the id of what is wrong with a lane; null: nothing
    void each_lane(const Record& record, std::uint64_t place);
    void whole(const Record& record, std::uint64_t place);

    const BlockFindings findings_;
    const Memories& memories_;
    const Core& core_;
    std::vector<std::uint8_t> kept_;  // the destination as it was before the instruction
    Space kept_in_{};
    std::uint64_t kept_at_ = 0;
    std::vector<Run> runs_;  // that it touched
    std::unordered_set<std::uint64_t> told_;  // places
    bool looks_ = false, shown_ = false;  // at the instruction, and at the call in brief
};

}  // namespace lanewise::check
