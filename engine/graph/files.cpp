#include "graph/files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>

#include "graph/calls.hpp"
#include "graph/kernel_events.hpp"
#include "graph/levels.hpp"
#include "graph/numbers.hpp"
#include "graph/report.hpp"
#include "graph/settings.hpp"

namespace lanewise::graph {

namespace {

// Hands on what a file holds, as far as there is room.
struct Input : Mover {
    Node& node;
    Outlet& outlet;
    std::vector<std::byte> data;
    std::vector<std::uint64_t> lasts;
    std::uint64_t at = 0;
    std::size_t next_last = 0;

    Input(Node& n, Outlet& o) : node(n), outlet(o) {}
    bool move() override {
        const std::uint64_t left = data.size() - at;
        std::uint64_t count = std::min(left, outlet.room());
        for (Link* l : outlet.links) l->ended = at == data.size();
        if (!count) return false;
        while (next_last < lasts.size() && lasts[next_last] <= at) ++next_last;
        const bool ends = next_last < lasts.size() && lasts[next_last] <= at + count;
        if (ends) count = lasts[next_last] - at;
        outlet.push(data.data() + at, count);
        if (ends) outlet.end_packet();
        at += count;
        for (Link* l : outlet.links) l->ended = at == data.size();
        return true;
    }
};
struct Output {
    Node& node;
    Link& link;
    std::vector<std::byte> data;
    void take() {
        const auto count = link.filled();
        const auto before = data.size();
        data.resize(before + count);
        if (count) link.pop(data.data() + before, count);
    }
};
struct Open {
    std::map<int, Input*> inputs;
    std::map<int, Output*> outputs;
    std::map<std::string, std::vector<std::byte>> early;  // for ports that are not open yet
};
Open& open() {
    static auto& one = *new Open();
    return one;
}

std::string found(const std::string& name) {
    if (!name.empty() && name[0] == '/') return name;
    std::stringstream folders(setting("LANEWISE_GRAPH_INPUT", "."));
    for (std::string folder; std::getline(folders, folder, '\n');) {
        const std::string path = folder + "/" + name;
        if (access(path.c_str(), R_OK) == 0) return path;
    }
    return "";
}

const Port& typed_port(const Node& node) {
    Model& m = model();
    if (!node.reads) return m.port(wires().into({node.id, port_number(lw_graph_in, 0)})->from);
    return m.port(wires().out_of({node.id, port_number(lw_graph_out, 0)}).links.front()->to);
}

[[noreturn]] void refuse_number(const Node& node, const std::string& path, std::int64_t line, const std::string& word) {
    fail(Fault("AIE-014", {{"name", node.name}, {"case", "number"}, {"file", path}, {"row", line}, {"word", word}}));
}

// Values of one row of a CSV file: how often its beat comes, and the rest in order.
struct Columns {
    std::vector<std::string> names;
    static std::vector<std::string> cells(const std::string& line) {
        std::vector<std::string> all;
        std::stringstream text(line);
        for (std::string cell; std::getline(text, cell, ',');) {
            const auto first = cell.find_first_not_of(" \t\r"), last = cell.find_last_not_of(" \t\r");
            all.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
        }
        return all;
    }
};

void read_csv(Input& in, const std::string& path, std::ifstream& file, const Element& e) {
    Columns columns;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const auto cells = Columns::cells(line);
        if (cells.empty() || (cells.size() == 1 && cells[0].empty())) continue;
        if (columns.names.empty()) {
            columns.names = cells;
            continue;
        }
        long times = 1;
        bool last = false, stalls = false;
        std::vector<std::byte> beat;
        for (std::size_t i = 0; i < cells.size() && i < columns.names.size(); ++i) {
            const std::string &name = columns.names[i], &cell = cells[i];
            if (cell.empty()) continue;
            if (name == "CMD") {
                const auto colon = cell.find(':');
                stalls = cell.rfind("STALL", 0) == 0;
                if (colon != std::string::npos) times = std::atol(cell.c_str() + colon + 1);
            } else if (name == "D") {
                if (!parse(beat, e, cell.c_str(), in.node.hexadecimal))
                    refuse_number(in.node, path, number, cell);
            } else if (name == "TLAST") {
                last = cell != "0" && cell != "FALSE" && cell != "false";
            }
        }
        for (long i = 0; i < times && !stalls; ++i) {
            in.data.insert(in.data.end(), beat.begin(), beat.end());
            if (last) in.lasts.push_back(in.data.size());
        }
    }
}

// The words of a line, one after the other; the line is cut up for it.
class Words {
  public:
    Words(char* begin, char* end) : at_(begin), end_(end) {}
    char* next() {
        while (at_ != end_ && separates(*at_)) ++at_;
        if (at_ == end_) return nullptr;
        char* const word = at_;
        while (at_ != end_ && !separates(*at_)) ++at_;
        if (at_ != end_) *at_++ = '\0';
        return word;
    }

  private:
    static bool separates(char c) { return c == ' ' || c == ',' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
    char *at_, *end_;
};

// Files have millions of numbers, so it is looked at where it lies: no stream for each line, no string for each word.
void read_text(Input& in, const std::string& path, std::ifstream& file, const Element& e) {
    std::string text(std::istreambuf_iterator<char>(file), {});
    text += '\n';
    in.data.reserve(text.size() / 4);
    bool last = false;
    char* const whole_end = text.data() + text.size();
    int number = 1;
    for (char* line = text.data(); line != whole_end; ++number) {
        char* const end = std::find(line, whole_end, '\n');
        const std::string_view all(line, static_cast<std::size_t>(end - line));
        const auto note = std::min(all.find('#'), all.find("//"));
        char* const numbers_end = note == std::string_view::npos ? end : line + note;
        *numbers_end = '\0';
        Words words(line, numbers_end);
        const auto before = in.data.size();
        bool first = true;
        for (const char* word = words.next(); word; word = words.next(), first = false) {
            if (first && std::strcmp(word, "T") == 0) break;
            if (std::strcmp(word, "TLAST") == 0) last = true;
            else if (!parse(in.data, e, word, in.node.hexadecimal))
                refuse_number(in.node, path, number, word);
        }
        if (last && in.data.size() > before) {
            in.lasts.push_back(in.data.size());
            last = false;
        }
        line = end + 1;
    }
}

void read_file(Input& in) {
    if (in.node.file.empty()) return;
    const std::string path = found(in.node.file);
    if (path.empty()) {
        std::string where = setting("LANEWISE_GRAPH_INPUT", ".");
        for (char& c : where)
            if (c == '\n') c = ' ';
        fail(Fault("AIE-014", {{"name", in.node.name}, {"case", "no_file"}, {"file", in.node.file}, {"folders", where}}));
    }
    const Element e = element_of(typed_port(in.node).type);
    std::ifstream file(path);
    if (path.size() > 4 && path.compare(path.size() - 4, 4, ".csv") == 0) read_csv(in, path, file, e);
    else read_text(in, path, file, e);
}

void make_folders(const std::string& path) {
    for (auto at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) mkdir(path.substr(0, at).c_str(), 0777);
}

void write_file(Output& out) {
    if (out.node.file.empty()) return;
    const std::string folder = setting("LANEWISE_GRAPH_OUTPUT", "x86simulator_output");
    const std::string path = out.node.file[0] == '/' ? out.node.file : folder + "/" + out.node.file;
    make_folders(path);
    const Element e = element_of(typed_port(out.node).type);
    const std::uint64_t per_line = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(out.node.bits) / 8 / e.bytes);
    std::string text;
    std::uint64_t on_line = 0;
    for (std::uint64_t at = 0; at + e.bytes <= out.data.size(); at += e.bytes) {
        print(text, e, out.data.data() + at);
        if (++on_line < per_line) continue;
        text += '\n';
        on_line = 0;
    }
    if (on_line) text += '\n';
    std::ofstream file(path, std::ios::trunc);
    file << text;
    if (!file) std::fprintf(stderr, "lanewise: %s cannot be written\n", path.c_str());
}

bool serving() { return !setting("LANEWISE_GRAPH_SERVED").empty(); }

}  // namespace

void open_files() {
    for (auto& node : model().nodes) {
        if (node->kind != lw_graph_plio) continue;
        if (node->reads && !open().inputs.count(node->id)) {
            Outlet& outlet = wires().out_of({node->id, port_number(lw_graph_out, 0)});
            if (outlet.links.empty()) continue;
            auto* in = new Input(*node, outlet);
            open().inputs[node->id] = in;
            if (serving()) in->data = std::move(open().early[node->name]);
            else read_file(*in);
            schedule().add(in);
        }
        if (!node->reads && !open().outputs.count(node->id))
            if (Link* link = wires().into({node->id, port_number(lw_graph_in, 0)}))
                open().outputs[node->id] = new Output{*node, *link, {}};
    }
}

void write_outputs() {
    for (auto& [id, out] : open().outputs) {
        out->take();
        if (!serving()) write_file(*out);
    }
    write_levels();
    keep_calls();
    keep_happenings();
}

void feed(const std::string& name, std::vector<std::byte> data) {
    for (auto& [id, in] : open().inputs)
        if (in->node.name == name) {
            in->data.insert(in->data.end(), data.begin(), data.end());
            return;
        }
    auto& early = open().early[name];
    early.insert(early.end(), data.begin(), data.end());
}

std::vector<std::byte> drain(const std::string& name) {
    for (auto& [id, out] : open().outputs)
        if (out->node.name == name) {
            out->take();
            return std::move(out->data);
        }
    return {};
}

std::string element_type(const Node& node) {
    const End own{node.id, port_number(node.reads ? lw_graph_out : lw_graph_in, 0)};
    const bool wired = node.reads ? !wires().out_of(own).links.empty() : wires().into(own) != nullptr;
    return wired ? typed_port(node).type : "";
}

}  // namespace lanewise::graph
