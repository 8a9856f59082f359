// Instructions between registers on their short way, where nobody hears of them: each operand is one register that was written.
#pragma once

#include <bit>
#include <cstring>

#include "forms/registers.hpp"
#include "machine/way.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

// The lowest bit of every lane, by the distance between lanes.
constexpr std::uint64_t lowest_bits(int pitch) {
    return pitch == 1 ? ~0ull : pitch == 2 ? 0x5555555555555555ull : pitch == 4 ? 0x1111111111111111ull : 0x0101010101010101ull;
}

// Lanes that the mask leaves out become zero, or stay in a merging call.
[[gnu::noinline]] inline void run_some(const Core& core, const Way& way, KernelArgs& args, const Words& words) {
    static constexpr std::uint8_t nothing[register_bytes] = {};
    alignas(64) std::uint8_t fresh[register_bytes];
    void* const to = args.targets[0];
    args.targets[0] = fresh;
    way.kernel(args);
    Words taken;
    for (int w = 0; w < 4; ++w) taken[w] = (words[w] & way.lows) * ((1ull << way.widths[0]) - 1);
    const bool keeps = args.flags & MERGE && std::memcmp(to, unwritten, sizeof unwritten) != 0;
    core.level->loops->choose[0](to, reinterpret_cast<const std::uint8_t*>(taken.data()), fresh, keeps ? to : nothing, register_bytes);
}

template <int count>
inline bool run_between(const Core& core, const Way& way, KernelArgs& args, const std::uint64_t* at, const std::uint8_t* mask) {
    Words words;
    std::memcpy(words.data(), mask, sizeof words);
    bool wrong = words[0] == unwritten[0] || (mask[mask_bytes] && mask[mask_bytes] != way.widths[0]);
    for (int i = 0; i < count; ++i) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(at[i]);
        std::uint64_t start;
        std::memcpy(&start, bytes, sizeof start);
        const bool in_place = at[i] == at[0] && way.widths[i] == way.widths[0];
        const bool apart = at[i] - at[0] + (register_bytes - 1) > 2 * (register_bytes - 1);  // also of one that lies before
        wrong |= (start == unwritten[0] && i >= way.first) || !(in_place || apart);
        if (i >= way.first) args.sources[i - way.first] = bytes;
    }
    if (wrong) return false;
    args.n = way.lanes;
    args.targets[0] = reinterpret_cast<std::uint8_t*>(at[0]);
    args.targets[1] = nullptr;
    if ((words[0] & words[1] & words[2] & words[3] & way.lows) == way.lows) way.kernel(args);
    else run_some(core, way, args, words);
    return true;
}

// False: the long way, which says what is wrong. `args` have scalars, flags, parameters and state.
inline bool run_between(const Core& core, const Way& way, KernelArgs& args, const std::uint64_t* at, const std::uint8_t* mask) {
    switch (way.count) {
        case 1: return run_between<1>(core, way, args, at, mask);
        case 2: return run_between<2>(core, way, args, at, mask);
        case 3: return run_between<3>(core, way, args, at, mask);
        default: return run_between<shape_operands>(core, way, args, at, mask);
    }
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
