// PLIO: text files that feed a graph, and those that it writes.
#pragma once

#include <string>
#include <vector>

#include "graph/schedule.hpp"
#include "graph/wiring.hpp"

namespace lanewise::graph {

// The files of ports that were wired and are not open yet.
void open_files();
void write_outputs();

// In the place of files: arrays of whoever serves the program, by the names of ports.
void feed(const std::string& name, std::vector<std::byte> data);
std::vector<std::byte> drain(const std::string& name);
std::string element_type(const Node& node);  // of a PLIO: that of the port at its other end; empty: it is not connected

}  // namespace lanewise::graph
