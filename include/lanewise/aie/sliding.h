// Sliding multiplication: lane l sums coefficient p times the sample at start + l * DataStepY + p * DataStepX. Indices
// wrap at the vectors' sizes.
#pragma once

#include "lanewise/aie/multiply.h"

namespace lanewise::aie {

// What one multiplication is made of is inlined into it: between functions its lanes would wait in memory.

// Coefficients from a start on, around the end.
template <int Step, class P, unsigned Points, class T, unsigned N>
[[gnu::__always_inline__]] inline void taken_in_a_row(P (&taps)[Points], const ::aie::vector<T, N>& coeff, unsigned start) {
    if (Step == 1 && (start & (N - 1)) + Points <= N) {
        const T* const from = coeff.components() + (start & (N - 1));
        for (unsigned p = 0; p < Points; ++p) taps[p] = from[p];
    } else {
        for (unsigned p = 0; p < Points; ++p)
            taps[p] = static_cast<P>(coeff.lane((start + p * static_cast<unsigned>(Step)) & (N - 1)));
    }
}
// Of coefficients of 16 bits at most.
template <unsigned Points>
[[gnu::__always_inline__]] inline std::uint32_t sum_of_sizes(const std::int32_t (&taps)[Points]) {
    static_assert(Points < 1 << 16);
    std::uint32_t sum = 0;
    for (unsigned p = 0; p < Points; ++p) sum += static_cast<std::uint32_t>(taps[p] < 0 ? -taps[p] : taps[p]);
    return sum;
}

// sums[l] = the sum over points p of taps[p] * at(p)[l]. A few sums stay in registers for all points.
template <unsigned Lanes, unsigned Points, class At>
[[gnu::__always_inline__]] inline void sum_up_halves(std::int32_t (&sums)[Lanes], const std::int32_t (&taps)[Points], const At& at) {
    using V = host_vector<std::int32_t>;
    constexpr unsigned width = host_count<std::int16_t>, most = Lanes / width < 2 ? 1 : 2;
    for (unsigned l = 0; l < Lanes; l += most * width) {
        V low[most] = {}, high[most] = {};
#pragma GCC unroll 16
        for (unsigned p = 0; p < Points; ++p)
            for (unsigned k = 0; k < most; ++k) {
                V first, second;
                widen_lanes(first, second, at(p) + l + k * width);
                low[k] += first * taps[p];
                high[k] += second * taps[p];
            }
        for (unsigned k = 0; k < most; ++k) {
            give_lanes<std::int32_t>(sums + l + k * width, low[k]);
            give_lanes<std::int32_t>(sums + l + k * width + width / 2, high[k]);
        }
    }
}
// The same of any elements. Eight lanes are what both compilers keep in registers.
template <class Sum, unsigned Lanes, unsigned Points, class P, class At>
[[gnu::__always_inline__]] inline void sum_up(Sum (&sums)[Lanes], const P (&taps)[Points], const At& at) {
    if constexpr (std::is_same_v<Sum, std::int32_t> && std::is_same_v<decltype(at(0)), const int16*> &&
                  std::has_single_bit(Lanes) && Lanes >= host_count<std::int16_t>)
        return sum_up_halves(sums, taps, at);
    constexpr unsigned block = Lanes < 8 ? Lanes : 8;
    for (unsigned l = 0; l < Lanes; l += block) {
        Sum sum[block] = {};
#ifdef __clang__
#pragma clang loop vectorize(disable)  // it would take the points side by side
#endif
        for (unsigned p = 0; p < Points; ++p) {
            const auto* const from = at(p) + l;
            for (unsigned i = 0; i < block; ++i) sum[i] += static_cast<P>(taps[p] * static_cast<P>(from[i]));
        }
        for (unsigned i = 0; i < block; ++i) sums[l + i] = sum[i];
    }
}

// Coefficients and data as vectors or lazy conjugates of them.
template <class X>
auto sample(const X& x, int i) {
    return operand<X>::at(x, static_cast<unsigned>(i) & (operand<X>::lanes - 1));
}

}  // namespace lanewise::aie

namespace aie {

// Outputs and channels: channel c of output l is lane l * Channels + c; samples and coefficients hold all channels of
// one point side by side.
template <unsigned Outputs, unsigned Channels, unsigned Points, int CoeffStep, int DataStepX, int DataStepY,
          class CoeffT, class DataT, class Tag = accauto>
struct sliding_mul_ch_ops {
    using tag = detail::tag_for<Tag, CoeffT, DataT>;
    using coeff_type = CoeffT;
    using data_type = DataT;
    using accum_type = accum<tag, Outputs * Channels>;
    using accum_tag = tag;
    static constexpr unsigned lanes = Outputs * Channels, points = Points;
    static constexpr int coeff_step = CoeffStep, data_step_x = DataStepX, data_step_y = DataStepY;
    static constexpr unsigned num_mul = 1, columns_per_mul = Points;

    template <class C, class D>
    static accum_type mul(const C& coeff, unsigned cstart, const D& data, unsigned dstart) {
        const detail::operation now(Channels == 1 ? "sliding_mul" : "sliding_mul_ch", coeff, cstart, data, dstart);
        return run(coeff, cstart, data, dstart, [](unsigned) { return detail::collector<tag>(); }, false);
    }
    template <class C, class D>
    static accum_type negmul(const C& coeff, unsigned cstart, const D& data, unsigned dstart) {
        const detail::operation now(Channels == 1 ? "sliding_negmul" : "sliding_negmul_ch", coeff, cstart, data, dstart);
        return run(coeff, cstart, data, dstart, [](unsigned) { return detail::collector<tag>(); }, true);
    }
    template <detail::Accumulator Acc, class C, class D>
    static accum_type mac(const Acc& acc, const C& coeff, unsigned cstart, const D& data, unsigned dstart) {
        const detail::operation now(Channels == 1 ? "sliding_mac" : "sliding_mac_ch", acc, coeff, cstart, data, dstart);
        return run(
            coeff, cstart, data, dstart, [&](unsigned i) { return detail::accum_operand<Acc>::start(acc, i); }, false);
    }
    template <detail::Accumulator Acc, class C, class D>
    static accum_type msc(const Acc& acc, const C& coeff, unsigned cstart, const D& data, unsigned dstart) {
        const detail::operation now(Channels == 1 ? "sliding_msc" : "sliding_msc_ch", acc, coeff, cstart, data, dstart);
        return run(
            coeff, cstart, data, dstart, [&](unsigned i) { return detail::accum_operand<Acc>::start(acc, i); }, true);
    }

private:
    // Many lanes at a time. Data that go around the end are laid in a row first.
    template <unsigned NC, unsigned ND, class S>
    static accum_type together(const vector<CoeffT, NC>& coeff, unsigned cstart, const vector<DataT, ND>& data,
                               unsigned dstart, S start, bool minus) {
        using Product = detail::quick_product<CoeffT, DataT>;

        constexpr int reach = static_cast<int>(Points - 1) * DataStepX, low = reach < 0 ? reach : 0;
        constexpr unsigned count = static_cast<unsigned>(reach < 0 ? -reach : reach) + lanes;
        const unsigned begin = (dstart + static_cast<unsigned>(low)) & (ND - 1);
        const DataT* all = data.components() + begin;
        DataT around[count];
        if (begin + count > ND) {
            for (unsigned i = 0; i < count; ++i) around[i] = data.components()[(begin + i) & (ND - 1)];
            all = around;
        }
        const auto at = [first = all - low](unsigned p) { return first + static_cast<int>(p) * DataStepX; };
        Product taps[Points];
        detail::taken_in_a_row<CoeffStep>(taps, coeff, cstart);
        constexpr bool fits = detail::element_bits<CoeffT> + detail::element_bits<DataT> + std::bit_width(Points) <=
                              tag::lane_bits;
        if constexpr (sizeof(Product) == 4)  // where a sum, at most so many times the largest sample, fits
            if (detail::sum_of_sizes(taps) < 1u << (32 - detail::element_bits<DataT>)) {
                Product sums[lanes];
                detail::sum_up(sums, taps, at);
                return met<fits>(sums, start, minus);
            }
        std::int64_t sums[lanes];
        detail::sum_up(sums, taps, at);
        return met<fits>(sums, start, minus);
    }
    template <bool Fits, class Sum, class S>
    [[gnu::__always_inline__]] static accum_type met(const Sum (&sums)[lanes], S start, bool minus) {
        if constexpr (std::is_empty_v<S> && Fits) {  // nothing was there before, and nothing can leave the lane
            accum_type out;
            auto* const to = out.components();
            // Not a choice for each lane: hosts widen many lanes at a time. Unrolled, g++ takes them from registers.
            const auto negative = -static_cast<typename tag::lane>(minus);
#pragma GCC unroll 16
            for (unsigned l = 0; l < lanes; ++l)
                to[l] = (static_cast<typename tag::lane>(sums[l]) ^ negative) - negative;
            return out;
        } else {
            typename tag::lane before[lanes];
            std::int64_t wide[lanes];
            for (unsigned l = 0; l < lanes; ++l) before[l] = start(l).start();
            for (unsigned l = 0; l < lanes; ++l) wide[l] = minus ? -std::int64_t{sums[l]} : std::int64_t{sums[l]};
            return detail::met<tag, lanes>(before, wide);
        }
    }

    template <class C, class D, class S>
    static accum_type run(const C& coeff, unsigned cstart, const D& data, unsigned dstart, S start, bool minus) {
        detail::note_operands(coeff, data);
        if constexpr (Channels == 1 && DataStepY == 1 && is_vector_v<C> && is_vector_v<D> &&
                      detail::sums_together<tag, CoeffT, DataT, Points>)
            return together(coeff, cstart, data, dstart, start, minus);
        accum_type out;
        for (unsigned l = 0; l < Outputs; ++l)
            for (unsigned c = 0; c < Channels; ++c) {
                auto lane = start(l * Channels + c);
                for (unsigned p = 0; p < Points; ++p) {
                    const int at = static_cast<int>(l) * DataStepY + static_cast<int>(p) * DataStepX;
                    detail::add_product<CoeffT, DataT>(
                        lane,
                        detail::sample(coeff, static_cast<int>(cstart) +
                                                  static_cast<int>(p) * CoeffStep * static_cast<int>(Channels) +
                                                  static_cast<int>(c)),
                        detail::sample(
                            data, static_cast<int>(dstart) + at * static_cast<int>(Channels) + static_cast<int>(c)),
                        minus);
                }
                out.lane(l * Channels + c) = lane.done();
            }
        return out;
    }
};

// One channel.
template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepX, int DataStepY, class CoeffT, class DataT,
          class Tag = accauto>
struct sliding_mul_ops : sliding_mul_ch_ops<Lanes, 1, Points, CoeffStep, DataStepX, DataStepY, CoeffT, DataT, Tag> {};
template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepX, class CoeffT, class DataT, class Tag = accauto>
using sliding_mul_x_ops = sliding_mul_ops<Lanes, Points, CoeffStep, DataStepX, 1, CoeffT, DataT, Tag>;
template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepY, class CoeffT, class DataT, class Tag = accauto>
using sliding_mul_y_ops = sliding_mul_ops<Lanes, Points, CoeffStep, 1, DataStepY, CoeffT, DataT, Tag>;
template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepXY, class CoeffT, class DataT,
          class Tag = accauto>
using sliding_mul_xy_ops = sliding_mul_ops<Lanes, Points, CoeffStep, DataStepXY, DataStepXY, CoeffT, DataT, Tag>;

// Symmetric filters of Points taps: the first and last samples share a coefficient. Data lies in one vector, or the
// falling half in a second one whose start names the last sample.
template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepX, int DataStepY, class CoeffT, class DataT,
          class Tag = accauto>
struct sliding_mul_sym_ops {
    using tag = detail::tag_for<Tag, CoeffT, DataT>;
    using coeff_type = CoeffT;
    using data_type = DataT;
    using accum_type = accum<tag, Lanes>;
    static constexpr unsigned lanes = Lanes, points = Points;

#define LANEWISE_SYM(name, anti, minus)                                                                     \
    template <class C, class D>                                                                             \
    static accum_type name(const C& coeff, unsigned cstart, const D& data, unsigned dstart) {               \
        const detail::operation now("sliding_" #name, coeff, cstart, data, dstart);                                \
        return run<anti, minus>(fresh, coeff, cstart, data, dstart, data, last(dstart));                    \
    }                                                                                                       \
    template <class C, class D>                                                                             \
    static accum_type name(const C& coeff, unsigned cstart, const D& data, unsigned lstart, unsigned rstart) { \
        const detail::operation now("sliding_" #name, coeff, cstart, data, lstart, rstart);                        \
        return run<anti, minus>(fresh, coeff, cstart, data, lstart, data, static_cast<int>(rstart));        \
    }                                                                                                       \
    template <class C, class L, class R>                                                                    \
    static accum_type name(const C& coeff, unsigned cstart, const L& left, unsigned lstart, const R& right, \
                           unsigned rstart) {                                                               \
        const detail::operation now("sliding_" #name, coeff, cstart, left, lstart, right, rstart);                 \
        return run<anti, minus>(fresh, coeff, cstart, left, lstart, right, static_cast<int>(rstart));       \
    }
    LANEWISE_SYM(mul_sym, false, false)
    LANEWISE_SYM(mul_antisym, true, false)
    LANEWISE_SYM(negmul_sym, false, true)
    LANEWISE_SYM(negmul_antisym, true, true)
#undef LANEWISE_SYM
#define LANEWISE_SYM(name, anti, minus)                                                                       \
    template <detail::Accumulator Acc, class C, class D>                                                      \
    static accum_type name(const Acc& acc, const C& coeff, unsigned cstart, const D& data, unsigned dstart) { \
        const detail::operation now("sliding_" #name, acc, coeff, cstart, data, dstart);                           \
        return run<anti, minus>(on(acc), coeff, cstart, data, dstart, data, last(dstart));                    \
    }                                                                                                         \
    template <detail::Accumulator Acc, class C, class D>                                                      \
    static accum_type name(const Acc& acc, const C& coeff, unsigned cstart, const D& data, unsigned lstart,   \
                           unsigned rstart) {                                                                 \
        const detail::operation now("sliding_" #name, acc, coeff, cstart, data, lstart, rstart);                   \
        return run<anti, minus>(on(acc), coeff, cstart, data, lstart, data, static_cast<int>(rstart));        \
    }                                                                                                         \
    template <detail::Accumulator Acc, class C, class L, class R>                                             \
    static accum_type name(const Acc& acc, const C& coeff, unsigned cstart, const L& left, unsigned lstart,   \
                           const R& right, unsigned rstart) {                                                 \
        const detail::operation now("sliding_" #name, acc, coeff, cstart, left, lstart, right, rstart);            \
        return run<anti, minus>(on(acc), coeff, cstart, left, lstart, right, static_cast<int>(rstart));       \
    }
    LANEWISE_SYM(mac_sym, false, false)
    LANEWISE_SYM(mac_antisym, true, false)
    LANEWISE_SYM(msc_sym, false, true)
    LANEWISE_SYM(msc_antisym, true, true)
#undef LANEWISE_SYM

private:
    static constexpr auto fresh = [](unsigned) { return detail::collector<tag>(); };
    template <class Acc>
    static auto on(const Acc& acc) {
        return [&acc](unsigned i) { return detail::accum_operand<Acc>::start(acc, i); };
    }
    static constexpr int last(unsigned first) {
        return static_cast<int>(first) + static_cast<int>(Points - 1) * DataStepX;
    }

    template <bool Anti, bool Minus, class S, class C, class L, class R>
    static accum_type run(S start, const C& coeff, unsigned cstart, const L& left, unsigned lstart, const R& right,
                          int rstart) {
        detail::note_operands(coeff, left, right);
        accum_type out;
        for (unsigned l = 0; l < Lanes; ++l) {
            auto lane = start(l);
            const int shift = static_cast<int>(l) * DataStepY;
            for (unsigned p = 0; p < (Points + 1) / 2; ++p) {
                const int step = static_cast<int>(p) * DataStepX;
                const auto c = detail::sample(coeff, static_cast<int>(cstart) + static_cast<int>(p) * CoeffStep);
                const auto a = detail::sample(left, static_cast<int>(lstart) + shift + step);
                if (2 * p + 1 == Points) {  // the tap in the middle stands alone
                    detail::add_product<CoeffT, DataT>(lane, c, a, Minus);
                } else {
                    const auto b = detail::sample(right, rstart + shift - step);
                    detail::add_product<CoeffT, DataT>(lane, c, detail::plus(a, Anti ? detail::negative(b) : b), Minus);
                }
            }
            out.lane(l) = lane.done();
        }
        return out;
    }
};
template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepXY, class CoeffT, class DataT,
          class Tag = accauto>
using sliding_mul_sym_xy_ops =
    sliding_mul_sym_ops<Lanes, Points, CoeffStep, DataStepXY, DataStepXY, CoeffT, DataT, Tag>;
template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepX, class CoeffT, class DataT, class Tag = accauto>
using sliding_mul_sym_x_ops = sliding_mul_sym_ops<Lanes, Points, CoeffStep, DataStepX, 1, CoeffT, DataT, Tag>;
template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepY, class CoeffT, class DataT, class Tag = accauto>
using sliding_mul_sym_y_ops = sliding_mul_sym_ops<Lanes, Points, CoeffStep, 1, DataStepY, CoeffT, DataT, Tag>;

// Twice the lanes: the low half is the symmetric sum, the high half the middle sample shifted up.
template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepX, int DataStepY, class CoeffT, class DataT,
          class Tag = accauto>
struct sliding_mul_sym_uct_ops {
    static_assert(Lanes % 2 == 0);
    using symmetric = sliding_mul_sym_ops<Lanes / 2, Points, CoeffStep, DataStepX, DataStepY, CoeffT, DataT, Tag>;
    using tag = typename symmetric::tag;
    using accum_type = accum<tag, Lanes>;

    template <class C, class D>
    static accum_type mul_sym_uct(const C& coeff, unsigned cstart, const D& data, unsigned dstart, unsigned uct_shift) {
        const detail::operation now("sliding_mul_sym_uct", coeff, cstart, data, dstart, uct_shift);
        return joined(symmetric::mul_sym(coeff, cstart, data, dstart), accum<tag, Lanes / 2>(), data, dstart,
                      uct_shift);
    }
    template <class C, class D>
    static accum_type mul_antisym_uct(const C& coeff, unsigned cstart, const D& data, unsigned dstart,
                                      unsigned uct_shift) {
        const detail::operation now("sliding_mul_antisym_uct", coeff, cstart, data, dstart, uct_shift);
        return joined(symmetric::mul_antisym(coeff, cstart, data, dstart), accum<tag, Lanes / 2>(), data, dstart,
                      uct_shift);
    }
    template <class C, class D>
    static accum_type mac_antisym_uct(const accum_type& acc, const C& coeff, unsigned cstart, const D& data,
                                      unsigned dstart, unsigned uct_shift) {
        const detail::operation now("sliding_mac_antisym_uct", acc, coeff, cstart, data, dstart, uct_shift);
        const auto low = acc.template extract<Lanes / 2>(0), high = acc.template extract<Lanes / 2>(1);
        return joined(symmetric::mac_antisym(low, coeff, cstart, data, dstart), high, data, dstart, uct_shift);
    }
    template <class C, class D>
    static accum_type mac_sym_uct(const accum_type& acc, const C& coeff, unsigned cstart, const D& data,
                                  unsigned dstart, unsigned uct_shift) {
        const detail::operation now("sliding_mac_sym_uct", acc, coeff, cstart, data, dstart, uct_shift);
        const auto low = acc.template extract<Lanes / 2>(0), high = acc.template extract<Lanes / 2>(1);
        return joined(symmetric::mac_sym(low, coeff, cstart, data, dstart), high, data, dstart, uct_shift);
    }

private:
    template <class D>
    static accum_type joined(const accum<tag, Lanes / 2>& low, accum<tag, Lanes / 2> high, const D& data,
                             unsigned dstart, unsigned up) {
        for (unsigned l = 0; l < Lanes / 2; ++l) {
            detail::collector<tag> lane(high.lane(l));
            const int at = static_cast<int>(dstart + l * DataStepY) + static_cast<int>(Points / 2) * DataStepX;
            detail::add_product<CoeffT, DataT>(lane, int64{1} << up, detail::sample(data, at), false);
            high.lane(l) = lane.done();
        }
        return concat(low, high);
    }
};

// The same as functions.
template <unsigned Lanes, unsigned Points, int CoeffStep = 1, int DataStepX = 1, int DataStepY = 1, class Tag = accauto,
          class C, class D>
    requires(!is_accum_v<C>)
auto sliding_mul(const C& coeff, unsigned cstart, const D& data, unsigned dstart) {
    return sliding_mul_ops<Lanes, Points, CoeffStep, DataStepX, DataStepY, detail::element_of<C>, detail::element_of<D>,
                           Tag>::mul(coeff, cstart, data, dstart);
}
template <unsigned Lanes, unsigned Points, int CoeffStep = 1, int DataStepX = 1, int DataStepY = 1, class Tag = accauto,
          class C, class D>
auto sliding_negmul(const C& coeff, unsigned cstart, const D& data, unsigned dstart) {
    return sliding_mul_ops<Lanes, Points, CoeffStep, DataStepX, DataStepY, detail::element_of<C>, detail::element_of<D>,
                           Tag>::negmul(coeff, cstart, data, dstart);
}
#define LANEWISE_SLIDING(name, ops, member)                                                                          \
    template <unsigned Lanes, unsigned Points, int CoeffStep = 1, int DataStepX = 1, int DataStepY = 1,              \
              detail::Accumulator Acc, class C, class... D>                                                          \
    auto name(const Acc& acc, const C& coeff, unsigned cstart, const D&... data) {                                   \
        using First = std::tuple_element_t<0, std::tuple<D...>>;                                                     \
        return ops<Lanes, Points, CoeffStep, DataStepX, DataStepY, detail::element_of<C>, detail::element_of<First>, \
                   detail::tag_of<Acc>>::member(acc, coeff, cstart, data...);                                        \
    }
LANEWISE_SLIDING(sliding_mac, sliding_mul_ops, mac)
LANEWISE_SLIDING(sliding_msc, sliding_mul_ops, msc)
LANEWISE_SLIDING(sliding_mac_sym, sliding_mul_sym_ops, mac_sym)
LANEWISE_SLIDING(sliding_mac_antisym, sliding_mul_sym_ops, mac_antisym)
LANEWISE_SLIDING(sliding_msc_sym, sliding_mul_sym_ops, msc_sym)
LANEWISE_SLIDING(sliding_msc_antisym, sliding_mul_sym_ops, msc_antisym)
LANEWISE_SLIDING(sliding_mac_sym_uct, sliding_mul_sym_uct_ops, mac_sym_uct)
LANEWISE_SLIDING(sliding_mac_antisym_uct, sliding_mul_sym_uct_ops, mac_antisym_uct)
#undef LANEWISE_SLIDING
#define LANEWISE_SLIDING(name, member)                                                                    \
    template <unsigned Lanes, unsigned Points, int CoeffStep = 1, int DataStepX = 1, int DataStepY = 1,   \
              class Tag = accauto, class C, class... D>                                                   \
    auto name(const C& coeff, unsigned cstart, const D&... data) {                                        \
        using First = std::tuple_element_t<0, std::tuple<D...>>;                                          \
        return sliding_mul_sym_ops<Lanes, Points, CoeffStep, DataStepX, DataStepY, detail::element_of<C>, \
                                   detail::element_of<First>, Tag>::member(coeff, cstart, data...);       \
    }
LANEWISE_SLIDING(sliding_negmul_sym, negmul_sym)
LANEWISE_SLIDING(sliding_negmul_antisym, negmul_antisym)
LANEWISE_SLIDING(sliding_mul_sym, mul_sym)
LANEWISE_SLIDING(sliding_mul_antisym, mul_antisym)
#undef LANEWISE_SLIDING
#define LANEWISE_SLIDING(name, member)                                                                           \
    template <unsigned Lanes, unsigned Points, int CoeffStep = 1, int DataStepX = 1, int DataStepY = 1,          \
              class Tag = accauto, class C, class D>                                                             \
    auto name(const C& coeff, unsigned cstart, const D& data, unsigned dstart, unsigned uct_shift) {             \
        return sliding_mul_sym_uct_ops<Lanes, Points, CoeffStep, DataStepX, DataStepY, detail::element_of<C>,    \
                                       detail::element_of<D>, Tag>::member(coeff, cstart, data, dstart, uct_shift); \
    }
LANEWISE_SLIDING(sliding_mul_sym_uct, mul_sym_uct)
LANEWISE_SLIDING(sliding_mul_antisym_uct, mul_antisym_uct)
#undef LANEWISE_SLIDING
template <unsigned Outputs, unsigned Channels, unsigned Points, int CoeffStep = 1, int DataStepX = 1, int DataStepY = 1,
          class Tag = accauto, class C, class D>
auto sliding_mul_ch(const C& coeff, unsigned cstart, const D& data, unsigned dstart) {
    return sliding_mul_ch_ops<Outputs, Channels, Points, CoeffStep, DataStepX, DataStepY, detail::element_of<C>,
                              detail::element_of<D>, Tag>::mul(coeff, cstart, data, dstart);
}
template <unsigned Outputs, unsigned Channels, unsigned Points, int CoeffStep = 1, int DataStepX = 1, int DataStepY = 1,
          detail::Accumulator Acc, class C, class D>
auto sliding_mac_ch(const Acc& acc, const C& coeff, unsigned cstart, const D& data, unsigned dstart) {
    return sliding_mul_ch_ops<Outputs, Channels, Points, CoeffStep, DataStepX, DataStepY, detail::element_of<C>,
                              detail::element_of<D>, detail::tag_of<Acc>>::mac(acc, coeff, cstart, data, dstart);
}

}  // namespace aie
