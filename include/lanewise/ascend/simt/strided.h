// A loop over the grid that all threads of a block take step by step (cpp/strides.py).
#pragma once

#include <limits>
#include <type_traits>

#include "lanewise/ascend/simt/index.h"

#define LANEWISE_INLINED __attribute__((__always_inline__))

namespace lanewise::simt {

// A loop over threads begins, which a function may take over as a whole.
[[gnu::visibility("hidden")]] inline constinit thread_local bool all_at_once = false;

// The first threads of a block. The variable is written for messages and for what is called, member by member: three that are written and then read
// as one wait for each other in the processor.
template <class Each>
LANEWISE_API void each_thread(std::uint32_t threads, const Index& count, const Each& each) {
    std::uint32_t number = 0;
    for (std::uint32_t z = 0; z < count.z && number < threads; ++z)
        for (std::uint32_t y = 0; y < count.y && number < threads; ++y) {
            const std::uint32_t first = number, here = threads - first < count.x ? threads - first : count.x;
            threadIdx.y = y;
            threadIdx.z = z;
            for (std::uint32_t x = 0; x < here; ++x) {
                threadIdx.x = x;
                each(Index{{x, y, z}}, first + x);
            }
            number += here;
        }
}

// Whether comparing with a number of another type is comparing with the same number of this one.
template <class I, class T>
LANEWISE_API bool compares_alike(I base, T most) {
    if constexpr (!std::is_integral_v<I> || !std::is_integral_v<T> || sizeof(I) < 4) return false;
    else if constexpr (std::is_same_v<I, std::common_type_t<I, T>>) return true;
    else return base >= 0 && most >= 0 && static_cast<std::uint64_t>(most) <= static_cast<std::uint64_t>(std::numeric_limits<I>::max());
}

// Whether threads begin side by side, end at the same place, and nothing wraps around on the way.
template <class I, class First, class Most, class Step>
LANEWISE_API bool side_by_side(const Index& count, I base, I most, I stride, const First& first, const Most& end, const Step& far) {
    const std::uint32_t threads = count.x * count.y * count.z;
    I beyond{};
    if (stride <= 0 || __builtin_add_overflow(most, stride, &beyond) || __builtin_add_overflow(beyond, threads, &beyond)) return false;
    bool same = true;
    each_thread(threads, count, [&](const Index& index, std::uint32_t lane) {
        same &= first(index) == static_cast<I>(base + static_cast<I>(lane)) && static_cast<I>(end(index)) == most && static_cast<I>(far(index)) == stride;
    });
    return same;
}

template <class First, class Most, class Step, class Body>
LANEWISE_API void strided(const First& first, const Most& end, const Step& far, const Body& body) {
    using I = decltype(first(threadIdx));
    const Index self = threadIdx, count = blockDim;
    if (all_at_once && compares_alike(first(self), end(self))) {
        const I base = first(self), most = static_cast<I>(end(self)), stride = static_cast<I>(far(self));
        if (side_by_side(count, base, most, stride, first, end, far)) {
            all_at_once = false;
            const std::uint32_t threads = count.x * count.y * count.z;
            for (I at = base; at < most; at = static_cast<I>(at + stride)) {
                const auto left = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(at);
                each_thread(left < threads ? static_cast<std::uint32_t>(left) : threads, count, [&](const Index& index, std::uint32_t lane) {
#ifdef LANEWISE_OBSERVED
                    lw_simt_thread();
#endif
                    body(index, static_cast<I>(at + static_cast<I>(lane)));
                });
            }
            return;
        }
        threadIdx = self;
    }
    for (I i = first(self); i < end(self); i = static_cast<I>(i + far(self))) body(self, i);
}

}  // namespace lanewise::simt
