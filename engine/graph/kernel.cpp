#include "graph/kernel.hpp"

#include <cstring>

#include "graph/calls.hpp"
#include "graph/fenced.hpp"
#include "graph/kernel_events.hpp"
#include "graph/report.hpp"
#include "graph/wiring.hpp"

namespace lanewise::graph {

namespace {

constexpr std::uint64_t most_unshown = 1 << 10;
constexpr std::uint32_t most_puts = 1 << 16;  // whose lines are noted: a stack costs more than a word

// What ended a call, from the words that the loaded file has for it: the case, and values behind it (aie/core.h: ended_by).
Fault ended(const std::string& kernel, const std::string& words) {
    Fault fault("AIE-009", {{"kernel", kernel}, {"case", words.substr(0, words.find('\x1d'))}});
    for (auto at = words.find('\x1d'); at != std::string::npos;) {
        const auto next = words.find('\x1d', at + 1);
        const std::string part = words.substr(at + 1, next == std::string::npos ? next : next - at - 1);
        const auto equals = part.find('=');
        fault.fields.emplace_back(part.substr(0, equals), part.substr(equals + 1));
        at = next;
    }
    return fault;
}

int cross(int argument, void* data, std::uint64_t size, std::uint64_t count) {
    if (count)
        Kernel::running()->stream(argument, data, size * count);
    else
        Kernel::running()->end_packet(argument);
    return 0;
}

}  // namespace

bool Kernel::is_source() const {
    for (const auto& a : arguments_)
        if (a.link) return false;
    for (const auto& [port, p] : parameters)
        if (p->is_synchronous()) return false;
    return true;
}

Kernel* Kernel::running() { return KernelFiber::kernel_of(threads::Fiber::current()); }

Kernel::Kernel(Node& n, const Loaded& loaded, std::int64_t times)
    : node(n), repetitions(times), fiber(*this, [this] { live(); }), loaded_(loaded) {
    arguments_.resize(n.ports.size());
    for (auto& [number, port] : n.ports) {
        Argument& a = arguments_[static_cast<std::size_t>(port.argument - 1)];
        a.port = &port;
        a.end = {n.id, number};
        if (port.kind == lw_graph_value) {
            parameters[number] = std::make_unique<Parameter>(port, model().text(a.end));
            continue;
        }
        if (a.reads()) a.link = wires().into(a.end);
        else a.outlet = &wires().out_of(a.end);
        if (a.reads() ? !a.link : a.outlet->links.empty())
            fail(Fault("AIE-013", {{"what", model().text(a.end)}, {"case", "not_connected"}}));
        if (!port.is_block()) continue;
        a.block.bytes = port.block_bytes();
        a.block.margin = a.reads() ? port.margin * port.bytes : 0;
        a.block.memory = fenced_memory(a.block.margin + a.block.bytes);
        a.block.unit = port.bytes;
        for (const Pattern& pattern : port.access) a.block.unit = std::min(a.block.unit, pattern.unit(port.bytes));
        const std::vector<std::uint64_t> sizes(port.dimensions.begin(), port.dimensions.end());
        for (const Pattern& pattern : port.access)
            for (const auto place : pattern.places(sizes.empty() ? std::vector<std::uint64_t>{port.extent} : sizes, port.bytes, a.block.unit)) {
                if (place == Pattern::nowhere || place >= static_cast<std::int64_t>(a.block.bytes / a.block.unit))
                    fail(Fault("AIE-013", {{"what", model().text(a.end)}, {"case", "leaves_block"}, {"samples", port.extent}}));
                a.block.order.push_back(place);
            }
    }
}

void Kernel::fill_slots(std::vector<Slot>& slots) {
    slots.assign(arguments_.size(), {});
    for (auto& a : arguments_) {
        Slot& s = slots[static_cast<std::size_t>(a.port->argument - 1)];
        s.number = a.port->argument;
        if (a.port->kind == lw_graph_value) {
            Parameter& p = *parameters.at(a.end.port);
            s.data = p.memory();
            s.bytes = p.bytes();
            s.count = a.port->extent;
        } else if (a.port->is_block()) {
            s.data = a.block.memory;
            s.bytes = a.block.margin + a.block.bytes;
            s.count = s.bytes / a.port->bytes;
            s.used = a.block.margin / a.port->bytes;
            s.link = a.port->async ? cross : nullptr;
        } else {
            s.link = cross;
        }
    }
}

void Kernel::call(Entry entry, Slot* slots) {
    std::uint64_t result[8] = {};
    Slot extra[extra_slots];
    extra[0].data = result;
    extra[0].count = reinterpret_cast<std::uint64_t>(object_);
    if (entry != loaded_.call) lend_ports(extra);
    fiber.is_busy = true;
    const char* problem = entry(slots, extra);
    fiber.is_busy = false;
    if (notes_happenings()) note_happenings(node, loaded_);
    if (problem) {
        failure.push_back({ended(node.name, problem), broken_at(loaded_)});
        wait_until([] { return false; }, [] { return "nothing any more"; });
    }
    if (extra[0].number && !notes_happenings())
        warnings.push_back({Fault("AIE-011", {{"kernel", node.name}, {"byte", extra[0].bytes}, {"argument", extra[0].number}, {"need", extra[0].lane_bytes}}), {}});
    if (entry == loaded_.make) object_ = reinterpret_cast<void*>(result[0]);
}

// Constructors and initialization functions run on the core, with its streams, in the order of the kernel's parameters.
void Kernel::lend_ports(Slot* extra) {
    static constexpr int ins[] = {stream_in_slot, second_in_slot}, outs[] = {stream_out_slot, second_out_slot};
    std::size_t in = 0, out = 0;
    for (const auto& a : arguments_) {
        int at = 0;
        if (a.port->kind == lw_graph_cascade) at = a.reads() ? cascade_in_slot : cascade_out_slot;
        else if (a.port->kind != lw_graph_stream && a.port->kind != lw_graph_packets) continue;
        else if (a.reads() && in < std::size(ins)) at = ins[in++];
        else if (!a.reads() && out < std::size(outs)) at = outs[out++];
        if (!at) continue;
        extra[at].number = a.port->argument;
        extra[at].link = cross;
    }
}

void Kernel::prepare() {
    if (loaded_.make) {
        std::vector<Slot> slots(node.arguments.size() + 1);
        for (std::size_t i = 0; i < node.arguments.size(); ++i) slots[i].data = const_cast<void*>(node.arguments[i]);
        call(loaded_.make, slots.data());
    }
    if (loaded_.begin) {
        Slot none;
        call(loaded_.begin, &none);
    }
}

void Kernel::live() {
    prepare();
    for (;;) {
        wait_until([this] { return left != 0; }, [] { return "the next run()"; });
        call_once();
        ++calls;
        if (left > 0) --left;
        if (schedule().has_threads()) fiber.rest();  // a thread that has nothing to do may go on with it
    }
}

void Kernel::call_once() {
    for (auto& [port, p] : parameters)
        if (p->is_input()) wait_until([&p = *p] { return p.there(); }, [&p = *p] { return "an update of " + p.name(); });
    for (auto& a : arguments_)
        if (a.port->is_block() && !a.port->async) take(a);
    for (auto& [port, p] : parameters)
        if (!p->is_input()) wait_until([&p = *p] { return p.may_publish(); }, [&p = *p] { return "a read of " + p.name(); });
    for (auto& [port, p] : parameters)
        if (p->is_input()) p->begin_call();
    std::vector<Slot> slots;
    fill_slots(slots);
    call(loaded_.call, slots.data());
    if (notes_calls()) note();
    for (auto& [port, p] : parameters)
        if (!p->is_input()) p->publish();
    for (auto& a : arguments_)
        if (a.port->is_block() && a.block.held) give_back(a);
}

void Kernel::await_data(Argument& a, std::uint64_t least, std::uint64_t wanted) {
    if (a.link->filled() >= least) return;
    ++a.link->waits_for_data;
    holding_ = a.link;
    needs_room_ = false;
    wait_until([&] { return a.link->filled() >= least; }, [&] { return a.link->data_text(wanted); });
    holding_ = nullptr;
}

void Kernel::await_room(Argument& a, std::uint64_t least) {
    if (a.outlet->room() >= least) return;
    holding_ = a.outlet->fullest();
    needs_room_ = true;
    ++a.outlet->fullest()->waits_for_room;
    wait_until([&] { return a.outlet->room() >= least; }, [&] { return a.outlet->fullest()->room_text(); });
    holding_ = nullptr;
}

void Kernel::note() {
    Moved moved;
    for (auto& a : arguments_) {
        if (a.link) moved.emplace_back(a.link->number, a.moved);
        if (a.outlet)
            for (const Link* l : a.outlet->links) moved.emplace_back(l->number, a.moved);
        a.moved = 0;
    }
    note_call(node, loaded_, moved);
}

void Kernel::take(Argument& a) {
    a.moved += a.block.bytes;
    if (a.reads()) {
        await_data(a, a.block.bytes, a.block.bytes);
        fetch(a);
    } else {
        await_room(a, a.block.bytes);
        a.outlet->reserve(a.block.bytes);
    }
    a.block.held = true;
}

void Kernel::give_back(Argument& a) {
    a.block.held = false;
    if (a.reads()) {
        a.link->give_back(a.block.bytes);
    } else {
        a.outlet->unreserve(a.block.bytes);
        hand_on(a);
        a.outlet->end_packet();
    }
    schedule().show();
}

// The margin is what the block before ended with.
void Kernel::fetch(Argument& a) {
    Block& b = a.block;
    std::byte* const samples = b.memory + b.margin;
    if (b.margin) std::memmove(b.memory, b.memory + b.bytes, b.margin);
    if (b.order.empty()) return a.link->hold(samples, b.bytes);
    std::vector<std::byte> linear(b.bytes);
    a.link->hold(linear.data(), b.bytes);
    const std::uint64_t size = b.unit;
    for (std::size_t i = 0; i < b.order.size() && i * size < b.bytes; ++i)
        if (b.order[i] >= 0) std::memcpy(samples + static_cast<std::uint64_t>(b.order[i]) * size, linear.data() + i * size, size);
}

void Kernel::hand_on(Argument& a) {
    Block& b = a.block;
    if (b.order.empty()) return a.outlet->push(b.memory, b.bytes);
    const std::uint64_t size = b.unit;
    std::vector<std::byte> linear(b.order.size() * size);
    for (std::size_t i = 0; i < b.order.size(); ++i)
        if (b.order[i] >= 0) std::memcpy(linear.data() + i * size, b.memory + static_cast<std::uint64_t>(b.order[i]) * size, size);
    a.outlet->push(linear.data(), linear.size());
}

void Kernel::stream(int argument, void* data, std::uint64_t bytes) {
    Argument& a = arguments_[static_cast<std::size_t>(argument - 1)];
    auto* at = static_cast<std::byte*>(data);
    if (!a.reads() && notes_happenings() && a.puts < most_puts) ++a.puts, lw_note_stack(&a.put);
    while (bytes) {
        if (a.reads()) await_data(a, 1, bytes);
        else await_room(a, 1);
        const std::uint64_t now = std::min(bytes, a.reads() ? a.link->filled() : a.outlet->room());
        const Link& link = a.reads() ? *a.link : *a.outlet->links.front();
        // What is written now is shown with what comes next: until then it may become the end of a packet.
        if ((a.reads() ? link.unshown_read() : link.unshown_written()) >= std::min(link.capacity / 4, most_unshown)) schedule().show();
        if (a.reads()) a.link->pop(at, now);
        else a.outlet->push(at, now);
        at += now;
        a.moved += now;
        bytes -= now;
    }
}

bool Kernel::has(int argument, std::uint64_t bytes) const {
    const Link& link = *arguments_[static_cast<std::size_t>(argument - 1)].link;
    if (link.filled() >= bytes) return true;
    const bool by_time = schedule().is_random();  // else "no" is said when nobody else can go on
    const std::uint64_t before = by_time ? schedule().changes() : 0;
    wait_until([&] { return link.filled() >= bytes || (by_time && schedule().changes() != before); }, [&] { return link.data_text(bytes); }, !by_time);
    return link.filled() >= bytes;
}

bool Kernel::ends(int argument, std::uint64_t bytes) const {
    const Argument& a = arguments_[static_cast<std::size_t>(argument - 1)];
    wait_until([&] { return a.link->filled() >= bytes; }, [&] { return a.link->data_text(bytes); });
    return a.link->ends_with(bytes);
}

void Kernel::end_packet(int argument) { arguments_[static_cast<std::size_t>(argument - 1)].outlet->end_packet(); }

void* Kernel::acquire(int argument) {
    Argument& a = arguments_[static_cast<std::size_t>(argument - 1)];
    if (!a.block.held) take(a);
    else if (notes_happenings()) note_lock(node, "acquired_twice");
    return a.block.memory;
}

void Kernel::release(int argument) {
    Argument& a = arguments_[static_cast<std::size_t>(argument - 1)];
    if (a.block.held) give_back(a);
    else if (notes_happenings()) note_lock(node, "released_unheld");
}

int Kernel::packet_id(int argument, int index) const {
    const Argument& a = arguments_[static_cast<std::size_t>(argument - 1)];
    if (a.reads()) return model().node(a.link->from.node).kind == lw_graph_split ? a.link->from.index() : index;
    const Node& other = model().node(a.outlet->links.front()->to.node);
    return other.kind == lw_graph_merge || other.kind == lw_graph_ordered_merge ? a.outlet->links.front()->to.index() : index;
}

}  // namespace lanewise::graph

using lanewise::graph::Kernel;

extern "C" {

int lw_graph_stream_has(int argument, std::uint64_t bytes) {
    Kernel* k = Kernel::running();
    return k && k->has(argument, bytes);
}
int lw_graph_stream_last(int argument, std::uint64_t bytes) {
    Kernel* k = Kernel::running();
    return k && k->ends(argument, bytes);
}
int lw_graph_packet_id(int argument, int index) {
    Kernel* k = Kernel::running();
    return k ? k->packet_id(argument, index) : -1;
}
void* lw_graph_buffer_acquire(int argument) { return Kernel::running()->acquire(argument); }
void lw_graph_buffer_release(int argument) { Kernel::running()->release(argument); }
}
