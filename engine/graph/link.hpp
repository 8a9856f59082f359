// Bytes on their way from one port to another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/model.hpp"
#include "threads/link.hpp"

namespace lanewise::graph {

using threads::unbounded;

struct Link : threads::Link {
    End from, to;
    std::string kind, name;
    std::size_t number = 0;  // among all
    std::uint64_t waits_for_data = 0, waits_for_room = 0;  // of kernels

    // While all stand still: what is waited for.
    std::string room_text() const;
    std::string data_text(std::uint64_t wanted) const;
};

// All links that leave a port: what one of them has no room for, nobody gets yet.
struct Outlet {
    std::vector<Link*> links;
    std::uint64_t room() const {
        std::uint64_t least = unbounded;
        for (const auto* l : links) least = std::min(least, l->room());
        return least;
    }
    void push(const void* from, std::uint64_t bytes) {
        for (auto* l : links) l->push(from, bytes);
    }
    void end_packet() {
        for (auto* l : links) l->end_packet();
    }
    void reserve(std::uint64_t bytes) {
        for (auto* l : links) l->reserve(bytes);
    }
    void unreserve(std::uint64_t bytes) {
        for (auto* l : links) l->unreserve(bytes);
    }
    Link* fullest() const {
        const auto found = std::min_element(links.begin(), links.end(), [](auto* a, auto* b) { return a->room() < b->room(); });
        return found == links.end() ? nullptr : *found;
    }
};

}  // namespace lanewise::graph
