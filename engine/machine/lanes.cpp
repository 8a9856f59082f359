#include "machine/lanes.hpp"

#include "machine/fault.hpp"

namespace lanewise {

namespace {

Lanes counted(std::uint64_t n, std::uint32_t per_repeat) {
    std::uint64_t repeats = (n + per_repeat - 1) / per_repeat;
    Lanes lanes{MaskMode::counter, {n, 0, 0, 0}, repeats, per_repeat};
    lanes.last = repeats ? static_cast<std::uint32_t>(n - (repeats - 1) * per_repeat) : 0;
    return lanes;
}

Lanes from_words(const Core& core, const InstructionInfo& ins, const Words& words, bool counter, std::uint32_t repeat,
                 std::uint32_t per_repeat) {
    if (ins.compares && core.rules->compare_mask == compare_mask_ignored) {
        const bool any = words[0] | words[1] | words[2] | words[3];
        return Lanes::masked(all_ones, any ? repeat : 0, per_repeat);
    }
    if (!counter) return Lanes::masked(words, repeat, per_repeat);
    constexpr std::uint64_t count_limit = 8;  // elements per byte of UB: beyond this a count is a bit pattern by mistake
    std::uint64_t n = words[0] & 0xFFFFFFFF;
    if (n > count_limit * core.vector_memory().size) throw Fault("MASK-005", {{"op", ins.name}, {"count", n}});
    if (ins.counts_each_repeat) {
        Lanes lanes{MaskMode::counter, words, n ? repeat : 0, per_repeat};
        lanes.each = static_cast<std::uint32_t>(n);
        return lanes;
    }
    Lanes lanes = counted(n, per_repeat);
    lanes.words = words;
    return lanes;
}

}  // namespace

Lanes resolve(const Core& core, const InstructionInfo& ins, const Record& record, int width) {
    const Rules& rules = *core.rules;
    const auto per_repeat = static_cast<std::uint32_t>(repeat_bytes / width);
    const bool counter = core.state->ctrl >> counter_bit & 1;
    const auto& m = core.state->mask;
    const Words current = {m[0], m[1], m[2], m[3]};
    const auto how = static_cast<Overload>(record.overload);
    // To a sum of everything isSetMask means something only where that is one accumulating instruction.
    const bool always = ins.group == Group::all && how == Overload::COUNT && rules.reduce_sum_count != reduce_sum_count_accumulate;
    const bool set_mask = always || record.flags & SET_MASK;
    const auto number = static_cast<std::int64_t>(record.mask[0]);

    if (how == Overload::COUNT) {
        if (number < 0) throw Fault("COUNT-001", {{"op", ins.name}, {"count", number}});
        if (set_mask || !ins.count_reads_mask || rules.count_is_set_mask == count_is_set_mask_ignored) {
            const bool whole = ins.compares && rules.compare_count == compare_count_whole_repeats;
            const std::uint64_t lost = whole ? record.mask[0] % per_repeat : 0;
            if (lost)
                complain(core, Fault("COUNT-002", {{"op", ins.name}, {"count", number}, {"chip", rules.name}, {"left", lost}, {"unit", per_repeat}}));
            Lanes lanes = counted(record.mask[0] - lost, per_repeat);
            if (rules.count_form == count_form_resets) {
                lanes.writes_mask = lanes.normal_after = true;
                lanes.mask_after = all_ones;
            }
            return lanes;
        }
        return from_words(core, ins, current, counter, 1, per_repeat);
    }

    if (record.repeat > ins.most_repeats)
        throw Fault("REPEAT-001", {{"op", ins.name}, {"repeat", static_cast<std::int32_t>(record.repeat)}, {"low", 0}, {"high", ins.most_repeats}});
    if (!set_mask) return from_words(core, ins, current, counter, record.repeat, per_repeat);

    if (how == Overload::CONTIGUOUS) {
        std::uint64_t n = record.mask[0];
        if (number < 0 || (number > per_repeat && !counter)) {
            complain(core, Fault("MASK-001", {{"op", ins.name}, {"mask", number}, {"low", 0}, {"high", per_repeat}, {"bits", 8 * width}}));
            n = per_repeat;
        }
        Words words = mask_words(n, per_repeat);
        const bool as_number = counter && rules.counter_contiguous == counter_contiguous_number;
        Lanes lanes = from_words(core, ins, as_number ? Words{n, 0, 0, 0} : words, counter, record.repeat, per_repeat);
        if (rules.contiguous_mask == contiguous_mask_kept) {
            lanes.writes_mask = true;
            lanes.mask_after = words;
        }
        return lanes;
    }

    const Words given = {record.mask[0], record.mask[1], record.mask[2], record.mask[3]};
    Words words = given;
    if (!counter) {
        for (int w = 0; w < 4; ++w) {
            const int bits = static_cast<int>(per_repeat) - 64 * w;
            if (bits < 64) words[w] &= bits <= 0 ? 0 : (1ull << bits) - 1;
        }
        const bool any = words[0] | words[1] | words[2] | words[3];
        if (words != given)
            complain(core, Fault("MASK-003", {{"op", ins.name}, {"high", per_repeat - 1}, {"bits", 8 * width}, {"word", given[1]}}));
        if (!any && rules.zero_bitmask == zero_bitmask_error)
            complain(core, Fault("MASK-002", {{"op", ins.name}, {"chip", rules.name}}));
    }
    Lanes lanes = from_words(core, ins, words, counter, record.repeat, per_repeat);
    lanes.writes_mask = true;
    lanes.mask_after = given;
    return lanes;
}

void leave_behind(Core& core, const InstructionInfo& ins, const Lanes& lanes) {
    if (ins.resets_mask && core.rules->block_broadcast_mask == block_broadcast_mask_resets)
        for (auto& word : core.state->mask) word = ~0ull;
    if (lanes.writes_mask)
        for (int w = 0; w < 4; ++w) core.state->mask[w] = lanes.mask_after[w];
    if (lanes.normal_after) core.state->ctrl &= ~(1ull << counter_bit);
}

}  // namespace lanewise
