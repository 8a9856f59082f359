// Numbers that go wrong (check/numbers.hpp).
#include "check/numbers.hpp"
#include "check/rule.hpp"

namespace lanewise::check {

namespace {

class WrongNumbers final : public Rule {
  public:
    explicit WrongNumbers(Block& block) : Rule(block), numbers_(block.findings(), block.memories, block.core) {}
    static Hears hears() { return {.every_record = true, .steps_of_queues = false, .accesses = static_cast<Accesses>(core_by_pipes | gm_by_pipes), .around = true, .briefs = Hears::asked, .copies = Hears::unheard, .passed = true}; }

    void record(const Record& record, const std::int64_t*) override { record_ = record; }
    void access(const Access& a) override { numbers_.access(a); }
    void before(const Core&, const Record& record, const std::int64_t*) override { numbers_.before(record); }
    void after(const Core& core) override { numbers_.after(record_, core.place); }
    bool lets_pass(const Brief& call) override { return !Numbers::looks_at(call.opcode) || numbers_.shows(call); }
    void passes(const Brief& call) override { numbers_.before(call); }
    void passed(const Brief& call) override { numbers_.after(call); }

  private:
    Numbers numbers_;
    Record record_{};  // the last one
};

const Registered<WrongNumbers> numbers{"numbers", [](const Wanted& wanted) { return wanted.numbers; }};

}  // namespace

}  // namespace lanewise::check
