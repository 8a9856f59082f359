#include "graph/wiring.hpp"

#include "graph/report.hpp"
#include "graph/schedule.hpp"
#include "graph/settings.hpp"

namespace lanewise::graph {

namespace {

constexpr std::uint64_t word = 4, cascade_word = 64;  // bytes; lanes of a cascade's word as they lie in memory
constexpr std::uint64_t file_room = 1 << 16;          // what comes from outside is always there

std::uint64_t stream_bytes() {
    static const std::uint64_t words = number_setting("LANEWISE_GRAPH_STREAM_WORDS", 16);
    return words ? words * word : unbounded / 8;
}
std::uint64_t cascade_bytes() {
    static const std::uint64_t words = number_setting("LANEWISE_GRAPH_CASCADE_WORDS", 4);
    return words * cascade_word;
}

void refuse_connection(const std::string& what, const char* how) {
    fail(Fault("AIE-013", {{"what", what}, {"case", how}}));
}

bool is_outside(const Node& n) { return n.kind == lw_graph_plio || n.kind == lw_graph_gmio; }

// A block's size, where its kernel, its dimensions or an old window say it.
void size_up(Port& p, std::uint64_t window_bytes, std::uint64_t margin_bytes) {
    if (!p.is_block()) return;
    if (!p.extent && !p.dimensions.empty()) {
        p.extent = 1;
        for (const auto n : p.dimensions) p.extent *= static_cast<std::uint64_t>(n);
    }
    if (!p.extent) p.extent = window_bytes / p.bytes;
    if (!p.margin) p.margin = margin_bytes / p.bytes;
}

}  // namespace

Wires& wires() {
    static auto& one = *new Wires();
    return one;
}

Link* Wires::into(End sink) const {
    const auto found = into_.find(sink);
    return found == into_.end() ? nullptr : found->second;
}

Wires::Route Wires::route_to(End sink) const {
    Route r{sink};
    bool first = true;
    for (std::size_t steps = 0; steps <= incoming_.size(); ++steps) {
        const auto found = incoming_.find(r.source);
        if (found == incoming_.end()) break;
        const Net& net = model().nets[found->second];
        r.source = net.from;
        r.fifo_words += net.fifo_words;
        if (net.from_bytes) r.from_bytes = net.from_bytes;
        if (net.to_bytes && (first || !r.to_bytes)) r.to_bytes = net.to_bytes, r.margin_bytes = net.margin_bytes;
        first = false;
        if (model().node(net.from.node).kind != lw_graph_name) break;
    }
    return r;
}

End Wires::source_of(End end) const { return model().node(end.node).kind == lw_graph_name ? route_to(end).source : end; }

std::vector<End> Wires::sinks_of(End end) const {
    if (model().node(end.node).kind != lw_graph_name && !outgoing_.count(end)) return {end};
    std::vector<End> found;
    const auto [first, last] = outgoing_.equal_range(end);
    for (auto i = first; i != last; ++i) {
        const End to = model().nets[i->second].to;
        if (model().node(to.node).kind != lw_graph_name) found.push_back(to);
        else
            for (const End& e : sinks_of(to)) found.push_back(e);
    }
    return found;
}

void Wires::wire() {
    Model& m = model();
    const std::size_t first = known_;
    for (; known_ < m.nets.size(); ++known_) {
        const Net& net = m.nets[known_];
        if (m.node(net.from.node).kind == lw_graph_table) continue;
        const auto [before, fresh] = incoming_.try_emplace(net.to, known_);
        if (!fresh && m.nets[before->second].from != net.from)
            fail(Fault("AIE-013", {{"what", m.text(net.to)}, {"case", "two_sources"}, {"first", m.text(m.nets[before->second].from)},
                                   {"second", m.text(net.from)}}));
        if (fresh) outgoing_.emplace(net.from, known_);
        for (const End end : {net.from, net.to})
            if (m.node(end.node).kind != lw_graph_name && end.port >= 0 && !m.node(end.node).ports.count(end.port))
                refuse_connection(m.text(end), "no_port");
    }
    std::vector<std::pair<End, Route>> fresh;
    for (std::size_t i = first; i < m.nets.size(); ++i) {  // a new net may complete an older one
        const End to = m.nets[i].to;
        if (m.node(m.nets[i].from.node).kind == lw_graph_table) continue;
        for (const End sink : m.node(to.node).kind == lw_graph_name ? sinks_of(to) : std::vector<End>{to}) {
            if (into_.count(sink) || m.node(sink.node).kind == lw_graph_name) continue;
            const Route r = route_to(sink);
            if (m.node(r.source.node).kind == lw_graph_name) continue;  // an end that nobody has connected yet, or main()
            fresh.emplace_back(sink, r);
            into_[sink] = nullptr;
        }
    }
    // Sizes that are said come before those that are taken over from the other end.
    for (const auto& [sink, r] : fresh) {
        size_up(m.port(sink), r.to_bytes, r.margin_bytes);
        size_up(m.port(r.source), r.from_bytes, 0);
        outlets_[r.source];
    }
    for (const auto& [sink, r] : fresh) {
        Port &to = m.port(sink), &from = m.port(r.source);
        if (to.is_block() && !to.extent && from.is_block()) to.extent = from.block_bytes() / to.bytes;
        if (from.is_block() && !from.extent && to.is_block()) from.extent = to.block_bytes() / from.bytes;
    }
    std::map<End, int> readers;
    for (const auto& [sink, r] : fresh) ++readers[r.source];
    for (const auto& [sink, r] : fresh) {
        Port &to = m.port(sink), &from = m.port(r.source);
        if (to.kind == lw_graph_value || from.kind == lw_graph_value) {
            if (to.kind != from.kind) refuse_connection(m.text(sink), "parameter_to_port");
            parameters_.emplace_back(r.source, sink);
            continue;
        }
        join(sink, r);
        Link& link = *links_.back();
        if (is_outside(m.node(r.source.node)) && readers[r.source] == 1) link.capacity = std::max(link.capacity, file_room);
    }
}

void Wires::join(End sink, const Route& route) {
    Model& m = model();
    const Port &to = m.port(sink), &from = m.port(route.source);
    if ((to.kind == lw_graph_cascade) != (from.kind == lw_graph_cascade))
        refuse_connection(m.text(route.source) + " -> " + m.text(sink), "cascade");
    for (const End end : {route.source, sink})
        if (m.port(end).is_block() && !m.port(end).extent)
            refuse_connection(m.text(end), "no_size");
    auto link = std::make_unique<Link>();
    link->from = route.source;
    link->to = sink;
    link->kind = to.kind == lw_graph_cascade ? "cascade" : to.is_block() && from.is_block() ? "buffer" : "stream";
    link->number = links_.size();
    link->name = m.text(route.source) + " -> " + m.text(sink);
    const std::uint64_t filling = from.is_block() ? from.block_bytes() * (from.single ? 1 : 2) : 0;
    const std::uint64_t emptying = to.is_block() ? to.block_bytes() * (to.single ? 1 : 2) : 0;
    if (to.kind == lw_graph_cascade) link->capacity = cascade_bytes();
    else if (from.is_block() && to.is_block() && from.block_bytes() == to.block_bytes())
        link->capacity = std::min(filling, emptying);
    else if (from.is_block() && to.is_block()) link->capacity = filling + emptying;
    else link->capacity = filling + emptying + stream_bytes() + route.fifo_words * word;
    if (is_outside(m.node(sink.node))) link->capacity = unbounded;
    into_[sink] = link.get();
    outlets_[route.source].links.push_back(link.get());
    schedule().watch(link.get());
    links_.push_back(std::move(link));
}

std::string Link::room_text() const {
    const std::uint64_t unit = kind == "stream" ? word : kind == "cascade" ? cascade_word : 1;
    return "room in " + kind + " " + name + " (" + std::to_string(full() / unit) + " of " +
           std::to_string(capacity / unit) + (unit == 1 ? " bytes are full)" : " words are full)");
}

std::string Link::data_text(std::uint64_t wanted) const {
    std::string text = "data in " + kind + " " + name + " (";
    text += filled() == 0 ? "empty" : std::to_string(filled()) + " of " + std::to_string(wanted) + " bytes are there";
    if (ended) text += "; " + model().text(from) + " has given all its " + std::to_string(written()) + " bytes";
    return text + ")";
}

}  // namespace lanewise::graph
