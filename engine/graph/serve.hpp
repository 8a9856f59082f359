// A program whose graph Python controls, with arrays in the place of files: commands come through a pipe.
#pragma once

#include <functional>

namespace lanewise::graph {

bool serves();
int serve(const std::function<int()>& main);

}  // namespace lanewise::graph
