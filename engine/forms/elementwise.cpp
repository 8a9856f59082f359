#include "forms/elementwise.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "forms/overlap.hpp"
#include "forms/straight.hpp"
#include "lanes/saturation.hpp"
#include "machine/fault.hpp"
#include "tables.hpp"
#include "walks/strided_operand.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

namespace {

// Sources and targets coincide exactly or stay apart, so all repeats may run as one loop.
bool apart(const StridedOperand& target, const StridedOperand& source, std::uint64_t n) {
    if (target.address() == source.address() && target.bits == source.bits) return true;
    const auto count = static_cast<std::int64_t>(n);
    return target.address() + static_cast<std::uint64_t>(target.bytes(count)) <= source.address() ||
           source.address() + static_cast<std::uint64_t>(source.bytes(count)) <= target.address();
}

inline Kernel kernel_of(const Core& core, const InstructionInfo& ins, const RowInfo& row) {
    return core.level->families[row.family][row.kernel][saturates(ins, *core.rules, core.state->ctrl, row.unit ? row.unit : row.types[0])];
}

// The operands of a record, as one number each; false: one is elsewhere.
bool places(const CallPlan& plan, const Record& record, std::uint64_t* at) {
    std::uint64_t elsewhere = 0;
    for (int i = 0; i < plan.count; ++i) {
        const Operand& o = record.operands[i];
        at[i] = placed(o.address, o.extent);
        elsewhere |= (o.space ^ static_cast<unsigned>(Space::vector)) | o.address >> 32;
    }
    return !elsewhere;
}

}  // namespace

namespace {

// Whether what is written and what is read may share a byte without being the same.
bool meets_another(const InstructionInfo& ins, const Record& record, const StridedOperand* strided, const Lanes& lanes) {
    for (int d = 0; d < ins.operand_count; ++d)
        for (int s = 0; writes(ins.roles[d]) && s < ins.operand_count; ++s) {
            const std::uint64_t to = record.operands[d].address, from = record.operands[s].address;
            // Lane by lane in place, with repeats side by side, is what hardware allows.
            const bool in_place = to == from && strided[s].block == strided[d].block && strided[s].repeat == strided[d].repeat &&
                                  record.operands[s].dtype == record.operands[d].dtype && strided[d].block == block_bytes &&
                                  (lanes.repeats == 1 || strided[d].repeat >= repeat_bytes);
            if (s != d && !in_place && reads(ins.roles[s]) && to < from + strided[s].last_byte(lanes) && from < to + strided[d].last_byte(lanes)) return true;
        }
    return false;
}

}  // namespace

namespace {

// Whether whole repeats of all operands are rows of blocks with one stride, which meet in no block, or in each at the same place.
// The last block of a repeat must have an active lane: what lies behind the last one may not be there.
bool steps_alike(const InstructionInfo& ins, const StridedOperand* strided, int count, const Lanes& lanes) {
    const std::int64_t stride = strided[0].block;
    if (stride < block_bytes || lanes.each || lanes.mode != MaskMode::normal || strided[0].bytes(lanes.per_repeat) != repeat_bytes ||
        strided[0].bytes(lanes.reach(true)) <= repeat_bytes - block_bytes)
        return false;
    for (int i = 0; i < count; ++i) {
        if (strided[i].bits != strided[0].bits || strided[i].block != stride) return false;
        if (lanes.repeats > 1 && strided[i].repeat != stride * (repeat_bytes / block_bytes)) return false;
        for (int t = 0; t < count; ++t) {
            if (!writes(ins.roles[t]) || t == i || strided[t].address() == strided[i].address()) continue;
            const std::uint64_t step = static_cast<std::uint64_t>(stride), span = lanes.repeats * (repeat_bytes / block_bytes) * step;
            const std::uint64_t low = std::min(strided[t].address(), strided[i].address()), gap = std::max(strided[t].address(), strided[i].address()) - low;
            if (gap < span && (gap % step < block_bytes || step - gap % step < block_bytes)) return false;
        }
    }
    return true;
}

// Such repeats, several at a time: blocks are collected, the kernel runs over all of them, and what the mask has goes back.
void by_blocks(const Core& core, const InstructionInfo& ins, const StridedOperand* strided, const Lanes& lanes, Kernel kernel, KernelArgs& args) {
    constexpr std::uint64_t together = 8;
    constexpr std::size_t room = together * repeat_bytes, per_repeat = repeat_bytes / block_bytes;
    alignas(64) std::uint8_t buffers[max_operands][room];
    alignas(64) std::uint8_t mask[repeat_bytes];
    expand_mask(lanes, strided[0].bits, mask);
    const Loops& loops = *core.level->loops;
    for (std::uint64_t r = 0; r < lanes.repeats; r += together) {
        const std::uint64_t repeats = std::min(together, lanes.repeats - r), blocks = repeats * per_repeat;
        int targets = 0, sources = 0;
        for (int i = 0; i < ins.operand_count; ++i) {
            if (reads(ins.roles[i])) {
                loops.collect(buffers[i], strided[i].start_of(r), strided[i].block, blocks);
                args.sources[sources++] = buffers[i];
            }
            if (writes(ins.roles[i])) args.targets[targets++] = buffers[i];
        }
        args.n = repeats * lanes.per_repeat;
        kernel(args);
        for (int i = 0; i < ins.operand_count; ++i)
            if (writes(ins.roles[i])) loops.blend(strided[i].start_of(r), strided[i].block, buffers[i], mask, blocks);
    }
}

}  // namespace

bool plan_straight(const Core& core, const InstructionInfo& ins, const RowInfo& row, std::uint32_t flags, Overload how, CallPlan& plan) {
    const bool plain = !(flags & ~SET_MASK) && (flags & SET_MASK || (how == Overload::COUNT && !ins.count_reads_mask)) &&
                       !row.unit && !core.strict;
    if (!plain || ins.executor != Executor::elementwise || ins.operand_count > shape_operands || !writes(ins.roles[0])) return false;
    for (int i = 0; i < ins.operand_count; ++i) {
        const int bits = lane_bits(ins, row.types[i]);
        if (bits < 8 || (i && ins.roles[i] != role_src)) return false;
        plan.widths[i] = static_cast<std::uint8_t>(bits / 8);
    }
    plan.count = ins.operand_count;
    plan.first = reads(ins.roles[0]) ? 0 : 1;
    plan.lanes = static_cast<std::uint32_t>(repeat_bytes / *std::max_element(plan.widths, plan.widths + plan.count));
    plan.alike = std::all_of(plan.widths, plan.widths + plan.count, [&](int width) { return width == plan.widths[0]; });
    plan.resets = core.rules->count_form == count_form_resets;
    const bool whole = ins.block_bits && !(core.state->ctrl >> counter_bit & 1);
    plan.repeats = whole ? static_cast<std::uint16_t>(std::min<std::uint32_t>(ins.most_repeats, UINT16_MAX)) : 0;
    plan.ranged = ins.scalars && ins.ranged & core.chip_bit;
    plan.kernel = kernel_of(core, ins, row);
    plan.row = &row;
    return true;
}

namespace {

// What the last call by a count with such operands has decided, where this is another one: who hears of calls gets records of those, too.
const CallPlan* kept_plan(const Core& core, const RowInfo& row, const Record& record) {
    const CallPlan& plan = core.plans[place_of(shape(static_cast<Opcode>(record.opcode), Overload::COUNT, 0, row.types[0]))];
    return plan.row == &row && plan.ctrl == core.state->ctrl && flags_in(plan.shape) == record.flags && overload_in(plan.shape) == Overload::COUNT ? &plan : nullptr;
}

bool run_repeats(Core& core, const CallPlan& plan, const Record& record, const std::int64_t* params) {
    std::uint64_t gaps = 0;
    for (int i = 0; i < plan.count; ++i) gaps |= gap(plan, static_cast<std::size_t>(i), record.operands[i].block_stride, record.operands[i].repeat_stride);
    const auto how = static_cast<Overload>(record.overload);
    const Given given{how == Overload::BITWISE ? reinterpret_cast<std::uint64_t>(record.mask) : record.mask[0], record.repeat, how, true};
    const Stretch lanes = whole_repeats(plan, given);
    std::uint64_t at[shape_operands] = {};
    if (gaps || (hears && lanes.chosen) || !places(plan, record, at)) return false;
    KernelArgs args{{}, {}, 0, {record.scalars[0], record.scalars[1]}, record.flags, core.rules, params, core.state};
    if (!lay_out(core, plan, args, lanes.n, at[0], at[1], at[2], at[3])) return false;
    leave_behind(core, plan, given);
    if (!rehearsing(core)) run_straight(core, plan, args, lanes, given);
    return true;
}

}  // namespace

bool run_straight(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, std::span<const std::int64_t> params) {
    const auto how = static_cast<Overload>(record.overload);
    if (row.round_modes && (params.empty() || params[0] < 0 || params[0] > 15 || !(row.round_modes >> params[0] & 1))) return false;
    const CallPlan* const kept = how == Overload::COUNT ? kept_plan(core, row, record) : nullptr;
    CallPlan fresh;
    if (!kept && !plan_straight(core, ins, row, record.flags, how, fresh)) return false;
    const CallPlan& plan = kept ? *kept : fresh;
    if (plan.ranged) check_scalar(core, ins, row, record.scalars[0]);
    if (how != Overload::COUNT) return run_repeats(core, plan, record, params.data());
    std::uint64_t at[shape_operands] = {};
    KernelArgs args{{}, {}, 0, {record.scalars[0], record.scalars[1]}, record.flags, core.rules, params.data(), core.state};
    if (!places(plan, record, at) || !lay_out(core, plan, args, record.mask[0], at[0], at[1], at[2], at[3])) return false;
    if (!rehearsing(core)) plan.kernel(args);
    if (plan.resets) leave_count_behind(core);
    return true;
}

void run_elementwise(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes,
                     const std::int64_t* params) {
    const bool contiguous_call = static_cast<Overload>(record.overload) == Overload::COUNT;
    const int count = ins.operand_count;
    StridedOperand strided[max_operands];
    bool dense = lanes.prefix() && (lanes.repeats == 1 || lanes.reach(false) == lanes.per_repeat) && !lanes.each;
    for (int i = 0; i < count; ++i) {
        const Operand& o = record.operands[i];
        StridedOperand& w = strided[i];
        const int bits = lane_bits(ins, row.unit ? row.unit : o.dtype);
        w = StridedOperand(Window::vector(core, o.address), contiguous_call ? block_bytes : static_cast<std::int64_t>(o.block_stride) * block_bytes,
                    contiguous_call ? std::int64_t{lanes.per_repeat} * bits / 8 : static_cast<std::int64_t>(o.repeat_stride) * block_bytes,
                    bits, lanes);
        dense &= w.block == block_bytes && (lanes.repeats == 1 || w.repeat == w.bytes(lanes.per_repeat));
        check_touch(core, ins, record, i, w.last_byte(lanes));
    }
    if (core.strict || (core.watched && meets_another(ins, record, strided, lanes) && !steps_alike(ins, strided, count, lanes)))
        refuse_overlap(core, ins, row, record, lanes);  // byte by byte: seldom needed, and slow
    if (rehearsing(core)) return;

    const Kernel kernel = kernel_of(core, ins, row);
    KernelArgs args{{}, {}, 0, {record.scalars[0], record.scalars[1]}, record.flags, core.rules, params, core.state};

    if (dense) {
        const std::uint64_t n = (lanes.repeats - 1) * lanes.per_repeat + lanes.reach(true);
        bool safe = true;
        for (int t = 0; t < count; ++t)
            for (int s = 0; s < count; ++s)
                if (t != s && writes(ins.roles[t])) safe &= apart(strided[t], strided[s], n);
        if (safe) {
            int targets = 0, sources = 0;
            for (int i = 0; i < count; ++i)
                if (reads(ins.roles[i])) args.sources[sources++] = strided[i].read_all(n);
            for (int i = 0; i < count; ++i)
                if (writes(ins.roles[i])) args.targets[targets++] = strided[i].write_all(n);
            args.n = n;
            kernel(args);
            return;
        }
    }

    if (!hears && steps_alike(ins, strided, count, lanes)) return by_blocks(core, ins, strided, lanes, kernel, args);

    // Repeat by repeat: all reads, the kernel into a buffer, all writes.
    const std::uint32_t widest = lanes.each ? lanes.each : lanes.per_repeat;
    const std::size_t room = static_cast<std::size_t>(widest) * 8 + block_bytes;
    alignas(64) std::uint8_t fixed[(max_operands + 1) * (repeat_bytes + block_bytes)];
    std::vector<std::uint8_t> large;
    std::uint8_t* scratch = fixed;
    std::size_t pitch = repeat_bytes + block_bytes;
    if (lanes.each * 8u > repeat_bytes) {
        large.resize((max_operands + 1) * room);
        scratch = large.data();
        pitch = room;
    }
    const bool masked = !lanes.prefix();
    std::uint8_t* mask = scratch + max_operands * pitch;
    int mask_bits = 0;
    for (std::uint64_t r = 0; r < lanes.repeats; ++r) {
        const std::uint32_t n = lanes.reach(r + 1 == lanes.repeats);
        int targets = 0, sources = 0;
        for (int i = 0; i < count; ++i) {
            std::uint8_t* buffer = scratch + i * pitch;
            if (reads(ins.roles[i])) args.sources[sources++] = strided[i].load(r, n, buffer);
            if (writes(ins.roles[i])) args.targets[targets++] = buffer;
        }
        args.n = n;
        kernel(args);
        for (int i = 0; i < count; ++i) {
            if (!writes(ins.roles[i])) continue;
            if (!masked) {
                strided[i].store(r, n, scratch + i * pitch);
                continue;
            }
            const int bits = strided[i].bits;
            if (bits != mask_bits) {
                std::memset(mask, 0, pitch);
                expand_mask(lanes, bits, mask);
                mask_bits = bits;
            }
            strided[i].store_masked(r, n, scratch + i * pitch, mask);
        }
    }
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
