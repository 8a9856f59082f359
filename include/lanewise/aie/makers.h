// Which operation made what a register or a piece of memory holds, by its address: so that a record can name the records
// that it has to wait for. An address says enough because variables of a kernel stand for registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::aie {

// Of each 32 bytes the last write is known, with the very bytes that it reached: two writes that share a piece of memory
// without overlapping have nothing to do with each other. What is forgotten only makes a kernel wait for less.
class makers {
    static constexpr std::uintptr_t grain = 32;
    struct written {
        std::uintptr_t piece, begin, end;  // piece 0: nothing is here
        std::uint32_t by;
    };

public:
    void forget() {
        places_.assign(1024, {});
        used_ = 0;
    }
    // `by` is the number of a record, counted from 1; 0: no operation made it.
    void made(const void* at, std::size_t bytes, std::uint32_t by) {
        const auto begin = reinterpret_cast<std::uintptr_t>(at), end = begin + bytes;
        for (std::uintptr_t piece = begin / grain; piece * grain < end; ++piece) {
            written& place = find(piece);
            if (!place.piece && !by) continue;
            if (!place.piece && ++used_ * 2 > places_.size()) {
                grow();
                find(piece) = {piece, begin, end, by};
            } else {
                place = {piece, begin, end, by};
            }
        }
    }
    // Calls f with each maker of these bytes; of a large piece, several times with the same one.
    template <class F>
    void each(const void* at, std::size_t bytes, F f) {
        const auto begin = reinterpret_cast<std::uintptr_t>(at), end = begin + bytes;
        for (std::uintptr_t piece = begin / grain; piece * grain < end; ++piece) {
            const written& place = find(piece);
            if (place.piece && place.by && place.begin < end && begin < place.end) f(place.by);
        }
    }
    // The last of them.
    std::uint32_t last(const void* at, std::size_t bytes) {
        std::uint32_t found = 0;
        each(at, bytes, [&found](std::uint32_t by) { found = by > found ? by : found; });
        return found;
    }

private:
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
