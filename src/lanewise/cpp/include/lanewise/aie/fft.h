// One stage of a fast Fourier transform, decimated in time: each group of samples Vec apart is turned by its twiddle
// factors and combined. Stages follow each other with falling Vec and leave the result in natural order (policy
// fft_stage).
//
//     in:  x[q + Vec * (R * p + r)]      out: y[q + Vec * (p + r * n / (R * Vec))]      q < Vec, p < n / (R * Vec)
#pragma once

#include <array>

#include "lanewise/aie/arithmetic.h"

namespace lanewise::aie {

// A complex sum on its way through a butterfly: exact for integers, rounded at every step for floats.
template <class T>
using butterfly_value = complex<std::conditional_t<is_float<T>, float, int128>>;

template <class V>
V turned(V x, V w) {
    if constexpr (std::is_same_v<component<V>, float>)
        return {plus(multiply<target>(x.real, w.real), -multiply<target>(x.imag, w.imag)),
                plus(multiply<target>(x.real, w.imag), multiply<target>(x.imag, w.real))};
    else
        return {x.real * w.real - x.imag * w.imag, x.real * w.imag + x.imag * w.real};
}
template <class V>
V together(V a, V b) {
    if constexpr (std::is_same_v<component<V>, float>)
        return plus(a, b);
    else
        return {a.real + b.real, a.imag + b.imag};
}

template <unsigned Radix, unsigned Vec, class In, class Tw, class Out>
void fft_stage(const In* x, const std::array<const Tw*, Radix - 1>& tw, unsigned n, unsigned shift_tw, unsigned shift,
               bool inverse, Out* y) {
    using V = butterfly_value<Out>;
    constexpr bool floats = is_float<Out>;
    const unsigned groups = n / (Radix * Vec);
    const auto up = [&](In s) {
        if constexpr (floats)
            return V{s.real, s.imag};
        else
            return V{static_cast<int128>(s.real) << shift_tw, static_cast<int128>(s.imag) << shift_tw};
    };
    // Roots of unity of the small transform: exact for 2 and 4, with the twiddle's precision for 3 and 5.
    V root[Radix];
    for (unsigned k = 0; k < Radix; ++k) {
        const double angle = (inverse ? 2.0 : -2.0) * 3.14159265358979323846 * k / Radix;
        if constexpr (floats) {
            root[k] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
        } else {
            const double scale = std::ldexp(1.0, static_cast<int>(shift_tw));
            root[k] = {static_cast<int128>(std::nearbyint(std::cos(angle) * scale)),
                       static_cast<int128>(std::nearbyint(std::sin(angle) * scale))};
        }
    }
    for (unsigned p = 0; p < groups; ++p)
        for (unsigned q = 0; q < Vec; ++q) {
            V in[Radix];
            in[0] = up(x[q + Vec * (Radix * p)]);
            for (unsigned r = 1; r < Radix; ++r) {
                const In s = x[q + Vec * (Radix * p + r)];
                const Tw w = tw[r - 1][p];
                in[r] = turned(V{s.real, s.imag}, V{w.real, inverse ? -static_cast<component<V>>(w.imag)
                                                                    : static_cast<component<V>>(w.imag)});
            }
            for (unsigned k = 0; k < Radix; ++k) {
                V sum = in[0];
                int scaled = 0;  // bits that the roots added
                if constexpr (Radix == 2) {
                    sum = together(sum, k ? V{-in[1].real, -in[1].imag} : in[1]);
                } else if constexpr (Radix == 4) {
                    for (unsigned r = 1; r < 4; ++r) {
                        const unsigned quarter = inverse ? (4 - r * k % 4) % 4 : r * k % 4;  // in[r] * (-i)^quarter
                        const V t = in[r];
                        sum = together(sum, quarter == 0   ? t
                                            : quarter == 1 ? V{t.imag, -t.real}
                                            : quarter == 2 ? V{-t.real, -t.imag}
                                                           : V{-t.imag, t.real});
                    }
                } else {
                    sum = turned(sum, root[0]);
                    for (unsigned r = 1; r < Radix; ++r) sum = together(sum, turned(in[r], root[r * k % Radix]));
                    scaled = static_cast<int>(shift_tw);
                }
                Out& to = y[q + Vec * (p + k * groups)];
                if constexpr (floats) {
                    to = {sum.real, sum.imag};
                } else {
                    using P = component<Out>;
                    const int down = static_cast<int>(shift_tw + shift) + scaled;
                    to = {srs<P>(sum.real, down, core().modes), srs<P>(sum.imag, down, core().modes)};
                }
            }
        }
}

}  // namespace lanewise::aie

namespace aie {

template <unsigned Vec, class In, class Tw, class Out>
void fft_dit_r2_stage(const In* x, const Tw* tw, unsigned n, unsigned shift_tw, unsigned shift, bool inv, Out* out) {
    detail::fft_stage<2, Vec>(x, std::array{tw}, n, shift_tw, shift, inv, out);
}
template <unsigned Vec, class In, class Tw, class Out>
void fft_dit_r3_stage(const In* x, const Tw* tw0, const Tw* tw1, unsigned n, unsigned shift_tw, unsigned shift,
                      bool inv, Out* out) {
    detail::fft_stage<3, Vec>(x, std::array{tw0, tw1}, n, shift_tw, shift, inv, out);
}
template <unsigned Vec, class In, class Tw, class Out>
void fft_dit_r4_stage(const In* x, const Tw* tw0, const Tw* tw1, const Tw* tw2, unsigned n, unsigned shift_tw,
                      unsigned shift, bool inv, Out* out) {
    detail::fft_stage<4, Vec>(x, std::array{tw0, tw1, tw2}, n, shift_tw, shift, inv, out);
}
template <unsigned Vec, class In, class Tw, class Out>
void fft_dit_r5_stage(const In* x, const Tw* tw0, const Tw* tw1, const Tw* tw2, const Tw* tw3, unsigned n,
                      unsigned shift_tw, unsigned shift, bool inv, Out* out) {
    detail::fft_stage<5, Vec>(x, std::array{tw0, tw1, tw2, tw3}, n, shift_tw, shift, inv, out);
}
// Floats need no shifts.
template <unsigned Vec>
void fft_dit_r2_stage(const cfloat* x, const cfloat* tw, unsigned n, bool inv, cfloat* out) {
    detail::fft_stage<2, Vec>(x, std::array{tw}, n, 0, 0, inv, out);
}
template <unsigned Vec>
void fft_dit_r3_stage(const cfloat* x, const cfloat* tw0, const cfloat* tw1, unsigned n, bool inv, cfloat* out) {
    detail::fft_stage<3, Vec>(x, std::array{tw0, tw1}, n, 0, 0, inv, out);
}
template <unsigned Vec>
void fft_dit_r4_stage(const cfloat* x, const cfloat* tw0, const cfloat* tw1, const cfloat* tw2, unsigned n, bool inv,
                      cfloat* out) {
    detail::fft_stage<4, Vec>(x, std::array{tw0, tw1, tw2}, n, 0, 0, inv, out);
}

}  // namespace aie
