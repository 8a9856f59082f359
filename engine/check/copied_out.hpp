// The pieces of a copy from a core to GM, in order: what it has read goes to where it has written.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/generated/cores.hpp"
#include "stream/listener.hpp"

namespace lanewise::check {

// The pipes that move data from a memory of the core to GM, a bit for each.
inline constexpr unsigned pipes_out = [] {
    unsigned found = 0;
    for (int m = 0; m < memory_count; ++m)
        if (const int pipe = movers[m][static_cast<int>(Space::gm)]; pipe >= 0) found |= 1u << pipe;
    return found;
}();

struct CopiedOut {
    struct Piece {
        Space space;
        std::uint64_t address, bytes;
        bool atomic;
    };
    std::vector<Piece> from, to;

    // True: it is a write of GM that is not atomic.
    bool keep(const Access& a) {
        if (!(pipes_out >> a.pipe & 1) || a.mask) return false;
        const auto space = static_cast<Space>(a.space);
        if (on_core(space) && !a.write) from.push_back({space, a.address, a.bytes, false});
        if (space != Space::gm || !a.write) return false;
        to.push_back({space, a.address, a.bytes, a.atomic});
        return !a.atomic;
    }
    bool empty() const { return from.empty() && to.empty(); }
    // Whether what it has read is what it has written: it converts nothing on the way.
    bool as_it_is() const {
        const auto bytes = [](const std::vector<Piece>& all) {
            std::uint64_t sum = 0;
            for (const Piece& piece : all) sum += piece.bytes;
            return sum;
        };
        return bytes(from) == bytes(to);
    }
    void clear() {
        from.clear();
        to.clear();
    }
};

}  // namespace lanewise::check
