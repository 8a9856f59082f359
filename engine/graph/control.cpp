// What main() calls.
#include "graph/control.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "graph/files.hpp"
#include "graph/memory.hpp"
#include "graph/report.hpp"
#include "graph/serve.hpp"
#include "graph/settings.hpp"
#include "graph/variables.hpp"
#include "runtime/report.hpp"
#include "threads/standstill.hpp"

namespace lanewise::graph {

std::vector<std::unique_ptr<Running>>& graphs() {
    static auto& all = *new std::vector<std::unique_ptr<Running>>();
    return all;
}

Running& running_graph(const void* address, const char* call) {
    for (auto& g : graphs())
        if (g->address == address) {
            if (g->ended) fail(Fault("AIE-013", {{"what", call}, {"case", "ended"}}));
            return *g;
        }
    fail(Fault("AIE-013", {{"what", call}, {"case", "not_initialised"}}));
}

namespace {

// Whether a graph that was made later is none of the first one's parts: it is of the same class, or another variable.
bool stands_alone(const Graph& first, const Graph& later) {
    if (!later.alive) return false;
    void *mine, *other;
    std::memcpy(&mine, first.address, sizeof mine);  // what tells classes apart
    std::memcpy(&other, later.address, sizeof other);
    if (mine == other) return true;
    const void *at = variable_at(first.address).start, *there = variable_at(later.address).start;
    return there && at != there;
}

// What kernels have left to be told, in the order of the program and not in that of their ends.
void tell_kernels() {
    for (auto& g : graphs())
        for (auto& k : g->kernels) {
            for (const Told& w : k->warnings) warn(w.fault, w.stack);
            k->warnings.clear();
        }
    for (auto& g : graphs())
        for (auto& k : g->kernels)
            for (const Told& f : k->failure) fail(f.fault, f.stack);
}

bool is_running(const Node& node) {
    for (const auto& g : graphs())
        if (std::find(g->nodes.begin(), g->nodes.end(), &node) != g->nodes.end()) return true;
    return false;
}

// A graph and its parts were made one after the other.
std::vector<Node*> parts(const void* address) {
    Model& m = model();
    const auto own = std::find_if(m.graphs.rbegin(), m.graphs.rend(), [&](const Graph& g) { return g.address == address && g.alive; });
    int end = m.next_order;
    for (const Graph& g : m.graphs)
        if (g.order > own->order && stands_alone(*own, g)) {
            end = g.order;
            break;
        }
    std::vector<Node*> found;
    for (auto& n : m.nodes)
        if (n->order > own->order && n->order < end && n->kind != lw_graph_name && !is_running(*n)) found.push_back(n.get());
    return found;
}

// Who has to read or write a queue, and the queue that holds that one in turn. What moves data by itself is held by an output
// that is full, else by an input that is empty.
struct Hold {
    const Link* link;
    bool full;
    int by() const { return full ? link->to.node : link->from.node; }
    int whom() const { return full ? link->from.node : link->to.node; }
};
std::optional<Hold> holds(int node, const std::vector<Kernel*>& waiting) {
    for (const Kernel* k : waiting)
        if (k->node.id == node) return k->holding() ? std::optional<Hold>({k->holding(), k->needs_room()}) : std::nullopt;
    if (model().node(node).kind == lw_graph_kernel_node) return std::nullopt;
    const Link* empty = nullptr;
    for (const auto& link : wires().links()) {
        if (link->from.node == node && link->room() == 0) return Hold{link.get(), true};
        if (link->to.node == node && link->filled() == 0 && !empty) empty = link.get();
    }
    return empty ? std::optional<Hold>({empty, false}) : std::nullopt;
}

// Each queue of the circle that a waiting kernel leads to; where there is none, who ends the chain.
std::string circle(const std::vector<Kernel*>& waiting) {
    for (const Kernel* first : waiting) {
        const auto chain = threads::follow(first->node.id, [&](int node) { return holds(node, waiting); });
        const auto& steps = chain.steps;
        if (chain.circle) {
            std::string text = "They wait in a circle: ";
            for (std::size_t i = *chain.circle; i < steps.size(); ++i) {
                const Hold& h = steps[i];
                text += std::string(i == *chain.circle ? "" : ", and ") + "the " + (h.full ? "full " : "empty ") + h.link->kind + " " + h.link->name +
                        " holds " + model().node(h.whom()).name + " until " + model().node(h.by()).name + (h.full ? " reads it" : " writes it");
            }
            return text + ". ";
        }
        const Node& last = model().node(chain.last);
        const bool done = std::none_of(waiting.begin(), waiting.end(), [&](const Kernel* k) { return k->node.id == last.id; });
        if (!steps.empty() && done && last.kind == lw_graph_kernel_node)
            return std::string("The ") + (steps.back().full ? "full " : "empty ") + steps.back().link->kind + " " + steps.back().link->name + " holds " +
                   model().node(steps.back().whom()).name + ", and " + last.name + " has done all its calls. ";
    }
    return "";
}

// What it usually is: a case of the finding.
const char* cause_of(const std::vector<Kernel*>& waiting, bool circle) {
    bool update = false, data = false, ended = false;
    for (Kernel* k : waiting) {
        const std::string text = k->fiber.waits_for();
        update |= text.find("an update of") == 0;
        ended |= text.find("has given all its") != std::string::npos;
        data |= text.find("room in") == 0;
    }
    return update ? "update" : ended ? "input_ends" : data ? "amounts" : circle ? "circle" : "unwritten";
}

[[noreturn]] void tell_standstill(const std::string& caller) {
    std::vector<Kernel*> waiting;
    for (auto& g : graphs())
        for (auto& k : g->kernels)
            if (k->left != 0) waiting.push_back(k.get());
    std::string waits;
    const aie::call_stack* first = nullptr;  // of those whose place is known
    constexpr std::size_t most = 12;
    for (std::size_t i = 0; i < waiting.size() && i < most; ++i) {
        const aie::call_stack& at = waiting[i]->fiber.where();
        const std::string place = place_text(at);
        if (!first && !place.empty()) first = &at;
        waits += (i ? "; " : "") + waiting[i]->waits() + place;
        if (waiting[i]->left > 0)
            waits += " in call " + std::to_string(waiting[i]->calls + 1) + " of " + std::to_string(waiting[i]->calls + waiting[i]->left);
    }
    if (waiting.size() > most) waits += "; and " + std::to_string(waiting.size() - most) + " more kernels";
    aie::call_stack here;
    lw_note_stack(&here);
    if (!caller.empty()) waits += (waits.empty() ? "" : "; ") + caller + (first ? place_text(here) : "");
    const std::string held = circle(waiting);
    const char* cause = cause_of(waiting, held.starts_with("They wait in a circle"));
    fail(Fault("SYNC-003", {{"case", cause}, {"waits", waits}, {"held", held}}), first ? *first : here);
}

}  // namespace

void run_until(const std::function<bool()>& done, const std::string& waits) {
    if (done()) return;
    const bool held = schedule().until(done);
    tell_kernels();
    if (!held) tell_standstill(waits);
}

void run_still(std::uint64_t milliseconds) {
    schedule().until_still(milliseconds);
    tell_kernels();
}

void finish(Running& g, const char* call) {
    if (g.endless()) {
        run_still();
        for (auto& k : g.kernels)
            if (k->left < 0) k->left = 0;
    } else {
        run_until([&g] { return g.done(); }, std::string("main() waits in ") + call);
    }
    run_still();  // what is still on its way to files
}

std::vector<Parameter*> parameters_of(End end) {
    std::vector<Parameter*> found;
    for (const End e : wires().sinks_of(end))
        for (auto& g : graphs())
            for (auto& k : g->kernels)
                if (k->node.id == e.node && k->parameters.count(e.port)) found.push_back(k->parameters.at(e.port).get());
    return found;
}

Parameter& read_parameter(End end) {
    const End source = wires().source_of(end);
    for (auto& g : graphs())
        for (auto& k : g->kernels)
            if (k->node.id == source.node && k->parameters.count(source.port)) return *k->parameters.at(source.port);
    fail(Fault("AIE-013", {{"what", "read"}, {"case", "no_parameter"}}));
}

namespace {

std::vector<std::pair<int, bool>>& profiled() {
    static auto& all = *new std::vector<std::pair<int, bool>>();
    return all;
}

// What one kernel hands another is written when its call has ended.
struct Courier : Mover {
    Parameter &from, &to;
    Courier(Parameter& a, Parameter& b) : from(a), to(b) {}
    std::uint64_t seen = 0;
    bool move() override {
        if (from.published() == seen || !to.takes()) return false;
        seen = from.published();
        to.write(from.read());
        return true;
    }
};

Parameter* parameter_at(End end) {
    for (auto& g : graphs())
        for (auto& k : g->kernels)
            if (k->node.id == end.node && k->parameters.count(end.port)) return k->parameters.at(end.port).get();
    return nullptr;
}

void connect_parameters() {
    static std::size_t known = 0;
    const auto& all = wires().parameters();
    for (; known < all.size(); ++known) {
        Parameter *from = parameter_at(all[known].first), *to = parameter_at(all[known].second);
        if (!from || !to) break;
        if (to->is_synchronous()) from->make_synchronous();  // no value of it may be passed over
        schedule().limit(1);  // which value is the newest must not depend on threads
        schedule().add(new Courier(*from, *to));
    }
}

}  // namespace

}  // namespace lanewise::graph

using namespace lanewise;
using namespace lanewise::graph;

extern "C" {

int lw_graph_init(const void* address, const char*) {
    for (const auto& g : graphs())
        if (g->address == address) return 0;
    wires().wire();
    auto g = std::make_unique<Running>();
    g->address = address;
    g->nodes = parts(address);
    std::vector<Node*> kernels;
    for (Node* n : g->nodes)
        if (n->kind == lw_graph_kernel_node) kernels.push_back(n);
    std::map<int, std::int64_t> counts;
    balance(g->nodes, counts);
    open_files();
    const auto loaded = load(kernels);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        g->kernels.push_back(std::make_unique<Kernel>(*kernels[i], loaded[i], counts[kernels[i]->id]));
        schedule().add(&g->kernels.back()->fiber, core_of(*kernels[i]));
        if (loaded[i].talks || g->kernels.back()->is_source()) schedule().limit(1);
    }
    add_movers(counts);
    graphs().push_back(std::move(g));
    connect_parameters();
    return 0;
}

int lw_graph_run(const void* address, std::int64_t iterations) {
    Running& g = running_graph(address, "run");
    if (iterations == -2) iterations = g.last;
    g.last = iterations;
    for (auto& k : g.kernels) {
        if (iterations < 0 && k->is_source()) schedule().follow_time();
        if (iterations < 0) k->left = -1;
        else if (k->left >= 0) k->left += iterations * k->repetitions;
    }
    run_memories(g.nodes, iterations);
    g.waited = false;
    return 0;
}

int lw_graph_wait(const void* address, std::uint64_t cycles) {
    Running& g = running_graph(address, "wait");
    if (cycles) run_still(cycles);
    else finish(g, "wait()");
    g.waited = true;
    return 0;
}

int lw_graph_finish(const void* address, std::uint64_t cycles) {
    Running& g = running_graph(address, "end");
    if (g.waited) {
        aie::call_stack here;
        lw_note_stack(&here);
        warn(Fault("AIE-016", {}), here);
    }
    if (cycles) run_still(cycles);
    else finish(g, "end()");
    g.ended = true;
    write_outputs();
    return 0;
}

int lw_graph_update(const void* address, lw_graph_end end, const char* type, const void* values, std::uint64_t count) {
    running_graph(address, "update").waited = false;
    const auto found = parameters_of(end_of(end));
    if (found.empty()) fail(Fault("AIE-013", {{"what", "update"}, {"case", "no_parameter"}}));
    for (Parameter* p : found) {
        const Bytes value = converted(type, values, count, p->type(), p->element());
        if (value.size() > p->bytes())
            fail(Fault("AIE-013", {{"what", "update of " + p->name()}, {"case", "parameter_size"}, {"bytes", p->bytes()}, {"given", value.size()}}));
        run_until([p] { return p->takes(); }, "main() waits in update() until " + p->name() + " has used up the values before");
        p->write(value);
    }
    return 0;
}

int lw_graph_read(const void* address, lw_graph_end end, const char* type, void* values, std::uint64_t count) {
    running_graph(address, "read").waited = false;
    Parameter& p = read_parameter(end_of(end));
    run_until([&p] { return p.readable(); }, "main() waits in read() for a value of " + p.name());
    const Bytes value = p.read();
    const Bytes wanted = converted(p.type(), value.data(), value.size() / p.element(), type, p.element());
    const std::uint64_t each = wanted.size() / (value.size() / p.element());
    std::memcpy(values, wanted.data(), std::min<std::uint64_t>(wanted.size(), count * each));
    return 0;
}

void lw_graph_let_run(std::uint64_t) { run_still(); }

void lw_graph_missing(const char* symbol) {
    fail(Fault("AIE-013", {{"what", symbol}, {"case", "undefined"}}));
}

// A handle is the place of what was asked for. Words are counted; cycles are not modelled, and that is said.
std::int64_t lw_graph_profile(lw_graph_end end, int what, std::uint64_t) {
    constexpr int counts_words = 3;  // io_stream_running_event_count
    aie::call_stack here;
    lw_note_stack(&here);
    if (what != counts_words) warn(Fault("AIE-017", {}), here);
    profiled().push_back({end.node, what == counts_words});
    return static_cast<std::int64_t>(profiled().size()) - 1;
}
std::int64_t lw_graph_profiled(std::int64_t handle) {
    const auto& [node, counts] = profiled().at(static_cast<std::size_t>(handle));
    std::uint64_t bytes = 0;
    for (const auto& link : wires().links())
        if (link->from.node == node || link->to.node == node) bytes = std::max(bytes, link->written());
    return counts ? static_cast<std::int64_t>(bytes / 4) : 0;
}

int lw_graph_main(int count, char** words, char** environment, int (*main)(int, char**, char**)) {
    runtime::watch_signals();
    runtime::still_running = [] {
        const Kernel* k = KernelFiber::kernel_of(schedule().running());
        return k ? k->node.name + " is still running, in call " + std::to_string(k->calls + 1) : "no kernel is running; the program is in main()";
    };
    std::atexit(write_outputs);
    if (const std::string plan = setting("LANEWISE_SCHEDULE"); plan.rfind("random:", 0) == 0)
        schedule().shuffle(std::strtoull(plan.c_str() + 7, nullptr, 10) + 1);
    if (!main && !serves())
        fail(Fault("AIE-013", {{"what", count ? std::string(words[0]).substr(std::string(words[0]).rfind('/') + 1) : "the program"},
                            {"case", "no_main"}}));
    if (serves()) return serve([&] { return main ? main(count, words, environment) : 0; });
    const int status = main(count, words, environment);
    run_still();
    return status;  // files are written at exit, which programs also call themselves
}
}
