// Which cores a block of a launch is made of: one vector core, or a group of cube and vector cores that share a kernel.
#pragma once

#include <cstdint>
#include <string>

namespace lanewise::runtime {

struct CoreGroup {
    std::uint32_t cubes = 0, vectors = 1;
    bool apart = true;  // cube and vector are cores of their own; else one core is both

    std::uint32_t cores() const { return apart ? cubes + vectors : 1; }
    bool mixed() const { return apart && cubes && vectors; }
};

// One core of a launch.
struct Seat {
    std::uint8_t kind;    // of core_kinds
    std::uint32_t group;  // that it belongs to
    std::uint32_t index;  // as the kernel knows it: of all cores of its kind
    std::uint32_t subs;   // cores of its kind in the group
};
Seat seat_of(const CoreGroup& group, std::uint32_t member);

using LaunchBody = void (*)(void*);
// The group of cores that a kernel's source asks for, by the name in its launch and the library that launches it; the default is one vector core.
CoreGroup group_of(const std::string& kernel, bool apart, LaunchBody body);

// A launch's function as it was compiled for cube cores; `side` is its name there: see cpp/second_side.py. Null: there is none.
LaunchBody cube_side(LaunchBody body, const char* side);

}  // namespace lanewise::runtime
