// What leads into a graph and out of it: files, memory of the host, packets.
#pragma once

#include <string>

#include "lanewise/aie/graph/properties.h"

namespace adf {

enum plio_type { plio_32_bits = 32, plio_64_bits = 64, plio_128_bits = 128, plio_default = 32 };
using plio_width = plio_type;

namespace detail {

inline int plio_node(bool reads, const std::string& name, int width, const std::string& file, double mhz, bool hexadecimal) {
    return lw_graph_plio_made(reads, name.c_str(), width, file.c_str(), mhz, hexadecimal);
}

}  // namespace detail

#define LANEWISE_PLIO(type, member, way, reads)                                                                         \
    class type {                                                                                                        \
    public:                                                                                                             \
        detail::ports<direction::way> member;                                                                           \
        lw_graph_end lanewise_end{-1, -1};                                                                              \
        type() = default;                                                                                               \
        explicit type(int node) : member(node), lanewise_end{node, -1} {}                                               \
        static type create(const std::string& name, plio_type width, const std::string& file = "", double mhz = 0,      \
                           bool hexadecimal = false) {                                                                  \
            return type(detail::plio_node(reads, name, width, file, mhz, hexadecimal));                                 \
        }                                                                                                               \
        static type create(plio_type width, const std::string& file = "", double mhz = 0, bool hexadecimal = false) {   \
            return type(detail::plio_node(reads, "", width, file, mhz, hexadecimal));                                   \
        }                                                                                                               \
        static type create(const std::string& name, const std::string& file) {                                          \
            return type(detail::plio_node(reads, name, 32, file, 0, false));                                            \
        }                                                                                                               \
        static type create(const std::string& name) { return type(detail::plio_node(reads, name, 32, "", 0, false)); }  \
        static type create() { return type(detail::plio_node(reads, "", 32, "", 0, false)); }                           \
    };
LANEWISE_PLIO(input_plio, out, out, true)
LANEWISE_PLIO(output_plio, in, in, false)
#undef LANEWISE_PLIO

// Memory of the host, moved when main() says so.
class GMIO {
public:
    lw_graph_end lanewise_end{-1, -1};

    enum memory_domain { aie, pl };
    GMIO() : GMIO("", 64, 1000) {}
    GMIO(const std::string& name, std::size_t, std::size_t) : lanewise_end{lw_graph_node(lw_graph_gmio, name.c_str()), -1} {}
    GMIO(std::size_t burst, std::size_t rate) : GMIO("", burst, rate) {}

    static void* malloc(std::size_t bytes) { return lw_graph_allocate(bytes); }
    static void free(void* memory) { lw_graph_free(memory); }
    int gm2aie_nb(const void* from, std::size_t bytes) const { return move(from, bytes, true, false); }
    int gm2aie(const void* from, std::size_t bytes) const { return move(from, bytes, true, true); }
    int aie2gm_nb(void* to, std::size_t bytes) const { return move(to, bytes, false, false); }
    int aie2gm(void* to, std::size_t bytes) const { return move(to, bytes, false, true); }
    int wait() const { return lw_graph_transfer_wait(lanewise_end.node); }

private:
    int move(const void* memory, std::size_t bytes, bool to_graph, bool waits) const {
        return lw_graph_transfer(lanewise_end.node, const_cast<void*>(memory), bytes, to_graph, waits);
    }
};
#define LANEWISE_GMIO(type, member, way)                                                                          \
    class type : public GMIO {                                                                                    \
    public:                                                                                                       \
        detail::ports<direction::way> member;                                                                     \
        type() = default;                                                                                         \
        type(const std::string& name, std::size_t burst, std::size_t rate)                                        \
            : GMIO(name, burst, rate), member(lanewise_end.node) {}                                               \
        static type create(const std::string& name, std::size_t burst, std::size_t rate) {                        \
            return {name, burst, rate};                                                                           \
        }                                                                                                         \
        static type create(std::size_t burst, std::size_t rate) { return {"", burst, rate}; }                     \
    };
LANEWISE_GMIO(input_gmio, out, out)
LANEWISE_GMIO(output_gmio, in, in)
#undef LANEWISE_GMIO

// Older programs have one kind for both directions; which one it is shows where it is connected.
class PLIO {
public:
    std::string name, file;
    int width = 32;
    double mhz = 0;
    bool hexadecimal = false;

    PLIO(const std::string& n, const std::string& f = "") : name(n), file(f) {}
    PLIO(const std::string& n, plio_type w, const std::string& f = "", double m = 0, bool hex = false)
        : name(n), file(f), width(w), mhz(m), hexadecimal(hex) {}
};
using FileIO = PLIO;

namespace simulation {

template <int Inputs, int Outputs>
class platform {
public:
    port<direction::out> src[Inputs ? Inputs : 1];
    port<direction::in> sink[Outputs ? Outputs : 1];

    template <class... X>
    explicit platform(const X&... x) {
        int next = 0;
        (add(next++, x), ...);
    }

private:
    void set(int i, int node) {
        if (i < Inputs)
            src[i] = port<direction::out>({node, lw_graph_out << 16});
        else
            sink[i - Inputs] = port<direction::in>({node, lw_graph_in << 16});
    }
    void add(int i, PLIO* p) { set(i, detail::plio_node(i < Inputs, p->name, p->width, p->file, p->mhz, p->hexadecimal)); }
    void add(int i, GMIO* g) { set(i, g->lanewise_end.node); }
    void add(int i, const std::string& file) { set(i, detail::plio_node(i < Inputs, "", 32, file, 0, false)); }
};

}  // namespace simulation

#define LANEWISE_PACKETS(type, kind, inputs, outputs)                                   \
    template <int N>                                                                    \
    class type {                                                                        \
    public:                                                                             \
        detail::ports<direction::in> in;                                                \
        detail::ports<direction::out> out;                                              \
        lw_graph_end lanewise_end{-1, -1};                                              \
        static type create() {                                                          \
            static_assert(N >= 1 && N <= 32, "packets have up to 32 numbers");          \
            type made;                                                                  \
            const int node = lw_graph_memory_made(kind, "", 4, nullptr, 0, inputs, outputs); \
            made.in = detail::ports<direction::in>(node);                               \
            made.out = detail::ports<direction::out>(node);                             \
            made.lanewise_end.node = node;                                              \
            return made;                                                                \
        }                                                                               \
    };
LANEWISE_PACKETS(pktsplit, lw_graph_split, 1, N)
LANEWISE_PACKETS(pktmerge, lw_graph_merge, N, 1)
LANEWISE_PACKETS(pktorderedmerge, lw_graph_ordered_merge, N, 1)
#undef LANEWISE_PACKETS

}  // namespace adf
