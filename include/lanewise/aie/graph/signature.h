// The ports of a kernel, read from the parameters of its function.
#pragma once

#include <string>
#include <tuple>
#include <typeinfo>
#include <vector>

#include <cxxabi.h>

#include "lanewise/aie/entry.h"
#include "lanewise/shared/aie/graph.h"

namespace lanewise::aie::graphs {

// A type as C++ writes it: the kernel's own file is compiled with that text.
template <class T>
const char* type_text() {
    static const std::string text = [] {
        int problem = 0;
        char* plain = abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, &problem);
        std::string said = problem == 0 ? plain : typeid(T).name();
        std::free(plain);
        return said;
    }();
    return text.c_str();
}
// The name of an element: int16, cint16, float32.
template <class T>
const char* element_text() {
    static const std::string text = entry::name<T>();
    return text.c_str();
}

// What the words behind a buffer's element type say.
template <class C>
struct buffer_words {
    static constexpr std::uint64_t extent = 0, margin = 0;
    static constexpr bool async = std::is_same_v<C, adf::locking::async>;
};
template <unsigned... N>
struct buffer_words<adf::extents<N...>> {
    static constexpr std::uint64_t margin = 0;
    static constexpr std::uint64_t extent =
        sizeof...(N) == 0 || ((N == adf::inherited_extent) || ...) ? 0 : (std::uint64_t{N} * ... * 1);
    static constexpr bool async = false;
};
template <unsigned N>
struct buffer_words<adf::margin<N>> {
    static constexpr std::uint64_t extent = 0, margin = N;
    static constexpr bool async = false;
};
template <class... C>
struct buffer_words<adf::buffer_config<C...>> {
    static constexpr std::uint64_t extent = (buffer_words<C>::extent + ... + 0);
    static constexpr std::uint64_t margin = (buffer_words<C>::margin + ... + 0);
    static constexpr bool async = (buffer_words<C>::async || ...);
};

template <class T>
constexpr std::uint32_t element_size = is_nibble<T> ? 1 : sizeof(T);

// The general one is a run-time parameter by value.
template <class P>
struct port_of {
    using T = std::remove_cvref_t<P>;
    static lw_graph_port get() {
        constexpr bool possible = is_element<T> || std::is_arithmetic_v<T> || std::is_enum_v<T>;
        if constexpr (possible)
            return {lw_graph_value, lw_graph_in, element_text<T>(), sizeof(T), 1, 0, false};
        else
            return {lw_graph_refused, lw_graph_in, type_text<P>(), 0, 0, 0, false};
    }
};
template <class T>
    requires(!std::is_const_v<T> && (is_element<T> || std::is_arithmetic_v<T>))
struct port_of<T&> {
    static lw_graph_port get() { return {lw_graph_value, lw_graph_inout, element_text<T>(), sizeof(T), 1, 0, false}; }
};
template <class T, std::size_t N>
struct port_of<T (&)[N]> {
    static lw_graph_port get() {
        const auto way = std::is_const_v<T> ? lw_graph_in : lw_graph_inout;
        return {lw_graph_value, way, element_text<T>(), sizeof(T), N, 0, false};
    }
};

template <class T, lw_graph_port_kind K, lw_graph_direction D>
struct channel_port {
    static lw_graph_port get() {
        if constexpr (is_tag<T>)
            return {lw_graph_cascade, D, "", sizeof(typename T::lane), 0, 0, false};
        else
            return {K, D, element_text<T>(), element_size<T>, 0, 0, false};
    }
};
template <class T>
struct port_of<input_stream<T>*> : channel_port<T, lw_graph_stream, lw_graph_in> {};
template <class T>
struct port_of<output_stream<T>*> : channel_port<T, lw_graph_stream, lw_graph_out> {};
template <class T>
struct port_of<input_cascade<T>*> : channel_port<T, lw_graph_cascade, lw_graph_in> {};
template <class T>
struct port_of<output_cascade<T>*> : channel_port<T, lw_graph_cascade, lw_graph_out> {};
template <>
struct port_of<input_pktstream*> : channel_port<int32, lw_graph_packets, lw_graph_in> {};
template <>
struct port_of<output_pktstream*> : channel_port<int32, lw_graph_packets, lw_graph_out> {};
template <class T>
struct port_of<input_window<T>*> : channel_port<T, lw_graph_window, lw_graph_in> {};
template <class T>
struct port_of<output_window<T>*> : channel_port<T, lw_graph_window, lw_graph_out> {};

template <class T, lw_graph_direction D, bool Async, class... C>
struct buffer_port {
    static lw_graph_port get() {
        using words = buffer_words<adf::buffer_config<C...>>;
        return {lw_graph_buffer, D, element_text<T>(), element_size<T>, words::extent, words::margin,
                Async || words::async};
    }
};
#define LANEWISE_BUFFERS(way, D)                                                                      \
    template <class T, class... C>                                                                    \
    struct port_of<adf::way##_buffer<T, C...>&> : buffer_port<T, D, false, C...> {};                  \
    template <class T, class... C>                                                                    \
    struct port_of<adf::way##_circular_buffer<T, C...>&> : buffer_port<T, D, false, C...> {};         \
    template <class T, class... C>                                                                    \
    struct port_of<adf::way##_async_buffer<T, C...>&> : buffer_port<T, D, true, C...> {};             \
    template <class T, class... C>                                                                    \
    struct port_of<adf::way##_async_circular_buffer<T, C...>&> : buffer_port<T, D, true, C...> {};
LANEWISE_BUFFERS(input, lw_graph_in)
LANEWISE_BUFFERS(output, lw_graph_out)
LANEWISE_BUFFERS(inout, lw_graph_inout)
#undef LANEWISE_BUFFERS

// What is known about a kernel's function without calling it.
struct shape {
    std::vector<lw_graph_port> ports;
    const char* signature = "";
};
template <class R, class... P>
shape shape_of(R (*)(P...)) {
    return {{port_of<P>::get()...}, type_text<void(P...)>()};
}
template <class R, class X, class... P>
shape shape_of(R (X::*)(P...)) {
    return {{port_of<P>::get()...}, type_text<void(P...)>()};
}
template <class R, class X, class... P>
shape shape_of(R (X::*)(P...) const) {
    return {{port_of<P>::get()...}, type_text<void(P...)>()};
}

// The function that a class has registered, while create_object asks it.
struct registration {
    shape found;
    std::string member;

    template <class F>
    void function(F f, const char* text) {
        found = shape_of(f);
        member = text;
        member.erase(0, member.find_last_of(": ") + 1);
    }
};
inline registration registered;

}  // namespace lanewise::aie::graphs

#undef REGISTER_FUNCTION
#define REGISTER_FUNCTION(...) ::lanewise::aie::graphs::registered.function(&__VA_ARGS__, #__VA_ARGS__);
