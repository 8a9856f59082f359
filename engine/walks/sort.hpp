// Sort32 and MrgSort on records of a score and an index; RpSort16, MrgSort4 and the proposal fields of the older chips.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "numerics/narrow.hpp"
#include "walks/walk.hpp"
#include "walks/width.hpp"

namespace lanewise {
inline namespace LANEWISE_LEVEL {
namespace lanes::inline LANEWISE_EYE {

inline constexpr int record_bytes = 8, proposal_elements = 8, score_field = 4;

// Whether a score goes before another: falling, any NaN above all numbers, NaNs and zeros equal among themselves.
inline bool ahead(float a, float b) { return a != a ? b == b : a > b; }

// Positions by falling score; equal scores keep their order.
template <int Count, class Scores>
std::array<int, Count> descending(const Scores& scores) {
    std::array<int, Count> order;
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return ahead(scores[a], scores[b]); });
    return order;
}

template <class Run>
void by_score(const Walk& w, Run run) {
    if (w.type(0) == DType::half_) run(half{});
    else run(float{});
}

// 32 scores and indices a repeat become 32 sorted records; the two bytes beside a half stay 0.
inline void sort32(const Walk& w) {
    if (!w.repeat) return;
    w.reach(0, w.repeat * 32 * record_bytes);
    w.reach(1, w.repeat * 32 * w.size(1));
    w.reach(2, w.repeat * 32 * 4);
    if (w.checking()) return;
    by_score(w, [&](auto zero) {
        using T = decltype(zero);
        for (std::uint64_t r = 0; r < w.repeat; ++r) {
            const std::int64_t first = 32 * static_cast<std::int64_t>(r);
            T bits[32];
            float scores[32];
            std::uint32_t indices[32];
            for (int i = 0; i < 32; ++i) {
                bits[i] = w.read<T>(1, first + i);
                scores[i] = widen(bits[i]);
                indices[i] = w.read<std::uint32_t>(2, first + i);
            }
            const auto best = descending<32>(scores);
            for (int i = 0; i < 32; ++i) {
                std::array<std::uint8_t, record_bytes> record{};
                std::memcpy(record.data(), &bits[best[i]], sizeof(T));
                std::memcpy(record.data() + 4, &indices[best[i]], 4);
                w.write(0, first + i, record);
            }
            w.next_repeat();
        }
    });
}

// Merges lists of Bytes-byte records whose score of type T is element `score`. Parameters: 4 lengths, suspension, valid_bit.
template <class T, int Bytes>
void merge(const Walk& w, int score, int dst_align, int src_align) {
    using Record = std::array<std::uint8_t, Bytes>;
    const bool suspend = w.params[4];
    const std::int64_t valid_bit = w.params[5];
    const int lists = valid_bit == 3 ? 2 : valid_bit == 7 ? 3 : valid_bit == 15 ? 4 : 0;
    if (!lists)
        throw Fault("PARAM-001", {{"op", w.ins.name}, {"what", "valid_bit"}, {"value", valid_bit}, {"need", "3, 7 or 15"}});
    std::int64_t total = 0;
    for (int i = 0; i < lists; ++i) {
        w.within(("element_lengths[" + std::to_string(i) + "]").c_str(), w.params[i], 0, 4095);
        total += w.params[i];
    }
    if (w.repeat > 1) {
        bool fits = !suspend && lists == 4;
        for (int i = 1; i < lists; ++i)
            fits &= w.params[i] == w.params[0] &&
                    w.record.operands[1 + i].address == w.record.operands[i].address + static_cast<std::uint64_t>(w.params[0] * Bytes);
        if (!fits) throw Fault("REPEAT-002", {{"op", w.ins.name}, {"repeat", w.repeat}});
    }
    const auto repeats = static_cast<std::int64_t>(w.repeat);
    for (int i = 0; i < lists; ++i) w.reach(1 + i, static_cast<std::uint64_t>(((repeats - 1) * total + w.params[i]) * Bytes), src_align);
    for (std::int64_t r = 0; r < repeats; ++r) {
        Record heads[4];
        float scores[4];
        std::int64_t used[4] = {0, 0, 0, 0};
        auto load = [&](int i) {
            heads[i] = w.read<Record>(1 + i, r * total + used[i]);
            T value;
            std::memcpy(&value, heads[i].data() + score * sizeof(T), sizeof(T));
            scores[i] = widen(value);
        };
        bool exhausted = false;
        for (int i = 0; i < lists; ++i) exhausted |= !w.params[i];
        for (int i = 0; i < lists && !(suspend && exhausted); ++i)
            if (w.params[i]) load(i);
        std::vector<Record> merged;
        while (static_cast<std::int64_t>(merged.size()) < total && !(suspend && exhausted)) {
            int best = -1;
            for (int i = 0; i < lists; ++i)
                if (used[i] < w.params[i] && (best < 0 || ahead(scores[i], scores[best]))) best = i;
            merged.push_back(heads[best]);
            if (++used[best] < w.params[best]) load(best);
            else exhausted = true;
        }
        w.reach(0, (static_cast<std::uint64_t>(r * total) + merged.size()) * Bytes, dst_align);
        for (std::size_t k = 0; k < merged.size(); ++k) w.write(0, r * total + static_cast<std::int64_t>(k), merged[k]);
        for (int i = 0; i < 4; ++i) w.state().vms4_sr[i] = static_cast<std::uint16_t>(used[i]);
        w.next_repeat();
    }
}

inline void mrg_sort(const Walk& w) {
    if (w.repeat) by_score(w, [&](auto zero) { merge<decltype(zero), record_bytes>(w, 0, block_bytes, record_bytes); });
}

inline void mrg_sort4(const Walk& w) {
    if (!w.repeat) throw Fault("REPEAT-001", {{"op", w.ins.name}, {"repeat", 0}, {"low", 1}, {"high", 255}});
    by_score(w, [&](auto zero) {
        constexpr int bytes = proposal_elements * sizeof zero;
        merge<decltype(zero), bytes>(w, score_field, bytes, bytes);
    });
}

// 16 proposals a repeat.
inline void rp_sort16(const Walk& w) {
    if (!w.repeat) return;
    for (int operand = 0; operand < 2; ++operand) w.reach(operand, w.repeat * 16 * proposal_elements * w.size(0));
    if (w.checking()) return;
    by_score(w, [&](auto zero) {
        using T = decltype(zero);
        using Proposal = std::array<T, proposal_elements>;
        for (std::uint64_t r = 0; r < w.repeat; ++r) {
            const std::int64_t first = 16 * static_cast<std::int64_t>(r);
            Proposal proposals[16];
            float scores[16];
            for (int i = 0; i < 16; ++i) {
                proposals[i] = w.read<Proposal>(1, first + i);
                scores[i] = widen(proposals[i][score_field]);
            }
            const auto best = descending<16>(scores);
            for (int i = 0; i < 16; ++i) w.write(0, first + i, proposals[best[i]]);
            w.next_repeat();
        }
    });
}

// One field of 16 proposals a repeat; the proposals are operand `proposals`, the other holds 16 contiguous elements.
inline void between_fields(const Walk& w, int proposals) {
    const std::int64_t mode = w.params[0];
    w.within("mode_number", mode, 0, 5);
    if (!w.repeat) return;
    for (int operand = 0; operand < 2; ++operand)
        w.reach(operand, w.repeat * 16 * (operand == proposals ? proposal_elements : 1) * w.size(0));
    if (w.checking()) return;
    by_width(w.size(0), [&](auto zero) {
        using T = decltype(zero);
        for (std::uint64_t r = 0; r < w.repeat; ++r) {
            T values[16];
            auto place = [&](int operand, int i) {
                const std::int64_t k = 16 * static_cast<std::int64_t>(r) + i;
                return operand == proposals ? k * proposal_elements + mode : k;
            };
            for (int i = 0; i < 16; ++i) values[i] = w.read<T>(1, place(1, i));
            for (int i = 0; i < 16; ++i) w.write<T>(0, place(0, i), values[i]);
            w.next_repeat();
        }
    });
}

inline void proposal_concat(const Walk& w) { between_fields(w, 0); }
inline void proposal_extract(const Walk& w) { between_fields(w, 1); }

}  // namespace lanes::inline LANEWISE_EYE
}  // namespace LANEWISE_LEVEL
}  // namespace lanewise
