// Calls whose types the program has said in one number: what the last such call has decided is not decided again. Only where nobody
// hears of instructions. False: nothing has happened, and the general path is to be taken. All of it is part of the one function that a program
// calls: compilers differ in what they would call.
#pragma once

#include "forms/between.hpp"
#include "forms/straight.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

inline constexpr std::int64_t as_it_lies = 0, whole_lanes = 16;  // distributions of a load and of a store: NORM

// Who hears of a call: nobody, or somebody whom it is told in brief.
enum class Told { not_at_all, briefly };

// Null: there is none, or somebody else hears.
inline const CallPlan* plan_if(bool open, const Core& core, Shape shape) {
    const CallPlan& plan = core.plans[place_of(shape)];
    return open && plan.shape == shape && plan.ctrl == core.state->ctrl ? &plan : nullptr;
}
template <Told told = Told::not_at_all>
inline const CallPlan* plan_for(const Core& core, Shape shape) {
    return plan_if(told == Told::briefly ? core.briefly : !core.listener && !core.schedule, core, shape);
}
inline const CallPlan* plan_between(const Core& core, Shape shape) { return plan_if(core.short_between, core, shape); }

inline KernelArgs& at_hand(Core& core, Shape shape, std::uint64_t scalar) {
    core.at_hand.scalars[0] = scalar;
    core.at_hand.flags = flags_in(shape);
    return core.at_hand;
}

// Between registers, target first; `mask` is a mask register.
[[gnu::always_inline]] inline bool goes_between(Core& core, Shape shape, std::uint64_t scalar, const std::uint8_t* mask, std::uint8_t* to,
                                                const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c) {
    const CallPlan* plan = plan_between(core, shape);
    if (!plan) return false;
    KernelArgs& args = at_hand(core, shape, scalar);
    const bool all = masks_all(mask, plan->lows);
    if (!masks(mask, all, plan->widths[0]) || !take_registers(*plan, args, to, a, b, c)) return false;
    ++core.issued[opcode_of(shape)];
    run_between(core, *plan, args, mask, all);
    return true;
}

// What moves between a register and UB in one piece. False: the listener wants the whole record.
template <Told told>
[[gnu::always_inline]] inline bool tell_move(Core& core, Shape shape, const void* data, Brief::Run read, Brief::Run written) {
    if constexpr (told == Told::briefly)
        return core.listener->passes({core.place, reinterpret_cast<std::uint64_t>(data), opcode_of(shape), read.bytes != 0, {read}, written});
    else return true;
}

// 256 bytes from UB into a register, as they lie, and the lowest lanes of a register to UB.
template <Told told = Told::not_at_all>
[[gnu::always_inline]] inline bool goes_in(Core& core, Shape shape, std::uint8_t* to, std::uint64_t address, std::int64_t dist) {
    if (!plan_for<told>(core, shape) || dist != as_it_lies || address % block_bytes || address + register_bytes > core.vector_memory().size) return false;
    if (!tell_move<told>(core, shape, to, {address, register_bytes}, {})) return false;
    std::memcpy(to, Window::vector(core, address).read(0, register_bytes), register_bytes);
    ++core.issued[opcode_of(shape)];
    return true;
}

// How many bytes such a store writes; 0: it is none, or writes none.
[[gnu::always_inline]] inline std::uint64_t bytes_out(const CallPlan& plan, std::uint64_t address, const std::uint8_t* from, const std::uint8_t* mask, std::int64_t dist) {
    if (!plan.lows || (dist != whole_lanes && (dist < 0 || dist > 2 || 1 << dist != plan.widths[0]))) return 0;
    const bool all = masks_all(mask, plan.lows);
    if (!masks(mask, all, plan.widths[0]) || starts_unwritten(from) || address % block_bytes) return 0;
    if (all) [[likely]] return register_bytes;
    const Taken taken(mask, plan.lows);
    return taken.lowest(plan.widths[0]) ? static_cast<std::uint64_t>(taken.count) * plan.widths[0] : 0;
}

template <Told told = Told::not_at_all>
[[gnu::always_inline]] inline bool goes_out(Core& core, Shape shape, std::uint64_t address, const std::uint8_t* from,
                                            const std::uint8_t* mask, std::int64_t dist) {
    const CallPlan* plan = plan_for<told>(core, shape);
    if (!plan) return false;
    const std::uint64_t bytes = bytes_out(*plan, address, from, mask, dist);
    if (!bytes || address + bytes > core.vector_memory().size || !tell_move<told>(core, shape, from, {}, {address, bytes})) return false;
    if (bytes == register_bytes) [[likely]] std::memcpy(Window::vector(core, address).write(0, register_bytes), from, register_bytes);
    else std::memcpy(Window::vector(core, address).write(0, bytes), from, bytes);
    ++core.issued[opcode_of(shape)];
    return true;
}

// The lowest lanes of a mask register.
[[gnu::always_inline]] inline bool goes_lowest(Core& core, Shape shape, std::uint8_t* mask, std::int64_t count, std::int64_t pitch) {
    if (!plan_between(core, shape) || !(pitch == 1 || pitch == 2 || pitch == 4 || pitch == 8)) return false;
    std::memcpy(mask, lowest_lanes(count, static_cast<int>(pitch)).data(), mask_bytes);
    mask[mask_bytes] = static_cast<std::uint8_t>(pitch);
    ++core.issued[opcode_of(shape)];
    return true;
}

// Whether a row has a rounding mode, which is in the place of the scalar.
inline bool rounds(const CallPlan& plan, std::uint64_t mode) { return mode < 16 && plan.rounds >> mode & 1; }

// On tensors in UB by a count: operands are addresses and, above 32 bits of those, bytes of the tensors. MASK is left as it will be
// before the kernel runs, which looks at none.
template <Told told = Told::not_at_all>
[[gnu::always_inline]] inline bool goes_straight(Core& core, Shape shape, std::uint64_t scalar, std::int64_t count, std::uint64_t to,
                                                 std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const CallPlan* plan = plan_for<told>(core, shape);
    if (!plan || (plan->rounds && !rounds(*plan, scalar))) return false;
    KernelArgs& args = at_hand(core, shape, scalar);
    if (!lay_out(core, *plan, args, static_cast<std::uint64_t>(count), to, a, b, c)) return false;
    Brief call;
    if constexpr (told == Told::briefly) {
        const std::uint64_t at[] = {to, a, b, c};
        const auto run = [&](int i) { return Brief::Run{static_cast<std::uint32_t>(at[i]), static_cast<std::uint64_t>(count) * plan->widths[i]}; };
        call = {core.place, 0, opcode_of(shape), 0, {}, run(0), shape, scalar};
        for (int i = plan->first; i < plan->count; ++i) call.read[call.reads++] = run(i);
        if (!core.listener->passes(call)) return false;
    }
    if (plan->resets) leave_count_behind(core);
    ++core.issued[opcode_of(shape)];
    plan->kernel(args);
    if constexpr (told == Told::briefly) core.listener->passed(call);
    return true;
}

// On tensors in UB under a mask, which is a number or where its words are; repeats follow each other without a gap.
[[gnu::always_inline]] inline bool goes_repeated(Core& core, Shape shape, std::uint64_t scalar, std::uint64_t mask, Repeats repeats,
                                                 std::uint64_t to, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    const CallPlan* plan = plan_for(core, shape);
    if (!plan || (plan->rounds && !(has_parameter(repeats) && rounds(*plan, scalar)))) return false;
    const Given given{mask, times_of(repeats), overload_in(shape), has_four_words(repeats)};
    const Stretch lanes = whole_repeats(*plan, given);
    KernelArgs& args = at_hand(core, shape, scalar);
    if (!lay_out(core, *plan, args, lanes.n, to, a, b, c)) return false;
    leave_behind(core, *plan, given);
    ++core.issued[opcode_of(shape)];
    run_straight(core, *plan, args, lanes, given);
    return true;
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
