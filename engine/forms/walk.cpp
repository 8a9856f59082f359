#include "walks/walk.hpp"

#include <string>

#include "machine/results.hpp"
#include "tables.hpp"
#include "walks.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

namespace {

void step(const Walk& walk) {
    switch (static_cast<Opcode>(walk.record.opcode)) {
#include "walks.inc"
        default: return;
    }
}

}  // namespace

void Walk::run() {
    const Eye eye(core);
    const std::size_t mark = eye.mark();
    scratch_ = *core.state;
    step(*this);
    eye.rewind(mark);
    if (rehearsing(core)) {  // what the scalar unit finds changed, it finds now
        take_results(scratch_, *core.state);
        *core.state = scratch_;
        return;
    }
    for (const Range& r : read_)
        for (const Range& w : written_) keeping_ |= r.low < w.high && w.low < r.high;
    checking_ = false;
    step(*this);
    next_repeat();
}

void Walk::check_entry(int operand, int index, std::int64_t address, int bytes) const {
    const Operand& o = record.operands[operand];
    check_touch(core, ins, record, operand, 0);
    const std::string label = std::string(ins.operands[operand]) + "[" + std::to_string(index) + "]";
    check_inside(core, ins, label.c_str(), static_cast<Space>(o.space), static_cast<std::uint64_t>(address), bytes);
    const std::int64_t offset = address - static_cast<std::int64_t>(o.address);
    if (offset < 0) throw Fault("MEM-002", {{"op", ins.name}, {"operand", label}, {"have", 0}, {"need", offset}});
    check_touch(core, ins, record, operand, static_cast<std::uint64_t>(offset + bytes));
    note(operand, static_cast<std::uint64_t>(address), static_cast<std::uint64_t>(address) + bytes);
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
