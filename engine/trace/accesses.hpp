// The other writer: a listener that keeps every access, patterns broken into the runs of bytes that were touched.
#pragma once

#include <vector>

#include "stream/listener.hpp"

namespace lanewise {

struct Accesses final : Listener {
    std::vector<AccessRow> rows;

    void record(const Record&, const std::int64_t*) override {}
    void access(const Access& a) override {
        for (std::uint32_t first = 0, end; first < a.bytes; first = end) {
            const bool touched = a.touches(first);
            for (end = a.mask ? first + 1 : a.bytes; end < a.bytes && a.touches(end) == touched;) ++end;
            if (touched)
                rows.push_back({a.sequence, a.address + first, end - first, static_cast<std::uint32_t>(a.place),
                                static_cast<std::uint32_t>(a.place >> 32), a.block, a.space, a.pipe, a.write, a.atomic, a.thread});
        }
    }
};

}  // namespace lanewise
