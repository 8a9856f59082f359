// Device memory is address space: it costs nothing until it is touched.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::runtime {

// Memory at a multiple of 512 that holds `value` in every byte; null: there is no room.
std::uint8_t* map_memory(std::size_t bytes, std::uint8_t value);
void unmap_memory(void* address, std::size_t bytes);

}  // namespace lanewise::runtime
