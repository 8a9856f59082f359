// The device that the program was built for.
#pragma once

#include <cstdint>

namespace lanewise::runtime {

struct Device {
    const char* chip;
    const char* soc;
    std::uint64_t memory, cache;  // bytes
};

const Device& device();

}  // namespace lanewise::runtime
