#include "graph/tiling.hpp"

namespace lanewise::graph {

Pattern Pattern::read(const std::int64_t* words) {
    Pattern p;
    const auto take = [&words](std::vector<std::int64_t>& to) {
        const auto count = *words++;
        to.assign(words, words + count);
        words += count;
    };
    take(p.buffer);
    take(p.tile);
    take(p.offset);
    for (auto count = *words++; count > 0; --count, words += 3) p.steps.push_back({words[0], words[1], words[2]});
    take(p.boundary);
    p.packet_port = words[0];
    p.repetition = words[1];
    p.phase = words[2];
    return p;
}

std::int64_t Pattern::volume() const {
    std::int64_t all = 1;
    for (const auto n : tile) all *= n;
    for (const auto& s : steps) all *= s.wrap;
    return all;
}

std::vector<std::int64_t> Pattern::places(const std::vector<std::uint64_t>& dimensions) const {
    std::vector<std::int64_t> sizes(buffer);
    if (sizes.empty()) sizes.assign(dimensions.begin(), dimensions.end());
    const std::size_t rank = sizes.size();
    std::vector<std::int64_t> extent(tile);
    extent.resize(rank, 1);
    const auto& limits = boundary.empty() ? sizes : boundary;
    std::vector<std::int64_t> all, at(steps.size(), 0), in(rank, 0);
    all.reserve(static_cast<std::size_t>(volume()));
    for (bool more = true; more;) {
        std::vector<std::int64_t> origin(offset);
        origin.resize(rank, 0);
        for (std::size_t i = 0; i < steps.size(); ++i) origin[static_cast<std::size_t>(steps[i].dimension)] += at[i] * steps[i].stride;
        for (bool inside = true; inside;) {
            std::int64_t place = 0, unit = 1;
            bool there = true;
            for (std::size_t d = 0; d < rank; ++d) {
                const auto x = origin[d] + in[d];
                there &= x >= 0 && x < sizes[d] && (d >= limits.size() || x < limits[d]);
                place += x * unit;
                unit *= sizes[d];
            }
            all.push_back(there ? place : -1);
            std::size_t d = 0;
            while (d < rank && ++in[d] == extent[d]) in[d++] = 0;
            inside = d < rank;
        }
        std::size_t i = 0;
        while (i < steps.size() && ++at[i] == steps[i].wrap) at[i++] = 0;
        more = i < steps.size();
    }
    return all;
}

}  // namespace lanewise::graph
