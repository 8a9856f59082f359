// A kernel's own file, compiled by the driver when a graph is initialised, and loaded once for each core.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/model.hpp"
#include "lanewise/shared/aie/guard.h"

namespace lanewise::graph {

// As in lanewise/aie/{channel,entry}.h, which are compiled into kernels and not here.
using LinkFunction = int (*)(int argument, void* data, std::uint64_t size, std::uint64_t count);
struct Slot {
    void* data = nullptr;
    std::uint64_t count = 0, bytes = 0, used = 0;
    LinkFunction link = nullptr;
    int number = 0, lane_bytes = 8;
};
// Ports that code uses without having them as parameters, behind the result.
enum { result_slot, cascade_in_slot, cascade_out_slot, stream_in_slot, stream_out_slot, second_in_slot, second_out_slot, extra_slots };

using Entry = const char* (*)(Slot* slots, Slot* extra);
struct Loaded {
    void* library = nullptr;
    Entry call = nullptr, make = nullptr, begin = nullptr;  // the kernel; its object; its initialization function
    std::string path;
    bool talks = false;  // it prints, or uses what all kernels share: then they take turns
};
// The first kernel on the same core.
int core_of(const Node& kernel);
// In the order of the kernels.
std::vector<Loaded> load(const std::vector<Node*>& kernels);

// Where the file's last call went wrong.
aie::call_stack broken_at(const Loaded& loaded);

}  // namespace lanewise::graph
