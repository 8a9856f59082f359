// Which variable of the program an address lies in: graphs that are variables of their own are no parts of each other.
#pragma once

#include <string>

namespace lanewise::graph {

struct Variable {
    const void* start = nullptr;  // null: memory that no variable names
    std::string name;             // as the linker has it
};
Variable variable_at(const void* address);

}  // namespace lanewise::graph
