// From what a program has connected to links between ports: names of graphs are followed until real ends meet.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "graph/link.hpp"
#include "graph/model.hpp"

namespace lanewise::graph {

class Wires {
  public:
    // Everything that was connected since the last time.
    void wire();
    Link* into(End sink) const;
    Outlet& out_of(End source) { return outlets_[source]; }
    // The real ends behind a name, in either direction.
    std::vector<End> sinks_of(End end) const;
    End source_of(End end) const;
    const std::vector<std::unique_ptr<Link>>& links() const { return links_; }
    const std::vector<std::pair<End, End>>& parameters() const { return parameters_; }

  private:
    struct Route {
        End source;
        std::uint64_t fifo_words = 0, from_bytes = 0, to_bytes = 0, margin_bytes = 0;
    };
    Route route_to(End sink) const;
    void join(End sink, const Route& route);

    std::map<End, std::size_t> incoming_;
    std::multimap<End, std::size_t> outgoing_;
    std::size_t known_ = 0;
    std::vector<std::unique_ptr<Link>> links_;
    std::map<End, Link*> into_;
    std::map<End, Outlet> outlets_;
    std::vector<std::pair<End, End>> parameters_;  // from kernel to kernel
};
Wires& wires();

// How often each kernel and memory runs in one iteration of the graph: the smallest numbers that balance every block.
void balance(const std::vector<Node*>& nodes, std::map<int, std::int64_t>& counts);

}  // namespace lanewise::graph
