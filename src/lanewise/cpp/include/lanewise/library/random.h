// PhiloxRandom: counter-based random numbers, Philox4x32.
#pragma once

#include "lanewise/library/map.h"

namespace AscendC {

using PhiloxKey = std::uint32_t[2];
using PhiloxCounter = std::uint32_t[4];
struct PhiloxRandomParams {
    std::uint32_t stride;
    std::uint32_t row;
    std::uint32_t column;
};

}  // namespace AscendC

namespace lanewise::library {

struct PhiloxWords {
    std::uint32_t word[4];
};

// Four words for the counter plus `step`; its words are little-endian, the carry goes upward.
template <std::uint16_t rounds>
PhiloxWords philox(const AscendC::PhiloxKey& key, const AscendC::PhiloxCounter& counter, std::uint64_t step) {
    PhiloxWords c;
    std::uint64_t carry = step;
    for (int i = 0; i < 4; ++i) {
        const std::uint64_t sum = (carry & 0xFFFFFFFF) + counter[i];
        c.word[i] = static_cast<std::uint32_t>(sum);
        carry = (carry >> 32) + (sum >> 32);
    }
    std::uint32_t k0 = key[0], k1 = key[1];
    for (int i = 0; i < rounds; ++i) {
        const std::uint64_t a = std::uint64_t{0xD2511F53} * c.word[0], b = std::uint64_t{0xCD9E8D57} * c.word[2];
        c = {{static_cast<std::uint32_t>(b >> 32) ^ c.word[1] ^ k0, static_cast<std::uint32_t>(b),
              static_cast<std::uint32_t>(a >> 32) ^ c.word[3] ^ k1, static_cast<std::uint32_t>(a)}};
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return c;
}

// Floats are in [0, 1): 23 random bits of fraction.
template <class T>
T random_value(std::uint32_t word) {
    if constexpr (std::is_same_v<T, float>) return std::bit_cast<float>((word & 0x7FFFFF) | 0x3F800000) - 1.0f;
    else return static_cast<T>(word);
}

}  // namespace lanewise::library

namespace AscendC {

// Row r, column c takes number r * stride + c of the stream; rows are stored one after the other.
template <std::uint16_t Rounds = 7, class T>
void PhiloxRandom(const LocalTensor<T>& dstLocal, const PhiloxKey& philoxKey, const PhiloxCounter& philoxCounter, const PhiloxRandomParams& params) {
    LANEWISE_ONLY_3510(PhiloxRandom, T);
    using namespace lanewise::library;
    const Lanes<T> to("PhiloxRandom", "dst", dstLocal, std::uint64_t{params.row} * params.column);
    for (std::uint64_t r = 0; r < params.row; ++r)
        for (std::uint64_t c = 0; c < params.column; ++c) {
            const std::uint64_t number = r * params.stride + c;
            to.put(r * params.column + c, random_value<T>(philox<Rounds>(philoxKey, philoxCounter, number / 4).word[number % 4]));
        }
}
template <std::uint16_t Rounds = 7, class T>
void PhiloxRandom(const LocalTensor<T>& dstLocal, const PhiloxKey& philoxKey, const PhiloxCounter& philoxCounter, std::uint16_t count) {
    PhiloxRandom<Rounds>(dstLocal, philoxKey, philoxCounter, PhiloxRandomParams{count, 1, count});
}

}  // namespace AscendC
