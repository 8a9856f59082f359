#include "graph/serve.hpp"

#include <cstdio>
#include <cstring>
#include <sstream>

#include "graph/control.hpp"
#include "graph/files.hpp"
#include "graph/report.hpp"
#include "graph/settings.hpp"
#include "graph/variables.hpp"
#include "graph/wire.hpp"

namespace lanewise::graph {

namespace {

FILE *in = nullptr, *out = nullptr;

// A line of fields, the last of which says how many bytes follow.
void answer(std::vector<std::string> fields, const std::vector<std::byte>& data = {}) {
    fields.push_back(std::to_string(data.size()));
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i) line += (i ? std::string(1, field_end) : "") + fields[i];
    std::fflush(stdout);
    std::fprintf(out, "%s\n", line.c_str());
    std::fwrite(data.data(), 1, data.size(), out);
    std::fflush(out);
}

bool hear(std::vector<std::string>& fields, std::vector<std::byte>& data) {
    std::string line;
    int c;
    while ((c = std::fgetc(in)) != EOF && c != '\n') line += static_cast<char>(c);
    if (c == EOF) return false;
    fields.clear();
    std::stringstream text(line);
    for (std::string field; std::getline(text, field, field_end);) fields.push_back(field);
    data.resize(std::strtoull(fields.back().c_str(), nullptr, 10));
    fields.pop_back();
    return std::fread(data.data(), 1, data.size(), in) == data.size();
}

void tell_problem(const Fault& fault, const std::string& file, int line) {
    std::string named;
    for (const auto& [name, value] : fault.fields) named += name + "=" + value + part_end;
    answer({"error", fault.id, file, std::to_string(line), named});
}

// Graphs that stand for themselves, by the names of their variables.
const void* graph_called(const std::string& name) {
    const void* first = nullptr;
    for (const Graph& g : model().graphs) {
        if (!g.alive) continue;
        if (!name.empty() && variable_at(g.address).name == name) return g.address;
        if (name.empty() && !first) first = g.address;
    }
    if (!first)
        fail(Fault("AIE-013", {{"what", name.empty() ? "the program" : name}, {"case", "no_graph"}}), {});
    return first;
}

// "gain.in[1]", or a port that was connected to it.
End parameter_called(const std::string& text) {
    for (const auto& node : model().nodes)
        for (const auto& [number, port] : node->ports)
            if (port.kind == lw_graph_value && model().text({node->id, number}) == text) return {node->id, number};
    std::string known;
    for (const auto& node : model().nodes)
        for (const auto& [number, port] : node->ports)
            if (port.kind == lw_graph_value && node->kind == lw_graph_kernel_node)
                known += (known.empty() ? "" : ", ") + model().text({node->id, number});
    fail(Fault("AIE-013", {{"what", text}, {"case", "unknown_parameter"}, {"known", known.empty() ? "none" : known}}), {});
}

std::string described() {
    wires().wire();
    std::string all;
    for (const auto& n : model().nodes)
        if (n->kind == lw_graph_plio) all += std::string(n->reads ? "in" : "out") + part_end + element_type(*n) + part_end + n->name + part_end;
    return all;
}

void obey(const std::vector<std::string>& words, std::vector<std::byte>& data, const std::function<int()>& main) {
    const std::string& what = words[0];
    const auto argument = [&words](std::size_t i) { return i < words.size() ? words[i] : std::string(); };
    if (what == "describe") return answer({"ok", described()});
    if (what == "main") {
        const int status = main();
        run_still();
        return answer({"ok", std::to_string(status)});
    }
    if (what == "feed") {
        feed(argument(1), std::move(data));
        return answer({"ok"});
    }
    if (what == "drain") return answer({"ok"}, drain(argument(1)));
    const void* graph = graph_called(argument(1));
    if (what == "init") lw_graph_init(graph, "");
    if (what == "run") lw_graph_run(graph, std::atoll(argument(2).c_str()));
    if (what == "wait") lw_graph_wait(graph, 0);
    if (what == "end") lw_graph_finish(graph, 0);
    if (what == "parameter") {
        const Port& p = model().port(parameter_called(argument(2)));
        return answer({"ok", p.type, std::to_string(p.extent)});
    }
    if (what == "update") {
        const End end = parameter_called(argument(2));
        const Port& p = model().port(end);
        lw_graph_update(graph, {end.node, end.port}, p.type.c_str(), data.data(), data.size() / p.bytes);
    }
    if (what == "read") {
        const End end = parameter_called(argument(2));
        const Port& p = model().port(end);
        std::vector<std::byte> value(p.bytes * p.extent);
        lw_graph_read(graph, {end.node, end.port}, p.type.c_str(), value.data(), p.extent);
        return answer({"ok"}, value);
    }
    answer({"ok"});
}

}  // namespace

bool serves() { return !setting("LANEWISE_GRAPH_SERVED").empty(); }

int serve(const std::function<int()>& main) {
    const std::string ends = setting("LANEWISE_GRAPH_SERVED");
    in = fdopen(std::atoi(ends.c_str()), "r");
    out = fdopen(std::atoi(ends.c_str() + ends.find(',') + 1), "w");
    problem_handler = tell_problem;
    std::vector<std::string> words;
    std::vector<std::byte> data;
    while (hear(words, data)) obey(words, data, main);
    return 0;
}

}  // namespace lanewise::graph
