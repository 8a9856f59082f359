#include "kept.h"

namespace lanewise::op {

Registry& Registry::get() {
    static Registry registry;
    return registry;
}

Functions& functions_of(const char* type) { return Registry::get().functions[type]; }

bool define(const char* type, ops::OpDef* (*make)(const char*)) {
    Registry::get().definitions.push_back({type, make});
    return true;
}

bool configure(const char* type, const char* soc, ops::OpAICoreConfig (*make)()) {
    Registry::get().configurations.push_back({type, soc, make});
    return true;
}

void read_values(Functions& functions, const std::int32_t* inputs, std::size_t count, bool also_shapes) {
    functions.readable_in_tiling.insert(functions.readable_in_tiling.end(), inputs, inputs + count);
    if (also_shapes) functions.readable.insert(functions.readable.end(), inputs, inputs + count);
}

ops::OpAttrDef& private_attr(Functions& functions, const char* name) { return functions.private_attrs.emplace_back(name); }

}  // namespace lanewise::op
