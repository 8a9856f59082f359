// Elementwise instructions on their short way: a count, or repeats without gaps under a mask, over operands that lie well.
#pragma once

#include <algorithm>
#include <bit>

#include "machine/rules.hpp"
#include "machine/way.hpp"
#include "stream/window.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

// The lanes of a call: so many elements, or under bits the elements of all its repeats.
struct Stretch {
    std::uint64_t n;
    const std::uint64_t* bits = nullptr;
    std::uint32_t repeats = 1;
};

// Where an operand lies, in one number: UB ends below 4 GiB.
constexpr std::uint64_t placed(std::uint64_t address, std::uint64_t extent) { return address | extent << 32; }

// Repeats without gaps under bits: the kernel runs over several into a buffer, and the lanes that have a bit go to their place.
inline void by_bits(const Core& core, const Way& way, KernelArgs& args, const Stretch& lanes) {
    constexpr std::size_t together = 8;
    alignas(64) std::uint8_t fresh[together * repeat_bytes];
    const auto choose = core.level->loops->choose[std::countr_zero(static_cast<unsigned>(way.widths[0]))];
    auto* to = static_cast<std::uint8_t*>(args.targets[0]);
    args.targets[0] = fresh;
    for (std::uint32_t r = 0; r < lanes.repeats; r += together) {
        const std::size_t repeats = std::min<std::size_t>(together, lanes.repeats - r);
        args.n = repeats * way.lanes;
        way.kernel(args);
        for (std::size_t k = 0; k < repeats; ++k, to += repeat_bytes)
            choose(to, reinterpret_cast<const std::uint8_t*>(lanes.bits), fresh + k * repeat_bytes, to, way.lanes);
        for (int i = way.first; i < way.count; ++i) {
            const void*& source = args.sources[i - way.first];
            source = static_cast<const std::uint8_t*>(source) + repeats * repeat_bytes;
        }
    }
}

template <int count>
inline bool run_straight(Core& core, const Way& way, KernelArgs& args, const std::uint64_t* at, const Stretch& lanes) {
    // Every operand lies in UB and in its tensor; the target and what else there is coincide or stay apart.
    const std::uint64_t to = static_cast<std::uint32_t>(at[0]), room = lanes.n * way.widths[0];
    bool wrong = false;
    for (int i = 0; i < count; ++i) {
        const std::uint64_t address = static_cast<std::uint32_t>(at[i]), bytes = lanes.n * way.widths[i];
        const bool same = address == to && bytes == room, apart = address + bytes <= to || to + room <= address;
        wrong |= address % block_bytes || bytes > at[i] >> 32 || address + bytes > core.ub_bytes || !(same || apart);
    }
    if (wrong) return false;
    for (int i = 0; i < count; ++i)
        if (i >= way.first)
            args.sources[i - way.first] = Window::ub(core, static_cast<std::uint32_t>(at[i])).read(0, lanes.n * way.widths[i]);
    args.targets[0] = Window::ub(core, to).write(0, room);
    args.targets[1] = nullptr;
    args.n = lanes.n;
    if (lanes.bits) by_bits(core, way, args, lanes);
    else if (!rehearsing(core)) way.kernel(args);
    return true;
}

// False: the long way, which says what is wrong. `args` have scalars, flags and state.
inline bool run_straight(Core& core, const Way& way, KernelArgs& args, const std::uint64_t* at, const Stretch& lanes) {
    if (lanes.n - 1 >= core.ub_bytes) return false;  // none, or too many
    switch (way.count) {
        case 1: return run_straight<1>(core, way, args, at, lanes);
        case 2: return run_straight<2>(core, way, args, at, lanes);
        case 3: return run_straight<3>(core, way, args, at, lanes);
        default: return run_straight<shape_operands>(core, way, args, at, lanes);
    }
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
