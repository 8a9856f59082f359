// Bytes that nobody wrote, and what depends on them (check/garbage.hpp).
#include "check/garbage.hpp"
#include "check/rule.hpp"

namespace lanewise::check {

namespace {

class Uninitialised final : public Rule {
  public:
    explicit Uninitialised(Block& block) : Rule(block), garbage_(block.launch.program.garbage, block.findings(), block.requests, block.memories) {}
    static Hears hears() {
        return {.records = {Opcode::vf_call_, Opcode::vf_end_}, .accesses = everything, .lent = true, .around = true, .briefs = Hears::asked, .copies = Hears::asked};
    }

    void record(const Record&, const std::int64_t*) override { garbage_.function(); }
    void access(const Access& a) override {
        const auto space = static_cast<Space>(a.space);
        if (block_.core.lends(space)) {
            if (a.write) block_.launch.links.note(block_.core.memory(space).linked(a.address), a.bytes);
            return;
        }
        a.pipe == scalar_pipe || block_.threads() ? garbage_.scalar(a, block_.by(a)) : garbage_.access(a);
    }
    void before(const Core&, const Record& record, const std::int64_t* payload) override {
        hear_of_others();
        garbage_.before(record, payload);
    }
    void after(const Core&) override { garbage_.after(); }

    bool lets_pass(const Brief& call) override {
        hear_of_others();
        for (int i = 0; i < call.reads; ++i)
            if (garbage_.on_core(Space::vector, call.read[i].address, call.read[i].bytes)) return false;
        return true;
    }
    void passes(const Brief& call) override {
        if (call.written.bytes) garbage_.known(Space::vector, call.written.address, call.written.bytes);
    }
    // Of copies, those that carry no garbage.
    bool lets_pass(const PlainCopy& call) override {
        hear_of_others();
        return !(call.out ? garbage_.on_core(Space::vector, call.address, call.bytes) : garbage_.in_gm(call.gm, call.bytes));
    }
    void passes(const PlainCopy& call) override {
        if (!call.out) garbage_.known(Space::vector, call.address, call.bytes);
        else if (garbage_.in_gm(call.gm, call.bytes)) garbage_.written(call.gm, call.bytes);
    }
    bool quiet(const Access& run) override {
        hear_of_others();
        const auto space = static_cast<Space>(run.space);
        return (run.write && !run.atomic) || !(on_core(space) ? garbage_.on_core(space, run.address, run.bytes) : garbage_.in_gm(run.address, run.bytes));
    }
    bool touch_quietly(const Access& run) override { return garbage_.scalar(run), true; }
    bool touch_lanes(const Access& run, std::uint32_t) override { return garbage_.scalar(run, block_.opcode), true; }
    void touch_changes(const Access&, std::uint32_t, std::span<const std::uint64_t>) override {}  // of what somebody has written
    void slot(const Access& looked_at, std::uint16_t opcode) override {
        garbage_.scalar(looked_at, opcode);
        Access changed = looked_at;
        changed.write = true;
        garbage_.scalar(changed);
    }

  private:
    // What other cores of the group have written to this one's memory is no garbage.
    void hear_of_others() {
        if (!block_.core.lent) return;
        const std::uint64_t group = block_.core.vector_memory().link;
        for (const Links::Written& one : block_.launch.links.news(group, seen_, read_))
            for (int m = 0; m < memory_count; ++m)
                if (const Memory& memory = block_.core.memories[m]; memory.link && !block_.core.lends(static_cast<Space>(m)) && one.first >> 32 == memory.link >> 32)
                    garbage_.known(static_cast<Space>(m), one.first & 0xFFFFFFFF, one.bytes);
    }

    std::uint64_t seen_ = 0;
    std::size_t read_ = 0;
    Garbage garbage_;
};

const Registered<Uninitialised> garbage{"garbage", [](const Wanted& wanted) { return wanted.init; }};

}  // namespace

}  // namespace lanewise::check
