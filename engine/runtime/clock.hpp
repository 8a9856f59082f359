// GetSystemCycle: the timing model's time. The model is a process of its own, started by the first question.
#pragma once

namespace lanewise::runtime {

struct Block;

bool reads_cycles();          // whether the program has a GetSystemCycle
void tell_clock(Block& block);  // the records of a block that the model does not know yet

}  // namespace lanewise::runtime
