// Select, element by element by bits, and GatherMask, which packs the elements whose bit is set.
#pragma once

#include "walks/bits.hpp"
#include "walks/walk.hpp"
#include "walks/width.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

// --- Select ---

enum SelectMode : std::int64_t { select_register, select_with_scalar, select_tensor };

inline constexpr int no_operand = -1;  // this side is the number

// A whole repeat uses one bit per lane, even where the mask leaves some lanes out.
inline std::uint32_t bit_bytes(const Walk& w) { return w.lanes->per_repeat / 8; }

// Bytes of bits that the active lanes use, with `pitch` bytes from one repeat to the next.
inline std::uint64_t bit_span(const Walk& w, std::uint64_t pitch) {
    const Lanes& lanes = *w.lanes;
    std::uint64_t far = (lanes.repeats - 1) * pitch + (lanes.reach(true) + 7) / 8;
    if (lanes.repeats > 1) far = std::max<std::uint64_t>(far, (lanes.repeats - 2) * pitch + (lanes.reach(false) + 7) / 8);
    return far;
}

// The bits of `n` lanes; of their bytes those count that have a lane which takes part.
inline const std::uint8_t* read_bits(const Walk& w, const Window& bits, std::uint64_t offset, std::uint32_t n) {
    const std::uint32_t bytes = (n + 7) / 8;
    if constexpr (hears) {
        if (!w.lanes->prefix()) {
            std::uint8_t counts[repeat_bytes / 8] = {};
            for (std::uint32_t k = 0; k < n; ++k)
                if (w.lanes->active(k)) counts[k / 8] = 0xFF;
            return bits.read(static_cast<std::int64_t>(offset), bytes, bits.pattern(counts, bytes));
        }
    }
    return bits.read(static_cast<std::int64_t>(offset), bytes);
}

// Bits in memory that go on from repeat to repeat.
inline auto running_bits(const Walk& w, const Window& bits) {
    return [&w, bits](std::uint64_t r) { return read_bits(w, bits, r * bit_bytes(w), w.lanes->reach(r + 1 == w.lanes->repeats)); };
}

inline void check_sides(const Walk& w, int src0, int src1) {
    for (int operand : {0, src0, src1})
        if (operand != no_operand) w.reach(operand, w.span(operand));
}

// dst = bit ? src0 : src1 for all repeats in one loop, where operands are rows that coincide or stay apart.
inline bool choose_at_once(const Walk& w, const Window& bits, int src0, int src1) {
    if (hears || src0 == no_operand || src1 == no_operand) return false;
    const std::uint64_t n = w.row_of_lanes(0), first = bits.address(), to = w.record.operands[0].address;
    if (!n || !w.row_of_lanes(src0) || !w.row_of_lanes(src1) || !w.stays_in_place() ||
        (first < to + n * static_cast<std::uint64_t>(w.size(0)) && to < first + (n + 7) / 8))
        return false;
    const auto choose = w.core.level->loops->choose[std::countr_zero(static_cast<unsigned>(w.size(0)))];
    choose(w.strided(0).write_all(n), bits.read(0, (n + 7) / 8), w.strided(src0).read_all(n), w.strided(src1).read_all(n), n);
    return true;
}

// dst = bit ? src0 : src1, repeat by repeat: all reads, then all writes. `bits_of(r)` are the bits of a repeat.
template <class Bits>
void choose(const Walk& w, Bits bits_of, int src0, int src1, std::uint64_t number = 0) {
    const Lanes& lanes = *w.lanes;
    const int width = w.size(0);
    const auto choose_lanes = w.core.level->loops->choose[std::countr_zero(static_cast<unsigned>(width))];
    const bool masked = !lanes.prefix();
    alignas(64) std::uint8_t a_buffer[repeat_bytes], b_buffer[repeat_bytes], constant[repeat_bytes], result[repeat_bytes], mask[repeat_bytes] = {};
    for (int at = 0; at < repeat_bytes; at += width) std::memcpy(constant + at, &number, static_cast<std::size_t>(width));
    if (masked) expand_mask(lanes, 8 * width, mask);
    const StridedOperand to = w.strided(0), first = w.strided(src0 == no_operand ? 0 : src0), second = w.strided(src1 == no_operand ? 0 : src1);
    // One side of a repeat: lanes that take it and take part.
    auto side = [&](int operand, const StridedOperand& strided, const std::uint8_t* bits, bool set, std::uint64_t r, std::uint32_t n, std::uint8_t* buffer) {
        if (operand == no_operand) return static_cast<const std::uint8_t*>(constant);
        std::uint8_t counts[repeat_bytes];
        if constexpr (hears)
            for (std::uint32_t i = 0; i < n; ++i) {
                const bool takes = (bits[i / 8] >> i % 8 & 1) == set && (!masked || lanes.active(i));
                std::memset(counts + i * static_cast<std::uint32_t>(width), takes ? 0xFF : 0, static_cast<std::size_t>(width));
            }
        return strided.load_some(r, n, buffer, counts);
    };
    for (std::uint64_t r = 0; r < lanes.repeats; ++r) {
        const std::uint32_t n = lanes.reach(r + 1 == lanes.repeats);
        std::uint8_t bits[repeat_bytes / 8];
        std::memcpy(bits, bits_of(r), (n + 7) / 8);
        const std::uint8_t *a = side(src0, first, bits, true, r, n, a_buffer), *b = side(src1, second, bits, false, r, n, b_buffer);
        choose_lanes(result, bits, a, b, n);
        if (masked) to.store_masked(r, n, result, mask);
        else to.store(r, n, result);
    }
}

// The same with bits that go on from repeat to repeat.
inline void choose_running(const Walk& w, const Window& bits, int src0, int src1, std::uint64_t number = 0) {
    if (!choose_at_once(w, bits, src0, src1)) choose(w, running_bits(w, bits), src0, src1, number);
}

// What the call leaves in CMPMASK, on the chips that load it first.
inline void leave_in_cmpmask(const Walk& w, std::uint64_t low, std::uint64_t high = 0) {
    if (w.rules().select_cmpmask != select_cmpmask_overwritten) return;
    State& state = w.state();
    state.cmpmask[0] = low;
    state.cmpmask[1] = high;
    state.cmpmask[2] = state.cmpmask[3] = 0;
}

// Mode 0 reuses the first bits in every repeat, mode 2 goes on through sel_mask.
inline void select(const Walk& w) {
    check_sides(w, 2, 3);
    const bool running = w.params[0] == select_tensor;
    const std::uint64_t need = bit_span(w, running ? bit_bytes(w) : 0);
    w.reach(1, need);
    if (w.checking()) return;
    if (running) {
        choose_running(w, w.target(1), 2, 3);
        return leave_in_cmpmask(w, w.record.operands[1].address);
    }
    std::uint64_t once[4] = {};
    if (w.rules().select_cmpmask == select_cmpmask_overwritten) {  // as many bits as the register holds where the tensor is that long
        const std::uint64_t bytes = std::max<std::uint64_t>(need, std::min<std::uint64_t>(16, w.room(1)));
        std::memcpy(once, w.target(1).read(0, bytes), bytes);
    } else {
        const std::uint32_t n = std::max(w.lanes->reach(true), w.lanes->repeats > 1 ? w.lanes->reach(false) : 0);
        std::memcpy(once, read_bits(w, w.target(1), 0, n), need);
    }
    choose(w, [&](std::uint64_t) { return reinterpret_cast<const std::uint8_t*>(once); }, 2, 3);
    leave_in_cmpmask(w, once[0], once[1]);
}

inline void select_by_number(const Walk& w, std::uint64_t number) {
    const bool left = w.record.flags & SCALAR_LEFT;
    const int src0 = left ? no_operand : 2, src1 = left ? 2 : no_operand;
    check_sides(w, src0, src1);
    w.reach(1, bit_span(w, bit_bytes(w)));
    if (!w.checking()) choose_running(w, w.target(1), src0, src1, number);
}

inline void select_scalar(const Walk& w) {
    select_by_number(w, w.record.scalars[0]);
    if (!w.checking()) leave_in_cmpmask(w, w.record.scalars[0]);
}

// CMPMASK holds the bits or, in its low 32 bits, the address of sel_mask.
inline void select_preset(const Walk& w) {
    check_sides(w, 1, 2);
    const State& state = *w.core.state;
    if (w.params[0] == select_register) {
        if (!w.checking()) choose(w, [&](std::uint64_t) { return reinterpret_cast<const std::uint8_t*>(state.cmpmask); }, 1, 2);
        return;
    }
    const std::uint64_t address = state.cmpmask[0] & 0xFFFFFFFF;
    if (w.checking()) check_inside(w.core, w.ins, "sel_mask", Space::vector, address, bit_span(w, bit_bytes(w)));
    else choose_running(w, w.in_memory(address), 1, 2);
}

// The first element of CMPMASK is the number.
inline void select_preset_scalar(const Walk& w) { select_by_number(w, w.core.state->cmpmask[0]); }

// --- GatherMask ---

inline constexpr std::uint64_t gather_room = 8 << 18;  // elements: more than any UB holds, so a larger number is a mistake

// `make_keep(rows, r, n)` makes the function that tells which of the n elements of repeat r are kept; `pattern` is the operand that
// holds the rows of bits, if any.
template <class Make>
void gather_kept(const Walk& w, std::span<const std::int64_t> params, int pattern, Make make_keep) {
    const std::uint64_t reduce_mode = params[0], mask = params[1], block = params[2], repeat_stride = params[4],
                        pattern_stride = params[5];
    std::uint64_t repeats = params[3];
    w.within("mask", params[1], 0, 0xFFFFFFFF);
    w.within("src0_block_stride", params[2], 0, 255);
    w.within("repeat_times", params[3], 0, 0xFFFF);
    w.within("src0_repeat_stride", params[4], 0, 0xFFFF);
    w.within("src1_repeat_stride", params[5], 0, 255);
    by_width(w.size(0), [&](auto zero) {
        using T = decltype(zero);
        constexpr std::uint64_t per_repeat = repeat_bytes / sizeof(T), per_block = block_bytes / sizeof(T);
        std::uint64_t each = per_repeat, last = per_repeat;  // elements of every repeat, and of the last one
        if (reduce_mode && w.rules().gather_mask_count == gather_mask_count_total) {
            repeats = (mask + per_repeat - 1) / per_repeat;
            last = mask - (repeats - 1) * per_repeat;
        } else if (reduce_mode) {
            each = last = mask;
        }
        const std::uint64_t total = repeats ? (repeats - 1) * each + last : 0;
        if (total > gather_room) throw Fault("MASK-005", {{"op", w.ins.name}, {"count", total}});
        if (!total) repeats = 0;

        auto place = [&](std::uint64_t r, std::uint64_t e) {
            return (r * repeat_stride + e / per_block * block) * per_block + e % per_block;
        };
        std::uint64_t source_end = 0, pattern_end = 0;
        for (std::uint64_t r = repeats > 1 ? repeats - 2 : 0; r < repeats; ++r) {
            const std::uint64_t n = r + 1 == repeats ? last : each, blocks = (n - 1) / per_block;
            source_end = std::max(source_end, place(r, n - 1) + 1);
            if (blocks) source_end = std::max(source_end, place(r, blocks * per_block - 1) + 1);
            pattern_end = std::max(pattern_end, r * pattern_stride * block_bytes + (n + 7) / 8);
        }
        w.reach(1, source_end * sizeof(T));
        if (pattern > 0) w.reach(pattern, pattern_end);
        const Window source = w.source(1), rows = pattern > 0 ? w.source(pattern) : source, target = w.target(0);
        std::uint64_t kept = 0;
        for (std::uint64_t r = 0; r < repeats; ++r) {
            const std::uint64_t n = r + 1 == repeats ? last : each;
            const auto keep = make_keep(rows, r, n);
            for (std::uint64_t e = 0; e < n; ++e) {
                if (!keep(e)) continue;
                if (!w.checking()) target.store(kept * sizeof(T), source.load<T>(place(r, e) * sizeof(T)));
                ++kept;
            }
        }
        w.reach(0, kept * sizeof(T));
        State& state = w.state();
        state.rsvd_cnt = kept;
        state.mask[0] = mask;
        state.mask[1] = state.mask[2] = state.mask[3] = 0;
        state.ctrl &= ~(1ull << counter_bit);
    });
}

// Bits of a row of the pattern tensor; rows lie src1_repeat_stride blocks apart.
inline void gather_mask(const Walk& w) {
    const std::uint64_t stride = w.params[5] * block_bytes;
    gather_kept(w, w.params, 2, [=](const Window& rows, std::uint64_t r, std::uint64_t n) {
        const std::uint8_t* row = rows.read(static_cast<std::int64_t>(r * stride), (n + 7) / 8);
        return [=](std::uint64_t e) { return row[e / 8] >> (e % 8) & 1; };
    });
}

// A fixed pattern: 1 even, 2 odd, 3 to 6 one of every four, 7 all.
inline void gather_mask_builtin(const Walk& w) {
    const std::uint64_t pattern = w.params[0];
    gather_kept(w, w.params.subspan(1), no_operand, [=](const Window&, std::uint64_t, std::uint64_t) {
        return [=](std::uint64_t e) {
            return pattern <= 2 ? e % 2 == pattern - 1 : pattern <= 6 ? e % 4 == pattern - 3 : true;
        };
    });
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
