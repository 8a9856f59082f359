// Arrays of the host as device memory, without a second copy of them: a piece is copied when a kernel first reaches it, and
// dropped when others have come since, unless it was written. The array itself stays as it is until what was written is taken.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::runtime {

// `total` bytes that hold what the `size` bytes at `source` hold, then `value`; null: too few to be worth it, or no room.
// Only guarded code may reach them.
std::uint8_t* map_lent(const void* source, std::size_t size, std::size_t total, std::uint8_t value);

// False, of this and the next: what is there is not lent.
bool unmap_lent(void* address);
bool take_written(void* to, void* address);

// For handlers of signals: whether that was an access to a piece that is there now.
bool fetch_lent(const void* address);

}  // namespace lanewise::runtime
