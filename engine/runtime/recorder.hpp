// What the blocks of compiled programs issue, written to the file that LANEWISE_RECORDS names.
#pragma once

#include <cstdint>

#include "isa.hpp"
#include "lanewise/generated/opcodes.hpp"
#include "stream/listener.hpp"

namespace lanewise::runtime {

struct Block;
struct Launch;

// Whether blocks keep records: somebody asked for them.
bool recording();
bool recording_accesses();

// One instruction of a block that somebody listens to; `from` is the place of the call in the program.
void issue_recorded(Block& block, Record& record, const std::int64_t* payload, const void* from);

// Of a thread of a function that many run at once; and what threads have done alike.
void tell_access(Block& block, const Access& access);
void tell_lanes(Block& block);

// An event, a barrier or a step of a queue: it moves no data, its record tells what is ordered.
void record_step(Block& block, Opcode op, const std::int64_t* params, std::uint32_t count, const void* from);

// What scalar code of a block has read and written of UB and GM since the last record.
void tell_scalars(Block& block);

// The file: a launch that begins, the records of a block so far, and a launch that has ended.
void note_launch(Launch& launch);
void save_records(Block& block);
void note_end(Launch& launch);
// All blocks that still run: the program is about to end early.
void save_all_records();

}  // namespace lanewise::runtime
