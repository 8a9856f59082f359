#include "forms/planned_calls.hpp"

#include "forms/elementwise.hpp"
#include "forms/later.hpp"
#include "forms/registers.hpp"
#include "tables.hpp"

namespace lanewise {

#if !LANEWISE_HEARS

bool issue_counted(Core& core, Shape shape, std::uint64_t scalar, std::int64_t count, const std::uint64_t* at) {
    return goes_straight(core, shape, scalar, count, at[0], at[1], at[2], at[3]);
}

bool issue_briefly(Core& core, Shape shape, std::uint64_t scalar, std::int64_t count, const std::uint64_t* at) {
    return goes_straight<Told::briefly>(core, shape, scalar, count, at[0], at[1], at[2], at[3]);
}

bool load_briefly(Core& core, Shape shape, const void* to, std::uint64_t address, std::int64_t dist) {
    return goes_in<Told::briefly>(core, shape, static_cast<std::uint8_t*>(const_cast<void*>(to)), address, dist);
}

bool store_briefly(Core& core, Shape shape, std::uint64_t address, const void* from, const void* mask, std::int64_t dist) {
    return goes_out<Told::briefly>(core, shape, address, static_cast<const std::uint8_t*>(from), static_cast<const std::uint8_t*>(mask), dist);
}

const CallPlan* plan_later(const Core& core, Shape shape) { return plan_if(true, core, shape); }

bool lanes_later(const CallPlan& plan, const std::uint8_t* mask, const std::uint8_t* const* registers) {
    if (!masks(mask, masks_all(mask, plan.lows), plan.widths[0])) return false;
    switch (plan.count) {
        case 1: return lie_well(plan, registers[0]);
        case 2: return lie_well(plan, registers[0], registers[1]);
        case 3: return lie_well(plan, registers[0], registers[1], registers[2]);
        default: return lie_well(plan, registers[0], registers[1], registers[2], registers[3]);
    }
}

void run_lanes_later(Core& core, const CallPlan& plan, Shape shape, std::uint64_t scalar, const std::uint8_t* mask, std::uint8_t* const* registers) {
    KernelArgs& args = at_hand(core, shape, scalar);
    if (take_registers(plan, args, registers[0], registers[1], registers[2], registers[3]))  // as when it was called
        run_between(core, plan, args, mask, masks_all(mask, plan.lows));
}

std::uint32_t store_later(const Core& core, const CallPlan& plan, std::uint64_t address, const std::uint8_t* from, const std::uint8_t* mask, std::int64_t dist) {
    const auto bytes = bytes_out(plan, address, from, mask, dist);
    return address + bytes > core.vector_memory().size ? 0 : static_cast<std::uint32_t>(bytes);
}

void remember(Core& core, Shape shape) {
    CallPlan& plan = core.plans[place_of(shape)];
    if (plan.shape == shape && plan.ctrl == core.state->ctrl) return;
    const InstructionInfo& ins = instructions[opcode_of(shape)];
    const RowInfo* row = core.recent[opcode_of(shape)];
    if (!row || row->modes || (row->round_modes && ins.executor != Executor::elementwise)) return;
    CallPlan found;
    switch (ins.executor) {
        case Executor::registers:
            if (!way_between(core, ins, *row, found)) return;
            break;
        case Executor::register_walk:
            if (const int bits = dtype_bits[type_in(shape, 0)]; bits >= 8) {
                found.widths[0] = static_cast<std::uint8_t>(bits / 8);
                found.lows = lowest_bits(bits / 8);
            }
            break;
        default:
            if (!plan_straight(core, ins, *row, flags_in(shape), overload_in(shape), found) || found.ranged) return;
            for (int i = 0; i < found.count; ++i)  // repeats without a gap are the same to programs
                if (found.widths[i] * static_cast<int>(found.lanes) != block_bytes * whole_repeat(shape, i, found.count)) found.repeats = 0;
            found.rounds = row->round_modes;
    }
    found.shape = shape;
    found.ctrl = core.state->ctrl;
    plan = found;
    core.at_hand.rules = core.rules;
    core.at_hand.state = core.state;
    core.at_hand.params = reinterpret_cast<const std::int64_t*>(core.at_hand.scalars);
}

#endif

}  // namespace lanewise
