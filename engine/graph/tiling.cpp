#include "graph/tiling.hpp"

#include <algorithm>
#include <limits>

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
    p.words = words[3];
    return p;
}

std::int64_t Pattern::bytes(std::uint64_t element) const {
    if (words >= 0) return words * static_cast<std::int64_t>(word);
    auto all = static_cast<std::int64_t>(element);
    for (const auto n : tile) all *= n;
    for (const auto& s : steps) all *= s.wrap;
    return all;
}

std::vector<std::int64_t> Pattern::places(const std::vector<std::uint64_t>& dimensions, std::uint64_t element, std::uint64_t unit) const {
    const std::vector<std::int64_t> found = items(dimensions);
    const auto each = static_cast<std::int64_t>((words >= 0 ? word : element) / unit);
    std::vector<std::int64_t> all;
    all.reserve(found.size() * static_cast<std::size_t>(each));
    for (const auto place : found)
        for (std::int64_t i = 0; i < each; ++i) all.push_back(place < 0 ? place : place * each + i);
    return all;
}

std::vector<std::int64_t> Pattern::items(const std::vector<std::uint64_t>& dimensions) const {
    std::vector<std::int64_t> sizes(buffer);
    if (words >= 0) sizes = {std::numeric_limits<std::int64_t>::max()};  // where the buffer ends, its elements say
    if (sizes.empty()) sizes.assign(dimensions.begin(), dimensions.end());
    const std::size_t rank = sizes.size();
    std::vector<std::int64_t> extent(tile);
    extent.resize(rank, 1);
    // Who says a boundary, or begins in front of the buffer, means the zeros around it.
    const bool padded = !boundary.empty() || std::any_of(offset.begin(), offset.end(), [](auto x) { return x < 0; });
    std::vector<std::int64_t> all, at(steps.size(), 0), in(rank, 0);
    for (bool more = words != 0; more;) {
        std::vector<std::int64_t> origin(offset);
        origin.resize(rank, 0);
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (const auto d = static_cast<std::size_t>(steps[i].dimension); d < rank) origin[d] += at[i] * steps[i].stride;
        for (bool inside = true; inside;) {
            std::int64_t place = 0, unit = 1;
            bool there = true, bounded = true;
            for (std::size_t d = 0; d < rank; ++d) {
                const auto x = origin[d] + in[d];
                bounded &= d >= boundary.size() || (x >= 0 && x < boundary[d]);
                there &= x >= 0 && x < sizes[d];
                place += x * unit;
                if (d + 1 < rank) unit *= sizes[d];
            }
            all.push_back(bounded && there ? place : padded ? outside : nowhere);
            std::size_t d = 0;
            while (d < rank && ++in[d] == extent[d]) in[d++] = 0;
            inside = d < rank;
        }
        std::size_t i = 0;
        while (i < steps.size() && ++at[i] == steps[i].wrap) at[i++] = 0;
        more = i < steps.size() && (words < 0 || static_cast<std::int64_t>(all.size()) < words);
    }
    return all;
}

}  // namespace lanewise::graph
