// When effects happen, within what synchronisation allows: in program order, as late as possible, or as a seed says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lanewise::schedule {

struct Plan {
    enum class Kind { early, late, random } kind = Kind::early;
    std::uint64_t seed = 0;

    bool in_program_order() const { return kind == Kind::early; }
};

// "early" or nothing, "late", "random:SEED"; none: it is no schedule.
std::optional<Plan> plan_of(const std::string& text);

}  // namespace lanewise::schedule
