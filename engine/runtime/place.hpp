// From addresses in a program to lines of its source.
#pragma once

#include <string>

namespace lanewise::runtime {

struct Place {
    std::string file;
    int line = 0;

    std::string text() const { return file.empty() ? "" : file + ":" + std::to_string(line) + ": "; }
};

// The nearest line of the user's own code on a stack of return addresses.
Place user_place(void* const* stack, int depth);

// A module was loaded from a copy that is gone since.
void note_copy(const std::string& copy, const std::string& original);

// The file of a module that is loaded under this name.
std::string module_file(const std::string& name);

}  // namespace lanewise::runtime
