// What a program leaves behind, as hashes: the same on every host, whoever compiled it. LANEWISE_SIGNATURE names the file, to
// which lines are added:
//   ub LAUNCH BLOCK HASH         all bytes of the Unified Buffer when the block has ended
//   registers LAUNCH BLOCK HASH  everything that instructions wrote to vector and mask registers, in order, and the special ones
//   gm LAUNCH BUFFER HASH        a device buffer with its guard bytes, when a launch has ended that changed it: what the host puts
//                                there may depend on the host
#pragma once

#include <cstdint>
#include <map>

#include "machine/core.hpp"

namespace lanewise::runtime {

struct Block;
struct Launch;

// Whether somebody asked for hashes. Blocks keep records then, so a program that nobody asks about pays nothing.
bool signing();

void sign_registers(Block& block, const Record& record);  // after every instruction
void sign_block(const Block& block);

// Device buffers by number, as hashes; nothing unless somebody asked.
using Hashes = std::map<std::uint32_t, std::uint64_t>;
Hashes hash_buffers();
void sign_buffers(const Launch& launch, const Hashes& before);

}  // namespace lanewise::runtime
