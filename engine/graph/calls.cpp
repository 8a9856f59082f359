#include "graph/calls.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

#include "graph/levels.hpp"
#include "graph/settings.hpp"
#include "lanewise/shared/aie/guard.h"

namespace lanewise::graph {

namespace {

constexpr std::size_t tally_words = 31;    // of lanewise/aie/tally.h
constexpr std::size_t record_bytes = 200;  // of lanewise/aie/told.h
constexpr int most_kinds = 64;             // of a kernel: those after it count as the last

struct Book {
    std::ofstream lines, records;
    std::map<std::pair<int, std::vector<std::uint64_t>>, int> kinds;  // kernel and what it asked for
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

// Everything that is needed to read the records of a call: words, and places in the library.
void keep_kind(Book& b, int kernel, const Loaded& loaded, const std::uint64_t* tally, const void* records, std::uint64_t count,
               std::uint64_t more) {
    const auto word = function<const char* (*)(std::uint32_t)>(loaded, "lanewise_word");
    const auto place = function<int (*)(std::uint32_t, std::uint64_t*)>(loaded, "lanewise_place");
    const auto* rows = static_cast<const std::uint32_t*>(records);
    std::uint32_t words = 0, places = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint32_t* r = rows + i * (record_bytes / sizeof *rows);  // name, place, lanes, types_count, types
        words = std::max(words, r[0] + 1);
        places = std::max(places, r[1] + 1);
        for (std::uint32_t t = 0; t < r[3]; ++t) words = std::max(words, r[4 + t] + 1);
    }
    b.lines << "{\"kind\": " << b.next << ", \"kernel\": " << kernel << ", \"library\": " << quoted(loaded.path) << ", \"first\": " << b.kept
            << ", \"count\": " << count << ", \"more\": " << more << ", \"tally\": [";
    for (std::size_t i = 0; i < tally_words; ++i) b.lines << (i ? "," : "") << tally[i];
    b.lines << "], \"words\": [";
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
    b.records.write(static_cast<const char*>(records), static_cast<std::streamsize>(count * record_bytes));
    b.kept += count;
}

}  // namespace

bool notes_calls() {
    static const bool wanted = !setting("LANEWISE_GRAPH_CALLS").empty();
    return wanted;
}

void note_call(const Node& kernel, const Loaded& loaded, const Moved& moved) {
    const auto tally = function<const std::uint64_t* (*)()>(loaded, "lanewise_tally");
    const auto records = function<const void* (*)(std::uint64_t*, std::uint64_t*)>(loaded, "lanewise_records");
    if (!tally || !records) return;
    std::uint64_t count = 0, more = 0;
    const void* rows = records(&count, &more);
    const std::uint64_t* asked = tally();
    std::vector<std::uint64_t> key(asked, asked + tally_words);
    key.push_back(count + more);
    Book& b = book();
    const auto known = b.kinds.find({kernel.id, key});
    int kind = known == b.kinds.end() ? b.last[kernel.id] : known->second;
    if (known == b.kinds.end() && b.count[kernel.id]++ < most_kinds) {
        keep_kind(b, kernel.id, loaded, asked, rows, count, more);
        kind = b.last[kernel.id] = b.kinds[{kernel.id, key}] = b.next++;
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
