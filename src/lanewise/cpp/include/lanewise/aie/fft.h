// One stage of a fast Fourier transform, decimated in time: each group of samples Vec apart is turned by its twiddle
// factors and combined. Twiddles have shift_tw fractional bits; shift is that of the srs at the end, so a stage with both
// equal keeps the scale. Stages follow each other with falling Vec and leave the result in natural order (policy
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

// The small transform that a stage is made of, with what all its butterflies share.
template <unsigned Radix, class In, class Tw, class Out>
class butterfly {
    using V = butterfly_value<Out>;
    static constexpr bool floats = is_float<Out>;

public:
    butterfly(unsigned shift_tw, unsigned shift, bool inverse)
        : shift_tw_(shift_tw), shift_(shift), inverse_(inverse) {
        // Roots of unity: exact for 2 and 4, with the twiddle's precision for 3 and 5.
        for (unsigned k = 0; k < Radix; ++k) {
            const double angle = (inverse ? 2.0 : -2.0) * 3.14159265358979323846 * k / Radix;
            const double scale = floats ? 1.0 : std::ldexp(1.0, static_cast<int>(shift_tw));
            const double re = std::cos(angle) * scale, im = std::sin(angle) * scale;
            if constexpr (floats)
                root_[k] = {static_cast<float>(re), static_cast<float>(im)};
            else
                root_[k] = {static_cast<int128>(std::nearbyint(re)), static_cast<int128>(std::nearbyint(im))};
        }
    }

    // Leg r is the sample s[r], turned by w[r - 1].
    std::array<Out, Radix> operator()(const std::array<In, Radix>& s, const std::array<Tw, Radix - 1>& w) const {
        V in[Radix];
        if constexpr (floats)
            in[0] = {s[0].real, s[0].imag};
        else
            in[0] = {static_cast<int128>(s[0].real) << shift_tw_, static_cast<int128>(s[0].imag) << shift_tw_};
        for (unsigned r = 1; r < Radix; ++r) {
            const auto imag = static_cast<component<V>>(w[r - 1].imag);
            in[r] = turned(V{s[r].real, s[r].imag}, V{w[r - 1].real, inverse_ ? -imag : imag});
        }
        std::array<Out, Radix> out;
        for (unsigned k = 0; k < Radix; ++k) out[k] = finished(summed(in, k));
        return out;
    }

private:
    V summed(const V (&in)[Radix], unsigned k) const {
        V sum = in[0];
        if constexpr (Radix == 2) {
            sum = together(sum, k ? V{-in[1].real, -in[1].imag} : in[1]);
        } else if constexpr (Radix == 4) {
            for (unsigned r = 1; r < 4; ++r) {
                const unsigned quarter = inverse_ ? (4 - r * k % 4) % 4 : r * k % 4;  // in[r] * (-i)^quarter
                const V t = in[r];
                sum = together(sum, quarter == 0   ? t
                                    : quarter == 1 ? V{t.imag, -t.real}
                                    : quarter == 2 ? V{-t.real, -t.imag}
                                                   : V{-t.imag, t.real});
            }
        } else {
            if constexpr (!floats) sum = turned(sum, root_[0]);  // one, with the bits that the other roots add
            for (unsigned r = 1; r < Radix; ++r) sum = together(sum, turned(in[r], root_[r * k % Radix]));
        }
        return sum;
    }
    Out finished(V sum) const {
        if constexpr (floats) {
            return {sum.real, sum.imag};
        } else {
            using P = component<Out>;
            constexpr bool rooted = Radix != 2 && Radix != 4;  // the roots added bits of their own
            const int down = static_cast<int>(shift_ + (rooted ? shift_tw_ : 0));
            return {srs<P>(sum.real, down, core().modes), srs<P>(sum.imag, down, core().modes)};
        }
    }

    unsigned shift_tw_, shift_;
    bool inverse_;
    V root_[Radix];
};

template <unsigned Radix, unsigned Vec, class In, class Tw, class Out>
void fft_stage(const In* x, const std::array<const Tw*, Radix - 1>& tw, unsigned n, unsigned shift_tw, unsigned shift,
               bool inverse, Out* y) {
    const butterfly<Radix, In, Tw, Out> combine(shift_tw, shift, inverse);
    const unsigned legs = n / Radix;
    for (unsigned i = 0; i < legs; ++i) {
        std::array<In, Radix> s;
        std::array<Tw, Radix - 1> w;
        for (unsigned r = 0; r < Radix; ++r) s[r] = x[i % Vec + Vec * (Radix * (i / Vec) + r)];
        for (unsigned r = 1; r < Radix; ++r) w[r - 1] = tw[r - 1][i / Vec];
        const auto out = combine(s, w);
        for (unsigned k = 0; k < Radix; ++k) y[i + k * legs] = out[k];
    }
}

}  // namespace lanewise::aie

namespace aie {

template <unsigned Vec, class In, class Tw, class Out>
void fft_dit_r2_stage(const In* x, const Tw* tw, unsigned n, unsigned shift_tw, unsigned shift, bool inv, Out* out) {
    LANEWISE_AIE_TELL(x, tw, n, shift_tw, shift, inv, out);
    detail::fft_stage<2, Vec>(x, std::array{tw}, n, shift_tw, shift, inv, out);
}
template <unsigned Vec, class In, class Tw, class Out>
void fft_dit_r3_stage(const In* x, const Tw* tw0, const Tw* tw1, unsigned n, unsigned shift_tw, unsigned shift,
                      bool inv, Out* out) {
    LANEWISE_AIE_TELL(x, tw0, tw1, n, shift_tw, shift, inv, out);
    detail::fft_stage<3, Vec>(x, std::array{tw0, tw1}, n, shift_tw, shift, inv, out);
}
template <unsigned Vec, class In, class Tw, class Out>
void fft_dit_r4_stage(const In* x, const Tw* tw0, const Tw* tw1, const Tw* tw2, unsigned n, unsigned shift_tw,
                      unsigned shift, bool inv, Out* out) {
    LANEWISE_AIE_TELL(x, tw0, tw1, tw2, n, shift_tw, shift, inv, out);
    detail::fft_stage<4, Vec>(x, std::array{tw0, tw1, tw2}, n, shift_tw, shift, inv, out);
}
template <unsigned Vec, class In, class Tw, class Out>
void fft_dit_r5_stage(const In* x, const Tw* tw0, const Tw* tw1, const Tw* tw2, const Tw* tw3, unsigned n,
                      unsigned shift_tw, unsigned shift, bool inv, Out* out) {
    LANEWISE_AIE_TELL(x, tw0, tw1, tw2, tw3, n, shift_tw, shift, inv, out);
    detail::fft_stage<5, Vec>(x, std::array{tw0, tw1, tw2, tw3}, n, shift_tw, shift, inv, out);
}
// Any of them, the radix as a number: as many twiddles as it needs.
template <unsigned Radix, unsigned Vec, class In, class Tw, class... Rest>
    requires(sizeof...(Rest) == Radix + 3)
void fft_dit_stage(const In* x, const Tw* tw, const Rest&... rest) {
    LANEWISE_AIE_TELL(x, tw, rest...);
    const auto given = std::tie(rest...);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        detail::fft_stage<Radix, Vec>(x, std::array<const Tw*, Radix - 1>{tw, std::get<I>(given)...},
                                      std::get<Radix - 2>(given), std::get<Radix - 1>(given), std::get<Radix>(given),
                                      std::get<Radix + 1>(given), std::get<Radix + 2>(given));
    }(std::make_index_sequence<Radix - 2>());
}
// Floats need no shifts.
template <unsigned Vec>
void fft_dit_r2_stage(const cfloat* x, const cfloat* tw, unsigned n, bool inv, cfloat* out) {
    LANEWISE_AIE_TELL(x, tw, n, inv, out);
    detail::fft_stage<2, Vec>(x, std::array{tw}, n, 0, 0, inv, out);
}
template <unsigned Vec>
void fft_dit_r3_stage(const cfloat* x, const cfloat* tw0, const cfloat* tw1, unsigned n, bool inv, cfloat* out) {
    LANEWISE_AIE_TELL(x, tw0, tw1, n, inv, out);
    detail::fft_stage<3, Vec>(x, std::array{tw0, tw1}, n, 0, 0, inv, out);
}
template <unsigned Vec>
void fft_dit_r4_stage(const cfloat* x, const cfloat* tw0, const cfloat* tw1, const cfloat* tw2, unsigned n, bool inv,
                      cfloat* out) {
    LANEWISE_AIE_TELL(x, tw0, tw1, tw2, n, inv, out);
    detail::fft_stage<4, Vec>(x, std::array{tw0, tw1, tw2}, n, 0, 0, inv, out);
}

// A stage taken apart: begin_stage(x, tw...) walks over the samples, dit makes one vector of every leg.
template <unsigned Vec, unsigned Radix, class In, class Out = In,
          class Tw = std::conditional_t<detail::is_float<In>, In, cint16>>
class fft_dit {
public:
    // A 256-bit register of the first generation, 512 bits later.
    static constexpr unsigned out_vector_size = (__AIE_ARCH__ == 10 ? 256 : 512) / detail::element_bits<Out>;
    using out_vectors = std::array<vector<Out, out_vector_size>, Radix>;

    // What one call of dit takes.
    struct block {
        std::array<In, Radix> sample[out_vector_size];
        std::array<Tw, Radix - 1> twiddle[out_vector_size];
    };
    class stage_iterator {
    public:
        stage_iterator(const In* x, const std::array<const Tw*, Radix - 1>& tw) : x_(x), tw_(tw) {}
        block operator*() const {
            block b;
            for (unsigned l = 0; l < out_vector_size; ++l) {
                const unsigned i = at_ + l;
                for (unsigned r = 0; r < Radix; ++r) b.sample[l][r] = x_[i % Vec + Vec * (Radix * (i / Vec) + r)];
                for (unsigned r = 1; r < Radix; ++r) b.twiddle[l][r - 1] = tw_[r - 1][i / Vec];
            }
            return b;
        }
        stage_iterator& operator++() {
            at_ += out_vector_size;
            return *this;
        }
        stage_iterator operator++(int) {
            stage_iterator old = *this;
            ++*this;
            return old;
        }

    private:
        const In* x_;
        std::array<const Tw*, Radix - 1> tw_;
        unsigned at_ = 0;
    };

    fft_dit() : fft_dit(0, 0, false) {}
    fft_dit(unsigned shift_tw, unsigned shift, bool inverse) : combine_(shift_tw, shift, inverse) {}

    template <class... T>
        requires(sizeof...(T) == Radix - 1)
    stage_iterator begin_stage(const In* x, const T*... tw) const {
        return {x, {tw...}};
    }
    out_vectors dit(const block& b) const {
        out_vectors out;
        for (unsigned l = 0; l < out_vector_size; ++l) {
            const auto y = combine_(b.sample[l], b.twiddle[l]);
            for (unsigned k = 0; k < Radix; ++k) out[k].set(y[k], l);
        }
        return out;
    }

private:
    detail::butterfly<Radix, In, Tw, Out> combine_;
};

}  // namespace aie
