// Graphs of kernels under the vendor's names. Constructors of graph classes note what there is; main() starts it.
#pragma once

#define LANEWISE_ADF_GRAPH  // `async` and `sync` are functions here, not only words of a buffer's description

#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <typeinfo>
#include <vector>

#include "lanewise/aie/graph/outside.h"

namespace adf {

enum return_code { ok = 0, user_error, aie_driver_error, xrt_error, internal_error, unsupported };

class graph {
public:
    graph() { lw_graph_begin(this); }
    graph(const graph&) = delete;
    graph& operator=(const graph&) = delete;
    virtual ~graph() { lw_graph_gone(this); }

    return_code init() { return code(lw_graph_init(this, lanewise_type())); }
    return_code run() { return code(lw_graph_run(this, -2)); }
    return_code run(int iterations) { return code(lw_graph_run(this, iterations < 0 ? -1 : iterations)); }
    return_code wait() { return code(lw_graph_wait(this, 0)); }
    return_code wait(unsigned long long cycles) { return code(lw_graph_wait(this, cycles)); }
    return_code resume() { return ok; }
    return_code end() { return code(lw_graph_finish(this, 0)); }
    return_code end(unsigned long long cycles) { return code(lw_graph_finish(this, cycles)); }

    template <class P, class T>
        requires std::is_base_of_v<port_base, P>
    return_code update(const P& p, const T& value) {
        return code(lw_graph_update(this, p.lanewise_end, text<T>(), &value, 1));
    }
    template <class P, class T>
        requires std::is_base_of_v<port_base, P>
    return_code update(const P& p, const T* values, std::size_t count) {
        return code(lw_graph_update(this, p.lanewise_end, text<T>(), values, count));
    }
    template <class P, class T>
        requires std::is_base_of_v<port_base, P>
    return_code read(const P& p, T& value) {
        return code(lw_graph_read(this, p.lanewise_end, text<T>(), &value, 1));
    }
    template <class P, class T>
        requires std::is_base_of_v<port_base, P>
    return_code read(const P& p, T* values, std::size_t count) {
        return code(lw_graph_read(this, p.lanewise_end, text<T>(), values, count));
    }

private:
    static return_code code(int problem) { return static_cast<return_code>(problem); }
    template <class T>
    static const char* text() {
        return lanewise::aie::graphs::element_text<T>();
    }
    const char* lanewise_type() const { return typeid(*this).name(); }
};

namespace event {

using handle = std::int64_t;
inline constexpr handle invalid_handle = -1;
enum io_profiling_option {
    io_total_stream_running_to_idle_cycles,
    io_stream_start_to_bytes_transferred_cycles,
    io_stream_start_difference_cycles,
    io_stream_running_event_count,
};
// The least that any such count can be is known where bytes are: cycles are not modelled.
template <class A>
handle start_profiling(const A& a, io_profiling_option what, std::uint64_t bytes = 0) {
    return lw_graph_profile(a.lanewise_end, what, bytes);
}
template <class A, class B>
handle start_profiling(const A& a, const B&, io_profiling_option what, std::uint64_t bytes = 0) {
    return lw_graph_profile(a.lanewise_end, what, bytes);
}
inline long long read_profiling(handle h) { return lw_graph_profiled(h); }
inline void stop_profiling(handle) {}

}  // namespace event

}  // namespace adf

namespace cardano = adf;  // as it was called first

// Time that a test lets pass: the graph runs until it stands still.
enum lanewise_time_unit { SC_FS, SC_PS, SC_NS, SC_US, SC_MS, SC_SEC };
inline void wait(double ticks, lanewise_time_unit) { lw_graph_let_run(static_cast<std::uint64_t>(ticks)); }
