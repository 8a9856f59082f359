#include "forms/elementwise.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "forms/overlap.hpp"
#include "forms/walkway.hpp"
#include "lanes/saturation.hpp"
#include "machine/fault.hpp"
#include "tables.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

namespace {

// Sources and targets coincide exactly or stay apart, so all repeats may run as one loop.
bool apart(const Walkway& target, const Walkway& source, std::uint64_t n) {
    if (target.address() == source.address() && target.bits == source.bits) return true;
    const auto count = static_cast<std::int64_t>(n);
    return target.address() + static_cast<std::uint64_t>(target.bytes(count)) <= source.address() ||
           source.address() + static_cast<std::uint64_t>(source.bytes(count)) <= target.address();
}

inline Kernel kernel_of(const Core& core, const InstructionInfo& ins, const RowInfo& row) {
    return core.level->families[row.family][row.kernel][saturates(ins, *core.rules, core.state->ctrl, row.unit ? row.unit : row.types[0])];
}

// The elements of a call with a mask whose repeats follow each other without a gap; 0 for any other call. A mask of bits has
// to have some, and none above the lanes.
std::uint64_t whole_repeats(const Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record) {
    if (core.state->ctrl >> counter_bit & 1 || !ins.block_bits || record.repeat == 0 || record.repeat > ins.most_repeats) return 0;
    const int bits = dtype_bits[row.types[0]];
    if (bits < 8) return 0;
    const std::uint64_t per_repeat = (repeat_bytes * 8u) >> std::countr_zero(static_cast<unsigned>(bits));
    std::int32_t differ = 0;
    for (int i = 0; i < ins.operand_count; ++i) {
        const Operand& o = record.operands[i];
        differ |= (dtype_bits[o.dtype] ^ bits) | (o.block_stride ^ 1) | (o.repeat_stride ^ repeat_bytes / block_bytes);
    }
    if (differ) return 0;
    const auto& mask = record.mask;
    if (record.overload == static_cast<std::uint8_t>(Overload::CONTIGUOUS))
        return mask[0] > per_repeat || (mask[0] < per_repeat && record.repeat > 1) ? 0 : (record.repeat - 1) * per_repeat + mask[0];
    if (record.overload != static_cast<std::uint8_t>(Overload::BITWISE)) return 0;
    const std::uint64_t low = per_repeat < 64 ? mask[0] >> per_repeat : 0, high = per_repeat < 128 ? mask[1] : 0;
    const std::uint64_t highest = per_repeat < 256 ? mask[2] | mask[3] : 0;
    const bool some = mask[0] | mask[1] | mask[2] | mask[3];
    return low | high | highest || !some ? 0 : record.repeat * per_repeat;
}

// What the operands of an instruction are for, found once.
struct Parts {
    std::uint8_t targets[2] = {}, target_count = 0;
    std::uint8_t sources[4] = {}, source_count = 0;

    constexpr explicit Parts(const InstructionInfo& ins) {
        if (ins.executor != Executor::elementwise) return;
        for (std::uint8_t i = 0; i < ins.operand_count; ++i) {
            if (writes(ins.roles[i])) targets[target_count++] = i;
            if (reads(ins.roles[i])) sources[source_count++] = i;
        }
    }
};

constexpr auto parts_of = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array{Parts(instructions[I])...};
}(std::make_index_sequence<std::size(instructions)>{});

// Repeats without gaps under bits: the kernel runs over several into a buffer, and the lanes that have a bit go to their place.
void by_bits(const Core& core, const Record& record, Kernel kernel, KernelArgs& args, int bits) {
    constexpr std::size_t together = 8;
    alignas(64) std::uint8_t fresh[together * repeat_bytes];
    const auto choose = core.level->loops->choose[std::countr_zero(static_cast<unsigned>(bits)) - 3];
    const std::size_t per_repeat = repeat_bytes * 8u / static_cast<unsigned>(bits);
    auto* to = static_cast<std::uint8_t*>(args.targets[0]);
    args.targets[0] = fresh;
    for (std::uint32_t r = 0; r < record.repeat; r += together) {
        const std::size_t repeats = std::min<std::size_t>(together, record.repeat - r);
        args.n = repeats * per_repeat;
        kernel(args);
        for (std::size_t k = 0; k < repeats; ++k, to += repeat_bytes)
            choose(to, reinterpret_cast<const std::uint8_t*>(record.mask), fresh + k * repeat_bytes, to, per_repeat);
        for (auto& source : args.sources)
            if (source) source = static_cast<const std::uint8_t*>(source) + repeats * repeat_bytes;
    }
}

}  // namespace

namespace {

// Whether what is written and what is read may share a byte without being the same.
bool meets_another(const InstructionInfo& ins, const Record& record, const Walkway* ways, const Lanes& lanes) {
    for (int d = 0; d < ins.operand_count; ++d)
        for (int s = 0; writes(ins.roles[d]) && s < ins.operand_count; ++s) {
            const std::uint64_t to = record.operands[d].address, from = record.operands[s].address;
            // Lane by lane in place, with repeats side by side, is what hardware allows.
            const bool in_place = to == from && ways[s].block == ways[d].block && ways[s].repeat == ways[d].repeat &&
                                  record.operands[s].dtype == record.operands[d].dtype && ways[d].block == block_bytes &&
                                  (lanes.repeats == 1 || ways[d].repeat >= repeat_bytes);
            if (s != d && !in_place && reads(ins.roles[s]) && to < from + ways[s].last_byte(lanes) && from < to + ways[d].last_byte(lanes)) return true;
        }
    return false;
}

}  // namespace

namespace {

// Whether whole repeats of all operands are rows of blocks with one stride, which meet in no block, or in each at the same place.
// The last block of a repeat must have an active lane: what lies behind the last one may not be there.
bool steps_alike(const InstructionInfo& ins, const Walkway* ways, int count, const Lanes& lanes) {
    const std::int64_t stride = ways[0].block;
    if (stride < block_bytes || lanes.each || lanes.mode != MaskMode::normal || ways[0].bytes(lanes.per_repeat) != repeat_bytes ||
        ways[0].bytes(lanes.reach(true)) <= repeat_bytes - block_bytes)
        return false;
    for (int i = 0; i < count; ++i) {
        if (ways[i].bits != ways[0].bits || ways[i].block != stride) return false;
        if (lanes.repeats > 1 && ways[i].repeat != stride * (repeat_bytes / block_bytes)) return false;
        for (int t = 0; t < count; ++t) {
            if (!writes(ins.roles[t]) || t == i || ways[t].address() == ways[i].address()) continue;
            const std::uint64_t step = static_cast<std::uint64_t>(stride), span = lanes.repeats * (repeat_bytes / block_bytes) * step;
            const std::uint64_t low = std::min(ways[t].address(), ways[i].address()), gap = std::max(ways[t].address(), ways[i].address()) - low;
            if (gap < span && (gap % step < block_bytes || step - gap % step < block_bytes)) return false;
        }
    }
    return true;
}

// Such repeats, several at a time: blocks are collected, the kernel runs over all of them, and what the mask has goes back.
void by_blocks(const Core& core, const InstructionInfo& ins, const Walkway* ways, const Lanes& lanes, Kernel kernel, KernelArgs& args) {
    constexpr std::uint64_t together = 8;
    constexpr std::size_t room = together * repeat_bytes, per_repeat = repeat_bytes / block_bytes;
    alignas(64) std::uint8_t buffers[max_operands][room];
    alignas(64) std::uint8_t mask[repeat_bytes];
    expand_mask(lanes, ways[0].bits, mask);
    const Loops& loops = *core.level->loops;
    for (std::uint64_t r = 0; r < lanes.repeats; r += together) {
        const std::uint64_t repeats = std::min(together, lanes.repeats - r), blocks = repeats * per_repeat;
        int targets = 0, sources = 0;
        for (int i = 0; i < ins.operand_count; ++i) {
            if (reads(ins.roles[i])) {
                loops.collect(buffers[i], ways[i].start_of(r), ways[i].block, blocks);
                args.sources[sources++] = buffers[i];
            }
            if (writes(ins.roles[i])) args.targets[targets++] = buffers[i];
        }
        args.n = repeats * lanes.per_repeat;
        kernel(args);
        for (int i = 0; i < ins.operand_count; ++i)
            if (writes(ins.roles[i])) loops.blend(ways[i].start_of(r), ways[i].block, buffers[i], mask, blocks);
    }
}

}  // namespace

bool run_straight(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record) {
    const bool counted = record.overload == static_cast<std::uint8_t>(Overload::COUNT);
    const bool by_mask = record.overload == static_cast<std::uint8_t>(Overload::BITWISE);
    const bool plain = !(record.flags & ~SET_MASK) && (record.flags & SET_MASK || (counted && !ins.count_reads_mask)) &&
                       !ins.packed && !row.unit && !row.round_modes && !(ins.ranged & core.chip_bit) && !core.strict;
    const Parts& parts = parts_of[record.opcode];
    if (!plain || (by_mask && (hears || parts.target_count != 1))) return false;
    const std::uint64_t n = counted ? record.mask[0] : whole_repeats(core, ins, row, record);
    if (n == 0 || n > core.ub_bytes) return false;

    // Every operand lies in UB and in its tensor; targets and what else there is coincide or stay apart.
    std::uint64_t bytes[max_operands];
    bool wrong = false;
    for (int i = 0; i < ins.operand_count; ++i) {
        const Operand& o = record.operands[i];
        bytes[i] = n * dtype_bits[o.dtype] / 8;
        wrong |= o.space != static_cast<std::uint8_t>(Space::ub) || o.address % block_bytes || bytes[i] > o.extent ||
                 o.address + bytes[i] > core.ub_bytes;
    }
    for (int k = 0; k < parts.target_count; ++k) {
        const int t = parts.targets[k];
        const std::uint64_t to = record.operands[t].address;
        for (int i = 0; i < ins.operand_count; ++i) {
            const std::uint64_t at = record.operands[i].address;
            const bool same = at == to && bytes[i] == bytes[t], apart = at + bytes[i] <= to || to + bytes[t] <= at;
            wrong |= !(same || apart);
        }
    }
    if (wrong) return false;

    KernelArgs args{{}, {}, n, {record.scalars[0], record.scalars[1]}, record.flags, core.rules, nullptr, core.state};
    for (int k = 0; k < parts.source_count; ++k) {
        const int i = parts.sources[k];
        args.sources[k] = Window::ub(core, record.operands[i].address).read(0, bytes[i]);
    }
    for (int k = 0; k < parts.target_count; ++k) {
        const int i = parts.targets[k];
        args.targets[k] = Window::ub(core, record.operands[i].address).write(0, bytes[i]);
    }
    const Kernel kernel = kernel_of(core, ins, row);
    if (by_mask) by_bits(core, record, kernel, args, dtype_bits[row.types[0]]);
    else if (!rehearsing(core)) kernel(args);
    if (counted) leave_count_behind(core);
    else if (by_mask) std::copy(record.mask, record.mask + 4, core.state->mask);
    else leave_mask_behind(core, record.mask[0], static_cast<std::uint32_t>(repeat_bytes * 8 / dtype_bits[row.types[0]]));
    return true;
}

void run_elementwise(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes,
                     const std::int64_t* params) {
    const bool contiguous_call = static_cast<Overload>(record.overload) == Overload::COUNT;
    const int count = ins.operand_count;
    Walkway ways[max_operands];
    bool dense = lanes.prefix() && (lanes.repeats == 1 || lanes.reach(false) == lanes.per_repeat) && !lanes.each;
    for (int i = 0; i < count; ++i) {
        const Operand& o = record.operands[i];
        Walkway& w = ways[i];
        const int bits = lane_bits(ins, row.unit ? row.unit : o.dtype);
        w = Walkway(Window::ub(core, o.address), contiguous_call ? block_bytes : static_cast<std::int64_t>(o.block_stride) * block_bytes,
                    contiguous_call ? std::int64_t{lanes.per_repeat} * bits / 8 : static_cast<std::int64_t>(o.repeat_stride) * block_bytes,
                    bits, lanes);
        dense &= w.block == block_bytes && (lanes.repeats == 1 || w.repeat == w.bytes(lanes.per_repeat));
        check_touch(core, ins, record, i, w.last_byte(lanes));
    }
    if (core.strict || (core.watched && meets_another(ins, record, ways, lanes) && !steps_alike(ins, ways, count, lanes)))
        refuse_overlap(core, ins, row, record, lanes);  // byte by byte: seldom needed, and slow
    if (rehearsing(core)) return;

    const Kernel kernel = kernel_of(core, ins, row);
    KernelArgs args{{}, {}, 0, {record.scalars[0], record.scalars[1]}, record.flags, core.rules, params, core.state};

    if (dense) {
        const std::uint64_t n = (lanes.repeats - 1) * lanes.per_repeat + lanes.reach(true);
        bool safe = true;
        for (int t = 0; t < count; ++t)
            for (int s = 0; s < count; ++s)
                if (t != s && writes(ins.roles[t])) safe &= apart(ways[t], ways[s], n);
        if (safe) {
            int targets = 0, sources = 0;
            for (int i = 0; i < count; ++i)
                if (reads(ins.roles[i])) args.sources[sources++] = ways[i].read_all(n);
            for (int i = 0; i < count; ++i)
                if (writes(ins.roles[i])) args.targets[targets++] = ways[i].write_all(n);
            args.n = n;
            kernel(args);
            return;
        }
    }

    if (!hears && steps_alike(ins, ways, count, lanes)) return by_blocks(core, ins, ways, lanes, kernel, args);

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
            if (reads(ins.roles[i])) args.sources[sources++] = ways[i].load(r, n, buffer);
            if (writes(ins.roles[i])) args.targets[targets++] = buffer;
        }
        args.n = n;
        kernel(args);
        for (int i = 0; i < count; ++i) {
            if (!writes(ins.roles[i])) continue;
            if (!masked) {
                ways[i].store(r, n, scratch + i * pitch);
                continue;
            }
            const int bits = ways[i].bits;
            if (bits != mask_bits) {
                std::memset(mask, 0, pitch);
                expand_mask(lanes, bits, mask);
                mask_bits = bits;
            }
            ways[i].store_masked(r, n, scratch + i * pitch, mask);
        }
    }
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
