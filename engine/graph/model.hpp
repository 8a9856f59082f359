// What a program has said about its graphs, until they are wired.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/tiling.hpp"
#include "lanewise/shared/aie/graph.h"

namespace lanewise::graph {

struct End {
    int node = -1, port = -1;
    auto operator<=>(const End&) const = default;
    int direction() const { return port >> 16; }
    int index() const { return port & 0xFFFF; }
};
inline End end_of(lw_graph_end e) { return {e.node, e.port}; }
inline int port_number(int direction, int index) { return direction << 16 | index; }

struct Port {
    int kind = lw_graph_stream, direction = lw_graph_in;
    std::string type;  // of its elements; empty: whatever the other end has
    std::uint64_t bytes = 4, extent = 0, margin = 0;
    bool async = false, sync = false, negate = false, single = false;
    int argument = 0;  // of the kernel, counted from 1
    std::vector<std::int64_t> dimensions;
    std::vector<Pattern> access;

    bool is_block() const { return kind == lw_graph_buffer || kind == lw_graph_window; }
    std::uint64_t block_bytes() const { return extent * bytes; }
};

struct Net {
    End from, to;
    std::uint64_t from_bytes = 0, to_bytes = 0, margin_bytes = 0, fifo_words = 0;
};

struct Node {
    int kind = lw_graph_name, id = -1;
    int order = 0;  // among graphs and nodes, as they were made
    std::string name;
    std::map<int, Port> ports;
    std::optional<std::int64_t> repetitions;
    int buffers = 1;  // of a memory
    // of a kernel
    std::string symbol, type, member, signature, source, initialization;
    std::vector<const void*> arguments;
    std::vector<std::string> argument_types;
    int core = -1;  // another kernel that it shares a core with
    std::optional<std::pair<std::int64_t, std::int64_t>> tile;
    // of a file
    bool reads = false, hexadecimal = false;
    int bits = 32;
    double mhz = 0;  // 0: the program names none
    std::string file;
    // of a memory
    std::vector<std::uint64_t> dimensions;
    void* address = nullptr;

    bool is_object() const { return !type.empty() && kind == lw_graph_kernel_node; }
};

struct Graph {
    const void* address;
    int order;
    bool alive = true;
};

struct Model {
    std::vector<Graph> graphs;
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<Net> nets;
    int next_order = 0;
    bool closed = false;  // a kernel's file is being loaded: graphs in it are not meant

    Node& node(int id) { return *nodes[static_cast<std::size_t>(id)]; }
    Port& port(End end) { return node(end.node).ports.at(end.port); }
    std::string text(End end);  // "fir.in[0]"
};
Model& model();

}  // namespace lanewise::graph
