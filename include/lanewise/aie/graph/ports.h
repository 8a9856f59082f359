// Ports and kernels: handles that stand for what the runtime library has noted.
#pragma once

#include <initializer_list>
#include <map>
#include <memory>

#include "lanewise/aie/graph/signature.h"

// Programs write port<input> and runtime<ratio> without a namespace, too.
struct input;
struct output;
struct inout;
class ratio;

namespace adf {

using ::input;
using ::inout;
using ::output;
using ::ratio;
struct direction {
    using in = ::input;
    using out = ::output;
    using inout = ::inout;
};

// What can be connected.
struct port_base {
    lw_graph_end lanewise_end;

    port_base() : lanewise_end{lw_graph_node(lw_graph_name, ""), 0} {}
    explicit port_base(lw_graph_end end) : lanewise_end(end) {}
};
template <class D>
struct port : port_base {
    port() = default;
    explicit port(lw_graph_end end) : port_base(end) {}
};
using input_port = port<direction::in>;
using output_port = port<direction::out>;
using inout_port = port<direction::inout>;

namespace detail {

template <class D>
inline constexpr int direction_number = std::is_same_v<D, direction::in>    ? lw_graph_in
                                        : std::is_same_v<D, direction::out> ? lw_graph_out
                                                                            : lw_graph_inout;
// The ports of a node in one direction, by number.
template <class D>
class ports {
public:
    explicit ports(int node = -1) : node_(node) {}
    port<D>& operator[](int index) const {
        const lw_graph_end end{node_, direction_number<D> << 16 | index};
        return made_.try_emplace(index, port<D>(end)).first->second;
    }

private:
    int node_;
    mutable std::map<int, port<D>> made_;
};

struct tables {
    int operator[](int index) const { return index; }
};

inline void set(const port_base& p, int property, std::initializer_list<std::int64_t> values = {}) {
    lw_graph_set(p.lanewise_end, property, values.begin(), static_cast<int>(values.size()));
}

}  // namespace detail

// A kernel, or a graph's place for one.
class kernel {
public:
    detail::tables param;  // of an object, to be placed
    detail::ports<direction::in> in;
    detail::ports<direction::out> out;
    detail::ports<direction::inout> inout;
    lw_graph_end lanewise_end{-1, -1};

    kernel() = default;
    explicit kernel(int node) : in(node), out(node), inout(node), lanewise_end{node, -1} {}

    template <class R, class... P>
    static kernel create(R (*function)(P...)) {
        const auto shape = lanewise::aie::graphs::shape_of(function);
        return made({reinterpret_cast<const void*>(function), "", "", shape.signature, shape.ports.data(),
                     static_cast<int>(shape.ports.size()), nullptr, nullptr, 0});
    }
    template <class C, class... A>
    static kernel create_object(A&&... arguments) {
        namespace graphs = lanewise::aie::graphs;
        graphs::registered = {};
        C::registerKernelClass();
        // The kernel's own file makes the object from copies, which live as long as the program.
        const void* const* const given = new const void*[sizeof...(A) + 1]{new std::decay_t<A>(arguments)..., nullptr};
        static const char* const types[] = {graphs::type_text<std::decay_t<A>>()..., nullptr};
        const auto& [shape, member] = graphs::registered;
        return made({nullptr, graphs::type_text<C>(), member.c_str(), shape.signature, shape.ports.data(),
                     static_cast<int>(shape.ports.size()), given, types, sizeof...(A)});
    }

private:
    static kernel made(const lw_graph_kernel& k) { return kernel(lw_graph_kernel_made(&k)); }
};

// Which template arguments a connection has says nothing that its ends do not know, but for sizes of windows.
struct stream;
struct cascade;
struct pktstream;
struct buffer;
template <std::uint64_t Bytes, std::uint64_t Margin = 0>
struct window {};

namespace detail {

template <class X>
struct window_size {
    static constexpr std::uint64_t bytes = 0, margin = 0;
};
template <std::uint64_t Bytes, std::uint64_t Margin>
struct window_size<window<Bytes, Margin>> {
    static constexpr std::uint64_t bytes = Bytes, margin = Margin;
};
template <class... X>
using first_of = std::tuple_element_t<0, std::tuple<X..., void>>;
template <class... X>
using last_of = std::tuple_element_t<sizeof...(X) == 0 ? 0 : sizeof...(X) - 1, std::tuple<X..., void>>;

}  // namespace detail

template <class... X>
class connect {
public:
    int lanewise_net = -1;

    connect() = default;
    template <class A, class B>
    connect(const A& from, const B& to) {
        using source = detail::window_size<detail::first_of<X...>>;
        using sink = detail::window_size<detail::last_of<X...>>;
        const lw_graph_connection c{from.lanewise_end, to.lanewise_end, source::bytes, sink::bytes, sink::margin};
        lanewise_net = lw_graph_connect(&c);
    }
};
template <class A, class B>
connect(const A&, const B&) -> connect<>;

}  // namespace adf
