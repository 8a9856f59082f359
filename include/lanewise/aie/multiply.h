// Multiplication into accumulators: what a lane collects, and the element-wise functions mul, mac, msc and their kin.
#pragma once

#include <tuple>

#include "lanewise/aie/core.h"
#include "lanewise/aie/operand.h"

namespace lanewise::aie {

#if defined(AIE2_FP32_EMULATION_ACCURACY_LOW) || defined(AIE_API_EMULATE_FLOAT_ACCURACY_LOW)
inline constexpr float_accuracy accuracy = float_accuracy::low;
#elif defined(AIE2_FP32_EMULATION_ACCURACY_FAST) || defined(AIE_API_EMULATE_FLOAT_ACCURACY_FAST)
inline constexpr float_accuracy accuracy = float_accuracy::fast;
#else
inline constexpr float_accuracy accuracy = float_accuracy::safe;
#endif

// Bits of a lane, where work is counted.
template <class Tag>
constexpr unsigned counted_bits() {
    if constexpr (Tag::is_float)
        return Tag::bits * (Tag::is_complex ? 2 : 1);
    else
        return Tag::lane_bits * (Tag::is_complex ? 2 : 1);
}

// One lane that collects products. Integers are summed exactly and meet the lane once; floats are added one by one in
// the order of the calls (policy float_sum_order).
template <class Tag>
class collector {
    using Sum = complex_if<Tag::is_complex, lane_sum<Tag::lane_bits>>;

public:
    collector() = default;
    explicit collector(typename Tag::lane start) : start_(start) {}

    template <class A, class B>
    void add(A a, B b, bool subtract = false) {
        using S = lane_sum<Tag::lane_bits>;
        if constexpr (Tag::is_complex && !is_complex<A> && !is_complex<B>) {
            sum_.real += subtract ? -product<S>(a, b) : product<S>(a, b);
        } else {
            const auto p = product<S>(a, b);
            sum_ = subtract ? sum_ - p : sum_ + p;
        }
    }
    typename Tag::lane done() const {
        bool overflow = false;
        const auto lane = accumulate<Tag::lane_bits>(start_, sum_, overflow);
        if (overflow) {
            core().status |= accumulator_overflow;
            note(happening::accumulator_overflow);
        }
        count_result(counted_bits<Tag>());
        return lane;
    }
    typename Tag::lane start() const { return start_; }

private:
    typename Tag::lane start_{};
    Sum sum_{};
};

class float_collector {
public:
    float_collector() = default;
    explicit float_collector(float start) : sum_(start), empty_(false) { finite_.see(start); }

    // `whole` products are of numbers wider than bfloat16.
    void add(float a, float b, bool subtract, bool whole) {
        finite_.see(a);
        finite_.see(b);
        if (LANEWISE_POLICY_float_product_three_parts && whole) {
            sum_ = multiply_in_parts<flushed>(empty_ ? nullptr : &sum_, a, b, subtract, accuracy, core().modes.rounding);
        } else {
            const float p = multiply<flushed>(subtract ? -a : a, b);
            sum_ = empty_ ? p : plus(sum_, p);
        }
        empty_ = false;
    }
    float done() const {
        finite_.tell(sum_);
        return sum_;
    }

private:
    float sum_ = 0;
    bool empty_ = true;
    [[no_unique_address]] finite_so_far finite_;
};

template <>
class collector<accfloat> {
public:
    collector() = default;
    explicit collector(float start) : sum_(start) {}
    void add(float a, float b, bool subtract = false, bool whole = true) { sum_.add(a, b, subtract, whole); }
    float done() const {
        count_result(counted_bits<accfloat>());
        return sum_.done();
    }

private:
    float_collector sum_;
};

template <>
class collector<caccfloat> {
public:
    collector() = default;
    explicit collector(complex<float> start) : real_(start.real), imag_(start.imag) {}
    template <class A, class B>
    void add(A a, B b, bool subtract = false, bool whole = true) {
        if constexpr (is_complex<A> && is_complex<B>) {
            real_.add(a.real, b.real, subtract, whole);
            real_.add(a.imag, b.imag, !subtract, whole);
            imag_.add(a.real, b.imag, subtract, whole);
            imag_.add(a.imag, b.real, subtract, whole);
        } else if constexpr (is_complex<A>) {
            real_.add(a.real, b, subtract, whole);
            imag_.add(a.imag, b, subtract, whole);
        } else {
            add(b, a, subtract, whole);
        }
    }
    complex<float> done() const {
        count_result(counted_bits<caccfloat>());
        return {real_.done(), imag_.done()};
    }

private:
    float_collector real_, imag_;
};

// Whether lanes may be summed all at once, which compilers turn into vector instructions: whole numbers whose sums of so
// many products fit 64 bits. Where work is counted, it is done one by one.
#ifdef LANEWISE_AIE_TRACE
template <class Tag, class A, class B, unsigned Terms>
inline constexpr bool sums_together = false;
#else
template <class Tag, class A, class B, unsigned Terms>
inline constexpr bool sums_together = [] {
    if constexpr (Tag::is_float || Tag::is_complex || !is_integer<A> || !is_integer<B> || is_complex<A> ||
                  is_complex<B> || is_nibble<A> || is_nibble<B>)
        return false;
    else
        return Tag::lane_bits <= 64 && element_bits<A> + element_bits<B> + std::bit_width(Terms) <= 63;
}();
#endif
// A product in the narrowest type that hosts multiply quickly.
template <class A, class B>
using quick_product = std::conditional_t<element_bits<A> + element_bits<B> <= 32 && !is_unsigned<A> && !is_unsigned<B>,
                                         std::int32_t, std::int64_t>;

// Sums that meet their lanes, all at once.
template <class Tag, unsigned N>
::aie::accum<Tag, N> met(const typename Tag::lane* start, const std::int64_t* sums) {
    using Lane = typename Tag::lane;
    using Exact = lane_sum<Tag::lane_bits>;
    ::aie::accum<Tag, N> out;
    Lane* const lanes = out.components();
    std::uint64_t changed = 0;
    for (unsigned i = 0; i < N; ++i) {
        if constexpr (Tag::lane_bits <= 48) {
            const Exact exact = start[i] + sums[i], kept = wrap<Tag::lane_bits>(exact);
            changed |= static_cast<std::uint64_t>(kept ^ exact);
            lanes[i] = static_cast<Lane>(kept);
        } else {
            std::int64_t kept;
            changed |= __builtin_add_overflow(start[i], sums[i], &kept) ? 1 : 0;
            lanes[i] = kept;
        }
    }
    if (changed) [[unlikely]] {
        core().status |= accumulator_overflow;
        std::uint64_t left = 0;
        for (unsigned i = 0; i < N; ++i) left += Exact{start[i]} + sums[i] != Exact{lanes[i]};
        note(happening::accumulator_overflow, left);
    }
    return out;
}

// Whether a product of these elements needs more than the bfloat16 multiplier.
template <class A, class B>
inline constexpr bool whole_floats = std::is_same_v<component<A>, float> || std::is_same_v<component<B>, float>;

template <class A, class B, class Tag, class X, class Y>
void add_product(collector<Tag>& to, X x, Y y, bool subtract) {
    count_product<element_bits<component<A>>, element_bits<component<B>>, Tag::is_float, (is_complex<X> ? 2 : 1) * (is_complex<Y> ? 2 : 1)>();
    if constexpr (Tag::is_float)
        to.add(x, y, subtract, whole_floats<A, B>);
    else
        to.add(x, y, subtract);
}

// The tag that mul gives to a pair of elements.
template <class A, class B>
constexpr auto default_tag() {
    constexpr bool cplx = is_complex<A> || is_complex<B>;
    constexpr unsigned a = element_bits<component<A>>, b = element_bits<component<B>>;
    if constexpr (is_float<A> || is_float<B>)
        return float_tag<cplx>{};
    else {
        constexpr bool wide = LANEWISE_HAS_NARROW_PRODUCTS ? a == 32 && b == 32 : cplx || a > 16 || b > 16;
        return integer_tag<wide ? LANEWISE_WIDE_LANE_BITS : LANEWISE_NARROW_LANE_BITS, cplx>{};
    }
}
template <class Tag, class A, class B>
using tag_for = std::conditional_t<std::is_same_v<Tag, accauto>, decltype(default_tag<A, B>()), Tag>;

// A lane with its sign turned, wrapped where it does not fit.
template <class Tag>
typename Tag::lane negated(typename Tag::lane x) {
    if constexpr (Tag::is_float) {
        return negative(x);
    } else if constexpr (Tag::is_complex) {
        return {wrap<Tag::lane_bits>(-x.real), wrap<Tag::lane_bits>(-x.imag)};
    } else {
        return wrap<Tag::lane_bits>(-x);
    }
}

// An accumulator on its way into a MAC, perhaps taken as zero or negated.
template <class Acc>
struct lazy_accum {
    Acc acc;
    bool zero = false, minus = false;
};
template <class X>
struct accum_operand {
    static constexpr bool valid = false;
};
template <class Tag_, unsigned N>
struct accum_operand<::aie::accum<Tag_, N>> {
    static constexpr bool valid = true;
    using Tag = Tag_;
    static collector<Tag> start(const ::aie::accum<Tag, N>& a, unsigned i) { return collector<Tag>(a.lane(i)); }
};
template <class Acc>
struct accum_operand<lazy_accum<Acc>> {
    static constexpr bool valid = true;
    using Tag = typename Acc::value_type;
    static collector<Tag> start(const lazy_accum<Acc>& a, unsigned i) {
        if (a.zero) return {};
        if (!a.minus) return collector<Tag>(a.acc.lane(i));
        return collector<Tag>(negated<Tag>(a.acc.lane(i)));
    }
};
template <class X>
concept Accumulator = accum_operand<std::remove_cvref_t<X>>::valid;
template <class X>
using tag_of = typename accum_operand<std::remove_cvref_t<X>>::Tag;

template <class Tag, class A, class B>
auto multiply_lanes(const A& a, const B& b, bool subtract) {
    constexpr unsigned N = lanes_of_both<A, B>;
    check_lanes<A, B>();
    ::aie::accum<Tag, N> out;
    for (unsigned i = 0; i < N; ++i) {
        collector<Tag> lane;
        add_product<element_of<A>, element_of<B>>(lane, lane_at(a, i), lane_at(b, i), subtract);
        out.lane(i) = lane.done();
    }
    return out;
}
template <class Acc, class A, class B>
auto multiply_lanes_on(const Acc& acc, const A& a, const B& b, bool subtract) {
    using Tag = tag_of<Acc>;
    constexpr unsigned N = lanes_of_both<A, B>;
    check_lanes<A, B>();
    ::aie::accum<Tag, N> out;
    for (unsigned i = 0; i < N; ++i) {
        collector<Tag> lane = accum_operand<Acc>::start(acc, i);
        add_product<element_of<A>, element_of<B>>(lane, lane_at(a, i), lane_at(b, i), subtract);
        out.lane(i) = lane.done();
    }
    return out;
}

}  // namespace lanewise::aie

namespace aie {

template <class Acc>
    requires is_accum_v<Acc>
auto op_zero(const Acc& acc, bool zero = true) {
    return detail::lazy_accum<Acc>{acc, zero, false};
}
template <class Acc>
    requires is_accum_v<Acc>
auto op_none(const Acc& acc) {
    return detail::lazy_accum<Acc>{acc, false, false};
}
template <class Acc>
    requires is_accum_v<Acc>
auto op_add(const Acc& acc) {
    return detail::lazy_accum<Acc>{acc, false, false};
}
template <class Acc>
    requires is_accum_v<Acc>
auto op_sub(const Acc& acc) {
    return detail::lazy_accum<Acc>{acc, false, true};
}

namespace lanes {
template <class Tag = accauto, class A, class B>
    requires detail::OneVector<A, B>
auto mul(const A& a, const B& b) {
    return detail::multiply_lanes<detail::tag_for<Tag, detail::element_of<A>, detail::element_of<B>>>(a, b, false);
}
template <class Tag = accauto, class A, class B>
    requires detail::OneVector<A, B>
auto negmul(const A& a, const B& b) {
    return detail::multiply_lanes<detail::tag_for<Tag, detail::element_of<A>, detail::element_of<B>>>(a, b, true);
}
template <detail::Accumulator Acc, class A, class B>
    requires detail::OneVector<A, B>
auto mac(const Acc& acc, const A& a, const B& b) {
    return detail::multiply_lanes_on(acc, a, b, false);
}
template <detail::Accumulator Acc, class A, class B>
    requires detail::OneVector<A, B>
auto msc(const Acc& acc, const A& a, const B& b) {
    return detail::multiply_lanes_on(acc, a, b, true);
}

template <class Tag = accauto, class A>
auto mul_square(const A& a) {
    return mul<Tag>(a, a);
}
template <detail::Accumulator Acc, class A>
auto mac_square(const Acc& acc, const A& a) {
    return mac(acc, a, a);
}
template <detail::Accumulator Acc, class A>
auto msc_square(const Acc& acc, const A& a) {
    return msc(acc, a, a);
}

// real^2 + imag^2 of complex lanes in an accumulator, then srs by the shift: words, or floats (policy abs_square).
template <class To = int32, class T, unsigned N>
auto abs_square(const vector<detail::complex<T>, N>& v, int shift = 0) {
    using R = decltype(detail::default_tag<T, T>());
    accum<R, N> out;
    for (unsigned i = 0; i < N; ++i) {
        detail::collector<R> lane;
        const auto x = detail::widened(v.lane(i));
        detail::add_product<T, T>(lane, x.real, x.real, false);
        detail::add_product<T, T>(lane, x.imag, x.imag, false);
        out.lane(i) = lane.done();
    }
    return out.template to_vector<std::conditional_t<detail::is_float<T>, T, To>>(shift);
}
// coeff[start] * v0 + coeff[start + 1] * v1 + ...
template <unsigned Lanes, class Tag = accauto, class C, unsigned NC, class... V>
    requires(sizeof...(V) > 0 && (is_vector_v<V> && ...))
auto accumulate(const vector<C, NC>& coeff, unsigned start, const V&... data) {
    using T = typename std::tuple_element_t<0, std::tuple<V...>>::value_type;
    using R = detail::tag_for<Tag, C, T>;
    accum<R, Lanes> out;
    for (unsigned i = 0; i < Lanes; ++i) {
        detail::collector<R> lane;
        unsigned k = start;
        (detail::add_product<C, T>(lane, detail::widened(coeff.lane(k++ % NC)), detail::widened(data.lane(i)), false), ...);
        out.lane(i) = lane.done();
    }
    return out;
}
template <unsigned Lanes, detail::Accumulator Acc, class C, unsigned NC, class... V>
    requires(sizeof...(V) > 0 && (is_vector_v<V> && ...))
auto accumulate(const Acc& acc, const vector<C, NC>& coeff, unsigned start, const V&... data) {
    using T = typename std::tuple_element_t<0, std::tuple<V...>>::value_type;
    accum<detail::tag_of<Acc>, Lanes> out;
    for (unsigned i = 0; i < Lanes; ++i) {
        auto lane = detail::accum_operand<Acc>::start(acc, i);
        unsigned k = start;
        (detail::add_product<C, T>(lane, detail::widened(coeff.lane(k++ % NC)), detail::widened(data.lane(i)), false), ...);
        out.lane(i) = lane.done();
    }
    return out;
}
}  // namespace lanes

}  // namespace aie
