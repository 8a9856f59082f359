// How a kernel of threads is called by its name: its first argument is how many blocks and threads there are.
#pragma once

#include "lanewise/ascend/entry.h"
#include "lanewise/ascend/simt/call.h"

namespace lanewise::simt {

struct Extents {
    std::uint32_t grid[3], block[3];
};

template <Way way, bool in_turn, auto body, class... P>
void call_entry(void (*)(P...), const char* kernel, std::uint64_t dynamic_ub, void* stream, void** arguments) {
    const auto& [grid, block] = *static_cast<const Extents*>(arguments[0]);
    const Grid asked(dim3(grid[0], grid[1], grid[2]), dim3(block[0], block[1], block[2]), dynamic_ub, stream);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        launch<way, in_turn>(kernel, asked, [](auto... a) { body(a...); }, *static_cast<std::remove_cvref_t<P>*>(arguments[I + 1])...);
    }(std::index_sequence_for<P...>{});
}

template <class... P>
const char* with_threads(void (*function)(P...)) {
    static const std::string text = std::string("threads;") + entry::parameters(function);
    return text.c_str();
}

// Stands behind the body of a kernel of threads.
template <Way way, bool in_turn, auto body>
struct Known {
    explicit Known(const char* kernel) {
        entry::entries().push_back({kernel, [] { return with_threads(body); },
                                    [](const char* name, std::uint64_t, std::uint64_t dynamic_ub, void* stream, void** arguments) {
                                        call_entry<way, in_turn, body>(body, name, dynamic_ub, stream, arguments);
                                    }});
    }
};

}  // namespace lanewise::simt
