// aie::accum: N accumulator lanes. A tag names the least width; the chip decides how wide a lane is.
#pragma once

#include "lanewise/aie/vector.h"

namespace lanewise::aie {

template <unsigned Bits, bool Complex>
struct integer_tag {
    static constexpr unsigned bits = Bits;
    static constexpr bool is_float = false, is_complex = Complex;
    // The name asks for the least width: the lane is as wide as the chip's registers make it.
    static constexpr bool fits = Bits <= LANEWISE_NARROW_LANE_BITS && (!Complex || LANEWISE_HAS_NARROW_PRODUCTS);
    static constexpr int lane_bits = fits ? LANEWISE_NARROW_LANE_BITS : LANEWISE_WIDE_LANE_BITS;
    using lane = complex_if<Complex, lane_storage<lane_bits>>;
    static constexpr bool is_register = lane_bits == 32 || lane_bits == 64;  // lanes without padding
};
template <bool Complex>
struct float_tag {
    static constexpr unsigned bits = 32;
    static constexpr bool is_float = true, is_complex = Complex;
    using lane = complex_if<Complex, float>;
    static constexpr bool is_register = true;
};
template <class Tag>
inline constexpr bool is_tag = false;
template <unsigned Bits, bool Complex>
inline constexpr bool is_tag<integer_tag<Bits, Complex>> = true;
template <bool Complex>
inline constexpr bool is_tag<float_tag<Complex>> = true;

}  // namespace lanewise::aie

using acc16 = lanewise::aie::integer_tag<16, false>;
using acc24 = lanewise::aie::integer_tag<24, false>;
using acc32 = lanewise::aie::integer_tag<32, false>;
using acc40 = lanewise::aie::integer_tag<40, false>;
using acc48 = lanewise::aie::integer_tag<48, false>;
using acc56 = lanewise::aie::integer_tag<56, false>;
using acc64 = lanewise::aie::integer_tag<64, false>;
using acc72 = lanewise::aie::integer_tag<72, false>;
using acc80 = lanewise::aie::integer_tag<80, false>;
using cacc16 = lanewise::aie::integer_tag<16, true>;
using cacc24 = lanewise::aie::integer_tag<24, true>;
using cacc32 = lanewise::aie::integer_tag<32, true>;
using cacc40 = lanewise::aie::integer_tag<40, true>;
using cacc48 = lanewise::aie::integer_tag<48, true>;
using cacc56 = lanewise::aie::integer_tag<56, true>;
using cacc64 = lanewise::aie::integer_tag<64, true>;
using cacc72 = lanewise::aie::integer_tag<72, true>;
using cacc80 = lanewise::aie::integer_tag<80, true>;
using accfloat = lanewise::aie::float_tag<false>;
using caccfloat = lanewise::aie::float_tag<true>;
// The tag that fits the operands.
struct accauto {};

namespace lanewise::aie {

#include "lanewise/generated/aie_chips.inc"

}  // namespace lanewise::aie

namespace aie {

using ::accauto;

template <class Block, unsigned N>
class block_vector;

template <class A>
inline constexpr bool is_accum_v = false;
template <class Tag, unsigned N>
inline constexpr bool is_accum_v<accum<Tag, N>> = true;

template <class Tag, unsigned N>
class accum {
    static_assert(detail::is_tag<Tag>, "not an accumulator tag");
    static_assert(sizeof(detail::checked_accum<Tag, N>));

public:
    using value_type = Tag;
    using lane_type = typename Tag::lane;
    using native_type = accum;

    static constexpr unsigned size() { return N; }
    static constexpr unsigned value_bits() { return Tag::bits; }
    static constexpr unsigned bits() { return N * Tag::bits * (is_complex() ? 2 : 1); }
    static constexpr bool is_complex() { return Tag::is_complex; }
    static constexpr bool is_real() { return !is_complex(); }
    static constexpr bool is_floating_point() { return Tag::is_float; }
    static constexpr unsigned accumulate_bits() { return detail::element_bits<detail::component<lane_type>>; }

    constexpr accum() : lanes_{} {
        if (std::is_constant_evaluated()) return;
        detail::note_fresh(this);
        detail::all_written(this);
        detail::born(this, sizeof *this);
    }
#if defined(LANEWISE_AIE_STATUS) || defined(LANEWISE_AIE_TRACE)
    constexpr accum(const accum& a) : lanes_{} { *this = a; }
    constexpr accum& operator=(const accum& a) {
        {
            const detail::ours copying;
            for (unsigned i = 0; i < N; ++i) lanes_[i] = a.lanes_[i];
        }
        if (std::is_constant_evaluated()) return *this;
        detail::made_as(*this, a);
        if (detail::is_fresh(&a)) detail::note_fresh(this);
        else detail::note_written(this);
        detail::note_as(this, N, &a, N);
        return *this;
    }
#endif
    // Zeros that somebody asked for, not those of an accumulator that nobody wrote.
    static constexpr accum zeros() {
        accum out;
        for (unsigned i = 0; i < N; ++i) out.lane(i) = lane_type{};
        return out;
    }
    template <class T>
    explicit(Tag::is_float == false) accum(const vector<T, N>& v, int shift = 0) {
        from_vector(v, shift);
    }
    // v16acc64(x): another register of as many bits, read as this one.
    template <class T, unsigned M>
        requires((M != N || (Tag::is_float && !detail::is_float<T>)) && Tag::is_register &&
                 sizeof(vector<T, M>) == sizeof(lane_type) * N)
    explicit accum(const vector<T, M>& v) : lanes_{} {
        read_as(&v);
        detail::made_as(*this, v);
    }
    template <class Other, unsigned M>
        requires((M != N || !std::is_same_v<typename Other::lane, lane_type>) && Tag::is_register &&
                 Other::is_register && sizeof(typename Other::lane) * M == sizeof(lane_type) * N)
    explicit accum(const accum<Other, M>& a) : lanes_{} {
        read_as(a.components());
        detail::made_as(*this, a);
    }
    // Blocks of the third generation: exact.
    template <class Block>
        requires Tag::is_float
    accum(const block_vector<Block, N>& v) : accum(v.to_floats()) {}
    template <class T>
        requires(!Tag::is_float)
    accum& operator=(const vector<T, N>& v) {
        return from_vector(v);
    }
    // Two tags of the same lane are two names of one register.
    template <class Other>
        requires(std::is_same_v<typename Other::lane, lane_type> && !std::is_same_v<Other, Tag>)
    constexpr accum(const accum<Other, N>& a) : lanes_{} {
        written();
        for (unsigned i = 0; i < N; ++i) lanes_[i] = a.lane(i);
        if (!std::is_constant_evaluated()) detail::made_as(*this, a);
    }
    // The kernel guide keeps the complex result of a MAC in a real accumulator of as many lanes: see disguise.h.
    template <class Other>
        requires(Other::is_complex && !Tag::is_complex && !Tag::is_float && !Other::is_float)
    accum(const accum<Other, N>& a);

    constexpr lane_type lane(unsigned i) const {
        read();
        return lanes_[i];
    }
    constexpr lane_type& lane(unsigned i) {
        written();
        return lanes_[i];
    }

    // Floats as they are.
    vector<lane_type, N> to_vector(int = 0) const
        requires(Tag::is_float)
    {
        return *this;
    }
    // Lanes to elements: shift right, round, saturate. Floats are copied or rounded to bfloat16.
    template <class T>
        requires requires { T::block; }
    block_vector<T, N> to_vector(int = 0) const {
        return block_vector<T, N>(to_vector<float>());
    }
    template <class T>
    vector<T, N> to_vector(int shift = 0) const {
        const detail::operation now("to_vector", *this, detail::result_type<T>(), shift);
        vector<T, N> out;
        if constexpr (Tag::is_float) {
            static_assert(detail::is_float<T>, "a float accumulator becomes a float vector");
            if constexpr (!std::is_same_v<T, float> && !detail::is_complex<T>) detail::note_rounding();
            for (unsigned i = 0; i < N; ++i) out.put(detail::narrowed<T>(lanes_[i]), i);
            detail::note_numbers(out, *this);
        } else if constexpr (detail::is_nibble<T>) {
            std::conditional_t<detail::is_unsigned<T>, std::uint8_t, std::int8_t> bytes[N];
            note_shift_of_srs<4, !detail::is_unsigned<T>>(shift);
            if (detail::srs<std::remove_all_extents_t<decltype(bytes)>, 4>(lanes_, bytes, N, shift,
                                                                           detail::core().modes))
                detail::core().status |= detail::srs_saturated;
            for (unsigned i = 0; i < N; ++i) out.put(T(bytes[i]), i);
        } else if constexpr (detail::is_float<T>) {
            static_assert(holds_floats<T>, "an integer accumulator becomes an integer vector");
            __builtin_memcpy(static_cast<void*>(out.components()), lanes_, sizeof out);
        } else {
            static_assert(detail::is_complex<T> == Tag::is_complex, "complex lanes become complex elements");
            // A 32-bit lane is a word already: one register read as another, without shift or mode.
            if constexpr (Tag::lane_bits == 32 && sizeof(detail::component<T>) == 4)
                for (unsigned i = 0; i < N; ++i) out.put(static_cast<T>(lanes_[i]), i);
            else {
                note_shift_of_srs<sizeof(detail::component<T>) * 8, std::is_signed_v<detail::component<T>>>(shift);
                if (detail::srs<detail::component<T>>(components(), out.components(), out.component_count(), shift,
                                                      detail::core().modes))
                    detail::core().status |= detail::srs_saturated;
            }
        }
        detail::note_as(&out, N, this, N);
        return out;
    }
    template <class T>
    auto to_vector_sign(bool sign, int shift = 0) const {
        static_assert(std::is_integral_v<T>);
        if (sign) return to_vector<std::make_signed_t<T>>(shift).template cast_to<T>();
        return to_vector<std::make_unsigned_t<T>>(shift).template cast_to<T>();
    }

    template <class T>
    accum& from_vector(const vector<T, N>& v, int shift = 0) {
        const detail::operation now("from_vector", v, detail::result_type<Tag>(), shift);
        detail::note_operands(v);
        detail::made(*this);
        written();
        if constexpr (Tag::is_float) {
            static_assert(detail::is_float<T>, "a float accumulator is made of a float vector");
            for (unsigned i = 0; i < N; ++i) lanes_[i] = detail::widened(v.lane(i));
        } else if constexpr (detail::is_float<T>) {
            static_assert(holds_floats<T>, "an integer accumulator is made of an integer vector");
            __builtin_memcpy(static_cast<void*>(lanes_), &v, sizeof lanes_);
        } else if constexpr (detail::is_nibble<T>) {
            for (unsigned i = 0; i < N; ++i) lanes_[i] = detail::ups<Tag::lane_bits, lane_type>(int(v.lane(i)), shift);
        } else {
            static_assert(detail::is_complex<T> == Tag::is_complex, "complex elements become complex lanes");
            if (shift < 0 || shift > detail::most_ups) detail::note(detail::happening::shift_out_of_range);
            if (detail::ups<Tag::lane_bits>(v.components(), components(), v.component_count(), shift)) {
                detail::core().status |= detail::ups_overflow;
                detail::note(detail::happening::ups_overflow);
            }
        }
        detail::note_lane_by_lane(*this, v);
        return *this;
    }
    template <class T>
    accum& from_vector_sign(const vector<T, N>& v, bool sign, int shift = 0) {
        if (sign) return from_vector(v.template cast_to<std::make_signed_t<T>>(), shift);
        return from_vector(v.template cast_to<std::make_unsigned_t<T>>(), shift);
    }

    template <unsigned M>
    constexpr accum<Tag, M> extract(unsigned part) const {
        const detail::operation now("extract", *this, M, part);
        accum<Tag, M> out;
        for (unsigned i = 0; i < M; ++i) out.lane(i) = lanes_[(part * M + i) % N];
        if (!std::is_constant_evaluated()) detail::made(out);
        return out;
    }
    template <class Other, unsigned M>
        requires std::is_same_v<typename Other::lane, lane_type>
    constexpr accum& insert(unsigned part, const accum<Other, M>& a) {
        const detail::operation now("insert", *this, part, a);
        written();
        for (unsigned i = 0; i < M; ++i) lanes_[(part * M + i) % N] = a.lane(i);
        if (!std::is_constant_evaluated()) detail::made(*this);
        return *this;
    }
    template <unsigned M>
    constexpr accum<Tag, M> grow(unsigned part = 0) const {
        const detail::operation now("grow", *this, M, part);
        return accum<Tag, M>().insert(part, *this);
    }
    template <unsigned M>
    constexpr accum<Tag, M> grow_replicate() const {
        accum<Tag, M> out;
        for (unsigned i = 0; i < M; ++i) out.lane(i) = lanes_[i % N];
        return out;
    }
    template <unsigned M>
    constexpr std::array<accum<Tag, M>, N / M> split() const {
        std::array<accum<Tag, M>, N / M> out;
        for (unsigned i = 0; i < N / M; ++i) out[i] = extract<M>(i);
        return out;
    }
    template <class Other>
    auto cast_to() const {
        accum<Other, N * sizeof(lane_type) / sizeof(typename Other::lane)> out;
        __builtin_memcpy(static_cast<void*>(&out), lanes_, sizeof lanes_);
        if (!detail::is_fresh(this)) detail::note_written(&out);
        detail::made_as(out, *this);
        return out;
    }
    // A float accumulator of the first generation is a vector register.
    constexpr auto to_native() const {
        if constexpr (Tag::is_float && !LANEWISE_HAS_FLOAT_ACCUMULATORS)
            return static_cast<vector<lane_type, N>>(*this);
        else
            return *this;
    }
    constexpr operator vector<lane_type, N>() const
        requires(Tag::is_float)
    {
        vector<lane_type, N> out;
        for (unsigned i = 0; i < N; ++i) out.put(lanes_[i], i);
        if (!std::is_constant_evaluated()) detail::made_as(out, *this);
        return out;
    }
    // Kernels put products straight into the type of their operands.
    operator vector<bfloat16, N>() const
        requires(Tag::is_float && !Tag::is_complex && LANEWISE_HAS_FLOAT_ACCUMULATORS)
    {
        return to_vector<bfloat16>();
    }

    constexpr auto components() {
        written();
        return reinterpret_cast<detail::component<lane_type>*>(lanes_);
    }
    constexpr auto components() const {
        read();
        return reinterpret_cast<const detail::component<lane_type>*>(lanes_);
    }
    static constexpr unsigned component_count() { return is_complex() ? 2 * N : N; }

    // Shifted, rounded and saturated, then the halves interleaved lane by lane.
    template <class T>
        requires(LANEWISE_HAS_FIRST_INTERFACE)
    vector<T, N> to_vector_zip(int shift = 0) const {
        const detail::operation now("to_vector_zip", *this, detail::result_type<T>(), shift);
        const vector<T, N> in_order = to_vector<T>(shift);
        vector<T, N> out;
        for (unsigned i = 0; i < N; ++i) out.put(in_order.lane(i % 2 * (N / 2) + i / 2), i);
        return out;
    }

private:
    // A register of 32-bit lanes keeps the bits of floats that are put into it.
    template <class T>
    static constexpr bool holds_floats = Tag::lane_bits == 32 && std::is_same_v<T, float>;

    void read_as(const void* from) {
        written();
        __builtin_memcpy(static_cast<void*>(lanes_), from, sizeof lanes_);
    }
    // What the modes make of the lanes, noted where somebody asks.
    template <int Bits, bool Signed>
    void note_shift_of_srs(int shift) const {
        if (shift < -detail::most_srs_left || shift > detail::most_srs) detail::note(detail::happening::shift_out_of_range);
        detail::note_srs<Bits, Signed>(components(), component_count(), shift,
                                       detail::core().modes.saturation != detail::saturation::none);
    }
    constexpr void written() {
        if (std::is_constant_evaluated()) return;
        detail::note_written(this);
        detail::all_written(this);
    }
    constexpr void read() const {
        if (!std::is_constant_evaluated() && detail::is_fresh(this)) detail::note(detail::happening::uninitialised);
    }
    lane_type lanes_[N];
};

}  // namespace aie
