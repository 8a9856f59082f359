// Bytes on their way from one port to another, in order, and never more than fit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "graph/model.hpp"

namespace lanewise::graph {

constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max() / 4;

struct Link {
    End from, to;
    std::string kind, name;
    std::uint64_t capacity = 0;
    std::uint64_t held = 0;      // taken, but not given back
    std::uint64_t reserved = 0;  // room of a block that is being filled
    std::uint64_t written = 0, read = 0;
    bool ended = false;  // nothing more will come
    static inline std::uint64_t changes = 0;  // of all links

    std::uint64_t filled() const { return written - read; }
    std::uint64_t room() const {
        const std::uint64_t used = filled() + held + reserved;
        return used < capacity ? capacity - used : 0;
    }
    void push(const void* from, std::uint64_t bytes) {
        const auto* p = static_cast<const std::byte*>(from);
        data_.insert(data_.end(), p, p + bytes);
        written += bytes;
        ++changes;
    }
    // The next bytes end a packet with what was written last.
    void end_packet() {
        if (lasts_.empty() || lasts_.back() != written) lasts_.push_back(written);
    }
    void peek(void* to, std::uint64_t bytes) const { std::memcpy(to, data_.data() + start_, bytes); }
    void drop(std::uint64_t bytes) {
        read += bytes;
        ++changes;
        start_ += bytes;
        while (!lasts_.empty() && lasts_.front() <= read) lasts_.pop_front();
        if (start_ > 4096 && start_ > data_.size() / 2) {
            data_.erase(data_.begin(), data_.begin() + static_cast<std::ptrdiff_t>(start_));
            start_ = 0;
        }
    }
    void pop(void* to, std::uint64_t bytes) {
        peek(to, bytes);
        drop(bytes);
    }
    // Bytes up to the end of the next packet; 0: its end is not there yet.
    std::uint64_t packet() const { return lasts_.empty() ? 0 : lasts_.front() - read; }
    bool ends_with(std::uint64_t bytes) const { return std::binary_search(lasts_.begin(), lasts_.end(), read + bytes); }

    std::string room_text() const;
    std::string data_text(std::uint64_t wanted) const;

  private:
    std::vector<std::byte> data_;
    std::size_t start_ = 0;
    std::deque<std::uint64_t> lasts_;  // where packets end, counted from the first byte ever
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
        for (auto* l : links) l->reserved += bytes;
    }
    void unreserve(std::uint64_t bytes) {
        for (auto* l : links) l->reserved -= bytes;
    }
    const Link* fullest() const {
        const auto found = std::min_element(links.begin(), links.end(), [](auto* a, auto* b) { return a->room() < b->room(); });
        return found == links.end() ? nullptr : *found;
    }
};

}  // namespace lanewise::graph
