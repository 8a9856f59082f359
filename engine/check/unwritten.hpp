// Which bytes were never written, a bit for each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "check/short_lock.hpp"

namespace lanewise::check {

// Bits of a fixed range, whole words at a time. While all of them are alike they take no room.
class Bits {
  public:
    explicit Bits(std::uint64_t count, bool set) : size_((count + 63) / 64 * 64), alike_(set) {}

    bool at(std::uint64_t bit) const { return words_.empty() ? alike_ : words_[bit / 64] >> bit % 64 & 1; }
    void put(std::uint64_t first, std::uint64_t count, bool set) {
        if (words_.empty() && set == alike_) return;
        const Span span(first, count, size());
        if (span.empty) return;
        if (words_.empty()) {
            words_.resize(size_ / 64, alike_ ? ~0ull : 0);
        }
        const auto part = [&](std::uint64_t word, std::uint64_t mask) { words_[word] = set ? words_[word] | mask : words_[word] & ~mask; };
        if (span.first == span.last) return part(span.first, span.head & span.tail);
        part(span.first, span.head);
        std::fill(words_.begin() + static_cast<std::ptrdiff_t>(span.first) + 1, words_.begin() + static_cast<std::ptrdiff_t>(span.last), set ? ~0ull : 0);
        part(span.last, span.tail);
    }
    bool any(std::uint64_t first, std::uint64_t count) const {
        const Span span(first, count, size());
        if (span.empty) return false;
        if (words_.empty()) return alike_;
        if (span.first == span.last) return words_[span.first] & span.head & span.tail;
        std::uint64_t found = (words_[span.first] & span.head) | (words_[span.last] & span.tail);
        for (std::uint64_t word = span.first + 1; word < span.last; ++word) found |= words_[word];  // mostly all of them have to be seen
        return found;
    }
    std::uint64_t size() const { return size_; }

  private:
    // The words that bits lie in, and which of the first and the last one's.
    struct Span {
        Span(std::uint64_t from, std::uint64_t count, std::uint64_t size) {
            const std::uint64_t end = std::min(from + count, size);
            if (from >= end) return;
            empty = false;
            first = from / 64, last = (end - 1) / 64;
            head = ~0ull << from % 64, tail = ~0ull >> (63 - (end - 1) % 64);
        }
        bool empty = true;
        std::uint64_t first = 0, last = 0, head = 0, tail = 0;
    };

    std::uint64_t size_;
    bool alike_;
    std::vector<std::uint64_t> words_;
};

// Bits of a whole address space, in pages: one that is like everywhere else costs nothing, a new buffer a few bytes a page.
class PagedBits {
  public:
    void put(std::uint64_t first, std::uint64_t count, bool set) {
        std::lock_guard guard(lock_);
        pieces(first, count, [&](std::uint64_t number, std::uint64_t at, std::uint64_t bits) {
            auto found = pages_.find(number);
            if (found == pages_.end()) {
                if (!set) return true;
                found = pages_.try_emplace(number).first;
            }
            Page& page = found->second;
            if (bits == page_bits) {
                if (!set) pages_.erase(found);
                else page = {nullptr, true};
                return true;
            }
            if (page.bits == nullptr) page.bits = std::make_unique<Bits>(page_bits, page.all);
            page.all = false;
            page.bits->put(at, bits, set);
            return true;
        });
    }
    bool any(std::uint64_t first, std::uint64_t count) const {
        std::lock_guard guard(lock_);
        if (pages_.empty()) return false;
        return !pieces(first, count, [&](std::uint64_t number, std::uint64_t at, std::uint64_t bits) {
            const auto found = pages_.find(number);
            if (found == pages_.end()) return true;
            return found->second.bits ? !found->second.bits->any(at, bits) : !found->second.all;
        });
    }
    bool at(std::uint64_t bit) const { return any(bit, 1); }

  private:
    static constexpr std::uint64_t page_bits = 64 * 1024;
    struct Page {
        std::unique_ptr<Bits> bits;  // null: all of them are alike
        bool all = false;
    };

    template <class Act>
    static bool pieces(std::uint64_t first, std::uint64_t count, const Act& act) {
        const std::uint64_t end = first + count;
        while (first < end) {
            const std::uint64_t number = first / page_bits, next = std::min((number + 1) * page_bits, end);
            if (!act(number, first % page_bits, next - first)) return false;
            first = next;
        }
        return true;
    }

    mutable ShortLock lock_;
    std::unordered_map<std::uint64_t, Page> pages_;
};

}  // namespace lanewise::check
