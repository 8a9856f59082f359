// What the user reads when something goes wrong: one line with the place in their source.
#pragma once

#include <string>

#include "machine/fault.hpp"

namespace lanewise::runtime {

// On stderr, once per place; a fault in strict mode.
void warn(const Fault& fault);
// The same where no exception may pass: in a loaded kernel it stays a warning.
void warn_in_place(const Fault& fault);

// Crashes and the driver's question "where are you?" are answered from here on.
void watch_signals();

const char* event_name(int event);

}  // namespace lanewise::runtime
