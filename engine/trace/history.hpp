// A listener that keeps what everything held: each record with what its instruction depends on besides memory, each access, and the bytes that
// were written, so that a value can be followed back to where it comes from. src/lanewise/why/history.py reads it.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "machine/core.hpp"
#include "machine/lanes.hpp"
#include "stream/listener.hpp"
#include "tables.hpp"

namespace lanewise {

class History final : public Listener {
  public:
    // An instruction or a step: as it was told, and what the front wrote where that differs.
    struct Step {
        Record record;
        std::uint64_t tick;     // of all blocks together, as they came
        std::uint64_t state;    // number of the state that it found, from 1
        std::uint64_t mask[4];  // as the call gives it: the count, the number of elements or the words
        std::uint64_t repeat;
    };
    struct Touch {
        AccessRow row;
        std::uint64_t tick;
        std::uint64_t data;  // where its bytes are
        std::uint64_t kept;  // how many of them
    };
    static_assert(sizeof(Step) == sizeof(Record) + 56 && sizeof(Touch) == sizeof(AccessRow) + 24);

    // Where the memories of a core start (null: it has none such), and bytes of GM; null: they are nowhere.
    using InGm = std::function<const std::uint8_t*(std::uint64_t address, std::uint64_t bytes)>;
    History(const Core& core, const std::uint8_t* const* memories, InGm in_gm) : core_(core), memories_(memories, memories + memory_count), in_gm_(std::move(in_gm)) {}

    std::vector<Step> steps;
    std::vector<std::int64_t> payload;
    std::vector<State> states;
    std::vector<Touch> touches;
    std::vector<std::uint8_t> data;

    std::size_t bytes() const { return steps.size() * sizeof(Step) + touches.size() * sizeof(Touch) + data.size(); }
    void clear() {
        late_ = 0;
        steps.clear(), payload.clear(), states.clear(), touches.clear(), data.clear();
    }
    // In all blocks of a process: what comes later has a higher number.
    static std::uint64_t next_tick() {
        static std::atomic<std::uint64_t> last = 0;
        return ++last;
    }

    // A front may say that scalar code writes an element just before it does.
    void settle() {
        if (Touch* last = late_ ? &touches[late_ - 1] : nullptr)
            if (const std::uint8_t* now = at(static_cast<Space>(last->row.space), last->row.address, last->kept)) std::copy(now, now + last->kept, data.begin() + static_cast<std::ptrdiff_t>(last->data));
        late_ = 0;
    }

    void before(const Core& core, const Record& record, const std::int64_t*) override {
        settle();
        std::copy(std::begin(record.mask), std::end(record.mask), mask_);
        repeat_ = record.repeat;
        State now = *core.state;
        now.sequence = 0;
        if (states.empty() || std::memcmp(&now, &states.back(), sizeof now)) states.push_back(now);
        in_registers_.clear();
        const InstructionInfo& ins = instructions[record.opcode];
        for (int i = 0; i < ins.operand_count; ++i)
            if (const Operand& o = record.operands[i]; !in_memory(static_cast<Space>(o.space)) && reads(ins.roles[i]) && o.address)
                keep_register(static_cast<Space>(o.space), o);
        asked_ = true;
    }
    void record(const Record& record, const std::int64_t* extra) override {
        settle();
        Step& step = steps.emplace_back(Step{record, next_tick(), asked_ ? states.size() : 0, {}, asked_ ? repeat_ : record.repeat});
        std::copy(std::begin(asked_ ? mask_ : record.mask), std::end(asked_ ? mask_ : record.mask), step.mask);
        step.record.payload = payload.size();
        payload.insert(payload.end(), extra, extra + record.payload_count);
        for (const Register& one : in_registers_)
            touches.push_back({{record.sequence, one.address, one.bytes, record.line, record.file, record.block, static_cast<std::uint8_t>(one.space), record.pipe, false, false, record.thread},
                               step.tick, keep(one.now.data(), one.bytes), one.bytes});
        in_registers_.clear();
        asked_ = false;
    }
    void access(const Access& a) override {
        settle();
        const std::uint64_t tick = next_tick();
        for (std::uint32_t first = 0, end; first < a.bytes; first = end) {
            const bool touched = a.touches(first);
            for (end = a.mask ? first + 1 : a.bytes; end < a.bytes && a.touches(end) == touched;) ++end;
            if (!touched) continue;
            const std::uint8_t* now = a.write ? at(static_cast<Space>(a.space), a.address + first, end - first) : nullptr;
            touches.push_back({{a.sequence, a.address + first, end - first, static_cast<std::uint32_t>(a.place), static_cast<std::uint32_t>(a.place >> 32),
                                a.block, a.space, a.pipe, a.write, a.atomic, a.thread},
                               tick, now ? keep(now, end - first) : 0, now ? std::uint64_t{end - first} : 0});
            if (now && a.pipe == scalar_pipe) late_ = touches.size();
        }
    }

  private:
    struct Register {
        Space space;
        std::uint64_t address;
        std::uint64_t bytes;
        std::vector<std::uint8_t> now;
    };

    std::uint64_t keep(const std::uint8_t* from, std::uint64_t bytes) {
        const std::uint64_t first = data.size();
        data.insert(data.end(), from, from + bytes);
        return first;
    }
    // Registers are where the host keeps them; what a stream holds back is not looked at.
    void keep_register(Space space, const Operand& o) {
        const std::uint64_t bytes = space == Space::reg ? (o.extent > register_bytes ? 2 * register_bytes : register_bytes) : space == Space::mask ? mask_bytes : 0;
        const auto* now = reinterpret_cast<const std::uint8_t*>(o.address);
        if (bytes) in_registers_.push_back({space, o.address, bytes, {now, now + bytes}});
    }
    const std::uint8_t* at(Space space, std::uint64_t address, std::uint64_t bytes) const {
        if (space == Space::gm) return in_gm_(address, bytes);
        if (!in_memory(space)) return reinterpret_cast<const std::uint8_t*>(address);
        const std::uint8_t* start = memories_[static_cast<std::size_t>(space)];
        return start && !core_.lends(space) && address + bytes <= core_.memory(space).size ? start + address : nullptr;
    }

    const Core& core_;
    const std::vector<const std::uint8_t*> memories_;
    const InGm in_gm_;
    bool asked_ = false;  // of the instruction at hand: what its front wrote
    std::uint64_t mask_[4] = {}, repeat_ = 0;
    std::vector<Register> in_registers_;
    std::size_t late_ = 0;  // number of the touch that scalar code may not have made yet; 0: none
};

}  // namespace lanewise
