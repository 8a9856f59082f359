// A rule of the checker: a listener that says what it wants to hear, and hears nothing else. Each is one file of rules/, which registers it; what its
// findings say is one entry of src/lanewise/findings.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "check/memories.hpp"
#include "check/order.hpp"
#include "check/program.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "machine/core.hpp"
#include "machine/fault.hpp"
#include "machine/requests.hpp"
#include "stream/listener.hpp"

namespace lanewise::check {

// What the rules of a block share: where it is, and what is at hand.
struct Block {
    Block(Launched& of, Requests ask, const Memories& all)
        : launch(of), core(ask.core()), requests(std::move(ask)), memories(all), number(core.block), order(of.steps, number) {}

    Launched& launch;
    const Core& core;
    Requests requests;  // that a rule may make of it
    const Memories memories;
    const std::uint32_t number;
    Order order;                         // kept where a rule asks for it
    int pipe = 0;                        // of the instruction at hand, and which it is of those on its pipe
    std::uint32_t tick = 0;
    Doer doer;
    std::uint16_t opcode = 0;            // of the last record
    bool waiting = false;                // a rule has found something, and tells it at the next record

    const Wanted& wanted() const { return launch.program.wanted; }
    BlockFindings findings() const { return {launch.program.findings, number}; }
    // Whether what is told belongs to a function of threads.
    bool threads() const {
        return opcode == static_cast<std::uint16_t>(Opcode::simt_call_) || opcode == static_cast<std::uint16_t>(Opcode::simt_barrier_) ||
               opcode == static_cast<std::uint16_t>(Opcode::simt_step_);
    }
    // Who makes an access: an instruction, or 0 for scalar code.
    std::uint16_t by(const Access& a) const { return a.pipe == scalar_pipe ? 0 : opcode; }
    // Another instruction starts on a pipe.
    void start(int on, Doer who) {
        pipe = on;
        tick = order.start(on);
        doer = who;
        launch.histories[number].note(on, tick, who);
    }
    // A rule is broken that hardware does not enforce.
    void broken(const Fault& fault) const {
        Finding found{fault.id, core.place, 0, {}};
        for (const auto& [name, value] : fault.fields) found.fields.emplace_back(name.c_str(), value);
        findings().add(std::move(found));
    }
};

// Whose accesses of what.
enum Accesses : unsigned { nothing = 0, core_by_pipes = 1, core_by_scalar = 2, gm_by_pipes = 4, gm_by_scalar = 8, on_cores = 3, in_gm = 12, everything = 15 };

struct Hears {
    std::vector<Opcode> records = {};  // of these instructions
    bool every_record = false;
    bool steps_of_queues = true;  // of every record, those of AllocTensor, EnQue, DeQue and FreeTensor, too, which come more often than all others
    Accesses accesses = nothing;
    bool lent = false;    // and, of those, what it does to memories that other cores of its group lend
    bool around = false;  // before() and after() each instruction
    // Calls told in brief (stream/listener.hpp). Where a rule takes no stand on them, none is: all are told in full, which takes longer.
    // `weighed`: it is asked, and hears nothing of those that go this way.
    enum Briefs { in_full, unheard, weighed, heard, asked } briefs = in_full;
    // Copies told in brief: who hears records or accesses of copies says whether it takes a stand on them.
    Briefs copies = in_full;
    bool passed = false;  // calls told in brief, when they have happened
    bool order = false;   // Block::order, and where each instruction is in it
};

class Rule {
  public:
    explicit Rule(Block& block) : block_(block) {}
    virtual ~Rule() = default;

    virtual void record(const Record&, const std::int64_t* /*payload*/) {}
    virtual void access(const Access&) {}
    virtual void before(const Core&, const Record&, const std::int64_t* /*payload*/) {}
    virtual void after(const Core&) {}
    // The kernel has ended well.
    virtual void end() {}
    // A call in brief: whether nothing is to be found in it as far as this rule can tell, and then that it goes this way.
    virtual bool lets_pass(const Brief&) { return true; }
    virtual void passes(const Brief&) {}
    virtual void passed(const Brief&) {}
    virtual bool lets_pass(const PlainCopy&) { return true; }
    virtual void passes(const PlainCopy&) {}
    // Many scalar accesses as one: whether nothing is to be found in them, and then to note them, unless something is found after all. Where one
    // rule says no, each is told for itself, also what was noted already: the same again says nothing new.
    virtual bool quiet(const Access&) { return false; }
    virtual bool touch_quietly(const Access&) { return true; }
    // What threads side by side do alike, as one access, which begins with the first of them, and how many bytes are each one's.
    virtual bool touch_lanes(const Access& run, std::uint32_t /*each*/) { return touch_quietly(run); }
    // Indivisible changes of threads, each where it says: `all` is what lies between the first and the last of them, of which quiet() has said that nothing is to be found.
    virtual void touch_changes(const Access& all, std::uint32_t each, std::span<const std::uint64_t> where) {
        Access one = all;
        one.bytes = each;
        one.thread = 0;
        for (const std::uint64_t at : where) {
            one.address = at;
            for (const bool write : {false, true}) {
                one.write = write;
                access(one);
            }
            ++one.thread;
        }
    }
    // A slot in GM that blocks meet by is looked at, and then changed.
    virtual void slot(const Access&, std::uint16_t /*opcode*/) {}
    // A pointer is taken from a tensor in GM; scalar code goes through one of UB, and past the end of its tensor.
    virtual void gives_pointer(std::uint64_t /*first*/, std::uint64_t /*end*/) {}
    virtual void leaves_tensor(std::uint64_t /*first*/, std::uint64_t /*bytes*/, std::uint64_t /*end*/, bool /*write*/, std::uint64_t /*place*/) {}

  protected:
    Block& block_;
};

// A file of rules/ has one of these: `const Registered<Flags> flags{"flags", [](const Wanted& w) { return w.sync; }};`, where Flags::hears() says what it hears.
struct RuleEntry {
    std::string name;
    bool (*wanted)(const Wanted&);
    Hears (*hears)();
    std::unique_ptr<Rule> (*make)(Block&);
};
void register_rule(RuleEntry entry);

template <class R>
struct Registered {
    Registered(const char* name, bool (*wanted)(const Wanted&)) {
        register_rule({name, wanted, R::hears, [](Block& block) -> std::unique_ptr<Rule> { return std::make_unique<R>(block); }});
    }
};

// The rules that are wanted, in the order of their names, and who of them hears what: a bit for each.
struct Hearing {
    using Rules = std::uint64_t;
    explicit Hearing(const Wanted& wanted);

    std::vector<RuleEntry> all;
    std::vector<Rules> records;      // by opcode
    Rules accesses[4] = {};          // in the order of Accesses
    Rules every_record = 0, lent = 0, around = 0, asked = 0, heard = 0, passed = 0, asked_of_copies = 0, copies = 0, order = 0;
    bool briefly = true, copies_briefly = true;
};

}  // namespace lanewise::check
