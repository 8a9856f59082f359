// The timing model inside the program, as a listener: GetSystemCycle reads it, and what it has found is written to the file that
// LANEWISE_TIME names.
#pragma once

namespace lanewise::runtime {

class Entries;
struct Block;
struct Launch;

// Where times go; null: nobody wants them.
Entries* times_file();

// A launch and a block of it begin: where somebody wants times, they have a model.
void begin_time(Launch& launch);
void begin_time(Block& block);
// What the model says of a block, which it does not hear any more, and of all that were saved: where they lose time at banks.
void save_time(Block& block);
void end_time(Launch& launch);

}  // namespace lanewise::runtime
