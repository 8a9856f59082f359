#include "forms/registers.hpp"

#include "machine/fault.hpp"
#include "register_walks.hpp"
#include "tables.hpp"

namespace lanewise {
inline namespace LANEWISE_EYE {

namespace {

constexpr int most_bytes = 2 * register_bytes;

void step(RegisterWalk& walk) {
    switch (static_cast<Opcode>(walk.record.opcode)) {
#include "register_walks.inc"
        default: return;
    }
}

// The lane function on whole registers, then the mask.
void lane_by_lane(RegisterWalk& walk) {
    const InstructionInfo& ins = walk.ins;
    const RowInfo& row = walk.row;
    KernelArgs args{{}, {}, 0, {walk.record.scalars[0], walk.record.scalars[1]}, walk.record.flags, walk.core.rules,
                    walk.params.data(), &walk.state};
    alignas(64) std::uint8_t joined[max_operands][most_bytes];
    alignas(64) std::uint8_t result[most_bytes];
    int target = 0, mask = 0, sources = 0;
    for (int i = 0; i < ins.operand_count; ++i) {
        if (ins.spaces[i] == static_cast<int>(Space::mask)) {
            mask = i;
            continue;
        }
        if (writes(ins.roles[i])) target = i;
    }
    for (int i = 0; i < ins.operand_count; ++i)
        if (reads(ins.roles[i]) && i != mask) args.sources[sources++] = walk.lanes_in_place(i, joined[i], walk.taking_part(mask, target));
    args.targets[0] = result;
    args.n = static_cast<std::size_t>(walk.count(target));
    walk.fits(mask, walk.pitch(target));
    walk.core.level->families[row.family][row.kernel][walk.saturates()](args);
    walk.put_masked(target, result, mask);
}

// Low parts in the first register, high parts in the second.
template <class Part>
void join(const std::uint8_t* from, std::uint8_t* to) {
    constexpr std::size_t n = register_bytes / sizeof(Part);
    Part parts[2][n], pairs[2 * n];
    std::memcpy(parts, from, sizeof parts);
    for (std::size_t i = 0; i < n; ++i) {
        pairs[2 * i] = parts[0][i];
        pairs[2 * i + 1] = parts[1][i];
    }
    std::memcpy(to, pairs, sizeof pairs);
}

template <class Part>
void split(const std::uint8_t* from, std::uint8_t* to) {
    constexpr std::size_t n = register_bytes / sizeof(Part);
    Part parts[2][n], pairs[2 * n];
    std::memcpy(pairs, from, sizeof pairs);
    for (std::size_t i = 0; i < n; ++i) {
        parts[0][i] = pairs[2 * i];
        parts[1][i] = pairs[2 * i + 1];
    }
    std::memcpy(to, parts, sizeof parts);
}

}  // namespace

void RegisterWalk::arrange(int operand, void* out) const {
    const std::uint8_t* from = look(operand);
    auto* to = static_cast<std::uint8_t*>(out);
    if (!twice(operand)) std::memcpy(to, from, register_bytes);
    else if (size(operand) == 4) join<std::uint16_t>(from, to);
    else join<std::uint32_t>(from, to);
}

void RegisterWalk::settle(int operand, const void* lanes) const {
    std::uint8_t* to = window(operand).write(0, 0);
    const auto* from = static_cast<const std::uint8_t*>(lanes);
    if (!twice(operand)) std::memcpy(to, from, register_bytes);
    else if (size(operand) == 4) split<std::uint16_t>(from, to);
    else split<std::uint32_t>(from, to);
}

namespace {

// The lowest bit of every lane, by the distance between lanes.
constexpr std::uint64_t lowest_bits(int pitch) {
    return pitch == 1 ? ~0ull : pitch == 2 ? 0x5555555555555555ull : pitch == 4 ? 0x1111111111111111ull : 0x0101010101010101ull;
}

// Lanes whose bit is set.
template <class T>
void blend(std::uint8_t* to, const std::uint8_t* from, const std::uint64_t* words, int n, int pitch) {
    for (int i = 0; i < n; ++i)
        if (words[i * pitch >> 6] >> (i * pitch & 63) & 1) std::memcpy(to + i * sizeof(T), from + i * sizeof(T), sizeof(T));
}

}  // namespace

void RegisterWalk::put_masked(int operand, const void* fresh, int mask) const {
    alignas(64) std::uint8_t blended[most_bytes];
    const int n = count(operand), width = size(operand), step = pitch(operand);
    std::uint64_t words[4];
    std::memcpy(words, window(mask).read(0, sizeof words), sizeof words);
    const std::uint64_t lows = lowest_bits(step);
    if ((words[0] & words[1] & words[2] & words[3] & lows) == lows) return put(operand, fresh);
    const bool keeps = merges() && !unwritten(operand);
    if (keeps) arrange(operand, blended);
    else std::memset(blended, 0, static_cast<std::size_t>(n * width));
    const auto* from = static_cast<const std::uint8_t*>(fresh);
    switch (width) {
        case 1: blend<std::uint8_t>(blended, from, words, n, step); break;
        case 2: blend<std::uint16_t>(blended, from, words, n, step); break;
        case 4: blend<std::uint32_t>(blended, from, words, n, step); break;
        default: blend<std::uint64_t>(blended, from, words, n, step);
    }
    if (!keeps) return put(operand, blended);
    if constexpr (hears)
        touch_lanes(operand, taking_part(mask, operand), [&](const Window& w, std::int64_t at, Window::Pattern pattern) {
            w.write(at, register_bytes, pattern);
        });
    settle(operand, blended);
}

namespace {

// Whether lanes of `pitch` bytes have something beside the first of every `made` bytes.
bool filled(const std::uint8_t* bytes, std::uint32_t extent, int made, int pitch) {
    for (std::uint32_t i = 0; i < extent; ++i)
        if (static_cast<int>(i) % made >= pitch && bytes[i]) return true;
    return false;
}

}  // namespace

// All and no lanes are the same for wider ones. Narrower ones may lie in wider places with nothing between them, as casts
// leave them; what the mask leaves out is nothing then.
void RegisterWalk::mismatched(int mask, int made, int pitch, int lanes) const {
    bool none = true, all = true;
    for (int n = 0; n < lanes * pitch && n < mask_bits; ++n) {
        const bool on = look(mask)[n >> 3] >> (n & 7) & 1;
        none &= !on;
        if (n % made == 0) all &= on;
    }
    if (none || (made < pitch && all)) return;
    for (int i = 0; made > pitch && i < ins.operand_count; ++i)
        if (reads(ins.roles[i]) && ins.spaces[i] == static_cast<int>(Space::reg) && this->pitch(i) == pitch &&
            !filled(look(i), record.operands[i].extent, made, pitch))
            return;
    const std::string effect = made < pitch ? "lane k follows lane " + std::to_string(pitch / made) + "k of the mask"
                                            : "of every " + std::to_string(made / pitch) + " lanes only the first can take part";
    complain(core, Fault("REG-009", {{"op", ins.name}, {"operand", ins.operands[mask]}, {"made", 8 * made}, {"used", 8 * pitch}, {"effect", effect}}));
}

void run_registers(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, std::span<const std::int64_t> params) {
    static constexpr const char* places[] = {"UB", "GM", "a vector register", "a mask register", "an unaligned register"};
    for (int i = 0; i < ins.operand_count; ++i)
        if (record.operands[i].space != ins.spaces[i])
            throw Fault("POS-001", {{"op", ins.name}, {"operand", ins.operands[i]}, {"position", places[record.operands[i].space]},
                                    {"need", places[ins.spaces[i]]}});
    RegisterWalk walk(core, ins, row, record, params);
    for (int i = 0; i < ins.operand_count; ++i)
        if (reads(ins.roles[i]) && (ins.spaces[i] == static_cast<int>(Space::reg) || ins.spaces[i] == static_cast<int>(Space::mask)) &&
            walk.unwritten(i))
            throw Fault("REG-001", {{"op", ins.name}, {"operand", ins.operands[i]}});
    if (ins.executor == Executor::registers) lane_by_lane(walk);
    else step(walk);
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
