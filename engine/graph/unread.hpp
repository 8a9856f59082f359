// What is left in a stream or cascade between two kernels when both have done all their calls: a line of JSON each.
#pragma once

#include <ostream>

namespace lanewise::graph {

void write_unread(std::ostream& out);

}  // namespace lanewise::graph
