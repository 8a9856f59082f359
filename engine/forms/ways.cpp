#include "forms/ways.hpp"

#include "forms/between.hpp"
#include "forms/elementwise.hpp"
#include "forms/straight.hpp"
#include "registers/reg_mask.hpp"
#include "tables.hpp"

namespace lanewise {

#if !LANEWISE_HEARS

namespace {

constexpr std::int64_t as_it_lies = 0, whole_lanes = 16;  // distributions of a load and of a store: NORM

inline const Way* known(const Core& core, Shape shape) {
    const Way& way = core.ways[place_of(shape)];
    return way.shape == shape && way.ctrl == core.state->ctrl && core.run == issue_as<false> && !core.listener ? &way : nullptr;
}

inline void prepare(KernelArgs& args, const Core& core, Shape shape, std::uint64_t scalar) {
    args.scalars[0] = scalar;
    args.scalars[1] = 0;
    args.flags = flags_in(shape);
    args.rules = core.rules;
    args.params = nullptr;
    args.state = core.state;
}

}  // namespace

bool goes_between(Core& core, Shape shape, std::uint64_t scalar, const std::uint64_t* at, const std::uint8_t* mask) {
    const Way* way = known(core, shape);
    if (!way) return false;
    KernelArgs args;
    prepare(args, core, shape, scalar);
    if (!run_between(core, *way, args, at, mask)) return false;
    ++core.issued[opcode_of(shape)];
    return true;
}

bool goes_in(Core& core, Shape shape, void* to, std::uint64_t address, std::int64_t dist) {
    if (!known(core, shape) || dist != as_it_lies || address % block_bytes || address + register_bytes > core.ub_bytes) return false;
    std::memcpy(to, Window::ub(core, address).read(0, register_bytes), register_bytes);
    ++core.issued[opcode_of(shape)];
    return true;
}

bool goes_out(Core& core, Shape shape, std::uint64_t address, const void* from, const std::uint8_t* mask, std::int64_t dist) {
    const Way* way = known(core, shape);
    if (!way || (dist != whole_lanes && (dist < 0 || dist > 2 || 1 << dist != way->widths[0])) || !way->lows) return false;
    Words words;
    std::memcpy(words.data(), mask, sizeof words);
    std::uint64_t start;
    std::memcpy(&start, from, sizeof start);
    if (words[0] == unwritten[0] || start == unwritten[0] || (mask[mask_bytes] && mask[mask_bytes] != way->widths[0])) return false;
    int count = 0;
    for (auto& word : words) count += std::popcount(word &= way->lows);
    const auto bytes = static_cast<std::uint64_t>(count) * way->widths[0];
    if (address % block_bytes || address + bytes > core.ub_bytes) return false;
    std::uint8_t* const to = Window::ub(core, address).write(0, bytes);
    if (bytes == register_bytes) {
        std::memcpy(to, from, register_bytes);
    } else {
        if (std::memcmp(words.data(), lanes::lowest_lanes(count, way->widths[0]).word, sizeof words)) return false;
        std::memcpy(to, from, bytes);
    }
    ++core.issued[opcode_of(shape)];
    return true;
}

bool goes_lowest(Core& core, Shape shape, std::uint8_t* mask, std::int64_t count, std::int64_t pitch) {
    if (!known(core, shape) || !(pitch == 1 || pitch == 2 || pitch == 4 || pitch == 8)) return false;
    std::memcpy(mask, lanes::lowest_lanes(count, static_cast<int>(pitch)).word, mask_bytes);
    mask[mask_bytes] = static_cast<std::uint8_t>(pitch);
    ++core.issued[opcode_of(shape)];
    return true;
}

bool goes_straight(Core& core, Shape shape, std::uint64_t scalar, std::int64_t count, const std::uint64_t* at) {
    const Way* way = known(core, shape);
    if (!way) return false;
    KernelArgs args;
    prepare(args, core, shape, scalar);
    if (!run_straight(core, *way, args, at, {static_cast<std::uint64_t>(count)})) return false;
    leave_count_behind(core);
    ++core.issued[opcode_of(shape)];
    return true;
}

bool goes_straight(Core& core, Shape shape, const Record& record) {
    const Way* way = known(core, shape);
    if (!way || !run_repeats(core, instructions[opcode_of(shape)], *way, record)) return false;
    ++core.issued[opcode_of(shape)];
    return true;
}

void remember(Core& core, Shape shape) {
    Way& way = core.ways[place_of(shape)];
    if (way.shape == shape && way.ctrl == core.state->ctrl) return;
    const InstructionInfo& ins = instructions[opcode_of(shape)];
    const RowInfo* row = core.recent[opcode_of(shape)];
    if (!row || row->modes || row->round_modes) return;
    Way found;
    switch (ins.executor) {
        case Executor::registers:
            if (!way_between(core, ins, *row, found)) return;
            break;
        case Executor::register_walk:
            if (const int bits = dtype_bits[type_in(shape, 0)]; bits >= 8) {
                found.widths[0] = static_cast<std::uint8_t>(bits / 8);
                found.lows = lowest_bits(bits / 8);
            }
            break;
        default:
            if (!way_straight(core, ins, *row, flags_in(shape), overload_in(shape), found)) return;
    }
    found.shape = shape;
    found.ctrl = core.state->ctrl;
    way = found;
}

#endif

}  // namespace lanewise
