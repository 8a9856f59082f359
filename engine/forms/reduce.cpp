#include "forms/reduce.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "lanes/saturation.hpp"
#include "machine/fault.hpp"
#include "walks/strided_operand.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

namespace {

enum Order : std::int64_t { value_index, index_value, only_value, only_index };
constexpr int dst = 0, src = 1, buffer = 2;
constexpr std::uint32_t batch = 128;  // groups folded at once; no repeat has more
constexpr int blocks_per_repeat = repeat_bytes / block_bytes;

// The lanes of one repeat that take part, as bits.
struct Active {
    std::uint64_t words[2];
    bool any(std::uint32_t first, std::uint32_t n) const {
        for (std::uint32_t k = first; k < first + n; ++k)
            if (words[k >> 6] >> (k & 63) & 1) return true;
        return false;
    }
    std::uint32_t reach() const {
        return words[1] ? 128 - std::countl_zero(words[1]) : words[0] ? 64 - std::countl_zero(words[0]) : 0;
    }
};

Active prefix(std::uint32_t n) {
    return {{n >= 64 ? ~0ull : (1ull << n) - 1, n >= 128 ? ~0ull : n > 64 ? (1ull << (n - 64)) - 1 : 0}};
}

// One call, resolved.
class Reduction {
  public:
    Reduction(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes,
              std::span<const std::int64_t> params)
        : core_(core), ins_(ins), record_(record), lanes_(lanes), rules_(*core.rules),
          to_(static_cast<DType>(row.types[dst])), dst_size_(dtype_bits[row.types[dst]] / 8), src_size_(dtype_bits[row.types[src]] / 8),
          counted_(static_cast<Overload>(record.overload) == Overload::COUNT), option_(params.empty() ? 0 : params[0]) {
        const Operand& source = record.operands[src];
        block_ = counted_ ? block_bytes : std::int64_t{source.block_stride} * block_bytes;
        repeat_ = counted_ ? repeat_bytes : std::int64_t{source.repeat_stride} * block_bytes;
        group_ = ins.group == Group::block ? block_bytes / src_size_ : ins.group == Group::pair ? 2 : lanes.per_repeat;
        groups_ = lanes.per_repeat / group_;
        kernel_ = core.level->families[row.family][row.kernel][saturates(ins, rules_, core.state->ctrl, row.types[dst])];
        neutral_ = neutral(ins.group == Group::block && rules_.masked_block == masked_block_largest);
        source_ = StridedOperand(Window::vector(core, source.address), block_, repeat_, 8 * src_size_, lanes_);
    }

    void run() {
        if (ins_.group == Group::all) run_whole();
        else run_groups();
    }

  private:
    // --- lanes ---

    Active active(std::uint64_t repeat) const {
        if (lanes_.mode == MaskMode::counter) return prefix(repeat + 1 == lanes_.repeats ? lanes_.last : lanes_.per_repeat);
        const Active valid = prefix(lanes_.per_repeat);
        return {{lanes_.words[0] & valid.words[0], lanes_.words[1] & valid.words[1]}};
    }

    bool whole(const Active& a) const {
        const Active all = prefix(lanes_.per_repeat);
        return a.words[0] == all.words[0] && a.words[1] == all.words[1];
    }

    // Bytes from the start of a repeat to the end of its highest active lane.
    std::uint64_t source_end(const Active& a) const {
        const std::uint32_t n = a.reach(), per_block = block_bytes / src_size_;
        return n ? static_cast<std::uint64_t>((n - 1) / per_block) * block_ + ((n - 1) % per_block + 1) * src_size_ : 0;
    }

    // One repeat in one piece, with the neutral value in the lanes that do not take part.
    void gather(std::uint64_t repeat, const Active& a, std::uint8_t* to) const {
        const std::uint32_t n = a.reach(), per_block = block_bytes / src_size_;
        const std::uint8_t* lanes = source_.load(repeat, n, to);
        if (lanes != to) std::memcpy(to, lanes, (n + per_block - 1) / per_block * block_bytes);
        for (std::uint32_t k = 0; k < lanes_.per_repeat; ++k)
            if (!(a.words[k >> 6] >> (k & 63) & 1)) std::memcpy(to + k * src_size_, &neutral_, src_size_);
    }

    // `n` whole repeats whose blocks follow each other.
    const std::uint8_t* take(std::uint64_t repeat, std::uint64_t n) const {
        const std::uint8_t* first = source_.load(repeat, lanes_.per_repeat, nullptr);
        if constexpr (hears)
            for (std::uint64_t r = 1; r < n; ++r) source_.load(repeat + r, lanes_.per_repeat, nullptr);
        return first;
    }

    // 0 for sums, the lowest value for maxima, the highest for minima.
    std::uint64_t neutral(bool finite_half) const {
        return ins_.fold == Fold::sum ? 0 : extreme_bits(ins_.fold == Fold::max, finite_half);
    }

    std::uint64_t extreme_bits(bool low, bool finite_half) const {
        switch (to_) {
            case DType::half_: return (finite_half ? 0x7BFF : 0x7C00) | (low ? 0x8000 : 0);
            case DType::float_: return 0x7F800000 | (low ? 0x80000000u : 0);
            case DType::int16_: return low ? 0x8000 : 0x7FFF;
            case DType::int32_: return low ? 0x80000000u : 0x7FFFFFFF;
            case DType::int64_: return low ? 1ull << 63 : ~(1ull << 63);
            default: return low ? 0 : ~0ull;
        }
    }

    // --- folding ---

    void fold(const void* lanes, std::int64_t pitch, std::uint32_t leaves, std::size_t groups, void* values,
              std::uint32_t* indices = nullptr, const std::uint64_t* active = nullptr) const {
        TreeArgs args{{{values, indices}, {lanes}, groups, {}, record_.flags, core_.rules, nullptr, core_.state}, leaves, pitch, active};
        kernel_(args);
    }

    // Calls visit(first repeat, count, values, indices) for stretches of repeats, each folded group by group. `together`:
    // results of earlier repeats are not read by later ones, so whole stretches may be read before the first is written.
    template <class Visit>
    void each_stretch(std::uint64_t from, std::uint64_t to, bool together, bool indexed, Visit visit) const {
        alignas(64) std::uint8_t values[batch * 8], one[repeat_bytes];
        std::uint32_t indices[batch];
        std::uint32_t* const found = indexed ? indices : nullptr;
        const std::uint64_t whole_repeats = !whole(active(from)) ? 0 : lanes_.mode == MaskMode::counter && !whole(active(to - 1)) ? to - 1 : to;
        // Groups follow each other at one pitch: repeats that are groups, or repeats back to back.
        const bool plain = block_ == block_bytes && (groups_ == 1 || repeat_ == repeat_bytes);
        const std::uint64_t most = plain && together ? batch / groups_ : 1;
        for (std::uint64_t r = from; r < to;) {
            if (r < whole_repeats && block_ == block_bytes) {
                const std::uint64_t n = std::min(most, whole_repeats - r);
                const std::int64_t pitch = groups_ == 1 ? repeat_ : std::int64_t{group_} * src_size_;
                fold(take(r, n), pitch, group_, n * groups_, values, found);
                visit(r, n, values, indices);
                r += n;
            } else {
                const Active a = active(r);
                gather(r, a, one);
                fold(one, std::int64_t{group_} * src_size_, group_, groups_, values, found, a.words);
                visit(r, std::uint64_t{1}, values, indices);
                ++r;
            }
        }
    }

    // --- one result per group ---

    struct Cell {
        std::uint32_t size, unit, align;
    };

    Cell cell() const {
        const std::uint32_t size = dst_size_;
        if (ins_.group == Group::block) return {size, blocks_per_repeat * size, blocks_per_repeat * size};
        if (ins_.group == Group::pair) return {size, repeat_bytes / 2, block_bytes};
        if (ins_.fold == Fold::sum) return {size, size, size};
        if (ins_.group == Group::all) return option_ ? Cell{2 * size, 2 * size, 2 * size} : Cell{size, size, size};
        if (option_ == only_value) return {size, size, size};
        if (option_ == only_index) return {4, 4, 4};
        return {2 * size, 2 * size, 2 * size};
    }

    bool indexed() const { return ins_.fold != Fold::sum && (ins_.group == Group::repeat || ins_.group == Group::all); }

    // One cell.
    void put(std::uint8_t* to, const std::uint8_t* value, std::uint64_t index) const {
        const bool pair = indexed() && (ins_.group == Group::all ? option_ != 0 : option_ == value_index);
        if (indexed() && ins_.group == Group::repeat && option_ == only_index) {
            const auto bits = static_cast<std::uint32_t>(index);
            std::memcpy(to, &bits, 4);
        } else if (indexed() && ins_.group == Group::repeat && option_ == index_value) {
            std::memcpy(to, &index, dst_size_);
            std::memcpy(to + dst_size_, value, dst_size_);
        } else {
            std::memcpy(to, value, dst_size_);
            if (pair) std::memcpy(to + dst_size_, &index, dst_size_);
        }
    }

    void run_groups() {
        const Cell c = cell();
        const std::int64_t stride = record_.operands[dst].repeat_stride;
        const std::int64_t pitch = stride * c.unit;
        const bool keeps = ins_.group == Group::repeat  ? rules_.masked_repeat == masked_repeat_keep
                           : ins_.group == Group::block ? rules_.masked_block == masked_block_keep
                                                        : rules_.masked_pair == masked_pair_keep;
        const bool only_last = stride == 0 && rules_.reduce_zero_stride == reduce_zero_stride_last_repeat && lanes_.repeats > 1;
        if (only_last && lanes_.mode == MaskMode::counter) lanes_.last = lanes_.per_repeat;
        const std::uint64_t first = only_last ? lanes_.repeats - 1 : 0;

        std::uint64_t reach[2] = {0, 0};
        for (std::uint64_t r = std::max(first, lanes_.repeats - std::min<std::uint64_t>(lanes_.repeats, 2)); r < lanes_.repeats; ++r) {
            const Active a = active(r);
            const std::uint64_t results = keeps ? (a.reach() + group_ - 1) / group_ : groups_;
            if (results) reach[dst] = std::max(reach[dst], r * pitch + results * c.size);
            if (a.reach()) reach[src] = std::max(reach[src], r * repeat_ + source_end(a));
        }
        check_touch(core_, ins_, record_, dst, reach[dst], static_cast<int>(c.align));
        check_touch(core_, ins_, record_, src, reach[src]);
        if (core_.strict || (core_.watched && !apart(reach, pitch, c))) refuse_overlap(first, pitch, c, keeps);
        if (rehearsing(core_)) return;

        const Window target = Window::vector(core_, record_.operands[dst].address);
        const bool notes = indexed();
        const bool packed = (!notes || option_ == only_value) && pitch == std::int64_t{groups_} * dst_size_;
        const std::uint64_t empty = ins_.group == Group::repeat ? neutral(rules_.masked_repeat == masked_repeat_largest) : neutral_;
        Best best;
        each_stretch(first, lanes_.repeats, apart(reach, pitch, c), notes,
                     [&](std::uint64_t r, std::uint64_t n, std::uint8_t* values, std::uint32_t* indices) {
                         const Active a = active(r);
                         if (whole(a)) {
                             if (packed) std::memcpy(target.write(static_cast<std::int64_t>(r) * pitch, n * groups_ * dst_size_), values, n * groups_ * dst_size_);
                             else
                                 for (std::uint64_t i = 0; i < n; ++i)
                                     for (std::uint32_t g = 0; g < groups_; ++g)
                                         put(target.write(static_cast<std::int64_t>((r + i) * pitch + g * c.size), c.size),
                                             values + (i * groups_ + g) * dst_size_, notes ? indices[i] : 0);
                         } else {
                             for (std::uint32_t g = 0; g < groups_; ++g) {
                                 const bool any = a.any(g * group_, group_);
                                 if (!any && keeps) {
                                     if (notes) return;
                                     continue;
                                 }
                                 if (!any) {
                                     std::memcpy(values + g * dst_size_, &empty, dst_size_);
                                     indices[g] = 0;
                                 }
                                 put(target.write(static_cast<std::int64_t>(r * pitch + g * c.size), c.size), values + g * dst_size_,
                                     notes ? indices[g] : 0);
                             }
                         }
                         if (notes) better(best, r, n, values, indices);
                     });
        if (best.any) note_extreme(best.value, best.repeat * lanes_.per_repeat + best.lane);
    }

    // No repeat reads what an earlier one wrote: the two lie apart, or results fall behind the lanes that are still to come.
    bool apart(const std::uint64_t reach[2], std::int64_t pitch, const Cell& c) const {
        const std::uint64_t target = record_.operands[dst].address, source = record_.operands[src].address;
        if (target + reach[dst] <= source || source + reach[src] <= target) return true;
        const auto last = static_cast<std::int64_t>(lanes_.repeats) - 1;
        const auto to = static_cast<std::int64_t>(target), from = static_cast<std::int64_t>(source);
        const std::int64_t results = std::int64_t{groups_} * c.size;
        auto behind = [&](std::int64_t r) { return to + r * pitch + results <= from + (r + 1) * repeat_; };
        return last == 0 || (behind(0) && behind(last - 1));
    }

    // Strict mode. Results may replace the lanes they were made from.
    void refuse_overlap(std::uint64_t first, std::int64_t pitch, const Cell& c, bool keeps) const {
        std::vector<bool> written(core_.vector_memory().size);
        const std::uint32_t per_block = block_bytes / src_size_;
        for (std::uint64_t r = first; r < lanes_.repeats; ++r) {
            const Active a = active(r);
            for (std::uint32_t k = 0; k < a.reach(); ++k) {
                if (!a.any(k, 1)) continue;
                const std::uint64_t at = record_.operands[src].address + r * repeat_ + k / per_block * block_ + k % per_block * src_size_;
                for (int b = 0; b < src_size_; ++b)
                    if (written[at + b])
                        return complain(core_, Fault("OVERLAP-002", {{"op", ins_.name}, {"first", "dst"}, {"second", "src"}, {"repeat", r}}));
            }
            for (std::uint32_t g = 0; g < groups_; ++g) {
                if (keeps && !a.any(g * group_, group_)) continue;
                const std::uint64_t at = record_.operands[dst].address + r * pitch + g * c.size;
                for (std::uint32_t b = 0; b < c.size; ++b) written[at + b] = true;
            }
        }
    }

    // --- the extreme of all repeats, for the register ---

    struct Best {
        bool any = false;
        std::uint64_t value = 0, repeat = 0, lane = 0;
    };

    void better(Best& best, std::uint64_t repeat, std::uint64_t n, const std::uint8_t* values, const std::uint32_t* indices) const {
        // The one so far stands first, and copies of it fill up to a power of two: they never win.
        alignas(64) std::uint8_t lanes[2 * batch * 8];
        std::uint32_t leaves = 2;
        while (leaves < n + 1) leaves *= 2;
        const std::uint64_t start = best.any ? best.value : load(values);
        for (std::uint32_t k = 0; k < leaves; ++k) std::memcpy(lanes + k * dst_size_, &start, dst_size_);
        std::memcpy(lanes + dst_size_, values, n * dst_size_);
        std::uint64_t value = 0;
        std::uint32_t found = 0;
        fold(lanes, std::int64_t{leaves} * dst_size_, leaves, 1, &value, &found);
        if (found || !best.any) {
            const std::uint64_t at = found ? found - 1 : 0;
            best.repeat = repeat + at;
            best.lane = indices[at];
        }
        best.value = value;
        best.any = true;
    }

    std::uint64_t load(const std::uint8_t* value) const {
        std::uint64_t bits = 0;
        std::memcpy(&bits, value, dst_size_);
        return bits;
    }

    // The value below, the index above.
    void note_extreme(std::uint64_t value, std::uint64_t index) const {
        if (dst_size_ <= 4) core_.state->max_min_cnt = value | index << 32;
    }

    // --- one result for the call ---

    void run_whole() {
        const Cell c = cell();
        check_touch(core_, ins_, record_, dst, c.size, static_cast<int>(c.align));
        std::uint64_t reach = (lanes_.repeats - 1) * repeat_ + source_end(active(lanes_.repeats - 1));
        if (lanes_.repeats > 1) reach = std::max(reach, (lanes_.repeats - 2) * repeat_ + source_end(active(0)));
        check_touch(core_, ins_, record_, src, reach);
        if (const std::uint64_t elements = buffer_elements()) check_touch(core_, ins_, record_, buffer, elements * dst_size_);
        if (rehearsing(core_)) return;
        const Window target = Window::vector(core_, record_.operands[dst].address);
        if (ins_.fold == Fold::sum) {
            const std::uint64_t value = sum();
            std::memcpy(target.write(0, static_cast<std::uint64_t>(dst_size_)), &value, dst_size_);
            if (counted_ && (to_ == DType::half_ || to_ == DType::float_)) core_.state->acc_val = value;
        } else {
            const Found found = extreme();
            put(target.write(0, c.size), reinterpret_cast<const std::uint8_t*>(&found.value), found.index);
            note_extreme(found.value, found.index);
        }
    }

    // Elements of shared_tmp_buffer that the pages ask for; 0 where nobody looks at it.
    std::uint64_t buffer_elements() const {
        if (rules_.reduce_buffer == reduce_buffer_ignored) return 0;
        const std::uint64_t per_block = block_bytes / dst_size_, per_repeat = lanes_.per_repeat;
        auto up = [](std::uint64_t n, std::uint64_t to) { return (n + to - 1) / to; };
        auto whole_blocks = [&](std::uint64_t n) { return up(n, per_block) * per_block; };
        if (ins_.fold == Fold::sum)
            return counted_ && rules_.reduce_sum_count == reduce_sum_count_accumulate ? 0 : whole_blocks(lanes_.repeats);
        std::uint64_t need = whole_blocks(2 * lanes_.repeats);
        if (option_) {
            const std::uint64_t second = 2 * up(2 * lanes_.repeats, per_repeat);
            need += whole_blocks(second);
            if (second > 2) need += whole_blocks(2 * up(second, per_repeat));
        }
        return need;
    }

    // Values of repeats on their way through trees of trees: each level is folded when it is full.
    class Rounds {
      public:
        explicit Rounds(const Reduction& of) : of_(of) {}

        void push(const std::uint8_t* value, std::size_t level = 0) {
            if (level == levels_.size()) levels_.emplace_back();
            Level& l = levels_[level];
            std::memcpy(l.lanes + l.n * of_.dst_size_, value, of_.dst_size_);
            ++l.n;
            ++l.total;
            if (l.n == of_.lanes_.per_repeat) spill(level);
        }

        std::uint64_t finish() {
            for (std::size_t level = 0;; ++level) {
                if (levels_[level].total == 1) return of_.load(levels_[level].lanes);
                if (levels_[level].n) spill(level);
            }
        }

      private:
        struct Level {
            alignas(64) std::uint8_t lanes[repeat_bytes] = {};
            std::uint32_t n = 0;
            std::uint64_t total = 0;
        };

        void spill(std::size_t level) {
            std::uint64_t value = 0;
            Level& l = levels_[level];
            std::memset(l.lanes + l.n * of_.dst_size_, 0, repeat_bytes - l.n * of_.dst_size_);
            of_.fold(l.lanes, repeat_bytes, of_.lanes_.per_repeat, 1, &value);
            l.n = 0;
            push(reinterpret_cast<const std::uint8_t*>(&value), level + 1);
        }

        const Reduction& of_;
        std::vector<Level> levels_;
    };

    std::uint64_t sum() const {
        const auto order = rules_.reduce_sum_count;
        const std::uint64_t n = lanes_.repeats;
        if (order == reduce_sum_count_merge && lanes_.mode == MaskMode::counter && n > 1 && n <= 4) return merged();
        auto each = [&](std::uint64_t from, std::uint64_t to, auto visit) {
            each_stretch(from, to, true, false, [&](std::uint64_t, std::uint64_t count, const std::uint8_t* values, const std::uint32_t*) {
                for (std::uint64_t i = 0; i < count; ++i) visit(values + i * dst_size_);
            });
        };
        if (counted_ && order == reduce_sum_count_accumulate) {
            alignas(16) std::uint8_t pair[16] = {};
            each(0, n, [&](const std::uint8_t* value) {
                std::memcpy(pair + dst_size_, value, dst_size_);
                std::uint64_t next = 0;
                fold(pair, 2 * dst_size_, 2, 1, &next);
                std::memcpy(pair, &next, dst_size_);
            });
            return load(pair);
        }
        Rounds rounds(*this);
        const bool apart = counted_ && order == reduce_sum_count_tail_apart && n > 1 && !whole(active(n - 1));
        each(0, apart ? n - 1 : n, [&](const std::uint8_t* value) { rounds.push(value); });
        if (!apart) return rounds.finish();
        Rounds both(*this);
        const std::uint64_t body = rounds.finish();
        both.push(reinterpret_cast<const std::uint8_t*>(&body));
        each(n - 1, n, [&](const std::uint8_t* value) { both.push(value); });
        return both.finish();
    }

    // Two to four repeats added lane by lane, then one tree; where the last one has no lane, the other is kept.
    std::uint64_t merged() const {
        alignas(64) std::uint8_t lanes[4][repeat_bytes], zipped[2 * repeat_bytes];
        const std::uint64_t n = lanes_.repeats;
        for (std::uint64_t r = 0; r < n; ++r) gather(r, active(r), lanes[r]);
        auto add = [&](std::uint8_t* a, const std::uint8_t* b, std::uint32_t count) {
            for (std::uint32_t k = 0; k < count; ++k) {
                std::memcpy(zipped + 2 * k * dst_size_, a + k * dst_size_, dst_size_);
                std::memcpy(zipped + (2 * k + 1) * dst_size_, b + k * dst_size_, dst_size_);
            }
            fold(zipped, 2 * dst_size_, 2, count, a);
        };
        add(lanes[0], lanes[1], n == 2 ? lanes_.last : lanes_.per_repeat);
        if (n == 3) add(lanes[0], lanes[2], lanes_.last);
        if (n == 4) {
            add(lanes[2], lanes[3], lanes_.last);
            add(lanes[0], lanes[2], lanes_.per_repeat);
        }
        std::uint64_t value = 0;
        fold(lanes[0], repeat_bytes, lanes_.per_repeat, 1, &value);
        return value;
    }

    struct Found {
        std::uint64_t value, index;
    };

    // The extreme of all active lanes.
    Found extreme() const {
        Best best;
        each_stretch(0, lanes_.repeats, true, true, [&](std::uint64_t r, std::uint64_t n, const std::uint8_t* values, const std::uint32_t* indices) {
            better(best, r, n, values, indices);
        });
        const bool sequence = rules_.reduce_index == reduce_index_sequence && lanes_.mode == MaskMode::counter;
        const std::uint64_t pitch = sequence ? lanes_.per_repeat : static_cast<std::uint64_t>(repeat_) / src_size_;
        const Found found{best.value, best.repeat * pitch + best.lane};
        if (rules_.reduce_start != reduce_start_finite || !(to_ == DType::half_ || to_ == DType::float_)) return found;
        // The largest finite number has the bits below infinity's.
        const std::uint64_t start = extreme_bits(ins_.fold == Fold::max, false) - 1;
        alignas(16) std::uint8_t pair[16];
        std::memcpy(pair, &start, dst_size_);
        std::memcpy(pair + dst_size_, &best.value, dst_size_);
        std::uint64_t value = 0;
        fold(pair, 2 * dst_size_, 2, 1, &value);
        return value == best.value ? found : Found{value, 0};
    }

    Core& core_;
    const InstructionInfo& ins_;
    const Record& record_;
    Lanes lanes_;
    const Rules& rules_;
    DType to_;
    int dst_size_, src_size_;
    bool counted_;
    std::int64_t option_;         // the order of results, or whether an index is wanted
    std::int64_t block_, repeat_;  // strides of the source in bytes
    std::uint32_t group_, groups_;  // lanes of a group, groups of a repeat
    Kernel kernel_;
    StridedOperand source_;
    std::uint64_t neutral_;  // what lanes that do not take part hold
};

}  // namespace

void run_reduce(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const Lanes& lanes,
                std::span<const std::int64_t> params) {
    // A mask of 0 elements does nothing; one without bits leaves every group masked.
    const bool none = static_cast<Overload>(record.overload) == Overload::CONTIGUOUS && record.flags & SET_MASK && record.mask[0] == 0;
    if (lanes.repeats == 0 || (lanes.empty() && (ins.group == Group::all || none))) return;
    Reduction(core, ins, row, record, lanes, params).run();
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
