#include "graph/library.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include "graph/report.hpp"
#include "graph/settings.hpp"
#include "graph/wire.hpp"
#include "runtime/place.hpp"

namespace lanewise::graph {

namespace {

// The driver: it has the compiler. A line for each kernel, and a line for each answer.
class Driver {
  public:
    Driver() {
        const std::string ends = setting("LANEWISE_GRAPH_DRIVER");
        const auto comma = ends.find(',');
        if (comma == std::string::npos)
            fail(Fault("AIE-013", {{"what", "the program"}, {"case", "started_alone"}}));
        in_ = fdopen(std::atoi(ends.c_str()), "r");
        out_ = fdopen(std::atoi(ends.c_str() + comma + 1), "w");
    }
    void say(const std::string& line) {
        std::fputs(line.c_str(), out_);
        std::fputc('\n', out_);
        std::fflush(out_);
    }
    std::string hear() {
        std::string line;
        for (int c; (c = std::fgetc(in_)) != EOF && c != '\n';) line += static_cast<char>(c);
        return line;
    }

  private:
    FILE *in_ = nullptr, *out_ = nullptr;
};
Driver& driver() {
    static auto& one = *new Driver();
    return one;
}

std::string request(const Node& k) {
    std::string types;
    for (const auto& t : k.argument_types) types += t + part_end;
    std::string line;
    for (const std::string& field : {k.source, k.symbol, k.type, k.member, k.signature, k.initialization, types}) line += field + field_end;
    return line;
}

// The loader gives a file it knows no second life; a copy is another file, which may go once it is open.
void* open(const std::string& path, bool again) {
    std::string name = path;
    if (again) {
        name = setting("TMPDIR", "/tmp") + "/lanewise-core-XXXXXX";
        const int file = mkstemp(name.data());
        if (file >= 0) close(file);
        std::ofstream(name, std::ios::binary) << std::ifstream(path, std::ios::binary).rdbuf();
        runtime::note_copy(name, path);
    }
    model().closed = true;
    void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    model().closed = false;
    if (again) unlink(name.c_str());
    if (!library) fail(Fault("AIE-013", {{"what", path}, {"case", "library"}, {"why", dlerror()}}));
    return library;
}

void share_modes(void* library, void* first) {
    auto* core = reinterpret_cast<void* (*)()>(dlsym(first, "lanewise_core"));
    auto* join = reinterpret_cast<void (*)(void*)>(dlsym(library, "lanewise_join"));
    join(core());
}

// Rows of graphs begin with the cores, those of the array with what leads outside (policy core_id).
void place(void* library, std::pair<std::int64_t, std::int64_t> tile) {
    auto* set = reinterpret_cast<void (*)(unsigned)>(dlsym(library, "lanewise_core_is"));
    set(static_cast<unsigned>(tile.first << 16 | (tile.second + 1)));
}

}  // namespace

int core_of(const Node& k) {
    int id = k.id;
    for (std::size_t steps = 0; model().node(id).core >= 0 && steps < model().nodes.size(); ++steps) id = model().node(id).core;
    const Node& n = model().node(id);
    if (n.tile)
        for (const auto& other : model().nodes)  // the first kernel on the same tile
            if (other->kind == lw_graph_kernel_node && other->tile == n.tile) return other->id;
    return id;
}

std::vector<Loaded> load(const std::vector<Node*>& kernels) {
    static auto& cores = *new std::map<int, std::map<std::string, void*>>();  // core -> file -> library
    static auto& opened = *new std::map<std::string, int>();
    for (const Node* k : kernels) {
        if (k->source.empty())
            fail(Fault("AIE-013", {{"what", k->name}, {"case", "no_source"}}));
        driver().say(request(*k));
    }
    driver().say("");
    std::vector<Loaded> all;
    for (const Node* k : kernels) {
        std::stringstream answer(driver().hear());
        std::string word, path, numbers[3], talks;
        std::getline(answer, word, field_end);
        std::getline(answer, path, field_end);
        if (word != "ok") leave(word.empty() ? 1 : std::atoi(path.c_str()));
        for (auto& n : numbers) std::getline(answer, n, field_end);
        std::getline(answer, talks, field_end);
        auto& files = cores[core_of(*k)];
        void*& library = files[path];
        if (!library) {
            void* first = files.size() > 1 ? (files.begin()->second ? files.begin()->second : std::next(files.begin())->second) : nullptr;
            library = open(path, opened[path]++ > 0);
            if (first) share_modes(library, first);
            else if (const Node& core = model().node(core_of(*k)); core.tile) place(library, *core.tile);
        }
        const auto entry = [&](const std::string& number) {
            return number.empty() ? nullptr : reinterpret_cast<Entry>(dlsym(library, ("lanewise_call_" + number).c_str()));
        };
        all.push_back({library, entry(numbers[0]), entry(numbers[1]), entry(numbers[2]), path, talks == "1"});
    }
    return all;
}

aie::call_stack broken_at(const Loaded& loaded) {
    aie::call_stack stack;
    std::uint64_t offsets[aie::call_stack::most];
    auto* const where = reinterpret_cast<int (*)(std::uint64_t*)>(dlsym(loaded.library, "lanewise_broken"));
    Dl_info info;
    if (!where || !dladdr(reinterpret_cast<void*>(where), &info)) return stack;
    stack.depth = where(offsets);
    for (int i = 0; i < stack.depth; ++i) stack.at[i] = static_cast<char*>(info.dli_fbase) + offsets[i];
    return stack;
}

}  // namespace lanewise::graph
