// One kernel of a graph: it is called as often as it is told, when its blocks and parameters are there.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "graph/kernel_fiber.hpp"
#include "graph/library.hpp"
#include "graph/link.hpp"
#include "graph/parameter.hpp"
#include "graph/report.hpp"
#include "graph/schedule.hpp"

namespace lanewise::graph {

class Kernel {
  public:
    Kernel(Node& node, const Loaded& loaded, std::int64_t repetitions);

    Node& node;
    std::int64_t repetitions;  // in each iteration of the graph
    std::int64_t left = 0;     // calls that it was told; -1: without end
    std::int64_t calls = 0;
    KernelFiber fiber;
    std::map<int, std::unique_ptr<Parameter>> parameters;  // by port
    std::vector<Told> warnings, failure;  // to be told when all stand still; it does not go on after a failure

    static Kernel* running();
    // What its code asks for, by argument.
    void stream(int argument, void* data, std::uint64_t bytes);
    bool has(int argument, std::uint64_t bytes) const;
    bool ends(int argument, std::uint64_t bytes) const;
    void end_packet(int argument);
    void* acquire(int argument);
    void release(int argument);
    int packet_id(int argument, int index) const;
    bool is_source() const;  // nothing ever makes it wait for data
    // The queue that holds it, and whether because it is full; null: none does.
    const Link* holding() const { return holding_; }
    bool needs_room() const { return needs_room_; }
    // act(link, stack of the last put) for each stream and cascade that it writes.
    template <class Act>
    void each_stream_out(const Act& act) const {
        for (const Argument& a : arguments_)
            if (a.outlet && !a.port->is_block())
                for (const Link* link : a.outlet->links) act(*link, a.put);
    }
    std::string waits() { return node.name + " waits for " + fiber.waits_for(); }

  private:
    // A block in memory of the kernel: samples, with those of the block before in front where it has a margin.
    struct Block {
        std::byte* memory = nullptr;
        std::uint64_t margin = 0, bytes = 0;
        bool held = false;
        std::vector<std::int64_t> order;  // where each unit of an access pattern lies
        std::uint64_t unit = 0;           // bytes of it
    };
    struct Argument {
        Port* port = nullptr;
        End end;
        Link* link = nullptr;
        Outlet* outlet = nullptr;
        Block block;
        std::uint64_t moved = 0;  // by the call that runs, in bytes
        aie::call_stack put{};    // where something was put last, as far as that is noted
        std::uint32_t puts = 0;
        bool reads() const { return port->direction == lw_graph_in; }
    };

    void prepare();
    void live();
    void call_once();
    void await_data(Argument& a, std::uint64_t least, std::uint64_t wanted);
    void await_room(Argument& a, std::uint64_t least);
    void take(Argument& a);
    void give_back(Argument& a);
    void call(Entry entry, Slot* slots);
    void lend_ports(Slot* extra);
    void note();
    void fill_slots(std::vector<Slot>& slots);
    void fetch(Argument& a);
    void hand_on(Argument& a);

    Loaded loaded_;
    const Link* holding_ = nullptr;
    bool needs_room_ = false;
    std::vector<Argument> arguments_;
    void* object_ = nullptr;
};

}  // namespace lanewise::graph
