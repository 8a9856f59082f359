// One stage of a fast Fourier transform, decimated in time: each group of samples Vec apart is turned by its twiddle
// factors and combined. Twiddles have shift_tw fractional bits; shift is that of the srs at the end, so a stage with both
// equal keeps the scale. Stages follow each other with falling Vec and leave the result in natural order. What is rounded
// inside a stage is policy fft_stage.
//
//     in:  x[q + Vec * (R * p + j)]      out: y[q + Vec * (p + k * n / (R * Vec))]      q < Vec, p < n / (R * Vec)
#pragma once

#include <array>

#include "lanewise/aie/arithmetic.h"
#include "lanewise/aie/elementary.h"

namespace lanewise::aie {

// A complex sum on its way through a butterfly: exact for integers, rounded at every step for floats.
template <class T>
using butterfly_value = complex<std::conditional_t<is_float<T>, float, int128>>;

template <class V>
V turned(V x, V w) {
    if constexpr (std::is_same_v<component<V>, float>)
        return {plus(multiply<flushed>(x.real, w.real), -multiply<flushed>(x.imag, w.imag)),
                plus(multiply<flushed>(x.real, w.imag), multiply<flushed>(x.imag, w.real))};
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
template <class V>
V opposite(V a) {
    return {-a.real, -a.imag};
}
// Times (-i)^quarters.
template <class V>
V quartered(V t, unsigned quarters) {
    switch (quarters % 4) {
        case 0: return t;
        case 1: return {t.imag, -t.real};
        case 2: return opposite(t);
        default: return {-t.imag, t.real};
    }
}

// What the chips' stages take.
template <unsigned Radix, class In, class Tw, class Out>
struct checked_stage {
    static constexpr bool is_pair = std::is_same_v<In, cbfloat16>;
    static_assert(Radix >= 2 && Radix <= 5, "stages have radix 2, 3, 4 or 5");
    static_assert(LANEWISE_HAS_ODD_STAGES || Radix == 2 || Radix == 4, LANEWISE_CHIP " has stages of radix 2 and 4 only");
    static_assert(LANEWISE_HAS_WIDE_TWIDDLES || !std::is_same_v<Tw, cint32>, "twiddles of cint32 are of the first generation: " LANEWISE_CHIP
                                                                             " takes cint16");
    static_assert(!std::is_same_v<In, cfloat> || (LANEWISE_HAS_WIDE_TWIDDLES && Radix != 4),
                  "stages of cfloat are of the first generation, with radix 2, 3 and 5");
    static_assert(!is_pair || (LANEWISE_HAS_COMPLEX_BFLOAT16 && (Radix == 2 || Radix == 4)),
                  "stages of cbfloat16 are of one generation, with radix 2 and 4");
    static_assert(is_float<In> == is_float<Out> && is_float<In> == is_float<Tw>,
                  "samples, twiddles and results are all integers or all floats");
};

// The small transform that a stage is made of, with what all its butterflies share.
template <unsigned Radix, class In, class Tw, class Out>
class butterfly {
    static_assert(sizeof(checked_stage<Radix, In, Tw, Out>));
    using V = butterfly_value<Out>;
    static constexpr bool floats = is_float<Out>, rooted = Radix == 3 || Radix == 5;
    static constexpr bool in_steps = LANEWISE_POLICY_fft_stage_rounded_steps;

public:
    butterfly(unsigned shift_tw, unsigned shift, bool inverse)
        : shift_tw_(static_cast<int>(shift_tw)), shift_(static_cast<int>(shift)), inverse_(inverse) {
        if constexpr (rooted)
            for (unsigned k = 0; k < Radix; ++k) root_[k] = root(k);
    }

    // Leg j is the sample s[j], turned by the table of that leg. Tables come in the order of the call: radix 4 has that
    // of its second leg first.
    std::array<Out, Radix> operator()(const std::array<In, Radix>& s, const std::array<Tw, Radix - 1>& tables) const {
        V x[Radix], w[Radix];
        for (unsigned j = 0; j < Radix; ++j) x[j] = {s[j].real, s[j].imag};
        for (unsigned j = 1; j < Radix; ++j) {
            const Tw& t = tables[Radix == 4 && j < 3 ? 2 - j : j - 1];
            const auto imag = static_cast<component<V>>(t.imag);
            w[j] = {static_cast<component<V>>(t.real), inverse_ ? -imag : imag};
        }
        if constexpr (Radix == 4 && in_steps && !floats)
            return two_steps(x, w);
        else if constexpr (rooted && !floats)
            return from_rounded(x, w);
        else
            return one_sum(x, w);
    }

private:
    std::array<Out, Radix> one_sum(const V (&x)[Radix], const V (&w)[Radix]) const {
        V in[Radix] = {up(x[0])};
        for (unsigned j = 1; j < Radix; ++j) in[j] = turned(x[j], w[j]);
        std::array<Out, Radix> out;
        for (unsigned k = 0; k < Radix; ++k) {
            V sum = in[0];
            for (unsigned j = 1; j < Radix; ++j) {
                if constexpr (rooted) {
                    sum = together(sum, turned(in[j], root_[j * k % Radix]));
                } else {
                    const unsigned quarters = j * k * 4 / Radix % 4;
                    sum = together(sum, quartered(in[j], inverse_ ? 4 - quarters : quarters));
                }
            }
            out[k] = finished(sum);
        }
        return out;
    }
    // Radix 4 as two steps of radix 2: the factor of the third leg is the product of the others.
    std::array<Out, Radix> two_steps(const V (&x)[Radix], const V (&w)[Radix]) const {
        const V even = turned(x[2], w[2]), odd = turned(x[3], w[2]);
        V p = together(up(x[0]), even), m = together(up(x[0]), opposite(even));
        const V u = word(together(up(x[1]), odd), shift_tw_), v = word(together(up(x[1]), opposite(odd)), shift_tw_);
        if constexpr (!std::is_same_v<Tw, cint32>) {
            p = up(word(p, shift_tw_));
            m = up(word(m, shift_tw_));
        }
        const V straight = turned(u, w[1]), across = quartered(turned(v, w[1]), inverse_ ? 3 : 1);
        return {finished(together(p, straight)), finished(together(m, across)),
                finished(together(p, opposite(straight))), finished(together(m, opposite(across)))};
    }
    // Radix 3 and 5: samples are turned and rounded before they meet the roots.
    std::array<Out, Radix> from_rounded(const V (&x)[Radix], const V (&w)[Radix]) const {
        const V start = up(x[0]);
        V rounded[Radix], first = start;
        for (unsigned j = 1; j < Radix; ++j) {
            const V exact = turned(x[j], w[j]);
            rounded[j] = word(exact, in_steps && Radix == 5 ? shift_ : shift_tw_);
            first = together(first, in_steps ? up(rounded[j]) : exact);
        }
        std::array<Out, Radix> out{finished(first)};
        for (unsigned k = 1; k < Radix; ++k) {
            V sum = start;
            for (unsigned j = 1; j < Radix; ++j) sum = together(sum, turned(rounded[j], root_[j * k % Radix]));
            out[k] = finished(sum);
        }
        return out;
    }

    V up(V x) const {
        if constexpr (floats)
            return x;
        else
            return {x.real << shift_tw_, x.imag << shift_tw_};
    }
    V word(V x, int down) const {
        const cint32 kept = rounded_to<cint32>(x, down);
        return {kept.real, kept.imag};
    }
    Out finished(V sum) const {
        if constexpr (floats)
            return narrowed<Out>(complex<float>{sum.real, sum.imag});
        else
            return rounded_to<Out>(sum, shift_);
    }
    template <class To>
    static To rounded_to(V sum, int down) {
        const int128 from[2] = {sum.real, sum.imag};
        component<To> to[2];
        if (srs<component<To>>(from, to, 2, down, core().modes)) core().status |= srs_saturated;
        return {to[0], to[1]};
    }

    // The k-th root of unity: of integers the unit's own constants, which have 15 fractional bits.
    V root(unsigned k) const {
        if constexpr (floats) {
            const double turns = (inverse_ ? 1.0 : -1.0) * k / Radix;
            return {static_cast<float>(elementary::cos_turns(turns)), static_cast<float>(elementary::sin_turns(turns))};
        } else {
            if (k == 0) return {};
            constexpr int minus[2][2] = {{Radix == 3 ? 16384 : -10126, Radix == 3 ? 28378 : 31164}, {26510, 19261}};
            const bool other = k > Radix / 2;
            const auto& c = minus[(other ? Radix - k : k) - 1];
            const int128 imag = moved(c[1]);
            return {-moved(c[0]), other != inverse_ ? imag : -imag};
        }
    }
    int128 moved(int128 c) const { return shift_tw_ >= 15 ? c << (shift_tw_ - 15) : c >> (15 - shift_tw_); }

    int shift_tw_, shift_;
    bool inverse_;
    V root_[rooted ? Radix : 1];
};

template <class In, unsigned Radix, class Tw>
struct stage_group {
    std::array<In, Radix> sample;
    std::array<Tw, Radix - 1> twiddle;
};
// What butterfly i of a stage takes.
template <unsigned Radix, class In, class Tw>
stage_group<In, Radix, Tw> group_of(const In* x, const std::array<const Tw*, Radix - 1>& tw, unsigned vec, unsigned i) {
    stage_group<In, Radix, Tw> g;
    for (unsigned j = 0; j < Radix; ++j) g.sample[j] = x[i % vec + vec * (Radix * (i / vec) + j)];
    for (unsigned j = 0; j + 1 < Radix; ++j) g.twiddle[j] = tw[j][i / vec];
    return g;
}

template <unsigned Radix, class In, class Out, class Tw>
void fft_stage(const In* x, const std::array<const Tw*, Radix - 1>& tw, unsigned n, unsigned vec, unsigned shift_tw,
               unsigned shift, bool inverse, Out* y) {
    const butterfly<Radix, In, Tw, Out> combine(shift_tw, shift, inverse);
    const unsigned legs = n / Radix;
    for (unsigned i = 0; i < legs; ++i) {
        const auto g = group_of<Radix>(x, tw, vec, i);
        const auto out = combine(g.sample, g.twiddle);
        for (unsigned k = 0; k < Radix; ++k) y[i + k * legs] = out[k];
    }
}

// Twiddles of a class that names none.
template <class In>
using usual_twiddle = std::conditional_t<is_float<In>, In, cint16>;

// The results that a call of dit gives at once.
template <unsigned Radix, class In, class Out, class Tw>
constexpr unsigned stage_lanes() {
    if (LANEWISE_STAGE_LANES) return LANEWISE_STAGE_LANES;
    if (std::is_same_v<In, cint32> && std::is_same_v<Tw, cint32>) return 2;
    return Radix == 2 && std::is_same_v<In, cint16> && std::is_same_v<Out, cint16> ? 8 : 4;
}

// A stage taken apart: begin_stage(x, tables...) walks over the samples, dit makes one vector of every leg.
template <unsigned Vec, unsigned Stage, unsigned Radix, class In, class Out = In, class Tw = usual_twiddle<In>>
class fft_dit {
public:
    static constexpr unsigned out_vector_size = stage_lanes<Radix, In, Out, Tw>();
    static constexpr unsigned vectorization = Vec, stage = Stage, radix = Radix;
    using input_type = In;
    using output_type = Out;
    using twiddle_type = Tw;
    using out_vector_type = ::aie::vector<Out, out_vector_size>;
    using out_vectors = std::array<out_vector_type, Radix>;

    static constexpr unsigned block_size(unsigned n) { return n / (Radix * out_vector_size); }

    using block = std::array<stage_group<In, Radix, Tw>, out_vector_size>;
    class stage_iterator {
    public:
        stage_iterator(const In* x, const std::array<const Tw*, Radix - 1>& tw, unsigned vec) : x_(x), tw_(tw), vec_(vec) {}
        block operator*() const {
            block b;
            for (unsigned l = 0; l < out_vector_size; ++l) b[l] = group_of<Radix>(x_, tw_, vec_, at_ + l);
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
        unsigned vec_, at_ = 0;
    };

    fft_dit() : fft_dit(0, 0, false) {}
    fft_dit(unsigned shift_tw, unsigned shift, bool inverse) : combine_(shift_tw, shift, inverse) {}

    // Behind the tables the distance between legs, where it is known when the kernel runs.
    template <class... T>
        requires(sizeof...(T) == Radix - 1 || sizeof...(T) == Radix)
    static stage_iterator begin_stage(const In* x, const T&... rest) {
        const auto given = std::tie(rest...);
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            unsigned vec = Vec;
            if constexpr (sizeof...(T) == Radix) vec = static_cast<unsigned>(std::get<Radix - 1>(given));
            return stage_iterator(x, {std::get<I>(given)...}, vec);
        }(std::make_index_sequence<Radix - 1>());
    }
    out_vectors dit(const block& b) const { return done(b, combine_); }
    out_vectors dit(const block& b, unsigned shift_tw, unsigned shift, bool inverse) const {
        return done(b, butterfly<Radix, In, Tw, Out>(shift_tw, shift, inverse));
    }

private:
    static out_vectors done(const block& b, const butterfly<Radix, In, Tw, Out>& combine) {
        const operation now("fft_dit", result_register<out_vector_type>());
        out_vectors out;
        for (unsigned l = 0; l < out_vector_size; ++l) {
            const auto y = combine(b[l].sample, b[l].twiddle);
            for (unsigned k = 0; k < Radix; ++k) out[k].put(y[k], l);
        }
        return out;
    }
    butterfly<Radix, In, Tw, Out> combine_;
};

}  // namespace lanewise::aie

namespace aie {

// With the distance between legs as a template argument, which all generations take; with one that is known when the
// kernel runs, of the first generation; and for floats, which need no shifts.
#define LANEWISE_AIE_STAGE(radix, name, tables, ...)                                                                  \
    template <unsigned Vec, class In, class Out, class Tw>                                                            \
    void name(const In* x, tables(const Tw*), unsigned n, unsigned shift_tw, unsigned shift, bool inv, Out* out) {    \
        detail::fft_stage<radix, In, Out, Tw>(x, {__VA_ARGS__}, n, Vec, shift_tw, shift, inv, out);                   \
    }                                                                                                                 \
    template <class In, class Out, class Tw>                                                                          \
        requires(LANEWISE_HAS_FIRST_INTERFACE)                                                                        \
    void name(const In* x, tables(const Tw*), unsigned n, unsigned vectorization, unsigned shift_tw, unsigned shift,  \
              bool inv, Out* out) {                                                                                   \
        detail::fft_stage<radix, In, Out, Tw>(x, {__VA_ARGS__}, n, vectorization, shift_tw, shift, inv, out);         \
    }                                                                                                                 \
    template <unsigned Vec, class In, class Out, class Tw>                                                            \
        requires detail::is_float<In>                                                                                 \
    void name(const In* x, tables(const Tw*), unsigned n, bool inv, Out* out) {                                       \
        detail::fft_stage<radix, In, Out, Tw>(x, {__VA_ARGS__}, n, Vec, 0, 0, inv, out);                              \
    }
#define LANEWISE_AIE_TABLES2(type) type tw1
#define LANEWISE_AIE_TABLES3(type) type tw1, type tw2
#define LANEWISE_AIE_TABLES4(type) type tw2, type tw1, type tw3
#define LANEWISE_AIE_TABLES5(type) type tw1, type tw2, type tw3, type tw4
namespace lanes {
LANEWISE_AIE_STAGE(2, fft_dit_r2_stage, LANEWISE_AIE_TABLES2, tw1)
LANEWISE_AIE_STAGE(3, fft_dit_r3_stage, LANEWISE_AIE_TABLES3, tw1, tw2)
LANEWISE_AIE_STAGE(4, fft_dit_r4_stage, LANEWISE_AIE_TABLES4, tw2, tw1, tw3)
LANEWISE_AIE_STAGE(5, fft_dit_r5_stage, LANEWISE_AIE_TABLES5, tw1, tw2, tw3, tw4)
#undef LANEWISE_AIE_STAGE
#undef LANEWISE_AIE_TABLES2
#undef LANEWISE_AIE_TABLES3
#undef LANEWISE_AIE_TABLES4
#undef LANEWISE_AIE_TABLES5

// Any of them, the radix as a number: as many tables as it needs.
template <unsigned Radix, unsigned Vec, class In, class Tw, class... Rest>
    requires(sizeof...(Rest) == Radix + 3)
void fft_dit_stage(const In* x, const Tw* tw, const Rest&... rest) {
    const auto given = std::tie(rest...);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        detail::fft_stage<Radix>(x, std::array<const Tw*, Radix - 1>{tw, std::get<I>(given)...},
                                 std::get<Radix - 2>(given), Vec, std::get<Radix - 1>(given), std::get<Radix>(given),
                                 std::get<Radix + 1>(given), std::get<Radix + 2>(given));
    }(std::make_index_sequence<Radix - 2>());
}
}  // namespace lanes

// Stage 0 is one whose legs are at least a vector apart.
template <unsigned Vec, unsigned Radix, class In, class Out = In, class Tw = detail::usual_twiddle<In>>
using fft_dit = detail::fft_dit<Vec, Vec >= detail::stage_lanes<Radix, In, Out, Tw>() ? 0 : 1, Radix, In, Out, Tw>;

}  // namespace aie
