// A function of threads as phases: what all threads of a block do up to a barrier, a loop over them, then what they do behind it (cpp/phases.py).
// Compilers see through such loops and take several threads at once.
#pragma once

#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "lanewise/ascend/simt/index.h"
#include "lanewise/ascend/simt/memory.h"
#include "lanewise/shared/touch.h"

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

#ifdef LANEWISE_OBSERVED
// What threads do alike is told at once. Where the front can say of each `x[i]` of a phase that it is a step further for each thread (cpp/lane_accesses.py), two
// threads and the last rehearse the phase: they say where they would read and write, and do neither. If the last one is where the first two lead,
// the listener gets one access of all threads for each, and the phase runs unobserved. Where threads change what memory says (`asc_atomic_add(&h[x[i]], 1)`), all of
// them rehearse a second time, with what they read, and say where: a phase that else reads alone finds the same when it runs.
#define LANEWISE_READ(base, ...) lanewise_see.read(base, __VA_ARGS__)
#define LANEWISE_STORE(base, ...) lanewise_see.store(base, __VA_ARGS__)
#define LANEWISE_CHANGED(base, ...) lanewise_see.changed(base, __VA_ARGS__)
#define LANEWISE_SEES , const auto& lanewise_see
#define LANEWISE_COPIES(...) , __VA_ARGS__
#define LANEWISE_TOUCHES(...) , ::lanewise::simt::Touching<false, __VA_ARGS__>
#define LANEWISE_TOUCHES_AND_CHANGES(...) , ::lanewise::simt::Touching<true, __VA_ARGS__>

// Memory with elements that can be rehearsed: `x[i]` of rank 1, `x[i][j]` of rank 2.
template <class T, unsigned rank>
constexpr bool has_elements() {
    using Whole = std::remove_reference_t<T>;
    using Part = std::conditional_t<std::is_pointer_v<Whole>, std::remove_pointer_t<Whole>, std::remove_extent_t<Whole>>;
    if constexpr (std::is_same_v<Part, Whole> || std::is_void_v<Part>) return false;
    else if constexpr (rank > 1) return std::is_array_v<Part> && has_elements<Part, rank - 1>();
    else return !std::is_volatile_v<Part> && (std::is_arithmetic_v<Part> || (sizeof(Part) == 2 && std::is_convertible_v<Part, float>));
}
template <class T, unsigned rank>
struct Elements {
    static constexpr bool known = has_elements<T, rank>();
};
template <bool changing, class... All>
struct Touching {
    static constexpr bool known = (All::known && ...), changes = changing;
};

// Observed programs are compiled soon, and not well. What is not observed may be fast; only calls of memset and memcpy, which are always observed, must not
// be made of its loops.
#ifdef __clang__
#define LANEWISE_UNOBSERVED __attribute__((noinline, no_sanitize("thread"), no_builtin("memset", "memcpy", "memmove")))
#else
#define LANEWISE_UNOBSERVED __attribute__((noinline, no_sanitize("thread"), optimize("O3", "no-tree-loop-distribute-patterns")))
#endif
#define LANEWISE_UNOBSERVED_ALONE LANEWISE_UNOBSERVED
// A function of phases that all say what they touch: what is not told at once is observed in functions of its own.
#define LANEWISE_TOLD __attribute__((no_sanitize("thread")))
#define LANEWISE_OBSERVED_ALONE __attribute__((noinline)) inline

// What one thread would do to memory, in order.
struct Rehearsal {
    static constexpr std::uint32_t most = 16;
    std::uint32_t count = 0;
    lw_touch all[most];

    __attribute__((noinline, no_sanitize("thread"))) void touch(const volatile void* at, std::uint32_t bytes, bool write) {
        if (count < most) all[count] = {reinterpret_cast<std::uint64_t>(at), 0, __builtin_return_address(0), bytes, write, false, nullptr};
        ++count;
    }
    __attribute__((noinline, no_sanitize("thread"))) void change(std::uint32_t bytes) {
        if (count < most) all[count] = {0, 0, __builtin_return_address(0), bytes, true, true, nullptr};
        ++count;
    }
};
constexpr std::uint32_t most_changes = 2;  // of a thread
template <class T>
struct RehearsedStore {
    Rehearsal* to;
    const volatile void* at;

    template <class V>
    LANEWISE_API void operator=(const V&) const { to->touch(at, sizeof(T), true); }
    LANEWISE_API void change() const {
        to->touch(at, sizeof(T), false);
        to->touch(at, sizeof(T), true);
    }
#define LANEWISE_CHANGES(op)  \
    template <class V>        \
    LANEWISE_API void operator op(const V&) const { change(); }
    LANEWISE_CHANGES(+=)
    LANEWISE_CHANGES(-=)
    LANEWISE_CHANGES(*=)
    LANEWISE_CHANGES(/=)
    LANEWISE_CHANGES(%=)
    LANEWISE_CHANGES(&=)
    LANEWISE_CHANGES(|=)
    LANEWISE_CHANGES(^=)
    LANEWISE_CHANGES(<<=)
#undef LANEWISE_CHANGES
    LANEWISE_API void operator++(int) const { change(); }
    LANEWISE_API void operator--(int) const { change(); }
};
struct Rehearsing {
    Rehearsal* to;

    template <class B, class I>
    LANEWISE_API auto read(const B& base, I i) const {
        using T = std::remove_cvref_t<decltype(base[i])>;
        to->touch(&base[i], sizeof(T), false);
        return static_cast<T>(1);
    }
    template <class B, class I>
    LANEWISE_API auto store(B&& base, I i) const { return RehearsedStore<std::remove_cvref_t<decltype(base[i])>>{to, &base[i]}; }
    template <class B, class I>
    LANEWISE_API auto changed(const B& base, I i) const {
        using T = std::remove_cvref_t<decltype(base[i])>;
        to->change(sizeof(T));
        return Pretended<T>{};
    }
};
struct Doing {
    template <class B, class I>
    LANEWISE_API auto& read(const B& base, I i) const { return base[i]; }
    template <class B, class I>
    LANEWISE_API auto& store(B&& base, I i) const { return base[i]; }
    template <class B, class I>
    LANEWISE_API auto changed(B&& base, I i) const { return &base[i]; }
};
// What was told.
struct DoingTold : Doing {
    template <class B, class I>
    LANEWISE_API auto changed(const B& base, I i) const {
        using T = std::remove_cvref_t<decltype(base[i])>;
        T* const first = (T*)base;
        return Told<T>{first + i};
    }
};
// Where threads change memory.
struct Gathering {
    std::uint64_t*& next;

    template <class B, class I>
    LANEWISE_API auto read(const B& base, I i) const {
        std::remove_cvref_t<decltype(base[i])> value = base[i];
        return value;
    }
    template <class B, class I>
    LANEWISE_API auto changed(const B& base, I i) const {
        using T = std::remove_cvref_t<decltype(base[i])>;
        T* const first = (T*)base;
        *next++ = reinterpret_cast<std::uint64_t>(first + i);
        return Pretended<T>{};
    }
};

LANEWISE_API Index index_of(std::uint32_t lane, const Index& count) { return {{lane % count.x, lane / count.x % count.y, lane / count.x / count.y}}; }

// What the threads below a number do: rehearse(where to, thread), gather(where to). False: they have to be observed.
template <class Touches, class Rehearse, class Gather>
LANEWISE_UNOBSERVED bool tell_together(const Index& count, std::uint32_t threads, const Rehearse& rehearse, const Gather& gather) {
    if (!lw_listened) return true;
    const std::uint32_t row = threads > count.x ? count.x : 0, plane = threads > count.x * count.y ? count.x * count.y : 0;
    const std::uint32_t asked[] = {0, threads > 1, threads - 1, row, plane};
    Rehearsal first, other;
    for (std::uint32_t k = 0; k < 5; ++k) {
        if (k > 2 && !asked[k]) continue;
        Rehearsal& now = k ? other : first;
        now.count = 0;
        rehearse(&now, asked[k]);
        if (now.count > Rehearsal::most || now.count != first.count) return false;
        for (std::uint32_t i = 0; k && i < now.count; ++i) {
            if (k == 1) first.all[i].step = static_cast<std::int64_t>(now.all[i].address - first.all[i].address);
            if (now.all[i].address != first.all[i].address + static_cast<std::uint64_t>(first.all[i].step) * asked[k]) return false;
        }
    }
    if constexpr (!Touches::changes) {
        return lw_simt_lanes(threads, first.all, first.count);
    } else {
        std::uint32_t changes = 0;
        for (std::uint32_t i = 0; i < first.count; ++i) changes += first.all[i].change;
        if (changes > most_changes || !lw_simt_reads(threads, first.all, first.count)) return false;
        std::uint64_t where[most_threads * most_changes];
        gather(where);
        for (std::uint32_t i = 0, k = 0; i < first.count; ++i)
            if (first.all[i].change) first.all[i].each = where + k++, first.all[i].step = changes;
        return lw_simt_lanes(threads, first.all, first.count);
    }
}
// One after the other: act(index, number).
template <class Act>
LANEWISE_API void each_below(std::uint32_t threads, const Index& count, const Act& act) {
    std::uint32_t number = 0;
    for (std::uint32_t z = 0; z < count.z && number < threads; ++z)
        for (std::uint32_t y = 0; y < count.y && number < threads; ++y) {
            const std::uint32_t here = threads - number < count.x ? threads - number : count.x;
            for (std::uint32_t x = 0; x < here; ++x) act(Index{{x, y, z}}, number + x);
            number += here;
        }
}
template <class Body>
LANEWISE_UNOBSERVED void do_below(std::uint32_t threads, Index count, Body body) {
    each_below(threads, count, [&](const Index& index, std::uint32_t lane) LANEWISE_INLINED { body(index, lane, DoingTold{}); });
}
template <class Body>
LANEWISE_UNOBSERVED void gather_below(std::uint32_t threads, Index count, Body body, std::uint64_t* where) {
    each_below(threads, count, [&](const Index& index, std::uint32_t lane) LANEWISE_INLINED { body(index, lane, Gathering{where}); });
}
template <class I, class Body, class Sees>
LANEWISE_API void each_strided(I at, std::uint32_t threads, const Index& count, const Body& body, const Sees& sees) {
    std::uint32_t number = 0;
    for (std::uint32_t z = 0; z < count.z && number < threads; ++z)
        for (std::uint32_t y = 0; y < count.y && number < threads; ++y) {
            const std::uint32_t here = threads - number < count.x ? threads - number : count.x;
            const I from = static_cast<I>(at + static_cast<I>(number)), to = static_cast<I>(from + static_cast<I>(here));
            for (I i = from; i < to; ++i) body(Index{{static_cast<std::uint32_t>(i - from), y, z}}, number + static_cast<std::uint32_t>(i - from), i, sees);
            number += here;
        }
}
template <class I, class Body>
LANEWISE_UNOBSERVED void do_strided(I at, std::uint32_t threads, Index count, Body body) {
    each_strided(at, threads, count, body, DoingTold{});
}
template <class I, class Body>
LANEWISE_UNOBSERVED void gather_strided(I at, std::uint32_t threads, Index count, Body body, std::uint64_t* where) {
    each_strided(at, threads, count, body, Gathering{where});
}
// A phase of one thread, observed.
template <class Touches, class Body, class... Value>
LANEWISE_API void one_lane(const Body& body, const Index& index, std::uint32_t lane, Value... value) {
    if constexpr (std::is_void_v<Touches>) body(index, lane, value...);
    else body(index, lane, value..., Doing{});
}
#else
#define LANEWISE_READ(base, ...) base[__VA_ARGS__]
#define LANEWISE_STORE(base, ...) base[__VA_ARGS__]
#define LANEWISE_CHANGED(base, ...) &base[__VA_ARGS__]
#define LANEWISE_SEES
#define LANEWISE_COPIES(...)
#define LANEWISE_TOUCHES(...)
#define LANEWISE_TOUCHES_AND_CHANGES(...)
#define LANEWISE_UNOBSERVED_ALONE LANEWISE_API
#define LANEWISE_TOLD
#define LANEWISE_OBSERVED_ALONE LANEWISE_API

template <class Touches, class Body, class... Value>
LANEWISE_API void one_lane(const Body& body, const Index& index, std::uint32_t lane, Value... value) {
    body(index, lane, value...);
}
#endif

// All threads of the block, one by one. Inlined, as all of these loops: what a phase refers to is known to nobody else then, and need not be in memory.
template <class Body>
LANEWISE_OBSERVED_ALONE void one_by_one(const Body& body) {
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
template <bool named, class Touches, class Body>
LANEWISE_API void in_rows(std::uint32_t threads, const Index& count, const Body& body) {
    std::uint32_t number = 0;
    for (std::uint32_t z = 0; z < count.z && number < threads; ++z)
        for (std::uint32_t y = 0; y < count.y && number < threads; ++y) {
            const std::uint32_t here = threads - number < count.x ? threads - number : count.x;
            row_begins<named>(y, z);
            for (std::uint32_t x = 0; x < here; ++x) {
                runs<named>(x);
                one_lane<Touches>(body, Index{{x, y, z}}, number + x);
            }
            number += here;
        }
    threadIdx = {{0, 0, 0}};  // what is not done by all is done by the first
}
template <bool named, class Touches, class Body>
LANEWISE_OBSERVED_ALONE void in_observed_rows(std::uint32_t threads, const Index& count, const Body& body) { in_rows<named, Touches>(threads, count, body); }
template <bool named, class Touches, class Body>
LANEWISE_API void lanes_below(std::uint32_t threads, const Body& body) {
    const Index count = at_most<most_threads>(blockDim);
#ifdef LANEWISE_OBSERVED
    if constexpr (!std::is_void_v<Touches>)
        if constexpr (Touches::known)
            if (tell_together<Touches>(count, threads, [&](Rehearsal* to, std::uint32_t lane) LANEWISE_INLINED { body(index_of(lane, count), lane, Rehearsing{to}); },
                                       [&](std::uint64_t* where) { if constexpr (Touches::changes) gather_below(threads, count, body, where); }))
                return do_below(threads, count, body);
    if constexpr (!std::is_void_v<Touches>) return in_observed_rows<named, Touches>(threads, count, body);
#endif
    in_rows<named, Touches>(threads, count, body);
}
template <bool named, class Touches = void, class Body>
LANEWISE_API void lanes(const Body& body) {
    if (warp_order) [[unlikely]] return one_by_one([&](const Index& index, std::uint32_t lane) LANEWISE_INLINED { one_lane<Touches>(body, index, lane); });
    lanes_below<named, Touches>(blockDim.x * blockDim.y * blockDim.z, body);
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
LANEWISE_UNOBSERVED_ALONE bool side_by_side(const Index& count, I base, const First& first) {
    const auto right = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) LANEWISE_INLINED {
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
template <bool named, bool affine, class Touches = void, class First, class Most, class Body>
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
        return lanes_below<named, Touches>(left < threads ? static_cast<std::uint32_t>(left) : threads, body);
    }
    const auto guarded = [&](const Index& index, std::uint32_t lane) LANEWISE_INLINED {
        if (first(index) < most) one_lane<Touches>(body, index, lane);
    };
    if (warp_order) return one_by_one(guarded);
    if constexpr (std::is_void_v<Touches>) in_rows<named, void>(threads, count, guarded);
    else in_observed_rows<named, void>(threads, count, guarded);
}

// A step of a loop over the grid.
template <bool named, class Touches, class I, class Body>
LANEWISE_API void strided_rows(I at, std::uint32_t threads, const Index& count, const Body& body) {
    std::uint32_t number = 0;
    for (std::uint32_t z = 0; z < count.z && number < threads; ++z)
        for (std::uint32_t y = 0; y < count.y && number < threads; ++y) {
            const std::uint32_t here = threads - number < count.x ? threads - number : count.x;
            row_begins<named>(y, z);
            const I from = static_cast<I>(at + static_cast<I>(number)), to = static_cast<I>(from + static_cast<I>(here));
            for (I i = from; i < to; ++i) {  // the value counts: compilers know that it does not wrap around
                const auto x = static_cast<std::uint32_t>(i - from);
                runs<named>(x);
                one_lane<Touches>(body, Index{{x, y, z}}, number + x, i);
            }
            number += here;
        }
}
template <bool named, class Touches, class I, class Body>
LANEWISE_OBSERVED_ALONE void strided_observed_rows(I at, std::uint32_t threads, const Index& count, const Body& body) { strided_rows<named, Touches>(at, threads, count, body); }

// A loop over the grid: all threads take their first step, then all their second, as hardware does. body(index, number, value)
template <bool named, bool affine, class Touches = void, class First, class Most, class Step, class Body>
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
#ifdef LANEWISE_OBSERVED
            if constexpr (!std::is_void_v<Touches>)
                if constexpr (Touches::known) {
                    const auto rehearse = [&](Rehearsal* to, std::uint32_t lane) LANEWISE_INLINED { body(index_of(lane, count), lane, static_cast<I>(at + static_cast<I>(lane)), Rehearsing{to}); };
                    const auto gather = [&](std::uint64_t* where) { if constexpr (Touches::changes) gather_strided(at, now, count, body, where); };
                    if (tell_together<Touches>(count, now, rehearse, gather)) {
                        do_strided(at, now, count, body);
                        continue;
                    }
                }
#endif
            if constexpr (std::is_void_v<Touches>) strided_rows<named, void>(at, now, count, body);
            else strided_observed_rows<named, Touches>(at, now, count, body);
        }
        threadIdx = {{0, 0, 0}};
        return;
    }
    one_by_one([&](const Index& index, std::uint32_t lane) LANEWISE_INLINED {
        for (I i = first(index); i < same_end; i = static_cast<I>(i + far())) one_lane<Touches>(body, index, lane, i);
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
