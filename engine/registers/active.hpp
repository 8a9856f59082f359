// The lanes that a mask register lets take part: masks are read through this class, which knows whether they fit.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "registers/lowest.hpp"
#include "registers/walk.hpp"

namespace lanewise::lanes::inline LANEWISE_EYE {

class ActiveLanes {
  public:
    // Lanes are `pitch` bits apart; every `stride`-th of them counts, from `first` on. Both are powers of two.
    ActiveLanes(const RegisterWalk& walk, int mask, int pitch, int stride = 1, int first = 0)
        : shift_(std::countr_zero(static_cast<unsigned>(pitch * stride))) {
        walk.fits(mask, pitch, mask_bits, first ? 1 : stride);
        std::memcpy(words_, walk.window(mask).read(0, sizeof words_), sizeof words_);
        for (auto& word : words_) word = word >> first * pitch & lowest_bits(pitch * stride);
    }
    int count() const {
        int n = 0;
        for (auto word : words_) n += std::popcount(word);
        return n;
    }
    // One more than the number of the last one; 0: there is none.
    int end() const {
        for (int w = 3; w >= 0; --w)
            if (words_[w]) return ((w * 64 + 63 - std::countl_zero(words_[w])) >> shift_) + 1;
        return 0;
    }
    const std::uint64_t* words() const { return words_; }  // the lowest bits of active lanes, others zero
    bool operator()(int lane) const { return (*this)[lane]; }
    bool operator[](int lane) const { return words_[lane << shift_ >> 6] >> (lane << shift_ & 63) & 1; }
    // In order.
    template <class Of>
    void each(Of of) const {
        for (int w = 0; w < 4; ++w)
            for (std::uint64_t rest = words_[w]; rest; rest &= rest - 1) of((w * 64 + std::countr_zero(rest)) >> shift_);
    }

  private:
    std::uint64_t words_[4];
    int shift_;
};

}  // namespace lanewise::lanes::inline LANEWISE_EYE
