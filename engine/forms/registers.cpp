#include "forms/registers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "forms/between.hpp"
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

// What the operands of an instruction are for, found once.
struct Parts {
    std::uint8_t target = 0, mask = 0;
    static constexpr int most_sources = 4;
    std::uint8_t sources[most_sources] = {}, source_count = 0;
    std::uint8_t holders[max_operands] = {}, holder_count = 0;  // registers that must have been written

    constexpr explicit Parts(const InstructionInfo& ins) {
        for (std::uint8_t i = 0; i < ins.operand_count; ++i) {
            const bool is_mask = ins.spaces[i] == static_cast<int>(Space::mask), is_register = ins.spaces[i] == static_cast<int>(Space::reg);
            if (reads(ins.roles[i]) && (is_mask || is_register)) holders[holder_count++] = i;
            if (ins.executor != Executor::registers) continue;
            if (is_mask) mask = i;
            else if (writes(ins.roles[i])) target = i;
            if (!is_mask && reads(ins.roles[i])) sources[source_count++] = i;
        }
    }
};

constexpr auto parts_of = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<Parts, sizeof...(I)>{Parts(instructions[I])...};
}(std::make_index_sequence<std::size(instructions)>{});

// Whether a result may take the place of the target at once: no source shares its bytes, unless lane by lane.
bool lies_free(const RegisterWalk& walk, const Parts& parts) {
    if (walk.twice(parts.target)) return false;
    const std::uint64_t to = walk.record.operands[parts.target].address;
    for (int k = 0; k < parts.source_count; ++k) {
        const Operand& o = walk.record.operands[parts.sources[k]];
        if (o.address == to ? walk.size(parts.sources[k]) != walk.size(parts.target) : o.address < to + register_bytes && to < o.address + o.extent)
            return false;
    }
    return true;
}

// The commonest calls on the fast path: each operand is one register that was written. False: the general path, which says what is wrong.
inline bool run_whole(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, const std::int64_t* params) {
    CallPlan plan;
    if (!way_between(core, ins, row, plan)) return false;
    std::uint8_t* at[shape_operands] = {};
    const std::uint8_t* mask = nullptr;
    int count = 0;
    for (int i = 0; i < ins.operand_count; ++i) {
        const Operand& o = record.operands[i];
        if (ins.spaces[i] == static_cast<int>(Space::mask)) mask = Window::of(core, o).read(0, 0);
        else if (o.extent != register_bytes) return false;
        else at[count++] = Window::of(core, o).write(0, 0);
    }
    KernelArgs args{{}, {}, 0, {record.scalars[0], record.scalars[1]}, record.flags, core.rules, params, core.state};
    const bool all = masks_all(mask, plan.lows);
    if (!masks(mask, all, plan.widths[0]) || !take_registers(plan, args, at[0], at[1], at[2], at[3])) return false;
    run_between(core, plan, args, mask, all);
    return true;
}

// The lane function on whole registers, then the mask.
void lane_by_lane(RegisterWalk& walk) {
    const RowInfo& row = walk.row;
    const Parts& parts = parts_of[walk.record.opcode];
    const int target = parts.target, mask = parts.mask;
    KernelArgs args{{}, {}, 0, {walk.record.scalars[0], walk.record.scalars[1]}, walk.record.flags, walk.core.rules,
                    walk.params.data(), &walk.state};
    alignas(64) std::uint8_t joined[Parts::most_sources][most_bytes];
    alignas(64) std::uint8_t result[most_bytes];
    for (int k = 0; k < parts.source_count; ++k)
        args.sources[k] = walk.lanes_in_place(parts.sources[k], joined[k], walk.taking_part(mask, target));
    args.n = static_cast<std::size_t>(walk.count(target));
    walk.fits(mask, walk.pitch(target));
    const RegisterWalk::Bits bits = walk.bits(mask);
    const bool at_once = walk.all_on(bits, target) && lies_free(walk, parts);
    args.targets[0] = at_once ? walk.window(target).write(0, register_bytes) : result;
    walk.core.level->families[row.family][row.kernel][walk.saturates()](args);
    if (!at_once) walk.put_masked(target, result, mask, bits);
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

void RegisterWalk::join(int operand, void* out) const {
    const auto pairs = size(operand) == 4 ? lanewise::join<std::uint16_t> : lanewise::join<std::uint32_t>;
    pairs(look(operand), static_cast<std::uint8_t*>(out));
}

void RegisterWalk::split(int operand, const void* lanes) const {
    const auto parts = size(operand) == 4 ? lanewise::split<std::uint16_t> : lanewise::split<std::uint32_t>;
    parts(static_cast<const std::uint8_t*>(lanes), window(operand).write(0, 0));
}

namespace {

// A bit for each byte of an element, from one for each element.
std::array<std::uint64_t, 8> bits_of_bytes(const std::uint64_t* words, int n, int width, int pitch) {
    std::array<std::uint64_t, 8> bits{};
    const std::uint64_t element = (1ull << width) - 1;
    if (width == pitch) {  // the lowest bit of each element is at its place
        for (int w = 0; w < 4; ++w) bits[w] = (words[w] & lowest_bits(pitch)) * element;
    } else {
        for (int i = 0; i < n; ++i)
            if (words[i * pitch >> 6] >> (i * pitch & 63) & 1) bits[i * width >> 6] |= element << (i * width & 63);
    }
    return bits;
}

}  // namespace

bool RegisterWalk::all_on(const Bits& bits, int operand) const {
    const std::uint64_t lows = lowest_bits(pitch(operand));
    return (bits[0] & bits[1] & bits[2] & bits[3] & lows) == lows;
}

void RegisterWalk::put_masked(int operand, const void* fresh, int mask, const Bits& bits) const {
    alignas(64) std::uint8_t blended[most_bytes];
    if (all_on(bits, operand)) return put(operand, fresh);
    const int n = count(operand), width = size(operand);
    const auto bytes = static_cast<std::size_t>(n * width);
    const auto taken = bits_of_bytes(bits.data(), n, width, pitch(operand));
    const bool keeps = merges() && !unwritten(operand);
    if (keeps) arrange(operand, blended);
    else std::memset(blended, 0, bytes);
    core.level->loops->choose[0](blended, reinterpret_cast<const std::uint8_t*>(taken.data()), fresh, blended, bytes);
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

void RegisterWalk::outgrows(int operand, std::int64_t first, std::int64_t end) const {
    const Operand& o = record.operands[operand];
    const std::uint64_t tensor = o.address + o.extent;
    if (core.vector_memory().held.by_nobody_else(tensor - 1, std::max(o.address + static_cast<std::uint64_t>(first), tensor), o.address + static_cast<std::uint64_t>(end))) return;
    complain(core, Fault("MEM-002", {{"op", ins.name}, {"operand", ins.operands[operand]}, {"have", o.extent}, {"need", end}}));
}

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

void check_places(const InstructionInfo& ins, const Record& record) {
    for (int i = 0; i < ins.operand_count; ++i)
        if (record.operands[i].space != ins.spaces[i])
            throw Fault("POS-001", {{"op", ins.name}, {"operand", ins.operands[i]}, {"position", space_words[record.operands[i].space]},
                                    {"need", space_words[ins.spaces[i]]}});
}

bool way_between(const Core& core, const InstructionInfo& ins, const RowInfo& row, CallPlan& plan) {
    if (ins.ranged & core.chip_bit || !writes(ins.roles[0])) return false;
    bool masked = false;
    for (int i = 0; i < ins.operand_count; ++i) {
        if (ins.spaces[i] == static_cast<int>(Space::mask)) {
            if (masked) return false;
            masked = true;
            continue;
        }
        const int bits = dtype_bits[row.types[i]];
        if (bits < 8 || plan.count == shape_operands || (i && ins.roles[i] != role_src)) return false;
        plan.widths[plan.count++] = static_cast<std::uint8_t>(bits / 8);
    }
    plan.first = reads(ins.roles[0]) ? 0 : 1;
    plan.alike = std::all_of(plan.widths, plan.widths + plan.count, [&](int width) { return width == plan.widths[0]; });
    plan.lanes = register_bytes / plan.widths[0];
    plan.lows = lowest_bits(plan.widths[0]);
    plan.kernel = core.level->families[row.family][row.kernel][saturates(ins, *core.rules, core.state->ctrl, row.types[0])];
    return masked;
}

void run_registers(Core& core, const InstructionInfo& ins, const RowInfo& row, const Record& record, std::span<const std::int64_t> params) {
    const Parts& parts = parts_of[record.opcode];
    if (!hears && ins.executor == Executor::registers && run_whole(core, ins, row, record, params.data())) return;
    RegisterWalk walk(core, ins, row, record, params);
    for (int k = 0; k < parts.holder_count; ++k)
        if (const int i = parts.holders[k]; walk.unwritten(i)) throw Fault("REG-001", {{"op", ins.name}, {"operand", ins.operands[i]}});
    if (ins.executor == Executor::registers) lane_by_lane(walk);
    else step(walk);
}

}  // namespace LANEWISE_EYE
}  // namespace lanewise
