// What the code of a kernel calls: for each instruction, for each step that is reported, and for its arrays in UB.
#include <algorithm>
#include <span>

#include "check/checker.hpp"
#include "lanes/saturation.hpp"
#include "lanewise/shared/kind.h"
#include "machine/fault.hpp"
#include "machine/lanes.hpp"
#include "runtime/block.hpp"
#include "runtime/launch.hpp"
#include "runtime/long_calls.hpp"
#include "runtime/recorder.hpp"
#include "runtime/runtime.hpp"
#include "schedule/schedule.hpp"
#include "tables.hpp"

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

// Bytes of a copy that is one piece of whole blocks in UB and the same piece in GM, without padding; 0: it is something else.
std::uint64_t bytes_of_one_piece(const Record& record, const std::int64_t* p) {
    const bool out = static_cast<Space>(record.operands[0].space) == Space::gm;
    std::int64_t bytes = 0;
    switch (static_cast<Opcode>(record.opcode)) {
        case Opcode::data_copy_:
            if (static_cast<Overload>(record.overload) == Overload::COUNT) bytes = p[0] * (dtype_bits[record.operands[0].dtype] / 8);
            else bytes = p[0] == 1 || (p[0] > 1 && !p[2] && !p[3]) ? p[0] * p[1] * block_bytes : 0;
            break;
        case Opcode::data_copy_pad_: bytes = !record.flags && p[0] == 1 && !(p[4] | p[5]) ? p[1] : 0; break;
        default: return 0;
    }
    const bool blocks = bytes % block_bytes == 0 || (out && static_cast<Opcode>(record.opcode) == Opcode::data_copy_pad_);
    return bytes > 0 && bytes < INT32_MAX && blocks ? static_cast<std::uint64_t>(bytes) : 0;
}

std::uint64_t address_of(const void* place) { return reinterpret_cast<std::uint64_t>(place); }

// That of this thread, which runs a kernel: a fault otherwise.
Block& the_block() {
    Block* block = running();
    if (!block) [[unlikely]] lw_current();
    return *block;
}

bool is_copy(const Record& record) {
    const auto opcode = static_cast<Opcode>(record.opcode);
    return opcode == Opcode::data_copy_ || opcode == Opcode::data_copy_pad_;
}

// Where nobody listens, or the listener may be told of copies in brief: one that is as usual in everything has happened then.
bool copied_briefly(Block& block, const Record& record, const std::int64_t* payload, const void* from) {
    const Core& core = block.core;
    if (!is_copy(record) || !(core.copies_briefly || (!core.listener && !core.schedule)) || !block.lanes.empty()) return false;
    if (!block.scalars.empty()) tell_scalars(block);
    block.core.place = address_of(block.site ? block.site : from);
    const std::uint64_t bytes = bytes_of_one_piece(record, payload);
    return bytes && copy_briefly(block.core, record, bytes);
}

void issue_from(Block& block, Record& record, const std::int64_t* payload, const void* from) {
    if (copied_briefly(block, record, payload, from)) return;
    or_stop([&] {
        if (block.core.listener) [[unlikely]] issue_recorded(block, record, payload, from);
        else issue(block.core, record, payload);
    });
}

// What a shape leaves open `fill` writes into the record.
template <class Fill>
void the_long_way(Shape shape, std::uint64_t scalar, const void* from, const Fill& fill, std::span<const std::int64_t> payload = {}) {
    Block& block = the_block();
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

// Where the listener may be told in brief: a call that is as usual in everything has happened then.
template <class Call>
bool went_briefly(const void* from, const Call& call) {
    Block* const block = running();
    if (!block || !block->core.briefly) return false;
    if (!block->scalars.empty()) tell_scalars(*block);
    block->core.place = reinterpret_cast<std::uint64_t>(from);
    return call(block->core);
}

// Where a vector function happens later: a call of it that is as usual in everything is kept for then.
template <class Keep>
bool kept_for_later(const Keep& keep) {
    Block* const block = running();
    return block && block->schedule && keep(*block->schedule);
}

void describe(Operand& o, std::uint64_t address, std::uint32_t extent, unsigned type, Space space) {
    o.address = address;
    o.extent = extent;
    o.block_stride = 1;
    o.repeat_stride = 0;
    set_kind(o, kind(type, space));
}
void describe_placed(Operand& o, std::uint64_t at, unsigned type) {
    const auto place = static_cast<std::uint32_t>(at), extent = static_cast<std::uint32_t>(at >> 32), space = place >> place_space_at;
    if (space < memory_count) describe(o, place & ((1u << place_space_at) - 1), extent, type, static_cast<Space>(space));
    else describe(o, place, extent, type, Space::vector);
}
void describe_register(Operand& o, const void* place, unsigned type) { describe(o, address_of(place), register_bytes, type, Space::reg); }
void describe_mask(Operand& o, const void* place) { describe(o, address_of(place), mask_bytes, 0, Space::mask); }

}  // namespace

extern "C" bool lw_in_kernel() { return running() != nullptr; }

extern "C" bool lw_hears() { return the_block().face.recording; }

extern "C" lw_block* lw_current() {
    Block* block = running();
    if (!block) [[unlikely]] stop(Fault("KERNEL-002", {{"case", "outside"}}));
    return &block->face;
}

extern "C" void lw_issue(Record* record, const std::int64_t* payload) {
    Block& block = the_block();
    ++block.ticks;
    issue_from(block, *record, payload, __builtin_return_address(0));
}

namespace lanewise::runtime {

void long_lanes(Shape shape, std::uint64_t scalar, const void* mask, const void* to, const void* a, const void* b, const void* c, const void* from) {
    if (kept_for_later([&](schedule::Schedule& later) { return later.lanes(shape, scalar, mask, to, a, b, c); })) return;
    const void* const at[] = {to, a, b, c};
    the_long_way(shape, scalar, from, [&](const InstructionInfo& ins, Record& record) {
        for (int i = 0, next = 0; i < ins.operand_count; ++i) {
            if (ins.spaces[i] == static_cast<int>(Space::mask)) {
                describe_mask(record.operands[i], mask);
            } else {
                describe(record.operands[i], address_of(at[next]), register_bytes, type_in(shape, next), static_cast<Space>(ins.spaces[i]));
                ++next;
            }
        }
    });
}

void long_load(Shape shape, const void* to, std::uint32_t address, std::uint32_t left, std::int64_t dist, const void* from) {
    if (left && went_briefly(from, [&](Core& core) { return load_briefly(core, shape, to, address, dist); })) return;
    if (left && kept_for_later([&](schedule::Schedule& later) { return later.load(shape, to, address, dist); })) return;
    const std::int64_t payload[] = {dist};
    the_long_way(shape, 0, from, [&](const InstructionInfo&, Record& record) {
        describe_register(record.operands[0], to, type_in(shape, 0));
        describe(record.operands[1], address, left, type_in(shape, 0), Space::vector);
    }, payload);
}

void long_store(Shape shape, std::uint32_t address, std::uint32_t left, const void* source, const void* mask, std::int64_t dist, std::int64_t second, const void* from) {
    if (left >= register_bytes && went_briefly(from, [&](Core& core) { return store_briefly(core, shape, address, source, mask, dist); })) return;
    if (left >= register_bytes && kept_for_later([&](schedule::Schedule& later) { return later.store(shape, address, source, mask, dist); })) return;
    const std::int64_t payload[] = {dist, second};
    the_long_way(shape, 0, from, [&](const InstructionInfo&, Record& record) {
        describe(record.operands[0], address, left, type_in(shape, 0), Space::vector);
        describe_register(record.operands[1], source, type_in(shape, 0));
        describe_mask(record.operands[2], mask);
    }, payload);
}

void long_lowest(Shape shape, const void* mask, std::int64_t count, std::int64_t pitch, const void* from) {
    if (kept_for_later([&](schedule::Schedule& later) { return later.lowest(shape, mask, count, pitch); })) return;
    const std::int64_t payload[] = {count, pitch};
    the_long_way(shape, 0, from, [&](const InstructionInfo&, Record& record) { describe_mask(record.operands[0], mask); }, payload);
}

namespace {

void long_by_count(Shape shape, std::uint64_t scalar, std::int64_t count, std::initializer_list<std::uint64_t> at, const void* from,
                   std::span<const std::int64_t> payload = {}) {
    const std::uint64_t decides = payload.empty() ? scalar : static_cast<std::uint64_t>(payload[0]);
    if (went_briefly(from, [&](Core& core) { return issue_briefly(core, shape, decides, count, at.begin()); })) return;
    the_long_way(shape, scalar, from, [&](const InstructionInfo& ins, Record& record) {
        record.mask[0] = static_cast<std::uint64_t>(count);
        for (int i = 0; i < ins.operand_count; ++i) describe_placed(record.operands[i], at.begin()[i], type_in(shape, i));
    }, payload);
}

}  // namespace

void long_counted(Shape shape, std::uint64_t scalar, std::int64_t count, std::uint64_t to, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                  const void* from) {
    long_by_count(shape, scalar, count, {to, a, b, c}, from);
}

void long_rounded(Shape shape, std::int64_t mode, std::int64_t count, std::uint64_t to, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                  const void* from) {
    const std::int64_t payload[] = {mode};
    long_by_count(shape, 0, count, {to, a, b, c}, from, payload);
}

namespace {

// `fill` writes the operands.
template <class Fill>
void long_under(Shape shape, std::uint64_t scalar, std::uint64_t mask, Repeats repeats, const void* from, const Fill& fill) {
    const auto parameter = static_cast<std::int64_t>(scalar);
    const std::size_t parameters = has_parameter(repeats);
    the_long_way(shape, parameters ? 0 : scalar, from, [&](const InstructionInfo& ins, Record& record) {
        record.repeat = times_of(repeats);
        if (overload_in(shape) != Overload::BITWISE) record.mask[0] = mask;
        else std::copy_n(reinterpret_cast<const std::uint64_t*>(mask), has_four_words(repeats) ? 4 : 2, record.mask);
        for (int i = 0; i < ins.operand_count; ++i) fill(i, record.operands[i]);
    }, {&parameter, parameters});
}

}  // namespace

void long_repeated(Shape shape, const Whole& call, const void* from) {
    const int operands = instructions[opcode_of(shape)].operand_count;
    long_under(shape, call.scalar, call.mask, call.repeats, from, [&](int i, Operand& o) {
        describe_placed(o, call.at[i], type_in(shape, i));
        o.repeat_stride = whole_repeat(shape, i, operands);
    });
}

void long_masked(Shape shape, const Repeated& call, const void* from) {
    long_under(shape, call.scalar, call.mask, call.repeats, from, [&](int i, Operand& o) {
        describe_placed(o, call.at[i], type_in(shape, i));
        o.block_stride = call.strides[i].block;
        o.repeat_stride = call.strides[i].repeat;
    });
}

}  // namespace lanewise::runtime

extern "C" void lw_hold(Opcode op, std::uint64_t place, std::uint64_t bytes) {
    if (Block* block = running()) block->core.memory(static_cast<Space>(place >> 32)).held.step(op, static_cast<std::uint32_t>(place), bytes);
}

extern "C" void lw_place(std::uint64_t place, std::uint64_t bytes) {
    if (Block* block = running()) block->core.memory(static_cast<Space>(place >> 32)).held.place(static_cast<std::uint32_t>(place), bytes);
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
    for (auto& word : state.load_repeat) word = 0;
    state.load_repeat[1] = 1;
    for (auto& word : state.nz2nd) word = 0;
    state.nz2nd[0] = 1;
}

extern "C" std::uint64_t lw_pointer(std::uint32_t address, std::uint32_t bytes) {
    Block& block = the_block();
    const std::uint64_t end = std::uint64_t{address} + bytes;
    const bool is_tensor = block.check && bytes && end <= block.core.vector_memory().size;
    return address_of(is_tensor ? block.views.of(block.vector_memory(), block.core.vector_memory().size, static_cast<std::uint32_t>(end)) : block.vector_memory()) + address;
}

extern "C" void* lw_element(const std::uint32_t* tensor, std::uint64_t offset, std::uint32_t bytes) {
    const Block* block = running();
    const std::uint64_t place = tensor[0] + offset, end = place + bytes;
    return block && end <= std::uint64_t{tensor[0]} + tensor[1] && end <= block->face.ub_bytes ? block->face.ub + place : nullptr;
}

extern "C" void lw_gm_pointer(const void* first, const void* end) {
    if (Block* block = running(); block && block->check) block->check->gives_pointer(address_of(first), address_of(end));
}

extern "C" std::uint32_t lw_left_behind(const void* pointer) {
    const Block* block = running();
    const std::uint32_t end = block ? end_behind(block->vector_memory(), address_of(pointer)) : 0;
    const auto address = static_cast<std::uint32_t>(address_of(pointer));
    return !end ? UINT32_MAX : address < end ? end - address : 0;
}

extern "C" void* lw_ub_array(const void* place, std::size_t bytes, std::size_t align) {
    Block* block = running();
    if (!block) lw_current();
    for (const auto& [known, address] : block->arrays)
        if (known == place) return reinterpret_cast<void*>(lw_pointer(address, static_cast<std::uint32_t>(bytes)));
    Memory& memory = block->core.vector_memory();
    // Hardware knows all arrays when the kernel starts. One that is met inside a function of threads comes when allocators have begun behind those
    // that were known, so it goes to the other end.
    const bool late = block->threads->active() && !block->launch->threads;
    const std::uint64_t lowest = (block->face.ub_static + align - 1) / align * align, above = block->ub_taken_above + (bytes + align - 1) / align * align;
    const std::uint64_t limit = block->threads->active() ? std::min<std::uint64_t>(user_bytes, memory.size) : memory.size;
    const std::uint64_t start = late && above <= limit ? limit - above : lowest;
    if (start + bytes > limit || (late && above > limit))
        stop(Fault("MEM-003", {{"what", "a __ubuf__ array"}, {"need", bytes}, {"memory", name_of(Space::vector)},
                               {"free", memory.size - block->face.ub_static}, {"size", memory.size}, {"table", ""}}));
    memory.held.step(Opcode::ub_array_, start, bytes);
    if (block->core.listener) {
        const std::int64_t life[] = {0, static_cast<std::int64_t>(block->arrays.size()), static_cast<std::int64_t>(start),
                                     static_cast<std::int64_t>(bytes), plain_position};
        record_step(*block, Opcode::ub_array_, life, std::size(life), __builtin_return_address(0));
    }
    block->arrays.emplace_back(place, static_cast<std::uint32_t>(start));
    if (late) block->ub_taken_above = static_cast<std::uint32_t>(above);
    else block->face.ub_static = static_cast<std::uint32_t>((start + bytes + 31) / 32 * 32);
    block->threads->goes_on(__builtin_return_address(0));
    return reinterpret_cast<void*>(lw_pointer(static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(bytes)));
}

extern "C" void* lw_ub_dynamic() {
    Block& block = the_block();
    const std::uint32_t bytes = block.face.ub_dynamic;
    if (!block.launch->threads) return reinterpret_cast<void*>(lw_pointer(block.face.ub_static, bytes));  // where allocators start, too
    if (block.ub_dynamic_at < 0) {
        constexpr std::uint32_t align = 128;
        const std::uint32_t start = (block.face.ub_static + align - 1) / align * align;
        if (!bytes) stop(Fault("KERNEL-002", {{"case", "no_dynamic_memory"}, {"memory", name_of(Space::vector)}}));
        if (std::uint64_t{start} + bytes > user_bytes)
            stop(Fault("MEM-003", {{"what", "the dynamic part"}, {"need", bytes}, {"memory", name_of(Space::vector)}, {"free", user_bytes - start}, {"size", user_bytes}, {"table", ""}}));
        block.core.vector_memory().held.step(Opcode::ub_array_, start, bytes);
        if (block.core.listener) {
            const std::int64_t life[] = {0, UINT32_MAX, start, bytes, plain_position};
            record_step(block, Opcode::ub_array_, life, std::size(life), __builtin_return_address(0));
            block.threads->goes_on(__builtin_return_address(0));
        }
        block.ub_dynamic_at = start;
        block.face.ub_static = (start + bytes + 31) / 32 * 32;
    }
    return reinterpret_cast<void*>(lw_pointer(static_cast<std::uint32_t>(block.ub_dynamic_at), bytes));
}
