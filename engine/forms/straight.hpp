// Elementwise instructions on the fast path: a count, or repeats without gaps under a mask, over operands that lie well.
#pragma once

#include <algorithm>
#include <bit>

#include "access/window.hpp"
#include "machine/rules.hpp"
#include "machine/call_plan.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

// The lanes of a call: so many elements, or of those the ones that its mask has.
struct Stretch {
    std::uint64_t n;
    bool chosen = false;
};

// Repeats and their mask: a number of lanes, or where its two or four words are. So small that it stays in registers.
struct Given {
    std::uint64_t mask;
    std::uint32_t repeats;
    Overload how;
    bool four_words;

    Words words(std::uint32_t lanes) const {
        if (how == Overload::CONTIGUOUS) return mask_words(mask, lanes);
        const auto* given = reinterpret_cast<const std::uint64_t*>(mask);
        return {given[0], given[1], four_words ? given[2] : 0, four_words ? given[3] : 0};
    }
};

// How many lanes a mask of bits has where those are the lowest ones; 0: others.
inline std::uint64_t lowest_of(const Words& mask) {
    std::size_t w = 0;
    while (w < 3 && !~mask[w]) ++w;
    std::uint64_t others = mask[w] & (mask[w] + 1);
    for (std::size_t above = w + 1; above < 4; ++above) others |= mask[above];
    return others ? 0 : 64 * w + static_cast<std::uint64_t>(std::countr_one(mask[w]));
}

// The lanes of a call under a mask whose repeats follow each other without a gap; none for any other call. A mask of bits has to have
// some, and none above the lanes.
[[gnu::always_inline]] inline Stretch whole_repeats(const CallPlan& plan, Given given) {
    constexpr Stretch none{0};
    const std::uint64_t per_repeat = plan.lanes;
    if (given.repeats - 1 >= plan.repeats) return none;
    const auto lowest = [&](std::uint64_t n) {
        return n == per_repeat || given.repeats == 1 ? Stretch{(given.repeats - 1) * per_repeat + n} : Stretch{given.repeats * per_repeat, true};
    };
    if (given.how == Overload::CONTIGUOUS) return given.mask <= per_repeat && given.mask ? lowest(given.mask) : none;
    if (given.how != Overload::BITWISE) return none;
    const Words words = given.words(plan.lanes);
    if (const std::uint64_t n = lowest_of(words)) return n <= per_repeat ? lowest(n) : none;
    const std::uint64_t low = per_repeat < 64 ? words[0] >> per_repeat : 0, high = per_repeat < 128 ? words[1] : 0;
    const std::uint64_t highest = per_repeat < 256 ? words[2] | words[3] : 0;
    const bool some = words[0] | words[1] | words[2] | words[3];
    return low | high | highest || !some ? none : Stretch{given.repeats * per_repeat, true};
}

// Whether an operand's repeats follow each other without a gap; 0: they do.
inline std::uint64_t gap(const CallPlan& plan, std::size_t operand, std::int64_t block_stride, std::int64_t repeat_stride) {
    const std::int64_t bytes = std::int64_t{plan.widths[operand]} * plan.lanes;
    return static_cast<std::uint64_t>((block_stride ^ 1) | (repeat_stride * block_bytes ^ bytes));
}

// Where an operand lies, in one number: UB ends below 4 GiB.
constexpr std::uint64_t placed(std::uint64_t address, std::uint64_t extent) { return address | extent << 32; }

// Repeats without gaps under a mask: the kernel runs over several into a buffer, and the lanes that the mask has go to their place.
[[gnu::noinline]] inline void by_mask(const Core& core, const CallPlan& plan, KernelArgs& args, Given given) {
    constexpr std::size_t together = 8;
    alignas(64) std::uint8_t fresh[together * repeat_bytes];
    const Words words = given.words(plan.lanes);
    const auto* bits = reinterpret_cast<const std::uint8_t*>(words.data());
    const std::size_t lanes = plan.lanes, step = lanes * plan.widths[0];
    const auto choose = core.level->loops->choose[std::countr_zero(static_cast<unsigned>(plan.widths[0]))];
    auto* to = static_cast<std::uint8_t*>(args.targets[0]);
    args.targets[0] = fresh;
    for (std::size_t left = given.repeats;;) {
        const std::size_t repeats = std::min(together, left);
        args.n = repeats * lanes;
        plan.kernel(args);
        for (std::size_t k = 0; k < repeats; ++k, to += step) choose(to, bits, fresh + k * step, to, lanes);
        if (!(left -= repeats)) return;
        for (int i = plan.first; i < plan.count; ++i) {
            const void*& source = args.sources[i - plan.first];
            source = static_cast<const std::uint8_t*>(source) + repeats * lanes * plan.widths[i];
        }
    }
}

// Every operand lies in UB and in its tensor; the target and what else there is coincide or stay apart. False: the general path, which
// says what is wrong. `args` get sources and target.
template <class... Sources>
[[gnu::always_inline]] inline bool lay_out(Core& core, const CallPlan& plan, KernelArgs& args, std::uint64_t n, std::uint64_t to, Sources... from) {
    const std::uint64_t target = static_cast<std::uint32_t>(to), room = n * plan.widths[0];
    const auto inside = [&](std::uint64_t place, std::uint64_t bytes) {
        return !(place % block_bytes) && bytes <= place >> 32 && static_cast<std::uint32_t>(place) + bytes <= core.vector_memory().size;
    };
    const std::uint8_t* width = plan.widths;
    [[maybe_unused]] const auto lies_well = [&](std::uint64_t place) {
        const std::uint64_t address = static_cast<std::uint32_t>(place), bytes = n * *++width;
        return inside(place, bytes) && (address == target ? bytes == room : address + bytes <= target || target + room <= address);
    };
    if (!inside(to, room) || !(lies_well(from) && ...)) return false;
    const Window memory = Window::vector(core, 0);
    const void** in = args.sources;
    if (!plan.first) *in++ = memory.read(target, room);
    width = plan.widths;
    ((*in++ = memory.read(static_cast<std::uint32_t>(from), n * *++width)), ...);
    args.targets[0] = memory.write(target, room);
    args.n = n;
    return true;
}

[[gnu::always_inline]] inline bool lay_out(Core& core, const CallPlan& plan, KernelArgs& args, std::uint64_t n, std::uint64_t to, std::uint64_t a,
                                           std::uint64_t b, std::uint64_t c) {
    if (n - 1 >= core.vector_memory().size) return false;  // none, or too many
    switch (plan.count) {
        case 1: return lay_out(core, plan, args, n, to);
        case 2: return lay_out(core, plan, args, n, to, a);
        case 3: return lay_out(core, plan, args, n, to, a, b);
        default: return lay_out<std::uint64_t, std::uint64_t, std::uint64_t>(core, plan, args, n, to, a, b, c);
    }
}

// What a call under a mask leaves in MASK. The kernel, which looks at none, runs afterwards.
[[gnu::always_inline]] inline void leave_behind(Core& core, const CallPlan& plan, Given given) {
    if (given.how == Overload::CONTIGUOUS) return leave_mask_behind(core, given.mask, plan.lanes);
    const Words words = given.words(plan.lanes);
    for (std::size_t w = 0; w < 4; ++w) core.state->mask[w] = words[w];
}

[[gnu::always_inline]] inline void run_straight(const Core& core, const CallPlan& plan, KernelArgs& args, const Stretch& lanes, Given given) {
    if (lanes.chosen) by_mask(core, plan, args, given);
    else plan.kernel(args);
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
