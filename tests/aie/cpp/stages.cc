// Stages of every radix and type that a chip has, and whole transforms of radix 4.
#include <adf.h>
#include <aie_api/aie.hpp>

template <class In, class Out, class Tw>
void stage(int radix, const In *x, const Tw *tw, int n, int shift_tw, int shift, bool inv, Out *y) {
    const int g = n / (4 * radix);  // legs are 4 apart; the tables follow each other
    if (radix == 2) aie::fft_dit_r2_stage<4>(x, tw, n, shift_tw, shift, inv, y);
    if (radix == 4) aie::fft_dit_r4_stage<4, In, Out, Tw>(x, tw, tw + g, tw + 2 * g, n, shift_tw, shift, inv, y);
#if __AIE_ARCH__ != 21
    if (radix == 3) aie::fft_dit_r3_stage<4>(x, tw, tw + g, n, shift_tw, shift, inv, y);
    if (radix == 5) aie::fft_dit_r5_stage<4>(x, tw, tw + g, tw + 2 * g, tw + 3 * g, n, shift_tw, shift, inv, y);
#endif
}
// The same a vector at a time: by an object that knows the shifts, or one that is told them.
template <unsigned Radix, class In, class Out, class Tw, class... Tables>
void in_vectors(const In *x, int n, int shift_tw, int shift, bool inv, Out *y, const Tables *...tw) {
    using FFT = aie::fft_dit<4, Radix, In, Out, Tw>;
    using Inner = aie::detail::fft_dit<4, 0, Radix, In, Out, Tw>;
    FFT fft;
    Inner inner(shift_tw, shift, inv);
    auto it = fft.begin_stage(x, tw...);
    auto again = inner.begin_stage(x, tw..., 4);
    for (unsigned i = 0; i < Inner::block_size(n); ++i) {
        const auto out = fft.dit(*it++, shift_tw, shift, inv);
        const auto same = inner.dit(*again++);
        for (unsigned k = 0; k < Radix; ++k) {
            for (unsigned l = 0; l < FFT::out_vector_size; ++l)
                if (out[k].get(l) != same[k].get(l)) throw i;
            Out *const to = y + k * (n / Radix) + i * FFT::out_vector_size;
            for (unsigned l = 0; l < FFT::out_vector_size; ++l) to[l] = out[k].get(l);
        }
    }
}
template <class In, class Out, class Tw>
void stage_in_vectors(int radix, const In *x, const Tw *tw, int n, int shift_tw, int shift, bool inv, Out *y) {
    const int g = n / (4 * radix);
    if (radix == 2) in_vectors<2, In, Out, Tw>(x, n, shift_tw, shift, inv, y, tw);
    if (radix == 4) in_vectors<4, In, Out, Tw>(x, n, shift_tw, shift, inv, y, tw, tw + g, tw + 2 * g);
#if __AIE_ARCH__ != 21
    if (radix == 3) in_vectors<3, In, Out, Tw>(x, n, shift_tw, shift, inv, y, tw, tw + g);
    if (radix == 5) in_vectors<5, In, Out, Tw>(x, n, shift_tw, shift, inv, y, tw, tw + g, tw + 2 * g, tw + 3 * g);
#endif
}
#define STAGES(name, In, Out, Tw)                                                                              \
    void name(int radix, const In *x, const Tw *tw, int n, int shift_tw, int shift, int inv, int rnd, int sat, \
              Out *y, Out *z) {                                                                                \
        set_rnd(rnd);                                                                                          \
        set_satmode(sat);                                                                                      \
        stage<In, Out, Tw>(radix, x, tw, n, shift_tw, shift, inv, y);                                          \
        stage_in_vectors<In, Out, Tw>(radix, x, tw, n, shift_tw, shift, inv, z);                               \
    }
STAGES(short_short, cint16, cint16, cint16)
STAGES(short_long, cint16, cint32, cint16)
STAGES(long_short, cint32, cint16, cint16)
STAGES(long_long, cint32, cint32, cint16)
#if __AIE_ARCH__ == 10
STAGES(long_twiddles, cint32, cint32, cint32)
void while_running(const cint16 *x, const cint16 *tw, int n, int vec, cint16 *y) {
    const int g = n / (4 * vec);
    aie::fft_dit_r4_stage<cint16, cint16, cint16>(x, tw, tw + g, tw + 2 * g, n, vec, 15, 17, false, y);
}
void of_floats(int radix, const cfloat *x, const cfloat *tw, int n, int inv, cfloat *y) {
    const int g = n / (4 * radix);
    if (radix == 2) aie::fft_dit_r2_stage<4>(x, tw, n, inv, y);
    if (radix == 3) aie::fft_dit_r3_stage<4>(x, tw, tw + g, n, inv, y);
    if (radix == 5) aie::fft_dit_r5_stage<4>(x, tw, tw + g, tw + 2 * g, tw + 3 * g, n, inv, y);
}
#elif __AIE_ARCH__ == 20
void of_floats(int radix, const cbfloat16 *x, const cbfloat16 *tw, int n, int inv, cbfloat16 *y) {
    const int g = n / (4 * radix);
    if (radix == 2) aie::fft_dit_r2_stage<4>(x, tw, n, inv, y);
    if (radix == 4) aie::fft_dit_r4_stage<4>(x, tw, tw + g, tw + 2 * g, n, inv, y);
}
#endif

// A quarter per stage; tables of stage R hold n / (4 R) factors each, those of all stages follow each other.
template <unsigned R, class T>
void stages(T *x, T *y, const cint16 *tw, unsigned n, bool inv) {
    const unsigned g = n / (4 * R);
    aie::fft_dit_r4_stage<R>(x, tw, tw + g, tw + 2 * g, n, 15, 17, inv, y);
    if constexpr (R > 1) stages<R / 4>(y, x, tw + 3 * g, n, inv);
}
template <class T>
void whole(T *x, T *y, const cint16 *tw, unsigned n, bool inv) {
    aie::set_rounding(aie::rounding_mode::conv_even);
    aie::set_saturation(aie::saturation_mode::saturate);
    if (n == 64) stages<16>(x, y, tw, n, inv);
    if (n == 256) stages<64>(x, y, tw, n, inv);
    if (n == 1024) stages<256>(x, y, tw, n, inv);
    if (n == 4096) stages<1024>(x, y, tw, n, inv);
}
void transform16(cint16 *x, cint16 *y, const cint16 *tw, int n, int inv) { whole(x, y, tw, n, inv); }
void transform32(cint32 *x, cint32 *y, const cint16 *tw, int n, int inv) { whole(x, y, tw, n, inv); }
