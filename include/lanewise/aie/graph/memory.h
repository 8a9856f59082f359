// Buffers that many ports share, in memory tiles or outside, and the order in which a port goes through one.
#pragma once

#include <string>
#include <vector>

#include "lanewise/aie/graph/ports.h"

namespace adf {

struct traversing_parameters {
    std::uint32_t dimension = 0;
    std::int32_t stride = 1;
    std::uint32_t wrap = 1;
};
struct tiling_parameters {
    std::vector<std::uint32_t> buffer_dimension;
    std::vector<std::uint32_t> tiling_dimension;
    std::vector<std::int32_t> offset;
    std::vector<traversing_parameters> tile_traversal;
    std::int32_t packet_port_id = -1;
    std::uint32_t repetition = 1;
    std::uint32_t phase = 0;
    std::vector<std::uint32_t> boundary_dimension;
};
struct tiling {
    tiling_parameters said;
    tiling(const tiling_parameters& parameters) : said(parameters) {}
};

// The same in the words of a DMA, of 32 bits each: steps between them, innermost first. All counters but the last wrap, which
// runs until so many words were moved.
struct buffer_descriptor_parameters {
    std::uint32_t length = 0;
    std::int32_t offset = 0;
    std::vector<std::int32_t> stepsize;
    std::vector<std::uint32_t> wrap;
};
struct buffer_descriptor {
    buffer_descriptor_parameters said;
    buffer_descriptor(const buffer_descriptor_parameters& parameters) : said(parameters) {}
    buffer_descriptor(std::uint32_t length, std::int32_t offset, const std::vector<std::int32_t>& stepsize,
                      const std::vector<std::uint32_t>& wrap)
        : said{length, offset, stepsize, wrap} {}
};

namespace detail {

// The parts of a pattern, each behind its length, as engine/graph/tiling.cpp reads them.
inline std::vector<std::int64_t> flat(const tiling_parameters& p) {
    std::vector<std::int64_t> all;
    const auto add = [&](const auto& numbers) {
        all.push_back(static_cast<std::int64_t>(numbers.size()));
        all.insert(all.end(), numbers.begin(), numbers.end());
    };
    add(p.buffer_dimension);
    add(p.tiling_dimension);
    add(p.offset);
    all.push_back(static_cast<std::int64_t>(p.tile_traversal.size()));
    for (const auto& t : p.tile_traversal) all.insert(all.end(), {t.dimension, t.stride, t.wrap});
    add(p.boundary_dimension);
    all.insert(all.end(), {p.packet_port_id, p.repetition, p.phase, -1});
    return all;
}
// A descriptor is a tile of one word; its counters are the steps, and behind all stands how many words it moves.
inline std::vector<std::int64_t> flat(const buffer_descriptor_parameters& d) {
    std::vector<std::int64_t> all{0, 1, 1, 1, d.offset};
    std::vector<std::int32_t> steps = d.stepsize.empty() ? std::vector<std::int32_t>{1} : d.stepsize;
    all.push_back(static_cast<std::int64_t>(steps.size()));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool wraps = i < d.wrap.size() && d.wrap[i] != 0 && i + 1 < steps.size();
        all.insert(all.end(), {0, steps[i], wraps ? std::int64_t{d.wrap[i]} : std::int64_t{d.length}});
    }
    all.insert(all.end(), {0, -1, 1, 0, d.length});
    return all;
}

struct access_property {
    lw_graph_end end;
    void operator=(const tiling& pattern) const { add(pattern.said); }
    void operator=(const tiling_parameters& pattern) const { add(pattern); }
    void operator=(const buffer_descriptor& pattern) const { add(pattern.said); }
    void operator=(const buffer_descriptor_parameters& pattern) const { add(pattern); }
    void operator=(std::initializer_list<tiling> patterns) const {
        for (const auto& p : patterns) add(p.said);
    }
    void operator=(const std::vector<tiling>& patterns) const {
        for (const auto& p : patterns) add(p.said);
    }
    void operator=(const std::vector<buffer_descriptor>& patterns) const {
        for (const auto& p : patterns) add(p.said);
    }

private:
    template <class P>
    void add(const P& p) const {
        const auto all = flat(p);
        lw_graph_set(end, lw_graph_access, all.data(), static_cast<int>(all.size()));
    }
};

template <class T, lw_graph_kind Kind>
class memory {
public:
    ports<direction::in> in;
    ports<direction::out> out;
    lw_graph_end lanewise_end{-1, -1};

    memory() = default;
    memory(const std::vector<std::uint64_t>& dimensions, int inputs, int outputs) {
        lanewise_end.node = lw_graph_memory_made(Kind, lanewise::aie::graphs::element_text<T>(),
                                                 lanewise::aie::graphs::element_size<T>, dimensions.data(),
                                                 static_cast<int>(dimensions.size()), inputs, outputs);
        in = ports<direction::in>(lanewise_end.node);
        out = ports<direction::out>(lanewise_end.node);
    }
};
inline std::vector<std::uint64_t> wide(const std::vector<std::uint32_t>& numbers) {
    return {numbers.begin(), numbers.end()};
}

}  // namespace detail

template <class T>
class shared_buffer : public detail::memory<T, lw_graph_shared> {
public:
    using detail::memory<T, lw_graph_shared>::memory;
    static shared_buffer create(const std::vector<std::uint32_t>& dimensions, int inputs, int outputs) {
        return {detail::wide(dimensions), inputs, outputs};
    }
    static shared_buffer create(const std::string&, const std::vector<std::uint32_t>& dimensions, int inputs, int outputs) {
        return {detail::wide(dimensions), inputs, outputs};
    }
};
template <class T>
class external_buffer : public detail::memory<T, lw_graph_external> {
public:
    using detail::memory<T, lw_graph_external>::memory;
    static external_buffer create(const std::vector<std::uint32_t>& dimensions, int inputs, int outputs) {
        return {detail::wide(dimensions), inputs, outputs};
    }
    static external_buffer create(const std::string&, const std::vector<std::uint32_t>& dimensions, int inputs, int outputs) {
        return {detail::wide(dimensions), inputs, outputs};
    }
    void setAddress(void* memory) const { lw_graph_address(this->lanewise_end.node, memory); }
    void setAddress(const void* memory) const { setAddress(const_cast<void*>(memory)); }
};

// A table or number in the kernel's own file: nothing has to be moved.
class parameter {
public:
    lw_graph_end lanewise_end{-1, -1};

    template <class T>
    static parameter array(const T&) {
        return made();
    }
    template <class T>
    static parameter scalar(const T&) {
        return made();
    }

private:
    static parameter made() {
        parameter p;
        p.lanewise_end.node = lw_graph_node(lw_graph_table, "");
        return p;
    }
};

}  // namespace adf
