#include "graph/unread.hpp"

#include <set>

#include "graph/control.hpp"
#include "graph/kernel.hpp"
#include "graph/levels.hpp"
#include "runtime/place.hpp"

namespace lanewise::graph {

namespace {

const Kernel* kernel_of(int node) {
    for (const auto& graph : graphs())
        for (const auto& kernel : graph->kernels)
            if (kernel->node.id == node) return kernel.get();
    return nullptr;
}

bool has_ended(const Kernel& kernel) { return kernel.calls && !kernel.left && kernel.failure.empty(); }

// Whether data come back to where they left: what is in such a circle at the end was there at the beginning, or nothing would have moved.
bool in_circle(const Link& link) {
    std::set<int> reached{link.to.node};
    for (bool more = true; more;) {
        more = false;
        for (const auto& one : wires().links())
            if (reached.count(one->from.node)) more |= reached.insert(one->to.node).second;
    }
    return reached.count(link.from.node);
}

}  // namespace

void write_unread(std::ostream& out) {
    for (const auto& graph : graphs())
        for (const auto& kernel : graph->kernels)
            kernel->each_stream_out([&](const Link& link, const aie::call_stack& put) {
                const Kernel* reader = kernel_of(link.to.node);
                if (!link.full() || !reader || !has_ended(*kernel) || !has_ended(*reader) || in_circle(link)) return;
                const auto place = runtime::user_place(put.at, put.depth);
                out << "{\"kernel\": " << quoted(kernel->node.name) << ", \"what\": \"unread\", \"count\": 1, \"file\": " << quoted(place.file)
                    << ", \"line\": " << place.line << ", \"link\": " << quoted(link.kind + " " + link.name) << ", \"bytes\": " << link.full() << "}\n";
            });
}

}  // namespace lanewise::graph
