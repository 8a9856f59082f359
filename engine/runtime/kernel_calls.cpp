// What the code of a kernel calls: for each instruction, for each step that is told, and for its arrays in UB.
#include <algorithm>
#include <span>

#include "forms/ways.hpp"
#include "lanes/saturation.hpp"
#include "lanewise/kind.h"
#include "machine/fault.hpp"
#include "machine/lanes.hpp"
#include "runtime/block.hpp"
#include "runtime/recorder.hpp"
#include "runtime/runtime.hpp"
#include "tables.hpp"

namespace {

constexpr std::int64_t veccalc = 11;  // TPosition: where arrays in UB are

}  // namespace

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

void issue_from(Block& block, Record& record, const std::int64_t* payload, const void* from) {
    or_stop([&] {
        if (block.core.listener) [[unlikely]] issue_recorded(block, record, payload, from);
        else issue(block.core, record, payload);
    });
}

// What a shape leaves open `fill` writes into the record.
template <class Fill>
[[gnu::noinline]] void the_long_way(Block& block, Shape shape, std::uint64_t scalar, const void* from, const Fill& fill,
                                    std::span<const std::int64_t> payload = {}) {
    Record record{};
    record.opcode = opcode_of(shape);
    record.overload = static_cast<std::uint8_t>(overload_in(shape));
    record.flags = flags_in(shape);
    record.repeat = 1;
    record.scalars[0] = scalar;
    record.payload_count = static_cast<std::uint32_t>(payload.size());
    fill(instructions[record.opcode], record);
    issue_from(block, record, payload.data(), from);
    remember(block.core, shape);
}

std::uint64_t address_of(const void* place) { return reinterpret_cast<std::uint64_t>(place); }

void describe(Operand& o, std::uint64_t address, std::uint32_t extent, unsigned type, Space space) {
    o = {address, extent, 1, 0};
    set_kind(o, kind(type, static_cast<unsigned>(space)));
}
void describe_register(Operand& o, const void* place, unsigned type) { describe(o, address_of(place), register_bytes, type, Space::reg); }
void describe_mask(Operand& o, const void* place) { describe(o, address_of(place), mask_bytes, 0, Space::mask); }

}  // namespace

extern "C" bool lw_in_kernel() { return running() != nullptr; }

extern "C" lw_block* lw_current() {
    Block* block = running();
    if (!block) [[unlikely]] stop(Fault("KERNEL-002", {{"problem", "this call works inside a kernel only; launch one with <<<>>>"}}));
    return &block->face;
}

extern "C" void lw_issue(Record* record, const std::int64_t* payload) {
    Block* block = running();
    if (!block) [[unlikely]] lw_current();
    ++block->ticks;
    const void* from = __builtin_return_address(0);
    issue_from(*block, *record, payload, from);
}

extern "C" void lw_lanes(Shape shape, std::uint64_t scalar, const void* mask, const void* to, const void* a, const void* b, const void* c) {
    Block* block = running();
    if (!block) [[unlikely]] lw_current();
    ++block->ticks;
    const std::uint64_t at[] = {address_of(to), address_of(a), address_of(b), address_of(c)};
    if (goes_between(block->core, shape, scalar, at, static_cast<const std::uint8_t*>(mask))) [[likely]] return;
    the_long_way(*block, shape, scalar, __builtin_return_address(0), [&](const InstructionInfo& ins, Record& record) {
        for (int i = 0, next = 0; i < ins.operand_count; ++i) {
            if (ins.spaces[i] == static_cast<int>(Space::mask)) {
                describe_mask(record.operands[i], mask);
            } else {
                describe(record.operands[i], at[next], register_bytes, type_in(shape, next), static_cast<Space>(ins.spaces[i]));
                ++next;
            }
        }
    });
}

extern "C" void lw_load(Shape shape, const void* to, std::uint32_t address, std::int64_t dist) {
    Block* block = running();
    if (!block) [[unlikely]] lw_current();
    ++block->ticks;
    if (goes_in(block->core, shape, const_cast<void*>(to), address, dist)) [[likely]] return;
    const std::int64_t payload[] = {dist};
    the_long_way(*block, shape, 0, __builtin_return_address(0), [&](const InstructionInfo&, Record& record) {
        describe_register(record.operands[0], to, type_in(shape, 0));
        describe(record.operands[1], address, UINT32_MAX, type_in(shape, 0), Space::ub);
    }, payload);
}

extern "C" void lw_store(Shape shape, std::uint32_t address, const void* from, const void* mask, std::int64_t dist, std::int64_t second) {
    Block* block = running();
    if (!block) [[unlikely]] lw_current();
    ++block->ticks;
    if (goes_out(block->core, shape, address, from, static_cast<const std::uint8_t*>(mask), dist)) [[likely]] return;
    const std::int64_t payload[] = {dist, second};
    the_long_way(*block, shape, 0, __builtin_return_address(0), [&](const InstructionInfo&, Record& record) {
        describe(record.operands[0], address, UINT32_MAX, type_in(shape, 0), Space::ub);
        describe_register(record.operands[1], from, type_in(shape, 0));
        describe_mask(record.operands[2], mask);
    }, payload);
}

extern "C" void lw_lowest(Shape shape, const void* mask, std::int64_t count, std::int64_t pitch) {
    Block* block = running();
    if (!block) [[unlikely]] lw_current();
    ++block->ticks;
    auto* const bytes = const_cast<std::uint8_t*>(static_cast<const std::uint8_t*>(mask));
    if (goes_lowest(block->core, shape, bytes, count, pitch)) [[likely]] return;
    const std::int64_t payload[] = {count, pitch};
    the_long_way(*block, shape, 0, __builtin_return_address(0), [&](const InstructionInfo&, Record& record) { describe_mask(record.operands[0], mask); },
                 payload);
}

extern "C" void lw_counted(Shape shape, std::uint64_t scalar, std::int64_t count, std::uint64_t to, std::uint64_t a, std::uint64_t b,
                           std::uint64_t c) {
    Block* block = running();
    if (!block) [[unlikely]] lw_current();
    ++block->ticks;
    const std::uint64_t at[] = {to, a, b, c};
    if (goes_straight(block->core, shape, scalar, count, at)) [[likely]] return;
    the_long_way(*block, shape, scalar, __builtin_return_address(0), [&](const InstructionInfo& ins, Record& record) {
        record.mask[0] = static_cast<std::uint64_t>(count);
        for (int i = 0; i < ins.operand_count; ++i) {
            record.operands[i] = {static_cast<std::uint32_t>(at[i]), static_cast<std::uint32_t>(at[i] >> 32), 1, 0};
            set_kind(record.operands[i], kind(type_in(shape, i), static_cast<unsigned>(Space::ub)));
        }
    });
}

extern "C" void lw_masked(Shape shape, Record* record) {
    Block* block = running();
    if (!block) [[unlikely]] lw_current();
    ++block->ticks;
    if (goes_straight(block->core, shape, *record)) [[likely]] return;
    issue_from(*block, *record, nullptr, __builtin_return_address(0));
    remember(block->core, shape);
}

extern "C" void lw_tell(Opcode op, const std::int64_t* params, std::uint32_t count) {
    if (Block* block = running(); block && block->core.listener) record_step(*block, op, params, count, __builtin_return_address(0));
}

// What InitSocState and a new TPipe do; CTRL[48] survives.
extern "C" void lw_reset_state() {
    Block* block = running();
    State& state = block->state;
    const Rules& rules = *block->core.rules;
    constexpr std::uint64_t float_saturation = 1ull << float_saturation_bit;
    std::uint64_t kept = state.ctrl & float_saturation;
    if (!state.sequence) kept = rules.float_saturation == float_saturation_saturate ? 0 : float_saturation;
    state.sequence = 1;
    for (auto& word : state.mask) word = ~0ull;
    state.ctrl = rules.ctrl_reset | kept;
    state.deqscale = 0x3C00;
    state.atomic = 0;
    for (auto* loop : {state.loop_in, state.loop_out}) {
        std::fill(loop, loop + 6, 0);
        loop[0] = loop[1] = 1;
    }
}

extern "C" void* lw_ub_array(const void* place, std::size_t bytes, std::size_t align) {
    Block* block = running();
    if (!block) lw_current();
    for (const auto& [known, address] : block->arrays)
        if (known == place) return block->ub + address;
    const std::uint64_t start = (block->face.ub_static + align - 1) / align * align;
    if (start + bytes > block->core.ub_bytes)
        stop(Fault("MEM-003", {{"what", "a __ubuf__ array"}, {"need", bytes}, {"free", block->core.ub_bytes - block->face.ub_static},
                               {"size", block->core.ub_bytes}, {"table", ""}}));
    if (block->core.listener) {
        const std::int64_t life[] = {0, static_cast<std::int64_t>(block->arrays.size()), static_cast<std::int64_t>(start),
                                     static_cast<std::int64_t>(bytes), veccalc};
        record_step(*block, Opcode::ub_array_, life, std::size(life), __builtin_return_address(0));
    }
    block->arrays.emplace_back(place, static_cast<std::uint32_t>(start));
    block->face.ub_static = static_cast<std::uint32_t>((start + bytes + 31) / 32 * 32);
    return block->ub + start;
}
