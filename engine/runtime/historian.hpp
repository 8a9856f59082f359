// What everything held in a compiled program (trace/history.hpp), written to the file that LANEWISE_HISTORY names.
#pragma once

namespace lanewise::runtime {

class Entries;
struct Block;
struct Launch;

// Where it goes; null: nobody wants it.
Entries* history_file();
// A launch begins: what its arguments are, and what device memory holds where that has changed. And a block of it.
void begin_history(Launch& launch);
void begin_history(Block& block);
// What the launch has written is known: only what the host changes behind it is looked for.
void end_history();
// What it has of a block goes to the file, all of it or where it is much.
void save_history(Block& block);
void save_long_history(Block& block);

}  // namespace lanewise::runtime
