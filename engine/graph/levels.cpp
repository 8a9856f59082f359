#include "graph/levels.hpp"

#include <fstream>

#include "graph/control.hpp"
#include "graph/settings.hpp"

namespace lanewise::graph {

namespace {

const char* kind_text(int kind) {
    switch (kind) {
        case lw_graph_kernel_node: return "kernel";
        case lw_graph_plio: return "PLIO";
        case lw_graph_gmio: return "GMIO";
        case lw_graph_shared: return "shared buffer";
        case lw_graph_external: return "external buffer";
        case lw_graph_split: return "packet split";
        case lw_graph_merge: return "packet merge";
        case lw_graph_ordered_merge: return "ordered packet merge";
        default: return "table";
    }
}

// What a port moves at a time; 0: any amount.
std::uint64_t at_a_time(const Port& p) { return p.is_block() ? p.extent : 0; }

}  // namespace

std::string quoted(const std::string& text) {
    std::string all = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') all += '\\';
        all += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return all + "\"";
}

void write_levels() {
    const std::string path = setting("LANEWISE_GRAPH_LEVELS");
    if (path.empty()) return;
    std::ofstream out(path, std::ios::trunc);
    out << "{\"nodes\": [";
    const char* before = "\n";
    for (const auto& g : graphs())
        for (const Node* n : g->nodes) {
            out << before << "{\"id\": " << n->id << ", \"kind\": " << quoted(kind_text(n->kind)) << ", \"name\": " << quoted(n->name)
                << ", \"file\": " << quoted(n->kind == lw_graph_kernel_node ? n->source : n->file) << ", \"bits\": " << n->bits
                << ", \"mhz\": " << n->mhz << ", \"reads\": " << (n->reads ? "true" : "false");
            for (const auto& k : g->kernels)
                if (&k->node == n)
                    out << ", \"core\": " << core_of(*n) << ", \"calls\": " << k->calls << ", \"repetitions\": " << k->repetitions;
            out << "}";
            before = ",\n";
        }
    out << "],\n\"links\": [";
    before = "\n";
    for (const auto& l : wires().links()) {
        const Port &from = model().port(l->from), &to = model().port(l->to);
        out << before << "{\"source\": " << l->from.node << ", \"sink\": " << l->to.node << ", \"name\": " << quoted(l->name)
            << ", \"kind\": " << quoted(l->kind) << ", \"type\": " << quoted(from.type.empty() ? to.type : from.type)
            << ", \"gives\": " << at_a_time(from) << ", \"takes\": " << at_a_time(to) << ", \"margin\": " << to.margin
            << ", \"capacity\": " << (l->capacity >= unbounded ? 0 : l->capacity) << ", \"most\": " << l->most
            << ", \"full\": " << l->full() << ", \"bytes\": " << l->written() << ", \"waits_for_data\": " << l->waits_for_data
            << ", \"waits_for_room\": " << l->waits_for_room << "}";
        before = ",\n";
    }
    out << "]}\n";
}

}  // namespace lanewise::graph
