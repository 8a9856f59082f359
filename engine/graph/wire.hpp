// What ends a field, and a part of one, in the lines between a program of graphs and Python.
#pragma once

namespace lanewise::graph {

constexpr char field_end = '\x1f', part_end = '\x1e';

}  // namespace lanewise::graph
