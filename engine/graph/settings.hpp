// How the driver wants a graph to be run, from the environment.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace lanewise::graph {

inline std::string setting(const char* name, const char* otherwise = "") {
    const char* said = std::getenv(name);
    return said ? said : otherwise;
}
inline std::uint64_t number_setting(const char* name, std::uint64_t otherwise) {
    const std::string said = setting(name);
    return said.empty() ? otherwise : std::strtoull(said.c_str(), nullptr, 10);
}

}  // namespace lanewise::graph
