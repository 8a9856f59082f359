#include "graph/tiling.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "graph/report.hpp"

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
    const std::size_t most = words < 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(words);
    const auto each = static_cast<std::int64_t>((words >= 0 ? word : element) / unit);
    std::vector<std::int64_t> all;
    std::size_t items = 0;
    moves::each_run(layout(dimensions), [&](const moves::Run& run) {
        for (std::int64_t k = 0; k < run.items && items < most; ++k, ++items)
            for (std::int64_t i = 0; i < each; ++i) all.push_back(run.has_source ? (run.source + k) * each + i : padded() ? outside : nowhere);
    });
    return all;
}

bool Pattern::padded() const {
    return !boundary.empty() || std::any_of(offset.begin(), offset.end(), [](auto x) { return x < 0; });
}

std::vector<Pattern::Loop> Pattern::loops(std::size_t rank) const {
    std::vector<Loop> all;
    for (std::size_t d = 0; d < rank && d < tile.size(); ++d) all.push_back({d, 1, tile[d]});
    std::int64_t left = words;  // of a descriptor: what is behind them is no loop
    for (const Step& s : steps) {
        const std::int64_t extent = words < 0 ? s.wrap : std::min(s.wrap, left);
        if (words >= 0 && extent > 0) left = (left + extent - 1) / extent;
        all.push_back({static_cast<std::size_t>(s.dimension), s.stride, extent});
    }
    std::erase_if(all, [](const Loop& one) { return one.extent == 1; });
    if (all.empty()) all.push_back({0, 1, 1});
    return all;
}

moves::Layout Pattern::layout(const std::vector<std::uint64_t>& dimensions) const {
    std::vector<std::int64_t> sizes(buffer);
    if (words >= 0) sizes = {moves::far};  // where the buffer ends, its elements say
    if (sizes.empty()) sizes.assign(dimensions.begin(), dimensions.end());
    const std::vector<Loop> inner_first = loops(sizes.size());
    struct Side {
        std::int64_t stride = 1;
        int coordinate = -1;
    };
    std::vector<Side> side(sizes.size());
    moves::Layout made;
    std::int64_t stride = 1;
    std::size_t leaving = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        const std::int64_t first = d < offset.size() ? offset[d] : 0, end = d < boundary.size() ? std::min(boundary[d], sizes[d]) : sizes[d];
        std::int64_t low = first, high = first;
        for (const Loop& one : inner_first)
            if (one.dimension == d) {
                std::int64_t& end_of = one.stride < 0 ? low : high;
                end_of = moves::sum(end_of, moves::product(one.extent - 1, one.stride));
            }
        side[d].stride = stride;
        if (low >= 0 && high < end) made.source += first * stride;
        else if (++leaving <= moves::Layout::most_coordinates) side[d].coordinate = made.along({stride, end, first});
        if (d + 1 < sizes.size()) stride *= sizes[d];
    }
    if (inner_first.size() > moves::Layout::most_axes || leaving > moves::Layout::most_coordinates)
        fail(Fault("AIE-013", {{"what", "a tiling"}, {"case", "tiling"}, {"loops", inner_first.size()}, {"most_loops", moves::Layout::most_axes},
                               {"leaving", leaving}, {"most_leaving", moves::Layout::most_coordinates}}));
    std::int64_t behind = 1;  // items that the loops inside of one give
    for (const Loop& one : inner_first) behind = moves::product(behind, one.extent);
    for (auto one = inner_first.rbegin(); one != inner_first.rend(); ++one) {
        if (one->extent > 0) behind /= one->extent;
        const Side at = one->dimension < side.size() ? side[one->dimension] : Side{0};  // of no dimension: it repeats what is inside
        moves::Axis& axis = made.add(one->extent, one->stride * at.stride, behind);
        if (at.coordinate >= 0) axis.source.set({{one->stride, 0, at.coordinate}});
    }
    return made;
}

}  // namespace lanewise::graph
