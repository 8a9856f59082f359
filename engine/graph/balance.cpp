// Repetition counts.
#include <algorithm>
#include <numeric>

#include "graph/report.hpp"
#include "graph/wiring.hpp"

namespace lanewise::graph {

namespace {

struct Fraction {
    std::int64_t top = 1, bottom = 1;
    Fraction(std::int64_t a, std::int64_t b) {
        const auto common = std::gcd(a, b);
        top = a / common;
        bottom = b / common;
    }
};

// What moves through a port each time its node runs; 0: no fixed amount.
std::int64_t amount(const Node& node, const Port& port) {
    if (node.kind == lw_graph_kernel_node) return port.is_block() && !port.async ? static_cast<std::int64_t>(port.block_bytes()) : 0;
    if (node.kind != lw_graph_shared && node.kind != lw_graph_external) return 0;
    std::int64_t bytes = 0;
    for (const auto& pattern : port.access) bytes += pattern.bytes(port.bytes) * pattern.repetition;
    if (port.access.empty()) {
        bytes = static_cast<std::int64_t>(port.bytes);
        for (const auto n : node.dimensions) bytes *= static_cast<std::int64_t>(n);
    }
    return bytes;
}

}  // namespace

void balance(const std::vector<Node*>& nodes, std::map<int, std::int64_t>& counts) {
    Model& m = model();
    std::map<int, Fraction> known;
    for (Node* start : nodes) {
        if (known.count(start->id)) continue;
        std::vector<int> group{start->id};
        known.emplace(start->id, Fraction(1, 1));
        for (std::size_t i = 0; i < group.size(); ++i) {  // grows while it is read
            for (const auto& link : wires().links()) {
                const bool from_here = link->from.node == group[i];
                if (!from_here && link->to.node != group[i]) continue;
                const End here = from_here ? link->from : link->to, there = from_here ? link->to : link->from;
                const auto mine = amount(m.node(here.node), m.port(here)), other = amount(m.node(there.node), m.port(there));
                if (!mine || !other) continue;
                const Fraction& r = known.at(group[i]);
                const Fraction wanted(r.top * mine, r.bottom * other);
                const auto [found, fresh] = known.try_emplace(there.node, wanted);
                if (fresh) group.push_back(there.node);
                const auto told = m.node(there.node).repetitions || m.node(here.node).repetitions;
                if (!told && (found->second.top != wanted.top || found->second.bottom != wanted.bottom))
                    fail(Fault("AIE-013", {{"what", "buffer " + link->name},
                                           {"case", "balance"}, {"bytes", mine}, {"other_bytes", other}}));
            }
        }
        std::int64_t common = 1, divisor = 0;
        for (const int id : group) common = std::lcm(common, known.at(id).bottom);
        for (const int id : group) divisor = std::gcd(divisor, known.at(id).top * (common / known.at(id).bottom));
        for (const int id : group) counts[id] = known.at(id).top * (common / known.at(id).bottom) / divisor;
        for (const int told : group) {  // what the program says of one, it says of all that are balanced with it
            if (!m.node(told).repetitions) continue;
            const std::int64_t own = counts[told];
            for (const int id : group) counts[id] = std::max<std::int64_t>(1, counts[id] * *m.node(told).repetitions / own);
            break;
        }
    }
    for (Node* n : nodes)
        if (n->repetitions) counts[n->id] = *n->repetitions;
}

}  // namespace lanewise::graph
