// What kernels did that is seldom meant, for --check: accesses behind the end of a block, accumulators that nobody wrote,
// locks that are taken twice. Each place is told once, with how often.
#pragma once

#include <string>

#include "graph/library.hpp"

namespace lanewise::graph {

bool notes_happenings();
void note_happenings(const Node& kernel, const Loaded& loaded);       // of the call that has ended
void note_lock(const Node& kernel, const char* what);                 // at the line that is running
void keep_happenings();                                               // all that was noted is in its file

}  // namespace lanewise::graph
