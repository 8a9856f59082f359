// The stream: what a core does, told to whoever listens, in the program's own process. A record says which instruction runs; the
// accesses that follow say which bytes of which space it reads and writes, exactly: masked lanes, gaps of strides and offsets of a
// gather are no boxes around them. The record comes first, and only for an instruction that is not refused.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "lanewise/generated/layouts.hpp"

namespace lanewise {

struct Core;
class Fault;

constexpr std::uint16_t host_block = 0xFFFF;  // the host is a block of its own

struct Access {
    std::uint64_t address;      // in its space: an offset in UB, an address in GM; registers are where the host keeps them
    std::uint64_t sequence;     // of the record it belongs to
    std::uint64_t place;        // of the call in the source, as in the record: file << 32 | line, or an address in the program
    const std::uint8_t* mask;   // null: every byte; else one byte for each, all ones where it is touched. Only valid during the call
    std::uint32_t bytes;
    std::uint16_t block;
    std::uint8_t space, pipe;
    bool write;
    bool atomic;  // part of an indivisible read and write
    bool around = false;  // of the scalar unit: in GM not through its data cache, on its core by a pointer; of the host: by its own code, not by a call
    std::uint16_t thread = 0;  // of the block

    bool touches(std::uint32_t byte) const { return !mask || mask[byte]; }
};

// A loop of the kernel's own code: so many rounds of accesses, each of which goes on where it was the round before, or stays there.
struct ScalarLoop {
    struct Step {
        Access first;
        bool stays;

        std::uint32_t bytes(std::uint32_t rounds) const { return stays ? first.bytes : first.bytes * rounds; }
    };
    std::span<const Step> steps;
    std::uint32_t rounds;

    // All of them as they came, in pieces: act(accesses, how many).
    template <class Act>
    void each_piece(const Act& act) const {
        constexpr std::size_t most = 2048;
        std::vector<Access> piece;
        for (std::uint32_t round = 0; round < rounds; ++round) {
            for (const Step& step : steps) {
                piece.push_back(step.first);
                piece.back().address += step.stays ? 0 : std::uint64_t{round} * step.first.bytes;
            }
            if (piece.size() + steps.size() <= most && round + 1 < rounds) continue;
            act(piece.data(), piece.size());
            piece.clear();
        }
    }
};

// A call that is as usual in everything, told in one piece: operands in UB that lie in one piece each, and nothing more to say.
struct Brief {
    struct Run {
        std::uint64_t address, bytes;
    };
    std::uint64_t place;
    std::uint64_t data;    // where the register is that a load or a store moves; 0: there is none
    std::uint16_t opcode;
    std::uint8_t reads;    // so many of them
    Run read[4], written;  // 0 bytes: nothing is
    std::uint64_t shape = 0, scalar = 0;  // of a call by a count: its types (shared/shape.h), and its scalar where it has one
};

// A copy between GM and the vector memory that is as usual in everything: whole blocks, one piece on both sides, inside its tensors.
struct PlainCopy {
    std::uint64_t place;
    std::uint64_t gm, address;  // in GM, and in the vector memory
    std::uint32_t bytes;
    std::uint16_t opcode;
    std::uint8_t pipe;
    bool out;  // to GM
};

// Calls come from the thread of the core that the listener was given to, in the order of the stream.
class Listener {
  public:
    virtual ~Listener() = default;
    // Asked when the listener is given to a core: only who says yes makes the forms tell their accesses.
    virtual bool hears_accesses() const { return true; }
    // Whether that includes registers, and not only memory.
    virtual bool hears_registers() const { return hears_accesses(); }
    // Whether it must hear of every instruction between registers: where nobody does they are as short as where nobody listens.
    virtual bool hears_between_registers() const { return true; }
    // `payload` holds the record's payload_count parameters.
    virtual void record(const Record& record, const std::int64_t* payload) = 0;
    virtual void access(const Access&) {}
    // Accesses of the kernel's own code, in order, with no record between them.
    virtual void scalars(const Access* all, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) access(all[i]);
    }
    virtual void loop(const ScalarLoop& loop) {
        loop.each_piece([&](const Access* all, std::size_t count) { scalars(all, count); });
    }
    // Whether calls may be told in brief, and one of them, before it happens. False: nothing was heard, and its record is to be told.
    virtual bool hears_briefly() const { return false; }
    virtual bool passes(const Brief&) { return false; }
    // A call by a count that was told so has happened.
    virtual void passed(const Brief&) {}
    virtual bool hears_copies_briefly() const { return false; }
    virtual bool passes(const PlainCopy&) { return false; }
    // Around an instruction whose accesses are heard: as the front wrote it, before anything has changed, and when all is told. A listener changes
    // nothing of a core; what it may ask of one is in machine/requests.hpp.
    virtual void before(const Core&, const Record&, const std::int64_t*) {}
    virtual void after(const Core&) {}
    // A rule is broken that hardware does not enforce, by the call being issued.
    virtual void broken(const Fault&) const {}
};

// Several listeners as one: each hears everything it asks for.
class Listeners final : public Listener {
  public:
    void add(Listener* one) { all_.push_back(one); }
    bool empty() const { return all_.empty(); }
    // Who stands for all: null, one of them that is alone, or this.
    Listener* only_one() { return all_.empty() ? nullptr : all_.size() == 1 ? all_[0] : this; }
    bool hears_accesses() const override {
        for (const Listener* one : all_)
            if (one->hears_accesses()) return true;
        return false;
    }
    bool hears_registers() const override {
        for (const Listener* one : all_)
            if (one->hears_registers()) return true;
        return false;
    }
    bool hears_between_registers() const override {
        for (const Listener* one : all_)
            if (one->hears_between_registers()) return true;
        return false;
    }
    void record(const Record& record, const std::int64_t* payload) override {
        for (Listener* one : all_) one->record(record, payload);
    }
    void access(const Access& access) override {
        for (Listener* one : all_)
            if (one->hears_accesses()) one->access(access);
    }
    void scalars(const Access* all, std::size_t count) override {
        for (Listener* one : all_)
            if (one->hears_accesses()) one->scalars(all, count);
    }
    void loop(const ScalarLoop& loop) override {
        for (Listener* one : all_)
            if (one->hears_accesses()) one->loop(loop);
    }
    bool hears_briefly() const override { return all_.size() == 1 && all_[0]->hears_briefly(); }
    bool passes(const Brief& call) override { return all_[0]->passes(call); }
    void passed(const Brief& call) override { all_[0]->passed(call); }
    bool hears_copies_briefly() const override { return all_.size() == 1 && all_[0]->hears_copies_briefly(); }
    bool passes(const PlainCopy& call) override { return all_[0]->passes(call); }
    void before(const Core& core, const Record& record, const std::int64_t* payload) override {
        for (Listener* one : all_) one->before(core, record, payload);
    }
    void after(const Core& core) override {
        for (Listener* one : all_) one->after(core);
    }
    void broken(const Fault& fault) const override {
        for (const Listener* one : all_) one->broken(fault);
    }

  private:
    std::vector<Listener*> all_;
};

}  // namespace lanewise
