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

// The same in the words of a DMA: steps between elements, innermost first. All counters but the last wrap.
struct buffer_descriptor_parameters {
    std::uint32_t length = 0;
    std::int32_t offset = 0;
    std::vector<std::int32_t> stepsize;
    std::vector<std::uint32_t> wrap;
};
struct buffer_descriptor : tiling {
    buffer_descriptor(const buffer_descriptor_parameters& bd) : tiling(as_tiling(bd)) {}

private:
    static tiling_parameters as_tiling(const buffer_descriptor_parameters& bd) {
        tiling_parameters said;
        said.tiling_dimension = {1};
        said.offset = {bd.offset};
        std::uint32_t left = bd.length, end = static_cast<std::uint32_t>(bd.offset) + 1;  // behind the last element
        for (std::size_t i = 0; i < bd.stepsize.size(); ++i) {
            const bool wraps = i < bd.wrap.size() && bd.wrap[i] != 0 && i + 1 < bd.stepsize.size();
            const std::uint32_t count = wraps ? bd.wrap[i] : left;
            said.tile_traversal.push_back({0, bd.stepsize[i], count});
            end += (count - 1) * static_cast<std::uint32_t>(bd.stepsize[i]);
            left = (left + count - 1) / count;
        }
        if (bd.stepsize.empty()) {
            said.tile_traversal.push_back({0, 1, left});
            end += left - 1;
        }
        said.buffer_dimension = {end};
        return said;
    }
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
    all.insert(all.end(), {p.packet_port_id, p.repetition, p.phase});
    return all;
}

struct access_property {
    lw_graph_end end;
    void operator=(const tiling& pattern) const { add(pattern.said); }
    void operator=(const tiling_parameters& pattern) const { add(pattern); }
    void operator=(std::initializer_list<tiling> patterns) const {
        for (const auto& p : patterns) add(p.said);
    }
    void operator=(const std::vector<tiling>& patterns) const {
        for (const auto& p : patterns) add(p.said);
    }

private:
    void add(const tiling_parameters& p) const {
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
