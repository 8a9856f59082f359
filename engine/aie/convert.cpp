// srs, ups and narrow floats of whole arrays.
#include "aie/dispatch.hpp"
#include "lanewise/shared/aie/small.h"

namespace lanewise::aie {
namespace {

// Loops that compute no more of the rounding term than the mode needs.
template <class To, int Bits, class Lane>
bool srs_in_64_bits(const Lane* lanes, To* results, std::size_t count, int shift, modes m) {
    const shift_round_saturate<std::int64_t> op(shift, m, Bits, std::is_signed_v<To>);
    if (op.on_odd) return srs_lanes<To, Bits, false, true>(lanes, results, count, op);
    if (op.on_negative) return srs_lanes<To, Bits, true, false>(lanes, results, count, op);
    return srs_lanes<To, Bits, false, false>(lanes, results, count, op);
}

// What is shifted out of range, and lanes of 80 bits: seldom, and slow on every host.
template <class To, int Bits, class Lane>
[[gnu::noinline]] bool srs_in_128_bits(const Lane* lanes, To* results, std::size_t count, int shift, modes m) {
    const shift_round_saturate<int128> op(shift, m, Bits, std::is_signed_v<To>);
    return srs_lanes<To, Bits, true, true>(lanes, results, count, op);
}

constexpr std::size_t block = 1024;  // lanes that stay in the cache between two looks

template <class To, int Bits, class Lane>
bool srs_quickly(const Lane* lanes, To* results, std::size_t count, int shift, modes m) {
    if (!fits_64<Lane>(shift)) return srs_in_128_bits<To, Bits>(lanes, results, count, shift, m);
    if constexpr (sizeof(Lane) <= 8 && sizeof(To) <= 4 && Bits == sizeof(To) * 8) {
        bool clamped = false;
        const bool narrow = fits_32(shift);
        for (std::size_t first = 0; first < count; first += block) {
            const std::size_t here = std::min(block, count - first);
            bool small = false, over = false;
            if (narrow) over = srs_in_32_bits(lanes + first, results + first, here, shift, m, small);
            if (!small) over = srs_in_64_bits<To, Bits>(lanes + first, results + first, here, shift, m);
            clamped |= over;
        }
        return clamped;
    } else {
        return srs_in_64_bits<To, Bits>(lanes, results, count, shift, m);
    }
}

template <class Lane>
bool srs_from(const Lane* lanes, array results, std::size_t count, int shift, modes m, int bits) {
    return with_vector_type(results.type, [&](auto zero) {
        using To = decltype(zero);
        To* to = static_cast<To*>(results.data);
        if constexpr (sizeof(To) == 1) {
            if (bits == 4) return srs_quickly<To, 4>(lanes, to, count, shift, m);
        }
        return srs_quickly<To, sizeof(To) * 8>(lanes, to, count, shift, m);
    });
}

}  // namespace

LANEWISE_WIDEST bool shift_round_saturate_all(array lanes, array results, std::size_t count, int shift, modes m,
                                              int bits) {
    const auto from = [&](auto* all) { return srs_from(all, results, count, shift, m, bits); };
    switch (lanes.type) {
        case element::int32: return from(static_cast<const std::int32_t*>(lanes.data));
        case element::int64: return from(static_cast<const std::int64_t*>(lanes.data));
        case element::int128: return from(static_cast<const int128*>(lanes.data));
        default: throw std::invalid_argument("accumulator lanes are int32, int64 or 128 bits");
    }
}

LANEWISE_WIDEST bool upshift_all(array values, array lanes, std::size_t count, int shift, int bits) {
    return with_vector_type(values.type, [&](auto zero) {
        using From = decltype(zero);
        return with_lane_width(bits, [&](auto w) {
            using Lane = lane_storage<w.value>;
            return ups<w.value>(static_cast<const From*>(values.data), static_cast<Lane*>(lanes.data), count, shift);
        });
    });
}

LANEWISE_WIDEST void to_bfloat16_all(const float* values, std::uint16_t* results, std::size_t count, rounding mode) {
    for (std::size_t i = 0; i < count; ++i) results[i] = to_bfloat16_bits(values[i], mode);
}

}  // namespace lanewise::aie
