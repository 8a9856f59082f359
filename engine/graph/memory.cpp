#include "graph/memory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

#include "graph/control.hpp"
#include "graph/report.hpp"

namespace lanewise::graph {

namespace {

// A buffer that ports write and read, each in its own order. It is read when all have written it once, and written again
// when all have read it; several buffers let writers run ahead by as many.
class Memory : public Mover {
  public:
    Memory(Node& node, std::int64_t repetitions) : node_(node), repetitions_(repetitions) {
        std::uint64_t bytes = node.ports.empty() ? 1 : node.ports.begin()->second.bytes;
        size_ = bytes;
        for (const auto& [number, port] : node.ports)
            for (const Pattern& p : port.access) size_ = std::min(size_, p.unit(port.bytes));
        for (const auto n : node.dimensions) bytes *= n;
        units_ = bytes / size_;
        const auto copies = static_cast<std::size_t>(node.kind == lw_graph_external ? 1 : std::max(1, node.buffers));
        own_.resize(copies, std::vector<std::byte>(bytes));
        bool all_write = true;
        for (auto& [number, port] : node.ports) {
            const End end{node.id, number};
            Side s;
            s.end = end;
            s.link = port.direction == lw_graph_in ? wires().into(end) : nullptr;
            s.outlet = port.direction == lw_graph_out ? &wires().out_of(end) : nullptr;
            if (s.link == nullptr && (s.outlet == nullptr || s.outlet->links.empty())) {
                all_write &= port.direction != lw_graph_in;
                continue;
            }
            s.places = places(port, end);
            (s.link ? writers_ : readers_).push_back(s);
        }
        if (node.kind == lw_graph_shared && all_write && !writers_.empty()) check_coverage();
    }

    void run(std::int64_t iterations) {
        if (iterations < 0) budget_ = unbounded;
        else if (budget_ < unbounded) budget_ += static_cast<std::uint64_t>(iterations * repetitions_);
    }

    bool move() override {
        bool moved = false;
        for (Side& w : writers_) {
            while (w.round < least(readers_) + (readers_.empty() ? unbounded : own_.size())) {
                const std::uint64_t before = w.at;
                std::byte* base = memory(w.round);
                while (w.at < w.places.size() && w.link->filled() >= size_) {
                    std::byte item[64];
                    w.link->pop(item, size_);
                    if (const auto place = w.places[w.at++]; place >= 0) std::memcpy(base + static_cast<std::uint64_t>(place) * size_, item, size_);
                }
                moved |= w.at != before;
                if (w.at < w.places.size()) break;
                w.at = 0;
                ++w.round;
            }
        }
        for (Side& r : readers_) {
            while (r.round < (writers_.empty() ? budget_ : least(writers_))) {
                const std::uint64_t before = r.at;
                const std::byte* base = memory(r.round);
                while (r.at < r.places.size() && r.outlet->room() >= size_) {
                    static constexpr std::byte zeros[64] = {};
                    const auto place = r.places[r.at++];
                    r.outlet->push(place >= 0 ? base + static_cast<std::uint64_t>(place) * size_ : zeros, size_);
                }
                moved |= r.at != before;
                if (r.at < r.places.size()) break;
                r.at = 0;
                ++r.round;
            }
        }
        return moved;
    }

  private:
    struct Side {
        End end;
        Link* link = nullptr;
        Outlet* outlet = nullptr;
        std::vector<std::int64_t> places;
        std::uint64_t at = 0, round = 0;
    };
    std::vector<std::int64_t> places(const Port& port, End end) const {
        std::vector<std::int64_t> all;
        for (const Pattern& p : port.access)
            for (std::int64_t i = 0; i < std::max<std::int64_t>(1, p.repetition); ++i)
                for (const auto place : p.places(node_.dimensions, port.bytes, size_)) {
                    if (place == Pattern::nowhere || place >= static_cast<std::int64_t>(units_)) refuse_traversal(end);
                    all.push_back(place);
                }
        if (port.access.empty())
            for (std::uint64_t i = 0; i < units_; ++i) all.push_back(static_cast<std::int64_t>(i));
        return all;
    }
    [[noreturn]] void refuse_traversal(End end) const {
        std::string sizes;
        for (const auto n : node_.dimensions) sizes += (sizes.empty() ? "" : ", ") + std::to_string(n);
        fail(Fault("AIE-013", {{"what", model().text(end)},
                               {"case", "leaves_buffer"}, {"sizes", "{" + sizes + "}"}}));
    }
    // What is read was written in the same round: a memory tile holds nothing before that.
    void check_coverage() const {
        const std::uint64_t each = model().port(writers_.front().end).bytes / size_;  // units of a sample
        std::vector<bool> there(units_, false);
        std::uint64_t written = 0;
        for (const Side& w : writers_)
            for (const auto place : w.places)
                if (place >= 0) {
                    there[static_cast<std::size_t>(place)] = true;
                    ++written;
                }
        for (const Side& r : readers_) {
            const auto missing = static_cast<std::uint64_t>(
                std::count_if(r.places.begin(), r.places.end(), [&](auto p) { return p >= 0 && !there[static_cast<std::size_t>(p)]; }));
            if (missing == 0) continue;
            fail(Fault("AIE-013", {{"what", model().text(r.end)},
                                   {"case", "accesses"}, {"written", written / each}, {"read", r.places.size() / each}, {"missing", missing / each}}));
        }
    }
    static std::uint64_t least(const std::vector<Side>& sides) {
        std::uint64_t found = sides.empty() ? 0 : unbounded;
        for (const Side& s : sides) found = std::min(found, s.round);
        return found;
    }
    std::byte* memory(std::uint64_t round) {
        if (node_.kind != lw_graph_external) return own_[round % own_.size()].data();
        if (!node_.address)
            fail(Fault("AIE-013", {{"what", node_.name}, {"case", "no_memory"}}));
        return static_cast<std::byte*>(node_.address);
    }

    Node& node_;
    std::int64_t repetitions_;
    std::uint64_t units_, size_, budget_ = 0;  // size_: bytes of a unit, an element or a part of it
    std::vector<std::vector<std::byte>> own_;
    std::vector<Side> writers_, readers_;
};

// --- packets: a header, words, and an end ---

std::uint32_t header(std::uint32_t id) {
    const std::uint32_t plain = id & 31;
    return plain | (std::popcount(plain) % 2 == 0 ? 1u << 31 : 0);
}

// Moves what there is of a packet; true: that was its end.
bool pass(Link& from, Outlet& to, std::uint64_t most, bool& moved, std::uint64_t& count) {
    const std::uint64_t end = from.packet();
    count = std::min({from.filled(), to.room(), most, end ? end : unbounded});
    if (!count) return false;
    std::vector<std::byte> some(count);
    from.pop(some.data(), count);
    to.push(some.data(), count);
    moved = true;
    if (count != end) return false;
    to.end_packet();
    return true;
}

class Split : public Mover {
  public:
    explicit Split(Node& node) : node_(node), in_(*wires().into({node.id, port_number(lw_graph_in, 0)})) {}
    bool move() override {
        bool moved = false;
        for (;;) {
            if (!to_ && !begin(moved)) return moved;
            std::uint64_t count = 0;
            const bool ended = pass(in_, *to_, left_, moved, count);
            left_ -= count;
            if (!ended && left_ > 0) {
                if (!count) return moved;
                continue;
            }
            to_ = nullptr;
        }
    }

  private:
    bool begin(bool& moved) {
        if (in_.filled() < 4) return false;
        std::uint32_t word;
        in_.peek(&word, 4);
        const End end{node_.id, port_number(lw_graph_out, static_cast<int>(word & 31))};
        Outlet& outlet = wires().out_of(end);
        if (outlet.links.empty())
            fail(Fault("AIE-013", {{"what", node_.name}, {"case", "packet"}, {"number", word & 31}}));
        const Port& sink = model().port(outlet.links.front()->to);
        const bool keeps_header = !sink.is_block();  // a buffer holds the words behind it
        if (keeps_header && outlet.room() < 4) return false;
        in_.drop(4);
        if (keeps_header) outlet.push(&word, 4);
        moved = true;
        to_ = &outlet;
        left_ = keeps_header ? unbounded : sink.block_bytes();
        return true;
    }
    Node& node_;
    Link& in_;
    Outlet* to_ = nullptr;
    std::uint64_t left_ = 0;
};

// Whole packets, from the inputs in turn. One that has nothing is passed over when nobody can go on, unless order is asked
// for: on hardware that is a matter of time, and here it must not be.
class Merge : public Mover {
  public:
    explicit Merge(Node& node) : node_(node), out_(wires().out_of({node.id, port_number(lw_graph_out, 0)})) {
        for (auto& [number, port] : node.ports)
            if (Link* link = port.direction == lw_graph_in ? wires().into({node.id, number}) : nullptr) ins_.push_back(link);
    }
    bool move() override {
        bool moved = false;
        for (;;) {
            if (!from_ && !begin(moved)) return moved;
            std::uint64_t count = 0;
            if (pass(*from_, out_, unbounded, moved, count)) from_ = nullptr;
            else if (!count) return moved;
        }
    }

    bool give_up() override {
        if (from_ || node_.kind == lw_graph_ordered_merge || ins_[next_]->filled() > 0) return false;
        for (std::size_t i = 1; i < ins_.size(); ++i)
            if (const std::size_t other = (next_ + i) % ins_.size(); ins_[other]->filled() > 0) {
                next_ = other;
                return true;
            }
        return false;
    }

  private:
    bool begin(bool& moved) {
        const bool ordered = node_.kind == lw_graph_ordered_merge, by_time = schedule().is_random() && !ordered;
        if (by_time) next_ = schedule().draw(ins_.size());
        for (std::size_t i = 0; i < ins_.size(); ++i) {
            Link* in = ins_[(next_ + i) % ins_.size()];
            if (in->filled() == 0) {
                if (!by_time) return false;
                continue;
            }
            if (model().port(in->from).kind != lw_graph_packets) {
                if (out_.room() < 4) return false;
                const std::uint32_t word = header(static_cast<std::uint32_t>(in->to.index()));
                out_.push(&word, 4);
                moved = true;
            }
            from_ = in;
            next_ = (next_ + i + 1) % ins_.size();
            return true;
        }
        return false;
    }
    Node& node_;
    Outlet& out_;
    std::vector<Link*> ins_;
    std::size_t next_ = 0;
    Link* from_ = nullptr;
};

// --- memory of the host ---

class Transfers : public Mover {
  public:
    explicit Transfers(Node& node)
        : link_(wires().into({node.id, port_number(lw_graph_in, 0)})), outlet_(wires().out_of({node.id, port_number(lw_graph_out, 0)})) {}
    void add(std::byte* memory, std::uint64_t bytes, bool to_graph) { queue_.push_back({memory, bytes, to_graph}); }
    bool idle() const { return queue_.empty(); }
    bool move() override {
        bool moved = false;
        while (!queue_.empty()) {
            Transfer& t = queue_.front();
            const std::uint64_t count = std::min(t.bytes, t.to_graph ? outlet_.room() : link_ ? link_->filled() : 0);
            if (t.bytes && !count) return moved;
            if (t.to_graph) outlet_.push(t.memory, count);
            else link_->pop(t.memory, count);
            t.memory += count;
            t.bytes -= count;
            moved = true;
            if (!t.bytes) queue_.pop_front();
        }
        return moved;
    }

  private:
    struct Transfer {
        std::byte* memory;
        std::uint64_t bytes;
        bool to_graph;
    };
    Link* link_;
    Outlet& outlet_;
    std::deque<Transfer> queue_;
};

struct Known {
    std::set<int> nodes;
    std::map<int, Memory*> memories;
    std::map<int, Transfers*> transfers;
};
Known& known() {
    static auto& one = *new Known();
    return one;
}

Transfers& transfers(int node) {
    const auto found = known().transfers.find(node);
    if (found == known().transfers.end())
        fail(Fault("AIE-013", {{"what", model().node(node).name}, {"case", "not_initialised"}}));
    return *found->second;
}

}  // namespace

void add_movers(const std::map<int, std::int64_t>& repetitions) {
    for (auto& n : model().nodes) {
        Node& node = *n;
        const bool reads = wires().into({node.id, port_number(lw_graph_in, 0)}) != nullptr;
        const bool wired = reads || !wires().out_of({node.id, port_number(lw_graph_out, 0)}).links.empty();
        if (!wired || known().nodes.count(node.id)) continue;
        const auto times = repetitions.find(node.id);
        Mover* made = nullptr;
        if (node.kind == lw_graph_shared || node.kind == lw_graph_external)
            made = known().memories[node.id] = new Memory(node, times == repetitions.end() ? 1 : times->second);
        if (node.kind == lw_graph_split && reads) made = new Split(node);
        if (node.kind == lw_graph_merge || node.kind == lw_graph_ordered_merge) made = new Merge(node);
        if (node.kind == lw_graph_gmio) made = known().transfers[node.id] = new Transfers(node);
        if (!made) continue;
        known().nodes.insert(node.id);
        schedule().add(made);
    }
}

void run_memories(const std::vector<Node*>& nodes, std::int64_t iterations) {
    for (const Node* n : nodes)
        if (const auto found = known().memories.find(n->id); found != known().memories.end()) found->second->run(iterations);
}

}  // namespace lanewise::graph

using namespace lanewise::graph;

extern "C" {

int lw_graph_transfer(int node, void* memory, std::uint64_t bytes, int to_graph, int waits) {
    transfers(node).add(static_cast<std::byte*>(memory), bytes, to_graph);
    return waits ? lw_graph_transfer_wait(node) : 0;
}

int lw_graph_transfer_wait(int node) {
    Transfers& t = transfers(node);
    run_until([&t] { return t.idle(); }, "main() waits for " + model().node(node).name + ", whose transfer is not done");
    return 0;
}

void* lw_graph_allocate(std::uint64_t bytes) {
    void* memory = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    if (memory) std::memset(memory, 0, bytes);
    return memory;
}
void lw_graph_free(void* memory) { std::free(memory); }
}
