// What constructors of graphs call: everything is noted, nothing is looked at.
#include "graph/model.hpp"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdlib>

#include "graph/report.hpp"

namespace lanewise::graph {

Model& model() {
    static auto& one = *new Model();
    return one;
}

std::string Model::text(End end) {
    Node& n = node(end.node);
    if (n.kind == lw_graph_plio || n.kind == lw_graph_gmio || n.kind == lw_graph_name) return n.name;
    static constexpr const char* ways[] = {"in", "out", "inout"};
    return n.name + "." + ways[end.direction()] + "[" + std::to_string(end.index()) + "]";
}

namespace {

Node& add(int kind, std::string name) {
    Model& m = model();
    auto made = std::make_unique<Node>();
    made->kind = kind;
    made->id = static_cast<int>(m.nodes.size());
    made->order = m.next_order++;
    made->name = std::move(name);
    m.nodes.push_back(std::move(made));
    return *m.nodes.back();
}

std::string demangled(const std::string& symbol) {
    int problem = 0;
    char* plain = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &problem);
    std::string said = problem == 0 ? plain : symbol;
    std::free(plain);
    return said;
}

// "void ns::fir<16u>(int)" is ns::fir<16u>.
std::string function_name(const std::string& text) {
    std::size_t begin = 0, end = text.size();
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '<') ++depth;
        if (c == '>') --depth;
        if (depth == 0 && c == '(') {
            if (text.compare(i, 21, "(anonymous namespace)") == 0) {
                i += 20;
                continue;
            }
            end = i;
            break;
        }
        if (depth == 0 && c == ' ') begin = i + 1;
    }
    return text.substr(begin, end - begin);
}

// Without namespaces and template arguments: what a user calls it.
std::string short_name(const std::string& full) {
    const std::string head = full.substr(0, full.find('<'));
    const auto colon = head.rfind("::");
    const std::string name = colon == std::string::npos ? head : head.substr(colon + 2), own = "lanewise_own_";  // aie/adf/names.py
    return name.rfind(own, 0) == 0 ? name.substr(own.size()) : name;
}

std::string numbered(const std::string& name) {
    int same = 0;
    for (const auto& n : model().nodes)
        if (n->kind == lw_graph_kernel_node && n->name.substr(0, n->name.find('[')) == name) ++same;
    return same ? name + "[" + std::to_string(same) + "]" : name;
}

void add_ports(Node& node, int direction, int count, const Port& like) {
    for (int i = 0; i < count; ++i) {
        Port& p = node.ports[port_number(direction, i)] = like;
        p.direction = direction;
    }
}

}  // namespace

}  // namespace lanewise::graph

using namespace lanewise::graph;

extern "C" {

int lw_graph_begin(const void* graph) {
    Model& m = model();
    if (m.closed) return 0;
    m.graphs.push_back({graph, m.next_order++});
    return 0;
}
void lw_graph_gone(const void* graph) {
    for (auto& g : model().graphs)
        if (g.address == graph) g.alive = false;
}

int lw_graph_node(int kind, const char* name) {
    if (model().closed) return -1;
    Node& n = add(kind, name);
    if (kind == lw_graph_gmio) {
        if (n.name.empty()) n.name = "gmio" + std::to_string(n.id);
        add_ports(n, lw_graph_in, 1, {});
        add_ports(n, lw_graph_out, 1, {});
    }
    return n.id;
}

int lw_graph_kernel_made(const lw_graph_kernel* k) {
    if (model().closed) return -1;
    std::string symbol, name;
    if (k->function) {
        Dl_info info;
        if (!dladdr(k->function, &info) || !info.dli_sname || info.dli_saddr != k->function)
            fail(lanewise::Fault("AIE-013", {{"what", "kernel::create"}, {"case", "unnamed"}}));
        symbol = function_name(demangled(info.dli_sname));
        name = short_name(symbol);
    } else {
        name = short_name(k->type);
        if (!*k->member)
            fail(lanewise::Fault("AIE-013", {{"what", name}, {"case", "unregistered"}}));
    }
    Node& n = add(lw_graph_kernel_node, numbered(name));
    n.symbol = symbol;
    n.type = k->type;
    n.member = k->member;
    n.signature = k->signature;
    int next[3] = {};
    for (int i = 0; i < k->port_count; ++i) {
        const lw_graph_port& said = k->ports[i];
        if (said.kind == lw_graph_refused)
            fail(lanewise::Fault("AIE-013", {{"what", n.name}, {"case", "no_port_type"}, {"number", i + 1}, {"type", said.type}}));
        Port& p = n.ports[port_number(said.direction, next[said.direction]++)];
        p.kind = said.kind;
        p.direction = said.direction;
        p.type = said.type;
        p.bytes = said.bytes;
        p.extent = said.extent;
        p.margin = said.margin;
        p.async = said.async;
        p.argument = i + 1;
    }
    n.arguments.assign(k->arguments, k->arguments + k->argument_count);
    n.argument_types.assign(k->argument_types, k->argument_types + k->argument_count);
    return n.id;
}

int lw_graph_plio_made(int reads, const char* name, int bits, const char* file, double mhz, int hexadecimal) {
    if (model().closed) return -1;
    Node& n = add(lw_graph_plio, *name ? name : *file ? file : "plio" + std::to_string(model().nodes.size()));
    n.reads = reads;
    n.bits = bits;
    n.mhz = mhz;
    n.file = file;
    n.hexadecimal = hexadecimal;
    add_ports(n, reads ? lw_graph_out : lw_graph_in, 1, {});
    return n.id;
}

int lw_graph_memory_made(int kind, const char* type, std::uint32_t bytes, const std::uint64_t* dimensions, int count, int inputs,
                         int outputs) {
    if (model().closed) return -1;
    static constexpr const char* names[] = {"", "", "", "", "shared_buffer", "external_buffer", "pktsplit", "pktmerge",
                                            "pktorderedmerge", ""};
    Node& n = add(kind, names[kind]);
    int same = 0;
    for (const auto& other : model().nodes) same += other->kind == kind;
    if (same > 1) n.name += "[" + std::to_string(same - 1) + "]";
    n.dimensions.assign(dimensions, dimensions + count);
    Port like;
    like.type = *type ? type : "int32";  // words of packets
    like.bytes = bytes;
    if (kind >= lw_graph_split) like.kind = lw_graph_packets;
    add_ports(n, lw_graph_in, inputs, like);
    add_ports(n, lw_graph_out, outputs, like);
    return n.id;
}

int lw_graph_connect(const lw_graph_connection* c) {
    if (model().closed) return -1;
    if (c->from.node < 0 || c->to.node < 0)
        fail(lanewise::Fault("AIE-013", {{"what", "connect"}, {"case", "not_created"}}));
    model().nets.push_back({end_of(c->from), end_of(c->to), c->from_bytes, c->to_bytes, c->margin_bytes, 0});
    return static_cast<int>(model().nets.size()) - 1;
}

void lw_graph_set(lw_graph_end where, int property, const std::int64_t* values, int count) {
    Model& m = model();
    if (m.closed || where.node < 0) return;
    const End end = end_of(where);
    if (property == lw_graph_fifo_depth) {
        m.nets[static_cast<std::size_t>(end.node)].fifo_words = static_cast<std::uint64_t>(values[0]);
        return;
    }
    Node& n = m.node(end.node);
    if (property == lw_graph_repetitions) n.repetitions = values[0];
    if (property == lw_graph_num_buffers) n.buffers = static_cast<int>(values[0]);
    if (property == lw_graph_tile) n.tile = {values[0], values[1]};
    if (end.port < 0) return;
    if (n.kind != lw_graph_name && !n.ports.count(end.port))
        fail(lanewise::Fault("AIE-013", {{"what", m.text(end)}, {"case", "no_port"}}));
    Port& p = n.ports[end.port];
    switch (property) {
        case lw_graph_dimensions: p.dimensions.assign(values, values + count); break;
        case lw_graph_async: p.async = true, p.sync = false; break;
        case lw_graph_sync: p.sync = true, p.async = false; break;
        case lw_graph_negate: p.negate = true; break;
        case lw_graph_single_buffer: p.single = true; break;
        case lw_graph_access: p.access.push_back(Pattern::read(values)); break;
        default: break;
    }
}

void lw_graph_say(int node, int property, const char* text) {
    if (model().closed || node < 0) return;
    Node& n = model().node(node);
    (property == lw_graph_source ? n.source : n.initialization) = text;
}

void lw_graph_join(int node, int other) {
    if (!model().closed) model().node(node).core = other;
}

void lw_graph_address(int node, void* memory) { model().node(node).address = memory; }
}
