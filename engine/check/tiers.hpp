// What is known of each byte, kept for runs of them as long as it is the same: a run that was only ever touched as a whole has one cell.
// Runs have 4096 bytes, then 1024, 256, 32, 4 and 1; a write to a whole run makes it one cell again.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace lanewise::check {

template <class Cell>
class Tiers {
  public:
    static constexpr std::uint64_t widest = 4096;

    // Every cell of `count` bytes from byte `first` of this run on: touch(cell, first byte, bytes). After a write all cells of a run
    // that it covers are alike.
    template <class Touch>
    void each(std::uint64_t first, std::uint64_t count, bool write, const Touch& touch) {
        visit<0>(root_, 0, first, first + count, write, touch);
    }

    // The same, to look at cells alone: visit(cell).
    template <class Visit>
    void look(std::uint64_t first, std::uint64_t count, const Visit& visit) const {
        look_at<0>(root_, 0, first, first + count, visit);
    }

    const Cell& at(std::uint64_t byte) const {
        const Node* node = &root_;
        for (std::size_t level = 1; node->parts; byte %= sizes[level++]) node = &node->parts[byte / sizes[level]];
        return node->cell;
    }

  private:
    static constexpr std::array<std::uint64_t, 6> sizes{widest, 1024, 256, 32, 4, 1};

    struct Node {
        Cell cell;
        std::unique_ptr<Node[]> parts;  // null: the cell holds for all of them
    };

    template <int level, class Touch>
    static void visit(Node& node, std::uint64_t start, std::uint64_t first, std::uint64_t end, bool write, const Touch& touch) {
        constexpr std::uint64_t size = sizes[level];
        const bool whole = first <= start && start + size <= end;
        if (whole && !node.parts) return touch(node.cell, start, size);
        if constexpr (level + 1 < static_cast<int>(sizes.size())) {
            constexpr std::uint64_t part = sizes[level + 1];
            if (!node.parts) {
                node.parts = std::make_unique<Node[]>(size / part);
                for (std::uint64_t i = 0; i < size / part; ++i) node.parts[i].cell = node.cell;
            }
            const std::uint64_t from = std::max(first, start), to = std::min(end, start + size);
            for (std::uint64_t i = (from - start) / part; start + i * part < to; ++i)
                visit<level + 1>(node.parts[i], start + i * part, first, end, write, touch);
            if (whole && write) {
                node.cell = node.parts[0].cell;
                node.parts.reset();
            }
        }
    }

    template <int level, class Visit>
    static void look_at(const Node& node, std::uint64_t start, std::uint64_t first, std::uint64_t end, const Visit& visit) {
        if (!node.parts) return visit(node.cell);
        if constexpr (level + 1 < static_cast<int>(sizes.size())) {
            constexpr std::uint64_t part = sizes[level + 1];
            const std::uint64_t from = std::max(first, start), to = std::min(end, start + sizes[level]);
            for (std::uint64_t i = (from - start) / part; start + i * part < to; ++i)
                look_at<level + 1>(node.parts[i], start + i * part, first, end, visit);
        }
    }

    Node root_;
};

}  // namespace lanewise::check
