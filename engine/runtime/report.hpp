// What the user reads when something goes wrong: one line with the place in their source.
#pragma once

#include <cstdint>
#include <string>

#include "machine/fault.hpp"

namespace lanewise::runtime {

// On stderr, once per place; a fault in strict mode.
void warn(const Fault& fault);
// The same about an earlier place of the program.
void warn_at(void* place, const Fault& fault);
// A call of the host that failed: told each time, whatever is asked for; its code is the program's to look at.
void tell_host_error(const Fault& fault);
// The same where no exception may pass: in a loaded kernel it stays a warning.
void warn_in_place(const Fault& fault);

// Changes when what was told may be told again.
std::uint32_t warning_round();

// What a program says that has no blocks, when the driver asks where it is; null: it has none.
extern std::string (*still_running)();

// Crashes and the driver's question "where are you?" are answered from here on.
void watch_signals();

// Whether a host wants faults as data: then nothing of a launch may end the process.
bool inside_another_program();
struct Crash;
struct Block;
void keep_crash(const Block& block, const Crash& crash);  // for that host

const char* event_name(int event);
// A flag that is set twice, or never waited for.
Fault unpaired(const char* id, int event, int number);

}  // namespace lanewise::runtime
