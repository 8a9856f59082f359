// Other spellings of operations, which name the operation that they stand for.
#pragma once

#include "lanewise/aie/operations.h"

namespace aie {

// The core as an object, and a place of the array in graphs.
class tile {
public:
    int column = 0, row = 0;

    tile() = default;
    tile(int c, int r) : column(c), row(r) {}
    static tile current() { return {}; }
    static void set_rounding(rounding_mode m) { aie::set_rounding(m); }
    static rounding_mode get_rounding() { return aie::get_rounding(); }
    static void set_saturation(saturation_mode m) { aie::set_saturation(m); }
    static saturation_mode get_saturation() { return aie::get_saturation(); }
    // Time stands still: cycles are not counted here.
    static unsigned long long cycles() { return 0; }
    static unsigned id() { return 0; }
};

}  // namespace aie

#if LANEWISE_HAS_FIRST_INTERFACE
// Both in a word, the cosine below. A template: where kernels also see aie::sincos, that one is meant.
template <class S>
    requires std::is_integral_v<S>
int32 sincos(S phase) {
    return std::bit_cast<int32>(aie::sincos_complex(static_cast<int32>(phase)));
}
#endif

// --- streams ---

#define LANEWISE_READ_V(N)                  \
    template <class S>                      \
    auto readincr_v##N(S* s) {              \
        return readincr_v<N>(s);            \
    }                                       \
    template <class S>                      \
    auto readincr_v##N(S* s, bool& tlast) { \
        return readincr_v<N>(s, tlast);     \
    }                                       \
    template <class S, class V>             \
    void writeincr_v##N(S* s, const V& v) { \
        writeincr(s, v);                    \
    }
LANEWISE_READ_V(2)
LANEWISE_READ_V(4)
LANEWISE_READ_V(8)
LANEWISE_READ_V(16)
LANEWISE_READ_V(32)
#undef LANEWISE_READ_V

// As operators, on the pointer that a kernel has or on what it points to: `in >> v; *out << acc;`
template <template <class> class S, class T, class X>
    requires(::aie::is_vector_v<X> || ::aie::is_accum_v<X>) && requires(S<T>* s) { readincr_v<X::size()>(s); }
S<T>* operator>>(S<T>* s, X& x) {
    x = readincr_v<X::size()>(s);
    return s;
}
template <template <class> class S, class T, class X>
    requires(::aie::is_vector_v<X> || ::aie::is_accum_v<X>) && requires(S<T>* s, const X& x) { writeincr(s, x); }
S<T>* operator<<(S<T>* s, const X& x) {
    writeincr(s, x);
    return s;
}
template <class S, class X>
    requires std::is_base_of_v<lanewise::aie::channel, S> && requires(S* s, X& x) { s >> x; }
S& operator>>(S& s, X& x) {
    return *(&s >> x);
}
template <class S, class X>
    requires std::is_base_of_v<lanewise::aie::channel, S> && requires(S* s, const X& x) { s << x; }
S& operator<<(S& s, const X& x) {
    return *(&s << x);
}

// --- cascades ---

#define LANEWISE_GET_SCD(name) \
    inline name get_scd_##name(bool = true) { return get_scd(); }
LANEWISE_GET_SCD(v16int32)
LANEWISE_GET_SCD(v32int32)
LANEWISE_GET_SCD(v64int16)
LANEWISE_GET_SCD(v128int8)
LANEWISE_GET_SCD(v128uint8)
LANEWISE_GET_SCD(v32cint16)
LANEWISE_GET_SCD(v16cint32)
LANEWISE_GET_SCD(v32float)
LANEWISE_GET_SCD(v8float)
LANEWISE_GET_SCD(v32int16)
LANEWISE_GET_SCD(v64int8)
LANEWISE_GET_SCD(v64uint8)
LANEWISE_GET_SCD(v16cint16)
LANEWISE_GET_SCD(v8cint32)
LANEWISE_GET_SCD(v16float)
LANEWISE_GET_SCD(v8int32)
LANEWISE_GET_SCD(v16int16)
LANEWISE_GET_SCD(v16acc32)
LANEWISE_GET_SCD(v32acc32)
LANEWISE_GET_SCD(v8acc64)
LANEWISE_GET_SCD(v16acc64)
LANEWISE_GET_SCD(v4cacc64)
LANEWISE_GET_SCD(v8cacc64)
LANEWISE_GET_SCD(v16accfloat)
LANEWISE_GET_SCD(v32accfloat)
LANEWISE_GET_SCD(v8acc48)
LANEWISE_GET_SCD(v4cacc48)
#if LANEWISE_WIDE_LANE_BITS == 80
LANEWISE_GET_SCD(v4acc80)
LANEWISE_GET_SCD(v2cacc80)
#endif
#if LANEWISE_HAS_SMALL_LANES
LANEWISE_GET_SCD(v16uint32)
LANEWISE_GET_SCD(v32uint32)
LANEWISE_GET_SCD(v32uint16)
LANEWISE_GET_SCD(v64uint16)
LANEWISE_GET_SCD(v32bfloat16)
LANEWISE_GET_SCD(v64bfloat16)
#endif
#if LANEWISE_HAS_COMPLEX_FLOATS
LANEWISE_GET_SCD(v4cfloat)
LANEWISE_GET_SCD(v8cfloat)
#endif
#undef LANEWISE_GET_SCD

// --- windows ---

#define LANEWISE_WINDOW_V(N)                 \
    template <class W>                       \
    auto window_read_v##N(W* w) {            \
        return window_read_v<N>(w);          \
    }                                        \
    template <class W>                       \
    auto window_readincr_v##N(W* w) {        \
        return window_readincr_v<N>(w);      \
    }                                        \
    template <class W>                       \
    auto window_readdecr_v##N(W* w) {        \
        return window_readdecr_v<N>(w);      \
    }                                        \
    template <class W>                       \
    void window_incr_v##N(W* w, int n = 1) { \
        window_incr_v<N>(w, n);              \
    }                                        \
    template <class W>                       \
    void window_decr_v##N(W* w, int n = 1) { \
        window_decr_v<N>(w, n);              \
    }
LANEWISE_WINDOW_V(2)
LANEWISE_WINDOW_V(4)
LANEWISE_WINDOW_V(8)
LANEWISE_WINDOW_V(16)
LANEWISE_WINDOW_V(32)
LANEWISE_WINDOW_V(64)
#undef LANEWISE_WINDOW_V
