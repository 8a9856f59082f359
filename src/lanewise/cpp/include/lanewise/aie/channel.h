// What lies behind streams and cascades: a row of equal items with a place to read or write next.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>

#include "lanewise/aie/core.h"

namespace lanewise::aie {

struct channel {
    std::byte* data = nullptr;
    std::size_t items = 0, at = 0;
    int argument = 0;  // of the call, counted from 1

    void take(void* to, std::size_t size, std::size_t count) {
        if (count > items - at)
            throw fault("argument " + std::to_string(argument) + " holds " + std::to_string(items) + " values and the kernel reads more: on hardware it would wait forever");
        std::memcpy(to, data + at * size, count * size);
        at += count;
    }
    void put(const void* from, std::size_t size, std::size_t count) {
        if (count > items - at)
            throw fault("argument " + std::to_string(argument) + " has room for " + std::to_string(items) + " values and the kernel writes more");
        std::memcpy(data + at * size, from, count * size);
        at += count;
    }
};

}  // namespace lanewise::aie
