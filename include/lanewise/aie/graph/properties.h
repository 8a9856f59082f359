// What is said about kernels, ports and connections by assignment: `source(k) = "fir.cc"`. Places in the array compile and
// change nothing, but for kernels that share a core.
#pragma once

#include <string>

#include "lanewise/aie/graph/memory.h"

namespace adf {

class aiengine;
class fpga;
class stack;
class dma;
class interconnect;
class fifo;
class graph;

namespace detail {

struct text_property {
    int node, property;
    text_property(int n, int p) : node(n), property(p) {}
    void operator=(const std::string& text) const { lw_graph_say(node, property, text.c_str()); }
};
struct number_property {
    lw_graph_end end;
    int property;
    number_property(lw_graph_end e, int p) : end(e), property(p) {}
    void operator=(std::int64_t value) const { lw_graph_set(end, property, &value, 1); }
};
struct numbers_property {
    lw_graph_end end;
    int property;
    numbers_property(lw_graph_end e, int p) : end(e), property(p) {}
    void operator=(std::initializer_list<std::int64_t> values) const {
        lw_graph_set(end, property, values.begin(), static_cast<int>(values.size()));
    }
    template <class Range>
        requires requires(const Range& r) { std::begin(r); }
    void operator=(const Range& values) const {
        const std::vector<std::int64_t> all(std::begin(values), std::end(values));
        lw_graph_set(end, property, all.data(), static_cast<int>(all.size()));
    }
};
// Takes whatever is assigned, and forgets it.
struct ignored {
    template <class T>
    const ignored& operator=(const T&) const {
        return *this;
    }
    template <class T>
    const ignored& operator=(std::initializer_list<T>) const {
        return *this;
    }
};
// A place in the array: a tile, a bank, an address, a channel.
struct spot {
    int kind = 0;
    std::int64_t column = 0, row = 0;

    spot() = default;
    spot(int k, std::int64_t c = 0, std::int64_t r = 0) : kind(k), column(c), row(r) {}
    spot(const ::aie::tile& t) : spot(1, t.column, t.row) {}
};
struct place {
    int node = -1;
    place() = default;
    explicit place(int n) : node(n) {}
    place(const place&) = default;
    const place& operator=(const spot& s) const {
        const std::int64_t at[] = {s.column, s.row};
        if (node >= 0 && s.kind == 1) lw_graph_set({node, -1}, lw_graph_tile, at, 2);
        return *this;
    }
    const place& operator=(std::initializer_list<spot>) const { return *this; }
    template <class Range>
        requires requires(const Range& r) { std::begin(r); }
    const place& operator=(const Range&) const {
        return *this;
    }
    place& operator=(const place& other) {
        if (node >= 0 && other.node >= 0) lw_graph_join(node, other.node);
        return *this;
    }
    const place& operator=(const place& other) const {
        if (node >= 0 && other.node >= 0) lw_graph_join(node, other.node);
        return *this;
    }
    operator spot() const { return {}; }
};
// So far away from something else: another place.
inline spot operator+(const place&, const spot&) { return {}; }

}  // namespace detail

inline detail::text_property source(const kernel& k) { return {k.lanewise_end.node, lw_graph_source}; }
inline detail::text_property initialization_function(const kernel& k) {
    return {k.lanewise_end.node, lw_graph_initialization};
}
inline detail::ignored headers(const kernel&) { return {}; }
template <class What>
detail::ignored runtime(const kernel&) {
    return {};
}
template <class... X>
detail::number_property fifo_depth(const connect<X...>& net) {
    return {{net.lanewise_net, -1}, lw_graph_fifo_depth};
}
template <class X>
detail::number_property repetition_count(const X& node) {
    return {node.lanewise_end, lw_graph_repetitions};
}
template <class X>
detail::number_property num_buffers(const X& node) {
    return {node.lanewise_end, lw_graph_num_buffers};
}
inline detail::numbers_property dimensions(const port_base& p) { return {p.lanewise_end, lw_graph_dimensions}; }
inline detail::access_property read_access(const port_base& p) { return {p.lanewise_end}; }
inline detail::access_property write_access(const port_base& p) { return {p.lanewise_end}; }

template <class P>
const P& async(const P& p) {
    detail::set(p, lw_graph_async);
    return p;
}
template <class P>
const P& sync(const P& p) {
    detail::set(p, lw_graph_sync);
    return p;
}
template <class P>
const P& negate(const P& p) {
    detail::set(p, lw_graph_negate);
    return p;
}
template <class P>
const P& single_buffer(const P& p) {
    detail::set(p, lw_graph_single_buffer);
    return p;
}

template <class... Anything>
detail::ignored stack_size(const Anything&...) {
    return {};
}
template <class... Anything>
detail::ignored heap_size(const Anything&...) {
    return {};
}
template <class... Anything>
detail::ignored utilization(const Anything&...) {
    return {};
}
template <class Where, class... Anything>
void fabric(const Anything&...) {}
template <class... Anything>
void not_equal(const Anything&...) {}

using ::aie::tile;  // programs say `tile(c, r)` with both namespaces in sight
inline detail::spot bank(int column, int row, int number) { return {2 + 0 * number, column, row}; }
inline detail::spot address(int column, int row, std::int64_t at) { return {3, column, row + 0 * at}; }
inline detail::spot offset(std::int64_t at) { return {4, at, 0}; }
inline detail::spot shim(int column) { return {5, column, 0}; }
inline detail::spot shim(int column, int channel) { return {5, column, channel}; }
template <class... Anything>
detail::spot dma_channel(const Anything&...) {
    return {6};
}
template <class... Anything>
detail::spot dma_fifo(const Anything&...) {
    return {7};
}
template <class... Anything>
detail::spot ss_fifo(const Anything&...) {
    return {8};
}
enum tile_type { aie_tile, shim_tile, memory_tile };
struct area_group_range {
    tile_type kind = aie_tile;
    int first_column = 0, first_row = 0, last_column = 0, last_row = 0;
    bool issue_exclusive = false;
};
struct area_group {
    template <class... Anything>
    area_group(std::initializer_list<area_group_range>, const Anything&...) {}
    area_group(tile_type, int, int, int, int) {}
    operator detail::spot() const { return {9}; }
};

struct relative_offset_parameters {
    int col_offset = 0, row_offset = 0;
};
inline detail::spot relative_offset(const relative_offset_parameters&) { return {}; }
// A graph in a rectangle, or laid out as another one is.
inline detail::spot bounding_box(int, int, int, int) { return {9}; }
template <class X>
detail::spot stamp(const X&) {
    return {9};
}

// Only kernels have a place that means something: a core.
template <class What, class X>
detail::place location(const X& x) {
    if constexpr (std::is_same_v<What, kernel> && requires { x.lanewise_end; })
        return detail::place(x.lanewise_end.node);
    else
        return {};
}

}  // namespace adf
