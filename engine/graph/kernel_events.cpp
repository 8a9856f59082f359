#include "graph/kernel_events.hpp"

#include <dlfcn.h>

#include <fstream>
#include <map>
#include <tuple>
#include <vector>

#include "graph/settings.hpp"
#include "graph/unread.hpp"
#include "lanewise/shared/aie/guard.h"
#include "runtime/place.hpp"

namespace lanewise::graph {

namespace {

// In the order of lanewise/aie/status.h.
constexpr const char* happening_names[] = {"rounded",      "wrapped",            "saturated",     "accumulator_overflow", "ups_overflow",
                                           "shift_out_of_range", "uninitialised", "beyond", "overrun",
                                           "left_rounding", "left_saturation", "past_window", "ahead_of_window", "over_window", "unaligned",
                                           "taken_twice", "given_back_twice", "still_held", "outside", "unwritten", "not_finite"};

// kernel, what, file, line; the argument that it was about, and how long it is or what it needs
using Site = std::tuple<std::string, std::string, std::string, int, std::uint64_t, std::uint64_t>;

std::map<Site, std::uint64_t>& sites() {
    static auto& all = *new std::map<Site, std::uint64_t>();
    return all;
}

// How often something was done there, counted from now on, too.
std::uint64_t& count_at(const Node& kernel, const char* what, void* const* stack, int depth, std::uint64_t argument = 0, std::uint64_t size = 0) {
    const auto place = runtime::user_place(stack, depth);
    return sites()[{kernel.name, what, place.file, place.line, argument, size}];
}

}  // namespace

bool notes_happenings() {
    static const bool wanted = !setting("LANEWISE_GRAPH_HAPPENED").empty();
    return wanted;
}

void note_happenings(const Node& kernel, const Loaded& loaded) {
    const auto count = reinterpret_cast<int (*)()>(dlsym(loaded.library, "lanewise_happenings"));
    const auto one = reinterpret_cast<int (*)(int, std::uint64_t*)>(dlsym(loaded.library, "lanewise_happened"));
    const auto forget = reinterpret_cast<void (*)()>(dlsym(loaded.library, "lanewise_forget"));
    Dl_info info;
    if (!count || !one || !forget || !dladdr(reinterpret_cast<void*>(count), &info)) return;
    // Which stack it was is known by its offsets: lines are looked up once.
    static auto& known = *new std::map<std::vector<std::uint64_t>, std::uint64_t*>();
    for (int i = 0; i < count(); ++i) {
        std::uint64_t words[2 + aie::call_stack::most];
        const int depth = one(i, words);
        std::vector<std::uint64_t> key(words + 2, words + 2 + depth);
        key.push_back(words[0]);
        key.push_back(reinterpret_cast<std::uint64_t>(loaded.library));
        key.push_back(static_cast<std::uint64_t>(kernel.id));
        auto& total = known[key];
        if (!total) {
            void* at[aie::call_stack::most];
            for (int k = 0; k < depth; ++k) at[k] = static_cast<char*>(info.dli_fbase) + words[2 + k];
            total = &count_at(kernel, happening_names[words[0] & 0xff], at, depth, words[0] >> 8 & 0xffffff, words[0] >> 32);
        }
        *total += words[1];
    }
    forget();
}

void note_lock(const Node& kernel, const char* what) {
    aie::call_stack here;
    lw_note_stack(&here);
    ++count_at(kernel, what, here.at, here.depth);
}

void keep_happenings() {
    if (!notes_happenings()) return;
    std::ofstream out(setting("LANEWISE_GRAPH_HAPPENED"), std::ios::trunc);
    for (const auto& [site, count] : sites()) {
        const auto& [kernel, what, file, line, argument, size] = site;
        out << "{\"kernel\": \"" << kernel << "\", \"what\": \"" << what << "\", \"count\": " << count << ", \"file\": \"" << file
            << "\", \"line\": " << line << ", \"argument\": " << argument << ", \"size\": " << size << "}\n";
    }
    write_unread(out);
}

}  // namespace lanewise::graph
