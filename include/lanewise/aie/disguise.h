// The kernel guide subtracts complex numbers and keeps the eight complex lanes in accum<acc48, 8>, which has no room
// for them. So that its text runs as printed, such an accumulator holds the number of a stored complex one, marked by
// padding bits that no real lane has; `srs` into eight words finds it again.
#pragma once

#include "lanewise/aie/accum.h"
#include "lanewise/aie/core.h"

namespace lanewise::aie {

struct disguised {
    static constexpr unsigned kept = 1024, most_lanes = 16;
    static constexpr std::int64_t mark = std::int64_t{0x2B5A} << 48;

    std::int64_t serial = 0;
    complex<std::int64_t> lanes[most_lanes];
};
[[gnu::visibility("hidden")]] inline disguised disguises[disguised::kept];
[[gnu::visibility("hidden")]] inline std::int64_t disguise_count = 0;

inline bool is_disguise(std::int64_t lane) { return (lane & ~std::int64_t{0} << 48) == disguised::mark; }

inline const disguised& behind(std::int64_t lane) {
    const std::int64_t serial = lane ^ disguised::mark;
    const disguised& d = disguises[serial % disguised::kept];
    if (d.serial != serial)
        throw fault("real_too_long");
    return d;
}

}  // namespace lanewise::aie

namespace aie {

template <class Tag, unsigned N>
template <class Other>
    requires(Other::is_complex && !Tag::is_complex && !Tag::is_float && !Other::is_float)
accum<Tag, N>::accum(const accum<Other, N>& a) : lanes_{} {
    static_assert(Tag::lane_bits == 48 && Other::lane_bits == 48 && N <= detail::disguised::most_lanes,
                  "a complex accumulator is no real one");
    const std::int64_t serial = ++detail::disguise_count;
    detail::disguised& d = detail::disguises[serial % detail::disguised::kept];
    d.serial = serial;
    for (unsigned i = 0; i < N; ++i) d.lanes[i] = a.lane(i);
    lanes_[0] = detail::disguised::mark ^ serial;
    written();
}

}  // namespace aie
