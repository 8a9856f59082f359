// Calls that a chip promises nothing about, and calls that are legal and seldom meant.
#include "check/rule.hpp"
#include "errors.hpp"
#include "isa.hpp"
#include "machine/lanes.hpp"
#include "tables.hpp"

namespace lanewise::check {

namespace {

class Calls final : public Rule {
  public:
    using Rule::Rule;
    // What is told in brief has no mask and no repeats.
    static Hears hears() { return {.around = true, .briefs = Hears::unheard, .copies = Hears::unheard}; }

    void before(const Core&, const Record& record, const std::int64_t*) override {
        const InstructionInfo& ins = instructions[record.opcode];
        const auto how = static_cast<Overload>(record.overload);
        if (!ins.block_bits || (how != Overload::CONTIGUOUS && how != Overload::BITWISE)) return;
        const bool counter = block_.core.state->ctrl >> counter_bit & 1;  // where a count decides, and repeats say nothing
        if (!record.repeat && !counter && block_.core.rules->zero_repeat == zero_repeat_unpromised)
            return block_.broken(Fault("REPEAT-003", {{"op", ins.name}, {"chip", block_.core.rules->name}}));
        if (!block_.wanted().hints) return;
        const bool words = how == Overload::BITWISE;
        const bool none = !record.mask[0] && !(words && (record.mask[1] | record.mask[2] | record.mask[3]));
        if (record.repeat && record.flags & SET_MASK && none) return block_.broken(Fault("MASK-007", {{"op", ins.name}}));
        const Operand& to = record.operands[0];
        if (record.flags & ROUND && dtype_names[to.dtype][0] == 'u')
            block_.broken(Fault("SCALAR-004", {{"op", ins.name}, {"type", dtype_names[to.dtype]}}));
        if (ins.executor != Executor::elementwise || record.repeat < 2 || to.repeat_stride) return;
        for (int i = 1; i < ins.operand_count; ++i)
            if (record.operands[i].address == to.address) return;  // a running accumulation
        block_.broken(Fault("STRIDE-003", {{"op", ins.name}, {"repeat", record.repeat}}));
    }

  private:
    static constexpr int counter_bit = 56;  // of CTRL
};

const Registered<Calls> calls{"calls", [](const Wanted& w) { return w.mem || w.race || w.init || w.numbers || w.hints; }};

}  // namespace

}  // namespace lanewise::check
