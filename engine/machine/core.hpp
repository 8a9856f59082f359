// One core: its memories, its registers and what is needed to run instructions on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "machine/call_plan.hpp"
#include "memory/bytes.hpp"
#include "memory/gm.hpp"
#include "memory/held.hpp"
#include "stream/touches.hpp"

namespace lanewise {

class Fault;
class Stores;
struct Core;

namespace schedule {
class Schedule;
}  // namespace schedule

// One instruction, with its accesses heard or not: see access/eye.hpp.
template <bool hears>
void issue_as(Core& core, Record& record, const std::int64_t* payload);
template <>
void issue_as<false>(Core& core, Record& record, const std::int64_t* payload);
template <>
void issue_as<true>(Core& core, Record& record, const std::int64_t* payload);

// One instruction where accesses of memory are heard and those of registers are not.
void issue_around_registers(Core& core, Record& record, const std::int64_t* payload);

// One instruction on a core with a schedule: see schedule/schedule.hpp.
void issue_scheduled(Core& core, Record& record, const std::int64_t* payload);

// What a core points to belongs to it: who may not change the core may not change that, either.
template <class T>
class Own {
  public:
    Own(T* at = nullptr) : at_(at) {}
    operator T*() { return at_; }
    operator const T*() const { return at_; }
    explicit operator bool() const { return at_; }
    T* operator->() { return at_; }
    const T* operator->() const { return at_; }
    T& operator*() { return *at_; }
    const T& operator*() const { return *at_; }
    T& operator[](std::size_t i) { return at_[i]; }
    const T& operator[](std::size_t i) const { return at_[i]; }
    bool operator==(std::nullptr_t) const { return !at_; }

  private:
    T* at_;
};

// One of its memories.
struct Memory {
    Bytes bytes;
    std::uint32_t size = 0;
    Held held;  // who holds which of its bytes
    // Of linked cores: the second one's memory, whose addresses follow those of the first, where a core reaches two of a kind.
    Bytes next;
    bool has_next = false;
    std::uint64_t link = 0;  // where it begins among all memories that cores of groups share, 4 GiB for each; 0: nobody else reaches it

    std::uint64_t reach() const { return has_next ? 2ull * size : size; }
    std::uint64_t linked(std::uint64_t address) const { return link + (address / size << 32) + address % size; }
};

struct Core {
    const Rules* rules;
    std::uint16_t chip_bit;
    Own<State> state;
    Own<std::uint64_t> issued;  // how often each opcode ran
    Own<Gm> gm;
    Memory memories[memory_count];  // by Space; those that this kind of core lacks have no bytes, unless others of its group lend them
    std::uint32_t lent = 0;         // a bit for each of those
    bool strict = false;
    bool watched = false;  // overlaps are looked for; whether they are faults `tolerate` says
    bool checked = false;  // a checker hears of what goes on everywhere: of broken promises, too
    std::uint8_t kind = vector_core;                                              // of core_kinds
    std::uint32_t pipes = core_kinds[vector_core].pipes | 1u << all_pipes;  // that it has, a bit each
    std::uint16_t block = 0;
    std::uint16_t number = 0;  // of the chip's cores, the one that runs the block
    std::uint16_t thread = 0;  // of the block, the one that runs now
    Own<Listener> listener;       // null: nobody listens
    Own<schedule::Schedule> schedule;  // null: everything happens when it is issued
    decltype(issue_as<false>)* run = issue_as<false>;
    bool short_between = true;     // nobody hears of instructions between registers
    bool briefly = false;          // calls that are as usual may be told in brief
    bool copies_briefly = false;   // and copies
    Touches touches;               // of the instruction at hand, when accesses are heard
    std::uint64_t sequence = 0;    // of the next record
    std::uint64_t place = 0;       // of the call being issued in the source: file << 32 | line, or an address in the program
    const Level* level;
    bool rehearsing = false;                 // observed forms check the instruction and change no memory
    Own<Stores> stores;                     // observed forms put there what they store to the vector memory
    // What to do about a broken rule that hardware lets pass; null: it is a fault like any other.
    void (*tolerate)(const Core& core, const Fault& fault) = nullptr;
    std::vector<const RowInfo*> recent;  // the row each opcode used last
    std::vector<CallPlan> plans;         // and what else its last calls have decided, where their types are one number: see place_of
    KernelArgs at_hand{};                // of a call with such a plan: it is no local, so that the kernel's end is the call's

    Memory& memory(Space space) { return memories[static_cast<int>(space)]; }
    const Memory& memory(Space space) const { return memories[static_cast<int>(space)]; }
    bool lends(Space space) const { return lent >> static_cast<int>(space) & 1; }
    // What vector instructions and scalar code work on.
    Memory& vector_memory() { return memory(Space::vector); }
    const Memory& vector_memory() const { return memory(Space::vector); }
};

// What kind of core it is: whoever makes it gives it the memories of that kind.
inline void become(Core& core, std::uint8_t kind) {
    core.kind = kind;
    core.pipes = core_kinds[kind].pipes | 1u << all_pipes;
}

// A memory of other cores of its group, one of them or two.
inline void lend(Core& core, Space space, std::uint32_t size, Bytes first, Bytes second, bool both) {
    core.lent |= 1u << static_cast<int>(space);
    Memory& memory = core.memory(space);
    memory.bytes = first, memory.next = second, memory.has_next = both, memory.size = size;
}

// Who hears what the core does from now on; null: nobody.
inline void listen(Core& core, Listener* listener) {
    core.listener = listener;
    core.touches.hear(listener && listener->hears_registers());
    core.short_between = !core.schedule && !(listener && listener->hears_between_registers());
    core.briefly = !core.schedule && listener && listener->hears_briefly();
    core.copies_briefly = !core.schedule && listener && listener->hears_copies_briefly();
    if (core.schedule) core.run = issue_scheduled;
    else if (!listener || !listener->hears_accesses()) core.run = issue_as<false>;
    else core.run = listener->hears_registers() ? issue_as<true> : issue_around_registers;
}

// The record of something that happens on the core: it gets its number and place, and whoever listens hears it.
inline void announce(Core& core, Record& record, const std::int64_t* payload) {
    record.sequence = core.sequence++;
    record.block = core.block;
    record.core = core.number;
    record.thread = core.thread;
    record.file = static_cast<std::uint32_t>(core.place >> 32);
    record.line = static_cast<std::uint32_t>(core.place);
    core.listener->record(record, payload);
}

// The record of a step that is no instruction: it moves no data, its parameters say what happens.
Record step_record(Opcode op, std::size_t params);

// One instruction. `record` holds the call as the front wrote it: for a mask given by the call, `mask` holds the count, the
// number of elements or the words, by overload. Throws Fault before anything has changed.
inline void issue(Core& core, Record& record, const std::int64_t* payload) { core.run(core, record, payload); }

// Keeps what a call has decided whose types are one number, and that has just been issued (forms/planned_calls.hpp); and such a call by a count
// on tensors in UB, `at` their addresses and, above 32 bits of those, their bytes. False: nothing has happened, and it is to be issued.
void remember(Core& core, Shape shape);
bool issue_counted(Core& core, Shape shape, std::uint64_t scalar, std::int64_t count, const std::uint64_t* at);

// Calls like that of a core whose listener hears them in brief (core.briefly): by a count, a load and a store of a register.
bool issue_briefly(Core& core, Shape shape, std::uint64_t scalar, std::int64_t count, const std::uint64_t* at);
bool load_briefly(Core& core, Shape shape, const void* to, std::uint64_t address, std::int64_t dist);
bool store_briefly(Core& core, Shape shape, std::uint64_t address, const void* from, const void* mask, std::int64_t dist);
// The same of a copy of so many bytes in one piece (core.copies_briefly), also where nobody listens. False: nothing has happened, and it is to be issued.
bool copy_briefly(Core& core, const Record& record, std::uint64_t bytes);

}  // namespace lanewise
