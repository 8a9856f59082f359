// Instructions between registers on the fast path, where nobody hears of them: each operand is one register that was written.
#pragma once

#include <bit>
#include <cstring>

#include "machine/call_plan.hpp"
#include "registers/lowest.hpp"
#include "registers/walk.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

// The lanes of a mask, and how many they are.
struct Taken {
    Words words;
    int count = 0;

    Taken(const std::uint8_t* mask, std::uint64_t lows) {
        std::memcpy(words.data(), mask, sizeof words);
        for (auto& word : words) count += std::popcount(word &= lows);
    }
    bool lowest(int pitch) const { return words == lowest_lanes(count, pitch); }
};

inline std::uint64_t word_of(const std::uint8_t* bytes, int w = 0) {
    std::uint64_t word;
    std::memcpy(&word, bytes + w * sizeof word, sizeof word);
    return word;
}
inline bool starts_unwritten(const std::uint8_t* bytes) { return word_of(bytes) == unwritten[0]; }

// Whether a mask has all lanes, and whether it was made for them. One that was never written has not all of any width.
inline bool masks_all(const std::uint8_t* mask, std::uint64_t lows) {
    return !(lows & ~(word_of(mask) & word_of(mask, 1) & word_of(mask, 2) & word_of(mask, 3)));
}
inline bool masks(const std::uint8_t* mask, bool all, int width) {
    return (all || !starts_unwritten(mask)) && (!mask[mask_bytes] || mask[mask_bytes] == width);
}
constexpr bool unwritten_has_all(int pitch) { return !(lowest_bits(pitch) & ~unwritten[0]); }
static_assert(!unwritten_has_all(1) && !unwritten_has_all(2) && !unwritten_has_all(4) && !unwritten_has_all(8));

// Lanes that the mask leaves out become zero, or stay in a merging call. Those it has are the lowest ones, or are chosen afterwards.
[[gnu::noinline]] inline void run_some(const Core& core, const CallPlan& plan, KernelArgs& args, const std::uint8_t* mask) {
    static constexpr std::uint8_t nothing[register_bytes] = {};
    const int width = plan.widths[0];
    auto* const to = static_cast<std::uint8_t*>(args.targets[0]);
    const bool keeps = args.flags & MERGE && std::memcmp(to, unwritten, sizeof unwritten) != 0;
    Taken taken(mask, plan.lows);
    if (taken.lowest(width)) {
        const auto bytes = static_cast<std::size_t>(taken.count * width);
        args.n = static_cast<std::size_t>(taken.count);
        plan.kernel(args);
        if (!keeps) std::memset(to + bytes, 0, register_bytes - bytes);
        return;
    }
    alignas(64) std::uint8_t fresh[register_bytes];
    args.targets[0] = fresh;
    plan.kernel(args);
    for (auto& word : taken.words) word *= (1ull << width) - 1;
    core.level->loops->choose[0](to, reinterpret_cast<const std::uint8_t*>(taken.words.data()), fresh, keeps ? to : nothing, register_bytes);
}

// Whether each source was written, as far as its start says, and lies apart from the target or just where that lies.
template <class... Sources>
inline bool lie_well(const CallPlan& plan, const std::uint8_t* to, const Sources*... from) {
    std::uint64_t pattern = unwritten[0];
    asm("" : "+r"(pattern));  // made once: compilers make it again for each comparison
    [[maybe_unused]] const auto lies_well = [&](const std::uint8_t* source) {
        const auto distance = reinterpret_cast<std::uint64_t>(source) - reinterpret_cast<std::uint64_t>(to);
        const bool apart = distance + (register_bytes - 1) > 2 * (register_bytes - 1);  // also of one that lies before
        return word_of(source) != pattern && (apart || (!distance && plan.alike));
    };
    return (lies_well(from) && ...) && (plan.first || word_of(to) != pattern);
}

// False: the general path, which says what is wrong. `args` get sources and target.
template <class... Sources>
inline bool take_registers(const CallPlan& plan, KernelArgs& args, std::uint8_t* to, const Sources*... from) {
    if (!lie_well(plan, to, from...)) return false;
    const void** in = args.sources;
    if (!plan.first) *in++ = to;
    ((*in++ = from), ...);
    args.targets[0] = to;
    args.n = plan.lanes;
    return true;
}

inline bool take_registers(const CallPlan& plan, KernelArgs& args, std::uint8_t* to, const std::uint8_t* a, const std::uint8_t* b,
                           const std::uint8_t* c) {
    switch (plan.count) {
        case 1: return take_registers(plan, args, to);
        case 2: return take_registers(plan, args, to, a);
        case 3: return take_registers(plan, args, to, a, b);
        default: return take_registers<std::uint8_t, std::uint8_t, std::uint8_t>(plan, args, to, a, b, c);
    }
}

// `args` have scalars, flags, parameters and state, too; `all`: whether the mask has all lanes.
inline void run_between(const Core& core, const CallPlan& plan, KernelArgs& args, const std::uint8_t* mask, bool all) {
    if (all) [[likely]] plan.kernel(args);
    else run_some(core, plan, args, mask);
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
