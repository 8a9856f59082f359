// Memory that was freed while there is a listener stays nobody's for a while: whoever still uses it finds no other buffer there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::runtime {

// `give_back` takes it in the end.
void set_aside(void* address, std::size_t total, void (*give_back)(void*, std::size_t));
// Whether the address lies in such memory. What was given back to the system is no longer known: anybody may have it by now.
bool is_aside(std::uint64_t address);

}  // namespace lanewise::runtime
