// Which operation made what a register or a piece of memory holds, by its address: so that a record can name the records
// that it has to wait for. An address says enough because variables of a kernel stand for registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::aie {

// Of each 32 bytes the last writes are known that share them: variables lie one behind the other, and four of them begin in such a
// piece at most. What is forgotten (of single bytes) only makes a kernel wait for less.
class makers {
    static constexpr std::uintptr_t grain = 32;
    static constexpr int most = 4;
    struct write {
        std::uint32_t by;         // 0: none is here
        std::uint8_t begin, end;  // in the piece
        bool covers(const write& other) const { return begin <= other.begin && other.end <= end; }
        bool meets(const write& other) const { return begin < other.end && other.begin < end; }
    };
    struct written {
        std::uintptr_t piece;  // 0: nothing is here
        write last[most];      // the newest first
        void add(const write& one) {
            write kept[most] = {one};
            int count = one.by ? 1 : 0;
            for (const write& other : last)
                if (other.by && !one.covers(other) && count < most) kept[count++] = other;
            for (int i = 0; i < most; ++i) last[i] = i < count ? kept[i] : write{};
        }
    };

public:
    void forget() {
        places_.assign(1024, {});
        used_ = 0;
    }
    // `by` is the number of a record, counted from 1; 0: no operation made it.
    void set(const void* at, std::size_t bytes, std::uint32_t by) {
        each_piece(at, bytes, [&](std::uintptr_t piece, write one) {
            written* place = &find(piece);
            if (!place->piece) {
                if (!by) return;
                if (++used_ * 2 > places_.size()) {
                    grow();
                    place = &find(piece);
                }
                place->piece = piece;
            }
            one.by = by;
            place->add(one);
        });
    }
    // Calls f with each maker of these bytes; of a large piece, several times with the same one.
    template <class F>
    void each(const void* at, std::size_t bytes, F f) {
        each_piece(at, bytes, [&](std::uintptr_t piece, const write& asked) {
            for (const write& one : find(piece).last)
                if (one.by && one.meets(asked)) f(one.by);
        });
    }
    // The last of them.
    std::uint32_t last(const void* at, std::size_t bytes) {
        std::uint32_t found = 0;
        each(at, bytes, [&found](std::uint32_t by) { found = by > found ? by : found; });
        return found;
    }

private:
    template <class F>
    static void each_piece(const void* at, std::size_t bytes, F f) {
        const auto begin = reinterpret_cast<std::uintptr_t>(at), end = begin + bytes;
        for (std::uintptr_t piece = begin / grain; piece * grain < end; ++piece) {
            const std::uintptr_t first = piece * grain;
            const std::uintptr_t from = begin > first ? begin - first : 0, to = end - first < grain ? end - first : grain;
            f(piece, write{0, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
        }
    }
    written& find(std::uintptr_t piece) {
        if (places_.empty()) forget();
        for (std::size_t i = piece * 0x9E3779B97F4A7C15u >> 32;; ++i) {
            written& place = places_[i & (places_.size() - 1)];
            if (place.piece == piece || !place.piece) return place;
        }
    }
    void grow() {
        std::vector<written> old(places_.size() * 2);
        old.swap(places_);
        for (const written& one : old)
            if (one.piece) find(one.piece) = one;
    }

    std::vector<written> places_;
    std::size_t used_ = 0;
};

}  // namespace lanewise::aie
