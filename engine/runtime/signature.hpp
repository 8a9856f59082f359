// What a program leaves behind, as hashes: the same on every host, whoever compiled it. LANEWISE_SIGNATURE names the file, to
// which lines are added:
//   ub LAUNCH BLOCK HASH         all bytes of the Unified Buffer when the block has ended
//   registers LAUNCH BLOCK HASH  everything that instructions wrote to vector and mask registers, in order, and the special ones
//   gm BUFFER BYTES HASH         a device buffer with its guard bytes, when it is freed or the program ends
#pragma once

#include "machine/core.hpp"

namespace lanewise::runtime {

struct Block;

// Whether somebody asked for hashes. Blocks keep records then, so a program that nobody asks about pays nothing.
bool signing();

void sign_registers(Block& block, const Record& record);  // after every instruction
void sign_block(const Block& block);
void sign_buffer(const Buffer& buffer);

}  // namespace lanewise::runtime
