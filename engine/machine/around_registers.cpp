// An instruction between registers has nothing to tell a listener who only hears of memory: its silent form runs, and its record is told.
#include "isa.hpp"
#include "machine/core.hpp"
#include "tables.hpp"

namespace lanewise {

namespace {

bool reaches_memory(const InstructionInfo& ins) {
    if (ins.executor != Executor::registers && ins.executor != Executor::register_walk) return true;
    for (int i = 0; i < ins.operand_count; ++i)
        if (in_memory(static_cast<Space>(ins.spaces[i]))) return true;
    return false;
}

}  // namespace

void issue_around_registers(Core& core, Record& record, const std::int64_t* payload) {
    (reaches_memory(instructions[record.opcode]) ? issue_as<true> : issue_as<false>)(core, record, payload);
}

}  // namespace lanewise
