// Matrices that Mmad and Fixpipe read in another layout than they were written in (check/layouts.hpp).
#include "check/layouts.hpp"

#include <atomic>

#include "check/rule.hpp"

namespace lanewise::check {

namespace {

// Whether cores of a launch write to the L1 of others.
struct LentWrites final : Shared {
    std::atomic<bool> any = false;
};

class Layouts final : public Rule {
  public:
    explicit Layouts(Block& block) : Rule(block), lent_(block.launch.shared<LentWrites>()), origins_(block.findings()) {}
    static Hears hears() { return {.accesses = core_by_pipes, .lent = true, .around = true, .briefs = Hears::unheard}; }

    void before(const Core& core, const Record& record, const std::int64_t* payload) override { origins_.before(core, record, payload); }
    void access(const Access& a) override {
        if (!a.write) return;
        const auto space = static_cast<Space>(a.space);
        if (block_.core.lends(space)) lent_.any = true;
        else origins_.writes(space, a.address, a.bytes);
    }
    void after(const Core& core) override { origins_.after(core, lent_.any); }

  private:
    LentWrites& lent_;
    MatrixOrigins origins_;
};

const Registered<Layouts> layouts{"layouts", [](const Wanted& wanted) { return wanted.hints; }};

}  // namespace

}  // namespace lanewise::check
