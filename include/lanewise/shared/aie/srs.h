// Shift-round-saturate and upshift: the only ways between accumulator and vector lanes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "lanewise/shared/aie/host_vectors.h"
#include "lanewise/shared/aie/modes.h"

namespace lanewise::aie {

using int128 = __int128;
using uint128 = unsigned __int128;

// std::make_unsigned does not know 128 bits in standard C++.
template <class Wide>
using unsigned_of = std::conditional_t<(sizeof(Wide) > 8), uint128,
                                       std::conditional_t<(sizeof(Wide) > 4), std::uint64_t, std::uint32_t>>;

// The low `Bits` bits of a number, as a signed number.
template <int Bits, class Wide>
constexpr Wide wrap(Wide value) {
    constexpr int spare = static_cast<int>(sizeof(Wide)) * 8 - Bits;
    static_assert(spare >= 0);
    return static_cast<Wide>(static_cast<unsigned_of<Wide>>(value) << spare) >> spare;
}

// All of an srs that is the same for every lane. The rounding term of every mode is
//     base + (a < 0 ? on_negative : 0) + (bit `shift` of a ? on_odd : 0)
// so one loop without branches serves all modes; a caller with many lanes may leave out the part that is zero.
//
// (a + term) >> shift is computed as (a >> shift) + ((low bits of a + term) >> shift): the sum cannot overflow, so that
// the widest accumulator needs no wider type. A negative shift needs the 128-bit one.
template <class Wide>
struct shift_round_saturate {
    using Unsigned = unsigned_of<Wide>;

    int right, left;
    Unsigned low_bits, base, on_negative, on_odd;
    Wide lowest, highest;

    constexpr shift_round_saturate(int shift, modes m, int bits, bool is_signed)
        : right(std::clamp(shift, 0, width - 1)),
          left(std::clamp(-shift, 0, width - 1)),
          low_bits(power(right) - 1),
          base(0),
          on_negative(0),
          on_odd(0),
          lowest(static_cast<Wide>(power(width - 1))),
          highest(static_cast<Wide>(power(width - 1) - 1)) {
        if (right > 0) set_rounding(m.rounding);
        if (m.saturation == saturation::none) return;
        if (is_signed && bits < width) {
            highest = static_cast<Wide>(power(bits - 1) - 1);
            lowest = -highest - (m.saturation == saturation::symmetric ? 0 : 1);
        } else if (is_signed) {
            lowest += m.saturation == saturation::symmetric ? 1 : 0;
        } else {
            lowest = 0;
            if (bits < width) highest = static_cast<Wide>(power(bits) - 1);
        }
    }

    template <bool Signs = true, bool Parity = true>
    constexpr Wide rounded(Wide a) const {
        const Unsigned bits = static_cast<Unsigned>(a);
        Unsigned term = base;
        if constexpr (Signs) term += static_cast<Unsigned>(a >> (width - 1)) & on_negative;
        if constexpr (Parity) term += -(bits >> right & 1) & on_odd;
        const Unsigned whole = static_cast<Unsigned>(a >> right) + (((bits & low_bits) + term) >> right);
        if constexpr (width > 64) return static_cast<Wide>(whole << left);
        return static_cast<Wide>(whole);
    }

    // Clamped; what is still too wide loses its high bits when it is stored.
    constexpr Wide operator()(Wide a) const { return std::min(std::max(rounded(a), lowest), highest); }

private:
    static constexpr int width = sizeof(Wide) * 8;

    static constexpr Unsigned power(int n) { return static_cast<Unsigned>(1) << n; }

    constexpr void set_rounding(rounding mode) {
        const Unsigned half = power(right - 1), full = low_bits, one = 1;
        switch (mode) {
            case rounding::floor: break;
            case rounding::ceil: base = full; break;
            case rounding::symmetric_floor: on_negative = full; break;
            case rounding::symmetric_ceil: base = full, on_negative = -full; break;
            case rounding::positive_inf: base = half; break;
            case rounding::negative_inf: base = half - 1; break;
            case rounding::symmetric_inf: base = half, on_negative = -one; break;
            case rounding::symmetric_zero: base = half - 1, on_negative = one; break;
            case rounding::conv_even: base = half - 1, on_odd = one; break;
            case rounding::conv_odd: base = half, on_odd = -one; break;
        }
    }
};

// Shifted right, a lane stays in 64 bits; 80-bit lanes and shifts out of range need more.
template <class Lane>
constexpr bool fits_64(int shift) {
    return sizeof(Lane) <= 8 && shift >= 0 && shift < 64;
}

template <class To, int Bits, bool Signs, bool Parity, class Lane, class Wide>
constexpr bool srs_lanes(const Lane* from, To* to, std::size_t count, const shift_round_saturate<Wide>& op) {
    Wide changed = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Wide t = op.template rounded<Signs, Parity>(static_cast<Wide>(from[i]));
        const Wide fitted = std::min(std::max(t, op.lowest), op.highest);
        changed |= fitted ^ t;
        if constexpr (Bits == sizeof(To) * 8)
            to[i] = static_cast<To>(fitted);
        else if constexpr (std::is_signed_v<To>)
            to[i] = static_cast<To>(wrap<Bits>(fitted));
        else
            to[i] = static_cast<To>(fitted & ((1 << Bits) - 1));
    }
    return changed != 0;
}

// Most sums are small: in 32 bits a host shifts and compares twice as many of them at once, or more. A sum of 31 bits
// and the rounding term fit one word. `small` says whether all were; where they were not, the results mean nothing.
constexpr bool fits_32(int shift) { return shift >= 0 && shift < 31; }

// The low words of as many lanes. Of one wider than 32 bits something is left in `beyond`, of one of 32 the highest bit
// of `full`.
template <class Lane>
[[gnu::__always_inline__]] inline void small_lanes(host_vector<std::int32_t>& low, host_vector<std::int32_t>& beyond,
                                                   host_vector<std::int32_t>& full, const Lane* from) {
    if constexpr (sizeof(Lane) <= 4) {
        take_lanes<std::int32_t>(low, from);
    } else {
        host_vector<std::int32_t> first, second, high;
        __builtin_memcpy(&first, from, sizeof first);
        __builtin_memcpy(&second, from + host_count<std::int64_t>, sizeof second);
        every_second<std::int32_t, false>(low, first, second);
        every_second<std::int32_t, true>(high, first, second);
        beyond |= high ^ (low >> 31);
    }
    full |= low ^ (low << 1);
}

template <bool Signs, bool Parity, class To, class Lane>
bool srs_in_32_bits(const Lane* from, To* to, std::size_t count, const shift_round_saturate<std::int32_t>& op,
                    bool& small) {
    using V = host_vector<std::int32_t>;
    constexpr unsigned step = host_count<std::int32_t>, block = 2 * step;
    const V one = V{} + 1, base = V{} + static_cast<std::int32_t>(op.base);
    const V on_negative = V{} + static_cast<std::int32_t>(op.on_negative);
    const V on_odd = V{} + static_cast<std::int32_t>(op.on_odd);
    const V lowest = V{} + op.lowest, highest = V{} + op.highest;
    const int right = op.right;  // what is stored could be the operation, for all that compilers know
    V changed = {}, beyond = {}, full = {};
    std::size_t i = 0;
    for (; i + block <= count; i += block) {
        std::int32_t lanes[block];
#pragma GCC unroll 2
        for (unsigned k = 0; k < block; k += step) {
            V a;
            small_lanes(a, beyond, full, from + i + k);
            V sum = a + base;
            if constexpr (Signs) sum += (a >> 31) & on_negative;
            if constexpr (Parity) sum += -(a >> right & one) & on_odd;
            const V t = sum >> right;
            const V under = t < lowest, raised = (lowest & under) | (t & ~under);
            const V over = raised > highest, fitted = (highest & over) | (raised & ~over);
            changed |= fitted ^ t;
            give_lanes<std::int32_t>(lanes + k, fitted);
        }
        convert_lanes<block>(to + i, lanes);
    }
    std::int64_t wide = 0;
    for (std::size_t k = i; k < count; ++k) wide |= from[k] ^ (from[k] >> (sizeof(Lane) * 8 - 1));
    small = !any_bit<std::int32_t>(beyond | (full >> 31)) && wide >> 30 == 0;
    const bool rest = srs_lanes<To, sizeof(To) * 8, Signs, Parity>(from + i, to + i, count - i, op);
    return rest | any_bit<std::int32_t>(changed);
}

// Loops that compute no more of the rounding term than the mode needs.
template <class To, class Lane>
bool srs_in_32_bits(const Lane* from, To* to, std::size_t count, int shift, modes m, bool& small) {
    const shift_round_saturate<std::int32_t> op(shift, m, sizeof(To) * 8, std::is_signed_v<To>);
    if (op.on_odd) return srs_in_32_bits<false, true>(from, to, count, op, small);
    if (op.on_negative) return srs_in_32_bits<true, false>(from, to, count, op, small);
    return srs_in_32_bits<false, false>(from, to, count, op, small);
}

// `count` accumulator lanes to lanes of `To`, which is Bits wide: a four-bit lane travels in a byte.
// Lane is the storage of an accumulator lane: int32, int64 or __int128, sign extended. True when something was clamped.
template <class To, int Bits = sizeof(To) * 8, class Lane>
constexpr bool srs(const Lane* from, To* to, std::size_t count, int shift, modes m) {
    constexpr bool is_signed = std::is_signed_v<To>;
    if constexpr (sizeof(Lane) <= 8 && sizeof(To) <= 4 && Bits == sizeof(To) * 8)
        if (!std::is_constant_evaluated() && fits_32(shift)) {
            bool small = false;
            const bool clamped = srs_in_32_bits(from, to, count, shift, m, small);
            if (small) return clamped;
        }
    if (fits_64<Lane>(shift))
        return srs_lanes<To, Bits, true, true>(from, to, count,
                                               shift_round_saturate<std::int64_t>(shift, m, Bits, is_signed));
    return srs_lanes<To, Bits, true, true>(from, to, count, shift_round_saturate<int128>(shift, m, Bits, is_signed));
}

template <class To, int Bits = sizeof(To) * 8, class Lane>
constexpr To srs(Lane from, int shift, modes m) {
    To to{};
    srs<To, Bits>(&from, &to, 1, shift, m);
    return to;
}

// Lanes of a vector into accumulator lanes of `Bits` bits: no rounding; what leaves the lane at the top is lost.
// True when something was lost.
template <int Bits, class Lane, class From>
constexpr bool ups(const From* from, Lane* to, std::size_t count, int shift) {
    using Wide = std::conditional_t<(sizeof(Lane) > 8), int128, std::int64_t>;
    const int left = std::clamp(shift, 0, static_cast<int>(sizeof(Wide)) * 8 - 1);
    bool lost = false;
    for (std::size_t i = 0; i < count; ++i) {
        const Wide wide = static_cast<Wide>(from[i]);
        const Wide shifted = wrap<Bits>(static_cast<Wide>(static_cast<unsigned_of<Wide>>(wide) << left));
        lost |= shifted >> left != wide;
        to[i] = static_cast<Lane>(shifted);
    }
    return lost;
}

template <int Bits, class Lane, class From>
constexpr Lane ups(From from, int shift) {
    Lane to{};
    ups<Bits>(&from, &to, 1, shift);
    return to;
}

}  // namespace lanewise::aie
