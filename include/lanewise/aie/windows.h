// Windows and buffers: blocks of samples that a kernel call owns. A window's place runs in a circle.
#pragma once

#include "lanewise/aie/memory.h"
#include "lanewise/aie/streams.h"

namespace lanewise::aie {

#ifdef LANEWISE_AIE_STATUS
// What a kernel has done behind the end of a window: whole rounds are meant, a part of one is not. Loops that read ahead
// take one vector of the next round, and drop it.
struct window_rounds {
    static constexpr std::uint64_t one_vector = 64;  // bytes
    std::ptrdiff_t round = 0;  // how often the place has passed the end
    std::uint64_t read = 0, written = 0;  // samples behind it
    bool scalars = false;
    call_stack read_at, written_at;

    void reads(std::uint64_t behind, bool scalar) {
        if (!behind) return;
        if (!read) lw_note_stack(&read_at);
        read += behind;
        scalars |= scalar;
    }
    void writes(std::uint64_t behind) {
        if (!behind) return;
        if (!written) lw_note_stack(&written_at);
        written += behind;
    }
    void end(unsigned argument, unsigned size, std::size_t bytes) {
        const bool ahead = !scalars && read * bytes <= one_vector;
        if (size && read % size) note(ahead ? happening::ahead_of_window : happening::past_window, read, read_at, argument, size);
        if (size && written % size) note(happening::over_window, written, written_at, argument, size);
        *this = {};
    }
};
#else
struct window_rounds {
    static constexpr std::ptrdiff_t round = 0;
    static constexpr void reads(std::uint64_t, bool) {}
    static constexpr void writes(std::uint64_t) {}
    static constexpr void end(unsigned, unsigned, std::size_t) {}
};
#endif

// The members that kernels reach for: `ptr` is the place, `head` the first sample. Sizes are in samples.
template <class T>
struct window {
    using value_type = T;
    T *ptr = nullptr, *head = nullptr, *tail = nullptr, *buffer = nullptr;
    unsigned size = 0, winsize = 0;
    int argument = 0;  // of the call, where the kernel takes and gives back the window itself
    int number = 0;    // of the call's argument
    [[no_unique_address]] mutable window_rounds rounds;

    void end() const { rounds.end(static_cast<unsigned>(number), winsize, sizeof(T)); }
    void open(T* samples, std::size_t count) {
        end();
        ptr = head = buffer = samples;
        tail = samples + count;
        size = winsize = static_cast<unsigned>(count);
    }
    T& here(std::ptrdiff_t ahead = 0) const {
        const auto ring = static_cast<std::ptrdiff_t>(winsize);
        return head[((ptr - head + ahead) % ring + ring) % ring];
    }
    void move(std::ptrdiff_t n) {
#ifdef LANEWISE_AIE_STATUS
        const auto at = ptr - head + n, ring = static_cast<std::ptrdiff_t>(winsize);
        rounds.round += at >= 0 ? at / ring : -((ring - 1 - at) / ring);
#endif
        ptr = &here(n);
    }
    // How many of `count` samples from here on lie behind the end.
    std::uint64_t behind(std::ptrdiff_t count) const {
        if (rounds.round > 0) return static_cast<std::uint64_t>(count);
        const auto over = ptr - head + count - static_cast<std::ptrdiff_t>(winsize);
        return rounds.round == 0 && over > 0 ? static_cast<std::uint64_t>(over) : 0;
    }
    T get() const {
        rounds.reads(behind(1), true);
        count_element(&here(), sizeof(T), false);
        reached(&here(), sizeof(T), false);
        return here();
    }
    void set(const T& x) const {
        rounds.writes(behind(1));
        count_element(&here(), sizeof(T), true);
        reached(&here(), sizeof(T), true);
        here() = x;
    }

    template <unsigned N>
    ::aie::vector<T, N> read() const {
        ::aie::vector<T, N> out;
        rounds.reads(behind(N), false);
        reached(&here(), sizeof out, false);
        for (unsigned i = 0; i < N; ++i) out.put(here(i), i);
        return out;
    }
    template <unsigned N>
    void write(const ::aie::vector<T, N>& v) const {
        rounds.writes(behind(N));
        reached(&here(), sizeof v, true);
        for (unsigned i = 0; i < N; ++i) here(i) = v.lane(i);
    }
};

}  // namespace lanewise::aie

template <class T>
struct input_window : lanewise::aie::window<T> {};
template <class T>
struct output_window : lanewise::aie::window<T> {};

#define LANEWISE_OLD_NAMES(type)                      \
    using input_window_##type = input_window<type>;   \
    using output_window_##type = output_window<type>; \
    using input_stream_##type = input_stream<type>;   \
    using output_stream_##type = output_stream<type>;
LANEWISE_OLD_NAMES(int8)
LANEWISE_OLD_NAMES(uint8)
LANEWISE_OLD_NAMES(int16)
LANEWISE_OLD_NAMES(uint16)
LANEWISE_OLD_NAMES(int32)
LANEWISE_OLD_NAMES(uint32)
LANEWISE_OLD_NAMES(int64)
LANEWISE_OLD_NAMES(float)
LANEWISE_OLD_NAMES(cint16)
LANEWISE_OLD_NAMES(cint32)
LANEWISE_OLD_NAMES(cfloat)
LANEWISE_OLD_NAMES(bfloat16)
LANEWISE_OLD_NAMES(cbfloat16)
LANEWISE_OLD_NAMES(uint64)
LANEWISE_OLD_NAMES(cint64)
#undef LANEWISE_OLD_NAMES
#define LANEWISE_OLD_NAMES(tag)                   \
    using input_stream_##tag = input_cascade<tag>; \
    using output_stream_##tag = output_cascade<tag>;
LANEWISE_OLD_NAMES(accfloat)
#if LANEWISE_HAS_FIRST_INTERFACE  // libraries define the others for themselves
LANEWISE_OLD_NAMES(acc48)
LANEWISE_OLD_NAMES(acc80)
LANEWISE_OLD_NAMES(cacc48)
LANEWISE_OLD_NAMES(cacc80)
LANEWISE_OLD_NAMES(caccfloat)
#else
LANEWISE_OLD_NAMES(acc32)
LANEWISE_OLD_NAMES(acc64)
LANEWISE_OLD_NAMES(cacc64)
#endif
#undef LANEWISE_OLD_NAMES

template <class T>
unsigned window_size(const lanewise::aie::window<T>* w) {
    return w->winsize;
}
namespace lanewise_intrinsics {
template <class T>
void window_incr(lanewise::aie::window<T>* w, int n = 1) {
    w->move(n);
}
template <class T>
void window_decr(lanewise::aie::window<T>* w, int n = 1) {
    w->move(-n);
}
template <unsigned N, class T>
void window_incr_v(lanewise::aie::window<T>* w, int n = 1) {
    w->move(std::ptrdiff_t{n} * N);
}
template <unsigned N, class T>
void window_decr_v(lanewise::aie::window<T>* w, int n = 1) {
    w->move(-std::ptrdiff_t{n} * N);
}
}  // namespace lanewise_intrinsics
template <class T>
void window_acquire(lanewise::aie::window<T>* w) {
    if (w->argument) w->open(static_cast<T*>(lw_graph_buffer_acquire(w->argument)), w->winsize);
}
template <class T>
void window_release(lanewise::aie::window<T>* w) {
    if (w->argument) lw_graph_buffer_release(w->argument);
}

namespace lanewise_intrinsics {
template <class T>
T window_read(lanewise::aie::window<T>* w) {
    return w->get();
}
template <class T>
T window_readincr(lanewise::aie::window<T>* w) {
    const T x = w->get();
    w->move(1);
    return x;
}
template <class T>
T window_readdecr(lanewise::aie::window<T>* w) {
    const T x = w->get();
    w->move(-1);
    return x;
}
template <unsigned N, class T>
aie::vector<T, N> window_read_v(lanewise::aie::window<T>* w) {
    return w->template read<N>();
}
template <unsigned N, class T>
aie::vector<T, N> window_readincr_v(lanewise::aie::window<T>* w) {
    const auto v = w->template read<N>();
    w->move(N);
    return v;
}
template <unsigned N, class T>
aie::vector<T, N> window_readdecr_v(lanewise::aie::window<T>* w) {
    const auto v = w->template read<N>();
    w->move(-std::ptrdiff_t{N});
    return v;
}
// The forms that fill a variable.
template <class T>
void window_read(lanewise::aie::window<T>* w, T& x) {
    x = window_read(w);
}
template <class T>
void window_readincr(lanewise::aie::window<T>* w, T& x) {
    x = window_readincr(w);
}
template <class T, unsigned N>
void window_read(lanewise::aie::window<T>* w, aie::vector<T, N>& v) {
    v = w->template read<N>();
}
template <class T, unsigned N>
void window_readincr(lanewise::aie::window<T>* w, aie::vector<T, N>& v) {
    v = window_readincr_v<N>(w);
}
template <class T, unsigned N>
void window_readdecr(lanewise::aie::window<T>* w, aie::vector<T, N>& v) {
    v = window_readdecr_v<N>(w);
}

template <class T, class S>
    requires std::is_convertible_v<S, T>
void window_write(lanewise::aie::window<T>* w, const S& x) {
    w->set(static_cast<T>(x));
}
template <class T, class S>
    requires std::is_convertible_v<S, T>
void window_writeincr(lanewise::aie::window<T>* w, const S& x) {
    w->set(static_cast<T>(x));
    w->move(1);
}
template <class T, unsigned N>
void window_write(lanewise::aie::window<T>* w, const aie::vector<T, N>& v) {
    w->write(v);
}
template <class T, unsigned N>
void window_writeincr(lanewise::aie::window<T>* w, const aie::vector<T, N>& v) {
    w->write(v);
    w->move(N);
}
template <class T, unsigned N>
void window_writedecr(lanewise::aie::window<T>* w, const aie::vector<T, N>& v) {
    w->write(v);
    w->move(-std::ptrdiff_t{N});
}
}  // namespace lanewise_intrinsics

namespace adf {

// How a buffer is described. Sizes and margins are those of the array that Python hands over.
template <unsigned... Sizes>
struct extents {};
inline constexpr unsigned inherited_extent = 0xFFFFFFFF;
template <unsigned N>
struct margin {};
struct addressing {
    struct linear;
    struct circular;
};
struct locking {
    struct sync;
    struct async;
};
using linear = addressing::linear;
using circular = addressing::circular;
#ifndef LANEWISE_ADF_GRAPH
using sync = locking::sync;
using async = locking::async;
#endif
template <class...>
struct buffer_config {};

template <class C>
inline constexpr unsigned says_margin = 0;
template <unsigned N>
inline constexpr unsigned says_margin<margin<N>> = N;
template <class... C>
inline constexpr unsigned says_margin<buffer_config<C...>> = (says_margin<C> + ... + 0);

template <class C>
inline constexpr bool says_circular = std::is_same_v<C, addressing::circular>;
template <class... C>
inline constexpr bool says_circular<buffer_config<C...>> = (says_circular<C> || ...);

// Kernels keep the address of one buffer as that of another with other extents or margins, so all have one layout, and what
// a buffer is comes from the object: `base` is where its margin begins, `data` where the samples of the call do.
template <class T, class... Config>
class io_buffer {
public:
    using value_type = T;
    static constexpr bool is_circular = (says_circular<Config> || ...);
    static constexpr std::size_t own_margin = (says_margin<Config> + ... + 0);
    T *data_ = nullptr, *base_ = nullptr;
    std::size_t size_ = 0;  // with the margin
    int argument_ = 0;      // of the call, where the kernel takes and gives back the buffer itself

    io_buffer() = default;
    // Of memory that the kernel has itself.
    explicit io_buffer(T* base, std::size_t elements = 0, std::size_t margin = 0)
        : data_(base + margin), base_(base), size_(elements) {}

    T* data() { return data_; }
    const T* data() const { return data_; }
    T* base() { return base_; }
    const T* base() const { return base_; }
    std::size_t size() const { return size_; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T* begin() { return base_; }
    const T* begin() const { return base_; }
    T* end() { return base_ + size_; }
    const T* end() const { return base_ + size_; }
    // Kernels cast buffers to pointers.
    template <class U>
    explicit operator U*() {
        return (U*)base_;
    }
    template <class U>
    explicit operator U*() const {
        return (U*)base_;
    }
    // Elsewhere a call owns its buffers from its first to its last line.
    void acquire() {
        if (argument_) move_to(static_cast<T*>(lw_graph_buffer_acquire(argument_)));
    }
    void release() {
        if (argument_) lw_graph_buffer_release(argument_);
    }

private:
    void move_to(T* base) {
        data_ = base + (data_ - base_);
        base_ = base;
    }
};

#define LANEWISE_BUFFER(name, ...)                                     \
    template <class T, class... Config>                                \
    class name : public io_buffer<T, __VA_ARGS__ Config...> {          \
    public:                                                            \
        using io_buffer<T, __VA_ARGS__ Config...>::io_buffer;          \
    };
#define LANEWISE_BUFFERS(way)                                          \
    LANEWISE_BUFFER(way##_buffer, )                                    \
    LANEWISE_BUFFER(way##_async_buffer, )                              \
    LANEWISE_BUFFER(way##_circular_buffer, addressing::circular, )     \
    LANEWISE_BUFFER(way##_async_circular_buffer, addressing::circular, )
LANEWISE_BUFFERS(input)
LANEWISE_BUFFERS(output)
LANEWISE_BUFFERS(inout)
#undef LANEWISE_BUFFERS
#undef LANEWISE_BUFFER

using ::input_cascade;
using ::input_stream;
using ::output_cascade;
using ::output_stream;

}  // namespace adf

using adf::input_buffer;
using adf::input_circular_buffer;
using adf::input_async_buffer;
using adf::input_async_circular_buffer;
using adf::inout_buffer;
using adf::inout_circular_buffer;
using adf::inout_async_buffer;
using adf::inout_async_circular_buffer;
using adf::output_buffer;
using adf::output_circular_buffer;
using adf::output_async_buffer;
using adf::output_async_circular_buffer;
