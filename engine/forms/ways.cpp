#include "forms/ways.hpp"

#include "forms/between.hpp"
#include "forms/elementwise.hpp"
#include "forms/straight.hpp"
#include "tables.hpp"

namespace lanewise {

#if !LANEWISE_HEARS

namespace {

inline const Way* known(const Core& core, Shape shape) {
    const Way& way = core.ways[place_of(shape)];
    return way.shape == shape && way.ctrl == core.state->ctrl && core.run == issue_as<false> && !core.listener ? &way : nullptr;
}

inline void prepare(KernelArgs& args, const Core& core, Shape shape, std::uint64_t scalar) {
    args.scalars[0] = scalar;
    args.scalars[1] = 0;
    args.flags = flags_in(shape);
    args.rules = core.rules;
    args.params = nullptr;
    args.state = core.state;
}

}  // namespace

bool goes_between(Core& core, Shape shape, std::uint64_t scalar, const std::uint64_t* at, const std::uint8_t* mask) {
    const Way* way = known(core, shape);
    if (!way) return false;
    KernelArgs args;
    prepare(args, core, shape, scalar);
    if (!run_between(core, *way, args, at, mask)) return false;
    ++core.issued[opcode_of(shape)];
    return true;
}

bool goes_straight(Core& core, Shape shape, std::uint64_t scalar, std::int64_t count, const std::uint64_t* at) {
    const Way* way = known(core, shape);
    if (!way) return false;
    KernelArgs args;
    prepare(args, core, shape, scalar);
    if (!run_straight(core, *way, args, at, {static_cast<std::uint64_t>(count)})) return false;
    leave_count_behind(core);
    ++core.issued[opcode_of(shape)];
    return true;
}

bool goes_straight(Core& core, Shape shape, const Record& record) {
    const Way* way = known(core, shape);
    if (!way || !run_repeats(core, instructions[opcode_of(shape)], *way, record)) return false;
    ++core.issued[opcode_of(shape)];
    return true;
}

void remember(Core& core, Shape shape) {
    Way& way = core.ways[place_of(shape)];
    if (way.shape == shape && way.ctrl == core.state->ctrl) return;
    const InstructionInfo& ins = instructions[opcode_of(shape)];
    const RowInfo* row = core.recent[opcode_of(shape)];
    if (!row || row->modes || row->round_modes) return;
    Way found;
    const bool fits = ins.executor == Executor::registers ? way_between(core, ins, *row, found)
                                                          : way_straight(core, ins, *row, flags_in(shape), overload_in(shape), found);
    if (!fits) return;
    found.shape = shape;
    found.ctrl = core.state->ctrl;
    way = found;
}

#endif

}  // namespace lanewise
