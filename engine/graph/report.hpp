// How a graph program ends before its time: one line, with the outputs that there are.
#pragma once

#include <string>

#include "lanewise/shared/aie/guard.h"
#include "machine/fault.hpp"

namespace lanewise::graph {

// At the line of the program that called us, or where a stack says.
[[noreturn]] void fail(const Fault& fault);
[[noreturn]] void fail(const Fault& fault, const aie::call_stack& stack);
struct Told {
    Fault fault;
    aie::call_stack stack;
};
// Once for each text.
void warn(const Fault& fault, const aie::call_stack& stack);
std::string place_text(const aie::call_stack& stack);  // " (fir.cc:12)"
[[noreturn]] void leave(int status);

// Called with a problem, where the caller does not want the process to end.
extern void (*problem_handler)(const Fault& fault, const std::string& file, int line);

}  // namespace lanewise::graph
