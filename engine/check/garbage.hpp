// Bytes that hold what nobody wrote, and how they spread: a copy carries them along, an instruction makes more of them. Which results
// depend on them is found by asking: the instruction runs again with other bytes in their place, and what comes out differently depends
// on them. So a lane that a mask leaves out, a product that a select drops and a tail that is never copied out are no findings.
// Filler of padded copies spreads by the same questions, in rounds of its own.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "check/findings.hpp"
#include "check/garbage_registers.hpp"
#include "check/memories.hpp"
#include "check/unknown.hpp"
#include "machine/requests.hpp"

namespace lanewise::check {

// Of global memory, which the blocks and launches of a program share.
class GlobalGarbage {
  public:
    // Where garbage came from: a memory of the core from a byte on, or GM.
    struct Source {
        Space space;
        std::uint64_t address;
    };

    PagedBits bytes, computed;  // what holds garbage, and the part of it that somebody has computed with

    // New device memory, or what somebody has written.
    void fresh(std::uint64_t first, std::uint64_t count) {
        bytes.put(first, count, true);
        computed.put(first, count, false);
    }
    void written(std::uint64_t first, std::uint64_t count) {
        bytes.put(first, count, false);
        computed.put(first, count, false);
    }
    // A copy brings some there, or adds to some that was there.
    void brought(std::uint64_t first, std::uint64_t count, bool computed_with, std::uint64_t place, std::uint16_t opcode, Source source,
                 Input input, const Gm& gm);
    // The host takes these bytes: what was computed from garbage is a finding from its first byte, what nobody has touched when it is a whole
    // block of 32; less than that was carried along by a copy of whole blocks. `place` is that of the host's call.
    void taken(Findings& findings, std::uint64_t first, std::uint64_t count, std::uint64_t place, const Gm& gm);

  private:
    struct Brought {
        std::uint64_t first, last, place;
        Source source;
        std::uint16_t opcode;
        std::uint64_t from;  // line that has read it in GM; 0: it is not from there
        std::string input;   // and what that was
        std::uint64_t input_at;
    };
    bool told_from(std::uint64_t at, std::uint64_t bytes_left) const;
    std::mutex lock_;
    std::vector<Brought> brought_;
};

// Of one block.
class Garbage {
  public:
    Garbage(GlobalGarbage& global, const BlockFindings& findings, Requests& requests, const Memories& memories)
        : global_(global), findings_(findings), requests_(requests), core_(requests.core()), gm_(*core_.gm) {
        memories_.reserve(memory_count);
        for (int m = 0; m < memory_count; ++m) memories_.emplace_back(memories.start[m], core_.memories[m].size);
    }

    void before(const Record& record, const std::int64_t* payload);
    void access(const Access& access);
    void after();
    // The kernel's own code, or an instruction that looks at memory itself.
    void scalar(const Access& access, std::uint16_t opcode = 0);
    // Of a memory of the core: whether bytes hold garbage, and somebody has written them.
    bool on_core(Space space, std::uint64_t first, std::uint64_t bytes) const { return in(space).garbage.any(first, bytes); }
    void known(Space space, std::uint64_t first, std::uint64_t bytes) { in(space).known(first, bytes); }
    bool in_gm(std::uint64_t first, std::uint64_t bytes) const { return global_.bytes.any(first, bytes); }
    void written(std::uint64_t first, std::uint64_t bytes) { global_.written(first, bytes); }
    // A vector function begins or ends: registers hold nothing.
    void function();

  private:
    struct Run {
        Space space;
        std::uint64_t address, bytes;
        bool atomic = false;
    };
    // Who first computed with bytes that nobody wrote, which those were, and where results of it lie.
    struct Origin {
        Space space;                // of the results
        std::uint64_t first, last;
        std::uint64_t place;  // 0: nobody is known
        std::uint16_t opcode;
        Space source;  // what it read that nobody wrote
        std::uint64_t from, to;
    };

    Unknown& in(Space space) { return memories_[static_cast<std::size_t>(space)]; }
    const Unknown& in(Space space) const { return memories_[static_cast<std::size_t>(space)]; }
    Requests::Part part(const Run& run) const { return {in(run.space).start + run.address, run.bytes}; }
    bool holds(const Run& run) const;
    const Origin* origin(Space space, std::uint64_t address) const;
    Origin comes_from() const;
    Input input();
    void keep(Origin comes, const Run& result);
    void settle();
    bool unwritten(const Run& run) const;
    void fills_blocks(const State& state, const Record& record, const std::int64_t* params);
    void tell_sum();
    void add_to();
    void carry();
    void carry_byte(const Run& from, const Run& to, bool converted);
    void ask();
    void before_memory(const Record& record, const std::int64_t* payload);
    void before_registers(const Record& record, const std::int64_t* payload);
    void after_registers();
    void settle_registers();
    void hear_registers() { requests_.hear_between_registers(!registers_.empty()); }
    std::vector<Run> read_garbage(bool filler) const;

    GlobalGarbage& global_;
    const BlockFindings findings_;
    Requests& requests_;
    const Core& core_;
    const Gm& gm_;
    std::uint64_t place_ = 0;
    std::vector<Unknown> memories_;  // of the core, by Space
    std::vector<Origin> origins_;    // the newest last
    mutable std::size_t asked_ = 0;  // the one that was found last, until there are others
    OneInput loaded_;                // where in GM garbage in registers comes from
    std::vector<Run> reads_, writes_, padding_;  // padding_: filler that the copy at hand leaves
    bool suspicious_ = false;
    Record record_{};
    std::vector<std::int64_t> params_;  // of a move
    GarbageRegisters registers_;
    std::vector<Requests::Part> unknown_;  // bytes of registers that hold garbage, of those that the instruction at hand has
    bool wild_ = false;                   // it may store elsewhere if they were others
};

}  // namespace lanewise::check
