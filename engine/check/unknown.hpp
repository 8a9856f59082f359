// What is known of the bytes of one memory of a core that hold garbage or filler.
#pragma once

#include <cstdint>

#include "check/filler.hpp"
#include "check/inputs.hpp"
#include "check/unwritten.hpp"

namespace lanewise::check {

struct Unknown {
    Unknown(const std::uint8_t* at, std::uint64_t bytes) : start(at), size(bytes), garbage(bytes, true), computed(bytes, false), filler(bytes), inputs(bytes) {}

    void known(std::uint64_t first, std::uint64_t bytes) {
        garbage.put(first, bytes, false);
        computed.put(first, bytes, false);
        filler.drop(first, bytes);
    }

    const std::uint8_t* start;
    std::uint64_t size;
    Bits garbage, computed;  // what holds garbage, and the part of it that was computed with
    Filler filler;           // what holds filler, which is garbage, too
    Inputs inputs;           // where in GM garbage comes from
};

}  // namespace lanewise::check
