// Memory of the host that aclrtMallocHost gave. Asynchronous copies use it while the host goes on: what lies in such a copy is reported.
#pragma once

#include <cstddef>

namespace lanewise::runtime {

void add_pinned(void* place, std::size_t size);
// 0: there is none at this address.
std::size_t pinned_size(void* place);
void remove_pinned(void* place);

// A copy of a stream uses it.
void goes_in_stream(const void* address);
// Whether the address lies in memory of which copies of streams use something.
bool is_in_streams(const void* address);

}  // namespace lanewise::runtime
