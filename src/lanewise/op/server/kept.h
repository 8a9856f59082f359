// What an operator's sources registered, and what its functions logged.
#pragma once

#include <memory>

#include "lanewise/operator/registry.h"

namespace lanewise::op {

struct Definition {
    std::string type;
    ops::OpDef* (*make)(const char* type);  // late: it may use static objects of other sources
};
struct Configuration {
    std::string type, soc;
    ops::OpAICoreConfig (*make)();
};

struct Registry {
    std::map<std::string, Functions> functions;
    std::vector<Definition> definitions;
    std::vector<Configuration> configurations;

    static Registry& get();
};

std::vector<std::string>& errors();

// Everything that was registered, as JSON.
std::string description();

}  // namespace lanewise::op
