#include "forms/registers.hpp"

#include "machine/fault.hpp"
#include "register_walks.hpp"
#include "tables.hpp"

namespace lanewise {

#define LANEWISE_FAMILY(family) \
    namespace baseline {        \
    extern const KernelTable table_##family; \
    }
#include "register_families.inc"
#undef LANEWISE_FAMILY

namespace {

constexpr int most_bytes = 2 * register_bytes;

const KernelTable& kernels_of(int family) {
    static const KernelTable* const tables[] = {
#define LANEWISE_FAMILY(family) &baseline::table_##family,
#include "register_families.inc"
#undef LANEWISE_FAMILY
        nullptr};
    return *tables[family];
}

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
    const std::uint64_t ctrl = walk.state.ctrl;
    const bool clamps = row.types[0] == static_cast<int>(DType::half_)
                            ? ins.saturates && !(ctrl >> float_saturation_bit & 1)
                            : walk.core.rules->integer_overflow == integer_overflow_ctrl53 && (ctrl >> int_saturation_bit & 1);
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
        if (!reads(ins.roles[i])) continue;
        args.sources[sources++] = walk.twice(i) ? joined[i] : walk.bytes(i);
        if (walk.twice(i)) walk.lanes(i, joined[i]);
    }
    args.targets[0] = result;
    args.n = static_cast<std::size_t>(walk.count(target));
    kernels_of(ins.family)[row.kernel][clamps](args);
    walk.put_masked(target, result, mask);
}

}  // namespace

void RegisterWalk::lanes(int operand, void* out) const {
    const std::uint8_t* from = bytes(operand);
    if (!twice(operand)) {
        std::memcpy(out, from, register_bytes);
        return;
    }
    const int part = size(operand) / 2;  // low parts in the first register, high parts in the second
    auto* to = static_cast<std::uint8_t*>(out);
    for (int i = 0; i < register_bytes / part; ++i) {
        std::memcpy(to + 2 * i * part, from + i * part, static_cast<std::size_t>(part));
        std::memcpy(to + (2 * i + 1) * part, from + register_bytes + i * part, static_cast<std::size_t>(part));
    }
}

void RegisterWalk::put(int operand, const void* lanes) const {
    std::uint8_t* to = bytes(operand);
    if (!twice(operand)) {
        std::memcpy(to, lanes, register_bytes);
        return;
    }
    const int part = size(operand) / 2;
    const auto* from = static_cast<const std::uint8_t*>(lanes);
    for (int i = 0; i < register_bytes / part; ++i) {
        std::memcpy(to + i * part, from + 2 * i * part, static_cast<std::size_t>(part));
        std::memcpy(to + register_bytes + i * part, from + (2 * i + 1) * part, static_cast<std::size_t>(part));
    }
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
    std::memcpy(words, bytes(mask), sizeof words);
    const std::uint64_t lows = lowest_bits(step);
    if ((words[0] & words[1] & words[2] & words[3] & lows) == lows) return put(operand, fresh);
    if (merges() && !unwritten(operand)) lanes(operand, blended);
    else std::memset(blended, 0, static_cast<std::size_t>(n * width));
    const auto* from = static_cast<const std::uint8_t*>(fresh);
    switch (width) {
        case 1: blend<std::uint8_t>(blended, from, words, n, step); break;
        case 2: blend<std::uint16_t>(blended, from, words, n, step); break;
        case 4: blend<std::uint32_t>(blended, from, words, n, step); break;
        default: blend<std::uint64_t>(blended, from, words, n, step);
    }
    put(operand, blended);
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

}  // namespace lanewise
