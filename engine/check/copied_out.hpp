// The pieces of a copy from a core to GM, in order: what it has read goes to where it has written.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/generated/cores.hpp"
#include "stream/listener.hpp"

namespace lanewise::check {

struct CopiedOut {
    struct Piece {
        std::uint64_t address, bytes;
        bool atomic;
    };
    std::vector<Piece> from, to;

    // True: it is a write of GM that is not atomic.
    bool keep(const Access& a) {
        if (a.pipe != copy_out_pipe || a.mask) return false;
        const auto space = static_cast<Space>(a.space);
        if (on_core(space) && !a.write) from.push_back({a.address, a.bytes, false});
        if (space != Space::gm || !a.write) return false;
        to.push_back({a.address, a.bytes, a.atomic});
        return !a.atomic;
    }
    bool empty() const { return from.empty() && to.empty(); }
    void clear() {
        from.clear();
        to.clear();
    }
};

}  // namespace lanewise::check
