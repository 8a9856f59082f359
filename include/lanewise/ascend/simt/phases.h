// A function of threads as phases: what all threads of a block do up to a barrier, a loop over them, then what they do behind it (cpp/phases.py).
// Compilers see through such loops and take several threads at once.
#pragma once

#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "lanewise/ascend/simt/index.h"

#define LANEWISE_INLINED __attribute__((__always_inline__))

namespace lanewise::simt {

// Warps in the order that a seed gives them; null: as they are numbered.
[[gnu::visibility("hidden")]] inline constinit thread_local const std::uint16_t* warp_order = nullptr;

// Which thread runs, as far as anybody asks: what is called reads the variable, and listeners are told. Stores to it keep compilers from taking
// several threads at once, so a phase in which nobody asks says only that it is one of them.
template <bool named>
LANEWISE_API void runs(std::uint32_t x) {
#ifdef LANEWISE_OBSERVED
    threadIdx.x = x;
    lw_simt_thread();
#else
    if constexpr (named) threadIdx.x = x;
#endif
}
template <bool named>
LANEWISE_API void row_begins(std::uint32_t y, std::uint32_t z) {
    threadIdx.x = named ? 0 : lw_any_thread;
    threadIdx.y = y;
    threadIdx.z = z;
}

// All threads of the block, one by one. Inlined, as all of these loops: what a phase refers to is known to nobody else then, and need not be in memory.
template <class Body>
LANEWISE_API void one_by_one(const Body& body) {
    const Index count = at_most<most_threads>(blockDim);
    const std::uint32_t threads = count.x * count.y * count.z;
    for (std::uint32_t w = 0; w < (threads + 31) / 32; ++w) {
        const std::uint32_t first = 32u * (warp_order ? warp_order[w] : w);
        for (std::uint32_t lane = first; lane < first + 32 && lane < threads; ++lane) {
            const Index self{{lane % count.x, lane / count.x % count.y, lane / count.x / count.y}};
            threadIdx = self;
            runs<true>(self.x);
            body(self, lane);
        }
    }
    threadIdx = {{0, 0, 0}};
}

// All threads of the block, or those below a number: body(index, number).
template <bool named, class Body>
LANEWISE_API void lanes_below(std::uint32_t threads, const Body& body) {
    const Index count = at_most<most_threads>(blockDim);
    std::uint32_t number = 0;
    for (std::uint32_t z = 0; z < count.z && number < threads; ++z)
        for (std::uint32_t y = 0; y < count.y && number < threads; ++y) {
            const std::uint32_t here = threads - number < count.x ? threads - number : count.x;
            row_begins<named>(y, z);
            for (std::uint32_t x = 0; x < here; ++x) {
                runs<named>(x);
                body(Index{{x, y, z}}, number + x);
            }
            number += here;
        }
    threadIdx = {{0, 0, 0}};  // what is not done by all is done by the first
}
template <bool named, class Body>
LANEWISE_API void lanes(const Body& body) {
    if (warp_order) [[unlikely]] return one_by_one(body);
    lanes_below<named>(blockDim.x * blockDim.y * blockDim.z, body);
}

// Whether comparing with a number of another type is comparing with the same number of this one.
template <class I, class T>
LANEWISE_API bool compares_alike(I base, T most) {
    if constexpr (!std::is_integral_v<I> || !std::is_integral_v<T> || sizeof(I) < 4) return false;
    else if constexpr (std::is_same_v<I, std::common_type_t<I, T>>) return true;
    else return base >= 0 && most >= 0 && static_cast<std::uint64_t>(most) <= static_cast<std::uint64_t>(std::numeric_limits<I>::max());
}

// Whether the value of each thread is that of the one before it and one more. `affine`: it is a sum of multiples of the thread's three indices, so that
// a step in each direction and the ends say it; a sum that wraps around before it is widened misses the end.
template <bool affine, class I, class First>
LANEWISE_API bool side_by_side(const Index& count, I base, const First& first) {
    const auto right = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return first(Index{{x, y, z}}) == static_cast<I>(base + static_cast<I>(x + (y + z * count.y) * count.x));
    };
    if constexpr (affine) {
        const std::uint32_t x = count.x - 1, y = count.y - 1, z = count.z - 1;
        return right(x > 0, 0, 0) && right(0, y > 0, 0) && right(0, 0, z > 0) && right(x, 0, 0) && right(x, y, 0) && right(x, y, z);
    } else {
        bool same = true;
        for (std::uint32_t z = 0; z < count.z; ++z)
            for (std::uint32_t y = 0; y < count.y; ++y)
                for (std::uint32_t x = 0; x < count.x; ++x) same &= right(x, y, z);
        return same;
    }
}

// `if (first < end) ...` where all threads have the same end: those that are below it, and no look at the others.
template <bool named, bool affine, class First, class Most, class Body>
LANEWISE_API void below(const First& first, const Most& end, const Body& body) {
    using I = decltype(first(threadIdx));
    const Index count = at_most<most_threads>(blockDim);
    const auto most = end();
    const I base = first(Index{{0, 0, 0}});
    const std::uint32_t threads = count.x * count.y * count.z;
    I beyond{};
    if (!warp_order && compares_alike(base, most) && !__builtin_add_overflow(base, threads, &beyond) && side_by_side<affine>(count, base, first)) {
        const I last = static_cast<I>(most);
        if (base >= last) return;
        const auto left = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(base);
        return lanes_below<named>(left < threads ? static_cast<std::uint32_t>(left) : threads, body);
    }
    one_by_one([&](const Index& index, std::uint32_t lane) LANEWISE_INLINED {
        if (first(index) < most) body(index, lane);
    });
}

// A loop over the grid: all threads take their first step, then all their second, as hardware does. body(index, number, value)
template <bool named, bool affine, class First, class Most, class Step, class Body>
LANEWISE_API void strided(const First& first, const Most& end, const Step& far, const Body& body) {
    using I = std::remove_cv_t<decltype(first(threadIdx))>;
    const Index count = at_most<most_threads>(blockDim);
    const I base = first(Index{{0, 0, 0}});
    const auto same_end = end();
    const I most = static_cast<I>(same_end), stride = static_cast<I>(far());
    const std::uint32_t threads = count.x * count.y * count.z;
    I beyond{};
    if (!warp_order && compares_alike(base, same_end) && stride > 0 && !__builtin_add_overflow(most, stride, &beyond) && !__builtin_add_overflow(beyond, threads, &beyond) &&
        side_by_side<affine>(count, base, first)) {
        for (I at = base; at < most; at = static_cast<I>(at + stride)) {
            const auto left = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(at);
            const std::uint32_t now = left < threads ? static_cast<std::uint32_t>(left) : threads;
            std::uint32_t number = 0;
            for (std::uint32_t z = 0; z < count.z && number < now; ++z)
                for (std::uint32_t y = 0; y < count.y && number < now; ++y) {
                    const std::uint32_t here = now - number < count.x ? now - number : count.x;
                    row_begins<named>(y, z);
                    const I from = static_cast<I>(at + static_cast<I>(number)), to = static_cast<I>(from + static_cast<I>(here));
                    for (I i = from; i < to; ++i) {  // the value counts: compilers know that it does not wrap around
                        const auto x = static_cast<std::uint32_t>(i - from);
                        runs<named>(x);
                        body(Index{{x, y, z}}, number + x, i);
                    }
                    number += here;
                }
        }
        threadIdx = {{0, 0, 0}};
        return;
    }
    one_by_one([&](const Index& index, std::uint32_t lane) LANEWISE_INLINED {
        for (I i = first(index); i < same_end; i = static_cast<I>(i + far())) body(index, lane, i);
    });
}

// A variable that threads keep from one phase to the next.
template <class T>
class Kept {
    using Value = std::remove_cv_t<T>;

  public:
    Value& fresh(std::uint32_t lane) { return *::new (bytes_ + lane * sizeof(Value)) Value; }
    template <class... A>
    Value& make(std::uint32_t lane, A&&... arguments) {
        return *::new (bytes_ + lane * sizeof(Value)) Value(std::forward<A>(arguments)...);
    }
    Value& of(std::uint32_t lane) { return *std::launder(reinterpret_cast<Value*>(bytes_ + lane * sizeof(Value))); }

  private:
    alignas(Value) unsigned char bytes_[2048 * sizeof(Value)];
};

// All threads are at a barrier.
LANEWISE_API void phase_ends() {
    if (lw_listened) lw_simt_phase();
}

}  // namespace lanewise::simt
