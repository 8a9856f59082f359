#include "forms/elementwise.hpp"

#include <cstring>
#include <vector>

#include "forms/overlap.hpp"
#include "machine/fault.hpp"

namespace lanewise {

namespace {

// Half a block in one register.
using Vector = std::uint64_t __attribute__((vector_size(16)));

// One operand as a walk over bytes.
struct Walkway {
    std::uint8_t* base;
    std::int64_t block, repeat;  // strides in bytes
    int bits;                    // of an element

    std::int64_t bytes(std::int64_t elements) const { return elements * bits / 8; }
};

// The first `lanes` elements of a repeat, gathered into one piece; in place where the blocks already touch.
const std::uint8_t* gather(const Walkway& w, std::uint64_t repeat, std::uint32_t lanes, std::uint8_t* buffer) {
    const std::uint8_t* start = w.base + static_cast<std::int64_t>(repeat) * w.repeat;
    if (w.block == block_bytes) return start;
    const std::uint32_t blocks = (w.bytes(lanes) + block_bytes - 1) / block_bytes;
    for (std::uint32_t b = 0; b < blocks; ++b) std::memcpy(buffer + b * block_bytes, start + b * w.block, block_bytes);
    return buffer;
}

void scatter(const Walkway& w, std::uint64_t repeat, std::uint32_t lanes, const std::uint8_t* data) {
    std::uint8_t* start = w.base + static_cast<std::int64_t>(repeat) * w.repeat;
    const auto bytes = static_cast<std::uint32_t>(w.bytes(lanes));
    if (w.block == block_bytes) {
        std::memcpy(start, data, bytes);
        return;
    }
    for (std::uint32_t at = 0, b = 0; at < bytes; at += block_bytes, ++b)
        std::memcpy(start + b * w.block, data + at, bytes - at < block_bytes ? bytes - at : block_bytes);
}

// Active lanes only: a branch-free blend of new and old bytes, block by block.
void scatter_masked(const Walkway& w, std::uint64_t repeat, std::uint32_t lanes, const std::uint8_t* data, const std::uint8_t* mask) {
    std::uint8_t* start = w.base + static_cast<std::int64_t>(repeat) * w.repeat;
    const std::uint32_t blocks = (w.bytes(lanes) + block_bytes - 1) / block_bytes;
    for (std::uint32_t b = 0; b < blocks; ++b)
        for (int half = 0; half < block_bytes; half += sizeof(Vector)) {
            Vector fresh, old, keep;
            std::memcpy(&fresh, data + b * block_bytes + half, sizeof(Vector));
            std::memcpy(&old, start + b * w.block + half, sizeof(Vector));
            std::memcpy(&keep, mask + b * block_bytes + half, sizeof(Vector));
            old = (fresh & keep) | (old & ~keep);
            std::memcpy(start + b * w.block + half, &old, sizeof(Vector));
        }
}

std::uint64_t last_byte(const Lanes& lanes, const Walkway& w) {
    const std::uint32_t per_block = 8 * block_bytes / w.bits;
    auto end = [&](std::uint32_t reach) -> std::uint64_t {
        std::uint32_t lane = reach - 1;
        return static_cast<std::uint64_t>(lane / per_block) * w.block + w.bytes(lane % per_block + 1);
    };
    std::uint64_t far = (lanes.repeats - 1) * w.repeat + end(lanes.reach(true));
    if (lanes.repeats > 1) {
        std::uint64_t before = (lanes.repeats - 2) * w.repeat + end(lanes.reach(false));
        if (before > far) far = before;
    }
    return far;
}

// Sources and targets coincide exactly or stay apart, so all repeats may run as one loop.
bool apart(const Walkway& target, const Walkway& source, std::uint64_t n) {
    if (target.base == source.base && target.bits == source.bits) return true;
    const auto count = static_cast<std::int64_t>(n);
    return target.base + target.bytes(count) <= source.base || source.base + source.bytes(count) <= target.base;
}

}  // namespace

void run_elementwise(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes,
                     const std::int64_t* params) {
    const bool contiguous_call = static_cast<Overload>(record.overload) == Overload::COUNT;
    const int count = ins.operand_count;
    Walkway ways[max_operands];
    bool dense = lanes.prefix(true) && (lanes.repeats == 1 || lanes.reach(false) == lanes.per_repeat) && !lanes.each;
    for (int i = 0; i < count; ++i) {
        const Operand& o = record.operands[i];
        Walkway& w = ways[i];
        w.bits = lane_bits(ins, row.unit ? row.unit : o.dtype);
        w.base = core.ub + o.address;
        w.block = contiguous_call ? block_bytes : static_cast<std::int64_t>(o.block_stride) * block_bytes;
        w.repeat = contiguous_call ? w.bytes(lanes.per_repeat)
                                   : static_cast<std::int64_t>(o.repeat_stride) * block_bytes;
        dense &= w.block == block_bytes && (lanes.repeats == 1 || w.repeat == w.bytes(lanes.per_repeat));
        check_touch(core, ins, record, i, last_byte(lanes, w));
    }
    if (core.strict) refuse_overlap(core, ins, row, record, lanes);

    const std::uint64_t ctrl = core.state->ctrl;
    const int to = row.unit ? row.unit : row.types[0];
    const bool clamps = to == static_cast<int>(DType::half_)
                            ? ins.saturates && !(ctrl >> float_saturation_bit & 1)
                            : core.rules->integer_overflow == integer_overflow_ctrl53 && (ctrl >> int_saturation_bit & 1);
    const Kernel kernel = core.level->families[ins.family][row.kernel][clamps];
    KernelArgs args{{}, {}, 0, {record.scalars[0], record.scalars[1]}, record.flags, core.rules, params, core.state};

    if (dense) {
        const std::uint64_t n = (lanes.repeats - 1) * lanes.per_repeat + lanes.reach(true);
        bool safe = true;
        for (int t = 0; t < count; ++t)
            for (int s = 0; s < count; ++s)
                if (t != s && writes(ins.roles[t])) safe &= apart(ways[t], ways[s], n);
        if (safe) {
            int targets = 0, sources = 0;
            for (int i = 0; i < count; ++i) {
                if (writes(ins.roles[i])) args.targets[targets++] = ways[i].base;
                if (reads(ins.roles[i])) args.sources[sources++] = ways[i].base;
            }
            args.n = n;
            kernel(args);
            return;
        }
    }

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
    const bool masked = !lanes.prefix(true);
    std::uint8_t* mask = scratch + max_operands * pitch;
    int mask_bits = 0;
    for (std::uint64_t r = 0; r < lanes.repeats; ++r) {
        const std::uint32_t n = lanes.reach(r + 1 == lanes.repeats);
        int targets = 0, sources = 0;
        for (int i = 0; i < count; ++i) {
            std::uint8_t* buffer = scratch + i * pitch;
            if (reads(ins.roles[i])) args.sources[sources++] = gather(ways[i], r, n, buffer);
            if (writes(ins.roles[i])) args.targets[targets++] = buffer;
        }
        args.n = n;
        kernel(args);
        for (int i = 0; i < count; ++i) {
            if (!writes(ins.roles[i])) continue;
            if (!masked) {
                scatter(ways[i], r, n, scratch + i * pitch);
                continue;
            }
            const int bits = ways[i].bits;
            if (bits != mask_bits) {
                std::memset(mask, 0, pitch);
                for (std::uint32_t k = 0; k < lanes.per_repeat; ++k)
                    if (lanes.active(k)) std::memset(mask + k * bits / 8, 0xFF, bits < 8 ? 1 : bits / 8);
                mask_bits = bits;
            }
            scatter_masked(ways[i], r, n, scratch + i * pitch, mask);
        }
    }
}

}  // namespace lanewise
