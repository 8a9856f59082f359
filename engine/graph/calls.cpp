#include "graph/calls.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <span>
#include <string>

#include "graph/levels.hpp"
#include "graph/settings.hpp"
#include "lanewise/shared/aie/guard.h"
#include "lanewise/shared/aie/issued.h"

namespace lanewise::graph {

namespace {

constexpr int most_kinds = 64;  // of a kernel: those after it count as the last
using Rows = std::span<const aie::issued>;

struct Book {
    std::ofstream lines, records;
    std::map<std::array<std::uint64_t, 3>, int> kinds;  // by kernel, how many operations it asked for, and for which
    std::map<int, int> count, last;
    std::uint64_t kept = 0;
    int next = 0;
};
Book& book() {
    static auto& one = *[] {
        auto* made = new Book;
        const std::string path = setting("LANEWISE_GRAPH_CALLS");
        made->lines.open(path, std::ios::trunc);
        made->records.open(path + ".records", std::ios::trunc | std::ios::binary);
        return made;
    }();
    return one;
}

template <class F>
F function(const Loaded& loaded, const char* name) {
    return reinterpret_cast<F>(dlsym(loaded.library, name));
}

// A number for what a call asked for, wherever its arrays lie.
std::uint64_t digest(Rows rows) {
    std::uint64_t out = 0xCBF29CE484222325u;
    const auto mix = [&out](std::uint64_t word) { out = (out ^ word) * 0x100000001B3u; };
    for (const aie::issued& row : rows) {
        for (const std::uint32_t word : {row.name, row.lanes, row.bytes, row.products, row.results, row.crossed, row.port, row.elements, row.times}) mix(word);
        for (std::uint32_t i = 0; i < row.types_count; ++i) mix(row.types[i]);
        for (std::uint32_t i = 0; i < row.after_count; ++i) mix(row.after[i]);
    }
    return out;
}

// Everything that is needed to read the records of a call: words, and places in the library.
void keep_kind(Book& b, int kernel, const Loaded& loaded, Rows rows, std::uint64_t more) {
    const auto word = function<const char* (*)(std::uint32_t)>(loaded, "lanewise_word");
    const auto place = function<int (*)(std::uint32_t, std::uint64_t*)>(loaded, "lanewise_place");
    std::uint32_t words = 0, places = 0;
    for (const aie::issued& row : rows) {
        words = std::max(words, row.name + 1);
        places = std::max(places, row.place + 1);
        for (std::uint32_t t = 0; t < row.types_count; ++t) words = std::max(words, row.types[t] + 1);
    }
    b.lines << "{\"kind\": " << b.next << ", \"kernel\": " << kernel << ", \"library\": " << quoted(loaded.path) << ", \"first\": " << b.kept
            << ", \"count\": " << rows.size() << ", \"more\": " << more << ", \"words\": [";
    for (std::uint32_t i = 0; i < words; ++i) b.lines << (i ? "," : "") << quoted(word(i));
    b.lines << "], \"places\": [";
    for (std::uint32_t i = 0; i < places; ++i) {
        std::uint64_t at[aie::call_stack::most];
        const int depth = place(i, at);
        b.lines << (i ? ",[" : "[");
        for (int k = 0; k < depth; ++k) b.lines << (k ? "," : "") << at[k];
        b.lines << "]";
    }
    b.lines << "]}\n";
    b.records.write(reinterpret_cast<const char*>(rows.data()), static_cast<std::streamsize>(rows.size_bytes()));
    b.kept += rows.size();
}

}  // namespace

bool notes_calls() {
    static const bool wanted = !setting("LANEWISE_GRAPH_CALLS").empty();
    return wanted;
}

void note_call(const Node& kernel, const Loaded& loaded, const Moved& moved) {
    const auto records = function<const aie::issued* (*)(std::uint64_t*, std::uint64_t*)>(loaded, "lanewise_records");
    if (!records) return;
    std::uint64_t count = 0, more = 0;
    const aie::issued* first = records(&count, &more);
    const Rows rows(first, count);
    const std::array<std::uint64_t, 3> key{static_cast<std::uint64_t>(kernel.id), count + more, digest(rows)};
    Book& b = book();
    const auto known = b.kinds.find(key);
    int kind = known == b.kinds.end() ? b.last[kernel.id] : known->second;
    if (known == b.kinds.end() && b.count[kernel.id]++ < most_kinds) {
        keep_kind(b, kernel.id, loaded, rows, more);
        kind = b.last[kernel.id] = b.kinds[key] = b.next++;
    }
    b.lines << "{\"call\": " << kernel.id << ", \"of\": " << kind << ", \"moved\": [";
    for (std::size_t i = 0; i < moved.size(); ++i) b.lines << (i ? ",[" : "[") << moved[i].first << "," << moved[i].second << "]";
    b.lines << "]}\n";
}

void keep_calls() {
    if (!notes_calls()) return;
    book().lines.flush();
    book().records.flush();
}

}  // namespace lanewise::graph
