#include "runtime/block.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "isa.hpp"
#include "check/checker.hpp"
#include "kernels/kernels.hpp"
#include "machine/fault.hpp"
#include "runtime/launch.hpp"
#include "runtime/checking.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"
#include "runtime/timer.hpp"
#include "tables.hpp"
#include "timing/model.hpp"

namespace lanewise::runtime {

namespace {

thread_local Block* current = nullptr;

constexpr std::uint8_t poison = 0xFF;
constexpr std::int64_t veccalc = 11;  // TPosition: where arrays in UB are

// Memory whose address ends in 32 zero bits.
std::uint8_t* map_ub(std::size_t bytes) {
    static std::mutex lock;
    static std::uint64_t next = 16;
    constexpr std::uint64_t last = 0x7000;  // below the end of every 64-bit address space
    std::lock_guard guard(lock);
    for (; next < last; ++next) {
        void* wanted = reinterpret_cast<void*>(next << 32);
        void* got = mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (got == wanted) {
            ++next;
            return static_cast<std::uint8_t*>(got);
        }
        if (got != MAP_FAILED) munmap(got, bytes);
    }
    stop(Fault("KERNEL-002", {{"problem", "there is no room for another Unified Buffer"}}));
}

}  // namespace

Block* running() { return current; }
void set_running(Block* block) { current = block; }

Block::Block(const Rules& rules) : ub(map_ub(rules.ub_bytes)), issued(instruction_count + 1) {
    core.rules = &rules;
    core.chip_bit = bit_of(rules);
    core.ub = ub;
    core.ub_bytes = static_cast<std::uint32_t>(rules.ub_bytes);
    core.state = &state;
    core.issued = issued.data();
    core.gm = &device_memory();
    core.strict = strict();
    core.tolerate = core.strict ? nullptr : warn;
    core.level = &chosen_level();
    core.recent.resize(instruction_count + 1, nullptr);
    face.ub = ub;
    face.ub_bytes = core.ub_bytes;
    face.arch = rules.arch;
    face.events = static_cast<std::uint32_t>(rules.event_ids);
    face.live_limit = static_cast<std::uint32_t>(rules.live_tensors);
    face.buffer_limit = static_cast<std::uint32_t>(rules.buffers);
    face.queue_limit = static_cast<std::uint32_t>(rules.queue_buffers);
    face.state = &state;
}

Block::~Block() { munmap(ub, core.ub_bytes); }

void Block::begin(Launch& started, std::uint32_t index) {
    launch = &started;
    core.block = static_cast<std::uint16_t>(index);
    core.number = face.core = index % std::max(1u, lw_cores(face.arch, false));
    face.index = index;
    face.count = started.blocks;
    face.ub_static = 0;
    face.ub_dynamic = static_cast<std::uint32_t>(started.dynamic_ub);
    face.pipe = face.spare_pipe = nullptr;
    face.mutex_taken = 0;
    std::memset(face.event_taken, 0, sizeof face.event_taken);
    std::memset(face.tensors_taken, 0, sizeof face.tensors_taken);
    std::memset(flags, 0, sizeof flags);
    std::memset(cross_waited, 0, sizeof cross_waited);
    std::memset(cross_one, 0, sizeof cross_one);
    std::memset(cross_one_waited, 0, sizeof cross_one_waited);
    std::memset(ub, poison, core.ub_bytes);
    arrays.clear();
    text.clear();
    recorder.begin();
    core.sequence = 0;
    begin_time(*this);
    begin_check(*this);
    listeners = {};
    if (recording()) listeners.add(&recorder.trace);
    if (recording_accesses()) listeners.add(&recorder.accesses);
    if (time) listeners.add(time.get());
    if (check) listeners.add(check.get());
    listen(core, listeners.empty() ? nullptr : &listeners);
    face.recording = core.listener != nullptr;
    face.owners = face.functions = 0;
    ticks = 0;
    signature = 0;
    turn = 1;
    state = {};
    lw_reset_state();
}

std::string& block_text() { return running()->text; }
std::uint32_t block_index() { return running()->face.index; }
std::uint32_t block_count() { return running()->face.count; }

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

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
    try {
        if (block->core.listener) [[unlikely]] issue_recorded(*block, *record, payload, __builtin_return_address(0));
        else issue(block->core, *record, payload);
    } catch (const Fault& fault) {
        stop(fault);
    }
}

extern "C" void lw_tell(Opcode op, const std::int64_t* params, std::uint32_t count) {
    if (Block* block = running(); block && block->core.listener) record_step(*block, op, params, count, __builtin_return_address(0));
}

// What InitSocState and a new TPipe do; CTRL[48] survives.
extern "C" void lw_reset_state() {
    Block* block = running();
    State& state = block->state;
    const Rules& rules = *block->core.rules;
    constexpr std::uint64_t float_saturation = 1ull << 48;
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
