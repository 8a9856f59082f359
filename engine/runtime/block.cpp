#include "runtime/block.hpp"

#include <sys/mman.h>

#include <cstring>

#include "isa.hpp"
#include "check/checker.hpp"
#include "kernels/kernels.hpp"
#include "machine/fault.hpp"
#include "runtime/runtime.hpp"
#include "schedule/schedule.hpp"
#include "tables.hpp"
#include "timing/model.hpp"
#include "trace/history.hpp"

bool lw_listened = false;

namespace lanewise::runtime {

constinit thread_local Block* current = nullptr;

constinit ScalarLoopAhead nothing_ahead;

namespace {

constexpr std::uint8_t unwritten_byte = 0xFF;

std::uint8_t* new_memory(const MemoryInfo& info, std::size_t bytes) {
    if (std::uint8_t* memory = map_memory(bytes)) return memory;
    stop(Fault("KERNEL-002", {{"case", "no_room"}, {"memory", info.title}}));
}

}  // namespace

constinit thread_local ScalarLoopAhead* scalars_ahead = &nothing_ahead;

std::atomic<void (*)(void*)> tell_ahead = nullptr;

void set_ahead(ScalarLoopAhead* ahead) {
    scalars_ahead = ahead;
    if (const auto tell = tell_ahead.load(std::memory_order_acquire)) tell(ahead);
}

void set_running(Block* block) {
    current = block;
    set_ahead(block ? &block->scalars : &nothing_ahead);
}

Block::Block(const Rules& rules, std::uint8_t kind) : issued(instruction_count + 1) {
    core.rules = &rules;
    core.chip_bit = rules.bit;
    become(core, kind);
    for (int m = 0; m < memory_count; ++m) {
        if (!core_kinds[kind].has(static_cast<Space>(m)) || !rules.sizes[m]) continue;
        core.memories[m].bytes = memories[m] = new_memory(memory_infos[m], rules.sizes[m]);
        core.memories[m].size = static_cast<std::uint32_t>(rules.sizes[m]);
    }
    core.state = &state;
    core.issued = issued.data();
    core.gm = &device_memory();
    try {
        core.level = &chosen_level();
    } catch (const Fault& fault) {
        stop(fault);
    }
    core.recent.resize(instruction_count + 1, nullptr);
    core.plans.resize((instruction_count + 1) * plans_of_opcode);
    face.ub = vector_memory();
    face.ub_bytes = core.vector_memory().size;
    face.events = static_cast<std::uint32_t>(rules.event_ids);
    face.live_limit = static_cast<std::uint32_t>(rules.live_tensors);
    face.buffer_limit = static_cast<std::uint32_t>(rules.buffers);
    face.queue_limit = static_cast<std::uint32_t>(rules.queue_buffers);
    face.state = &state;
}

Block::~Block() {
    for (int m = 0; m < memory_count; ++m)
        if (memories[m]) munmap(memories[m], core.memories[m].size);
}

void Block::lend_to(Block& other, Space space, Block* second) {
    const int m = static_cast<int>(space);
    lend(other.core, space, core.memories[m].size, memories[m], second ? second->memories[m] : nullptr, second != nullptr);
}

void Block::keep_to_itself() {
    for (int m = 0; m < memory_count; ++m) {
        core.memories[m].link = 0;
        if (core.lent >> m & 1) core.memories[m] = {};
    }
    core.lent = 0;
    cube = nullptr;
}

std::uint8_t* Block::mailbox() {
    constexpr std::size_t documented = 3 * 1024;
    if (cube) return cube->mailbox();
    if (std::uint8_t* own = memories[static_cast<int>(Space::mailbox)]) return own;
    words.resize(documented, unwritten_byte);
    return words.data();
}

void Block::poison() {
    words.clear();
    for (int m = 0; m < memory_count; ++m) {
        // A kernel of threads reaches no more of a core than the arrays that it has asked for.
        const std::size_t used = reached_to && m == static_cast<int>(Space::vector) ? *reached_to : core.memories[m].size;
        if (memories[m]) std::memset(memories[m], unwritten_byte, used);
    }
    reached_to = std::nullopt;
}

std::string& block_text() { return running()->text; }
std::uint32_t block_index() { return running()->face.index; }
std::uint32_t block_count() { return running()->face.count; }

}  // namespace lanewise::runtime

extern "C" std::uint8_t* lw_mailbox() { return lanewise::runtime::running()->mailbox(); }
