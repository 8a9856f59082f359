// The turns that kernels of a program of graphs take: one schedule for all its graphs.
#pragma once

#include "threads/schedule.hpp"

namespace lanewise::graph {

using threads::Mover;
using threads::wait_until;

threads::Schedule& schedule();

}  // namespace lanewise::graph
