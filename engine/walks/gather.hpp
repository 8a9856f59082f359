// Gather, Gatherb and Scatter by byte offsets; Interleave and DeInterleave.
#pragma once

#include "walks/walk.hpp"
#include "walks/width.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

// Calls visit(repeat, lane, number of the lane in the row of all lanes) for every active lane, in tight loops.
template <class Visit>
void each_number(const Lanes& lanes, Visit visit) {
    const bool masked = !lanes.prefix();
    for (std::uint64_t r = 0; r < lanes.repeats; ++r) {
        const std::uint32_t n = lanes.reach(r + 1 == lanes.repeats);
        const std::uint64_t first = r * lanes.per_repeat;
        if (masked) {
            for (std::uint32_t k = 0; k < n; ++k)
                if (lanes.active(k)) visit(r, k, first + k);
        } else {
            for (std::uint32_t k = 0; k < n; ++k) visit(r, k, first + k);
        }
    }
}

// The byte offsets of Gather and Scatter: `base` plus some bits of each. They lie without gaps, for lanes that are masked off too.
struct Offsets {
    StridedOperand strided;
    std::uint64_t base;
    std::uint32_t field;
    std::uint64_t end = 0;  // of the farthest element

    // Those of n lanes of a repeat, without base.
    const std::uint32_t* of(std::uint64_t r, std::uint32_t n) const { return reinterpret_cast<const std::uint32_t*>(strided.load(r, n, nullptr)); }
};

struct Farthest {
    std::uint32_t most = 0, bits = 0;  // the largest offset; all bits of offsets plus what base adds to a whole element
};

// Checks where the offsets themselves lie, that they are whole elements, and how far the farthest one goes.
template <class T>
Offsets offsets_of(const Walk& w) {
    const Lanes& lanes = *w.lanes;
    std::uint64_t count = (lanes.repeats - 1) * lanes.per_repeat + lanes.reach(true);
    if (lanes.repeats > 1) count = std::max<std::uint64_t>(count, (lanes.repeats - 2) * lanes.per_repeat + lanes.reach(false));
    w.reach(2, 4 * count);
    const bool low = w.rules().gather_offset == gather_offset_low && sizeof(T) <= 2;
    Offsets offsets{{w.source(2), block_bytes, 4 * std::int64_t{lanes.per_repeat}, 32, lanes}, static_cast<std::uint64_t>(w.params[0]),
                    !low ? ~0u : sizeof(T) == 1 ? 0xFFFF : 0x1FFFF};
    if (!w.checking()) return offsets;

    constexpr std::uint32_t rest = sizeof(T) - 1;
    const std::uint32_t base_rest = static_cast<std::uint32_t>(offsets.base) & rest;
    Farthest seen;
    const auto* data = reinterpret_cast<const std::uint32_t*>(offsets.strided.read_all(count));
    if (lanes.prefix() && (lanes.repeats == 1 || lanes.reach(false) == lanes.per_repeat)) {
        w.core.level->loops->farthest(data, count, offsets.field, base_rest, &seen.most, &seen.bits);
    } else {
        each_number(lanes, [&](std::uint64_t, std::uint32_t, std::uint64_t i) {
            seen.most = std::max(seen.most, data[i] & offsets.field);
            seen.bits |= data[i] + base_rest;
        });
    }
    if (seen.bits & rest)
        each_number(lanes, [&](std::uint64_t, std::uint32_t, std::uint64_t i) {
            const std::uint64_t place = offsets.base + (data[i] & offsets.field);
            if (place % sizeof(T))
                throw Fault("PARAM-001", {{"op", w.ins.name}, {"what", "base plus an offset"}, {"value", place},
                                          {"need", "a multiple of " + std::to_string(sizeof(T))}});
        });
    offsets.end = offsets.base + seen.most + sizeof(T);
    return offsets;
}

// dst[i] = the element at src + base + offset[i].
inline void gather(const Walk& w) {
    by_width(w.size(0), [&](auto zero) {
        using T = decltype(zero);
        w.within("base", w.params[0], 0, 0xFFFFFFFF);
        w.reach(0, w.span(0));
        const Offsets offsets = offsets_of<T>(w);
        w.reach(1, offsets.end);
        if (w.checking()) return;
        const Lanes& lanes = *w.lanes;
        const bool masked = !lanes.prefix();
        const Window source = w.source(1).at(static_cast<std::int64_t>(offsets.base));
        const StridedOperand to = w.strided(0);
        const auto pick = w.core.level->loops->pick[std::countr_zero(sizeof(T))];
        if constexpr (!hears) {  // one loop for all repeats, where they make one row that nothing else reads
            if (const std::uint64_t n = w.row_of_lanes(0); n && w.stays_apart())
                return pick(to.write_all(n), source.read(0, offsets.end - offsets.base), offsets.of(0, 0), offsets.field, n);
        }
        alignas(64) T result[repeat_bytes / sizeof(T)];
        alignas(64) std::uint8_t mask[repeat_bytes] = {};
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(result);
        if (masked) expand_mask(lanes, 8 * sizeof(T), mask);
        for (std::uint64_t r = 0; r < lanes.repeats; ++r) {
            const std::uint32_t n = lanes.reach(r + 1 == lanes.repeats), field = offsets.field;
            const std::uint32_t* data = offsets.of(r, n);
            if (masked) {
                for (std::uint32_t k = 0; k < n; ++k)
                    if (lanes.active(k)) result[k] = source.load<T>(data[k] & field);
                to.store_masked(r, n, bytes, mask);
            } else {
                for (std::uint32_t k = 0; k < n; ++k) result[k] = source.load<T>(data[k] & field);
                to.store(r, n, bytes);
            }
        }
    });
}

// The element at dst + base + offset[i] = src[i]. Of equal offsets the last one wins.
inline void scatter(const Walk& w) {
    by_width(w.size(0), [&](auto zero) {
        using T = decltype(zero);
        w.within("base", w.params[0], 0, 0xFFFFFFFF);
        w.reach(1, w.span(1));
        const Offsets offsets = offsets_of<T>(w);
        w.reach(0, offsets.end);
        if (w.checking()) return;
        const StridedOperand from = w.way_before(1);
        const Window target = w.target(0).at(static_cast<std::int64_t>(offsets.base));
        alignas(64) std::uint8_t buffer[repeat_bytes];
        const std::uint8_t* data = nullptr;
        const std::uint32_t* places = nullptr;
        std::uint64_t loaded = ~0ull;
        each_number(*w.lanes, [&](std::uint64_t r, std::uint32_t k, std::uint64_t) {
            if (r != loaded) {
                const std::uint32_t n = w.lanes->reach(r + 1 == w.lanes->repeats);
                data = from.load(loaded = r, n, buffer);
                places = offsets.of(r, n);
            }
            std::memcpy(target.write(places[k] & offsets.field, sizeof(T)), data + k * sizeof(T), sizeof(T));
        });
    });
}

// Block j of repeat r = the 32 bytes at src + offset[8r + j].
inline void gatherb(const Walk& w) {
    w.within("dst_blk_stride", w.params[0], 0, 0xFFFF);
    w.within("dst_rep_stride", w.params[1], 0, 0xFFFF);
    std::uint64_t block_stride = w.params[0], repeat_stride = w.params[1];
    if (w.rules().gatherb_block_stride == gatherb_block_stride_low_byte) block_stride &= 0xFF;
    if (!block_stride) block_stride = 1;
    if (!w.repeat) return;
    const std::uint64_t blocks = 8 * w.repeat;
    w.reach(2, 4 * blocks);
    const std::uint8_t* offsets = w.source(2).read(0, 4 * blocks);
    auto start = [&](std::uint64_t i) {
        std::uint32_t offset;
        std::memcpy(&offset, offsets + 4 * i, 4);
        return std::uint64_t{offset};
    };
    if (w.checking()) {
        std::uint64_t most = 0;
        for (std::uint64_t i = 0; i < blocks; ++i) {
            if (start(i) % block_bytes)
                throw Fault("PARAM-001", {{"op", w.ins.name}, {"what", "an offset"}, {"value", start(i)}, {"need", "a multiple of 32"}});
            most = std::max(most, start(i));
        }
        w.reach(1, most + block_bytes);
        w.reach(0, ((w.repeat - 1) * repeat_stride + 7 * block_stride + 1) * block_bytes);
        return;
    }
    const Window source = w.source(1), target = w.target(0);
    for (std::uint64_t i = 0; i < blocks; ++i) {
        const std::uint8_t* block = source.read(static_cast<std::int64_t>(start(i)), block_bytes);
        const std::uint64_t to = (i / 8 * repeat_stride + i % 8 * block_stride) * block_bytes;
        std::memcpy(target.write(static_cast<std::int64_t>(to), block_bytes), block, block_bytes);
    }
}

// The count, which must be even; the operands in `whole` hold that many elements.
inline std::uint64_t even_count(const Walk& w, std::initializer_list<int> whole) {
    for (int operand : whole) w.reach(operand, w.span(operand));
    const std::uint64_t n = (w.lanes->repeats - 1) * w.lanes->per_repeat + w.lanes->reach(true);
    if (n % 2) throw Fault("PARAM-001", {{"op", w.ins.name}, {"what", "count"}, {"value", n}, {"need", "even"}});
    return n;
}

template <class T>
T element(const std::uint8_t* from, std::uint64_t i) {
    T value;
    std::memcpy(&value, from + i * sizeof(T), sizeof(T));
    return value;
}

template <class T>
void put(std::uint8_t* to, std::uint64_t i, T value) {
    std::memcpy(to + i * sizeof(T), &value, sizeof(T));
}

// src0[0], src1[0], src0[1], src1[1], ...: the first half of that row into dst0, the second into dst1.
inline void interleave(const Walk& w) {
    const std::uint64_t n = even_count(w, {0, 1, 2, 3});
    if (w.checking()) return;
    by_width(w.size(0), [&](auto zero) {
        using T = decltype(zero);
        const std::uint8_t *a = w.source(2).read(0, n * sizeof(T)), *b = w.source(3).read(0, n * sizeof(T));
        for (int half = 0; half < 2; ++half) {
            std::uint8_t* to = w.target(half).write(0, n * sizeof(T));
            for (std::uint64_t i = 0; i < n / 2; ++i) {
                put(to, 2 * i, element<T>(a, half * n / 2 + i));
                put(to, 2 * i + 1, element<T>(b, half * n / 2 + i));
            }
        }
    });
}

// Every second element of a row of n, from `odd` on.
template <class T>
void split(std::uint8_t* to, const std::uint8_t* row, std::uint64_t n, int odd) {
    for (std::uint64_t i = 0; i < n / 2; ++i) put(to, i, element<T>(row, 2 * i + odd));
}

// Of src0 followed by src1: the even elements into dst0, the odd ones into dst1.
inline void de_interleave(const Walk& w) {
    const std::uint64_t n = even_count(w, {0, 1, 2, 3});
    if (w.checking()) return;
    by_width(w.size(0), [&](auto zero) {
        using T = decltype(zero);
        const std::uint8_t *a = w.source(2).read(0, n * sizeof(T)), *b = w.source(3).read(0, n * sizeof(T));
        for (int odd : {0, 1}) {
            std::uint8_t* to = w.target(odd).write(0, n * sizeof(T));
            split<T>(to, a, n, odd);
            split<T>(to + n / 2 * sizeof(T), b, n, odd);
        }
    });
}

inline void de_interleave_one(const Walk& w) {
    const std::uint64_t n = even_count(w, {2});
    for (int operand : {0, 1}) w.reach(operand, n / 2 * w.size(operand));
    if (w.checking()) return;
    by_width(w.size(0), [&](auto zero) {
        const std::uint8_t* row = w.source(2).read(0, n * sizeof zero);
        for (int odd : {0, 1}) split<decltype(zero)>(w.target(odd).write(0, n / 2 * sizeof zero), row, n, odd);
    });
}

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
