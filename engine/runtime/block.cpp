#include "runtime/block.hpp"

#include <sys/mman.h>

#include "isa.hpp"
#include "check/checker.hpp"
#include "kernels/kernels.hpp"
#include "machine/fault.hpp"
#include "runtime/runtime.hpp"
#include "schedule/schedule.hpp"
#include "tables.hpp"
#include "timing/model.hpp"

bool lw_listened = false;

namespace lanewise::runtime {

constinit thread_local Block* current = nullptr;

namespace {

std::uint8_t* new_ub(std::size_t bytes) {
    if (std::uint8_t* ub = map_ub(bytes)) return ub;
    stop(Fault("KERNEL-002", {{"problem", "there is no room for another Unified Buffer"}}));
}

}  // namespace

Block::Block(const Rules& rules) : ub(new_ub(rules.ub_bytes)), issued(instruction_count + 1) {
    core.rules = &rules;
    core.chip_bit = rules.bit;
    core.ub = ub;
    core.ub_bytes = static_cast<std::uint32_t>(rules.ub_bytes);
    core.state = &state;
    core.issued = issued.data();
    core.gm = &device_memory();
    try {
        core.level = &chosen_level();
    } catch (const Fault& fault) {
        stop(fault);
    }
    core.recent.resize(instruction_count + 1, nullptr);
    core.ways.resize((instruction_count + 1) * ways_of_opcode);
    face.ub = ub;
    face.ub_bytes = core.ub_bytes;
    face.events = static_cast<std::uint32_t>(rules.event_ids);
    face.live_limit = static_cast<std::uint32_t>(rules.live_tensors);
    face.buffer_limit = static_cast<std::uint32_t>(rules.buffers);
    face.queue_limit = static_cast<std::uint32_t>(rules.queue_buffers);
    face.state = &state;
}

Block::~Block() { munmap(ub, core.ub_bytes); }

std::string& block_text() { return running()->text; }
std::uint32_t block_index() { return running()->face.index; }
std::uint32_t block_count() { return running()->face.count; }

}  // namespace lanewise::runtime
