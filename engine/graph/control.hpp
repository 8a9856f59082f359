// Graphs as main() controls them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/kernel.hpp"
#include "graph/wiring.hpp"

namespace lanewise::graph {

struct Running {
    const void* address;
    std::vector<Node*> nodes;
    std::vector<std::unique_ptr<Kernel>> kernels;
    std::int64_t last = -1;  // iterations that run() was told
    bool ended = false, waited = false;

    bool done() const {
        for (const auto& k : kernels)
            if (k->left != 0) return false;
        return true;
    }
    bool endless() const {
        for (const auto& k : kernels)
            if (k->left < 0) return true;
        return false;
    }
};
std::vector<std::unique_ptr<Running>>& graphs();
Running& running_graph(const void* address, const char* call);

// Until everybody has done what it was told; a standstill before that is told, and ends the program.
void finish(Running& g, const char* call);
// Until `done` holds; a standstill before that is told.
void run_until(const std::function<bool()>& done, const std::string& waits);
// Until nobody can go on.
void run_still(std::uint64_t milliseconds = 0);

// The parameters of kernels behind a port of a graph.
std::vector<Parameter*> parameters_of(End end);
Parameter& read_parameter(End end);

}  // namespace lanewise::graph
