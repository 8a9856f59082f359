// What an exception of the engine says. Only the engine can tell: where the C++ library is a part of every file, as in wheels, each
// has types of its own, and a handler takes those of another file for strangers. So no file but this library throws or catches
// a Fault either.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "machine/fault.hpp"

namespace lanewise {

struct Thrown {
    enum class Kind : std::uint8_t { stranger, broken_rule, no_memory, wrong_value, failure };
    Kind kind = Kind::stranger;
    std::optional<Fault> fault;  // the broken rule
    std::string text;
};

Thrown said_by(const std::exception_ptr& exception);

}  // namespace lanewise
