// The kernels of a program or library that can be called by their names.
#pragma once

#include <cstdint>
#include <vector>

namespace lanewise::entry {

struct Entry {
    const char* kernel;
    const char* (*types)();  // of the parameters, parted by semicolons
    void (*call)(const char* kernel, std::uint64_t blocks, std::uint64_t dynamic_ub, void* stream, void** arguments);
};

// Hidden, because the next library that is loaded has its own.
__attribute__((visibility("hidden"))) inline std::vector<Entry>& entries() {
    static std::vector<Entry> made;
    return made;
}

}  // namespace lanewise::entry

extern "C" __attribute__((used, visibility("default"))) inline const ::lanewise::entry::Entry* lanewise_entries(
    std::uint64_t* count) {
    *count = ::lanewise::entry::entries().size();
    return ::lanewise::entry::entries().data();
}
