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

// The lanes of a call under a mask whose repeats follow each other without a gap; none for any other call. A mask of bits has to have
// some, and none above the lanes.
inline Stretch whole_repeats(const Way& way, Overload how, std::uint32_t repeat, const std::uint64_t* mask) {
    constexpr Stretch none{0};
    const std::uint64_t per_repeat = way.lanes;
    if (repeat - 1 >= way.repeats) return none;
    if (how == Overload::CONTIGUOUS)
        return mask[0] == per_repeat || (mask[0] < per_repeat && repeat == 1) ? Stretch{(repeat - 1) * per_repeat + mask[0]} : none;
    if (how != Overload::BITWISE) return none;
    const std::uint64_t low = per_repeat < 64 ? mask[0] >> per_repeat : 0, high = per_repeat < 128 ? mask[1] : 0;
    const std::uint64_t highest = per_repeat < 256 ? mask[2] | mask[3] : 0;
    const bool some = mask[0] | mask[1] | mask[2] | mask[3];
    return low | high | highest || !some ? none : Stretch{repeat * per_repeat, mask, repeat};
}

// Where an operand lies, in one number: UB ends below 4 GiB.
constexpr std::uint64_t placed(std::uint64_t address, std::uint64_t extent) { return address | extent << 32; }

// Repeats without gaps under bits: the kernel runs over several into a buffer, and the lanes that have a bit go to their place.
[[gnu::noinline]] inline void by_bits(const Core& core, const Way& way, KernelArgs& args, const std::uint64_t* bits, std::size_t left) {
    constexpr std::size_t together = 8;
    alignas(64) std::uint8_t fresh[together * repeat_bytes];
    const auto choose = core.level->loops->choose[std::countr_zero(static_cast<unsigned>(way.widths[0]))];
    auto* to = static_cast<std::uint8_t*>(args.targets[0]);
    args.targets[0] = fresh;
    for (; left; left -= std::min(together, left)) {
        const std::size_t repeats = std::min(together, left);
        args.n = repeats * way.lanes;
        way.kernel(args);
        for (std::size_t k = 0; k < repeats; ++k, to += repeat_bytes)
            choose(to, reinterpret_cast<const std::uint8_t*>(bits), fresh + k * repeat_bytes, to, way.lanes);
        for (int i = way.first; i < way.count; ++i) {
            const void*& source = args.sources[i - way.first];
            source = static_cast<const std::uint8_t*>(source) + repeats * repeat_bytes;
        }
    }
}

// Every operand lies in UB and in its tensor; the target and what else there is coincide or stay apart. False: the long way, which
// says what is wrong. `args` get sources and target.
template <class... Sources>
inline bool lay_out(Core& core, const Way& way, KernelArgs& args, std::uint64_t n, std::uint64_t to, Sources... from) {
    const std::uint64_t target = static_cast<std::uint32_t>(to), room = n * way.widths[0];
    const auto inside = [&](std::uint64_t place, std::uint64_t bytes) {
        return !(place % block_bytes) && bytes <= place >> 32 && static_cast<std::uint32_t>(place) + bytes <= core.ub_bytes;
    };
    const std::uint8_t* width = way.widths;
    [[maybe_unused]] const auto lies_well = [&](std::uint64_t place) {
        const std::uint64_t address = static_cast<std::uint32_t>(place), bytes = n * *++width;
        return inside(place, bytes) && (address == target ? bytes == room : address + bytes <= target || target + room <= address);
    };
    if (!inside(to, room) || !(lies_well(from) && ...)) return false;
    const void** in = args.sources;
    if (!way.first) *in++ = Window::ub(core, target).read(0, room);
    width = way.widths;
    ((*in++ = Window::ub(core, static_cast<std::uint32_t>(from)).read(0, n * *++width)), ...);
    args.targets[0] = Window::ub(core, target).write(0, room);
    args.n = n;
    return true;
}

inline bool lay_out(Core& core, const Way& way, KernelArgs& args, std::uint64_t n, std::uint64_t to, std::uint64_t a, std::uint64_t b,
                    std::uint64_t c) {
    if (n - 1 >= core.ub_bytes) return false;  // none, or too many
    switch (way.count) {
        case 1: return lay_out(core, way, args, n, to);
        case 2: return lay_out(core, way, args, n, to, a);
        case 3: return lay_out(core, way, args, n, to, a, b);
        default: return lay_out<std::uint64_t, std::uint64_t, std::uint64_t>(core, way, args, n, to, a, b, c);
    }
}

// The same under a mask, which is left in MASK. The kernel, which looks at none, runs afterwards.
inline bool lay_out(Core& core, const Way& way, KernelArgs& args, const Stretch& lanes, const std::uint64_t* mask, std::uint64_t to,
                    std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    if (!lay_out(core, way, args, lanes.n, to, a, b, c)) return false;
    if (!lanes.bits) leave_mask_behind(core, mask[0], way.lanes);
    for (int w = 0; lanes.bits && w < 4; ++w) core.state->mask[w] = mask[w];
    return true;
}

inline void run_straight(const Core& core, const Way& way, KernelArgs& args, const Stretch& lanes) {
    if (lanes.bits) by_bits(core, way, args, lanes.bits, lanes.repeats);
    else way.kernel(args);
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
