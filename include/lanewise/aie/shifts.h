// srs and ups by their intrinsic names.
#pragma once

#include "lanewise/aie/disguise.h"
#include "lanewise/aie/moves.h"
#include "lanewise/aie/native.h"

namespace lanewise::aie {

#if LANEWISE_HAS_FIRST_INTERFACE
// srs of 48-bit lanes gives halves; the guide also puts it into words, which means lsrs.
template <class Tag, unsigned N>
class srs_result : public ::aie::vector<complex_if<Tag::is_complex, int16>, N> {
    using Half = complex_if<Tag::is_complex, int16>;
    using Word = complex_if<Tag::is_complex, int32>;

public:
    srs_result(const ::aie::accum<Tag, N>& a, int shift)
        : ::aie::vector<Half, N>(a.template to_vector<Half>(shift)), a_(a), shift_(shift) {}

    operator ::aie::vector<Word, N>() const {
        if constexpr (!Tag::is_complex)
            if (is_disguise(a_.lane(0))) return complex_words();
        return a_.template to_vector<Word>(shift_);
    }
    // The bits of complex halves are words.
    operator ::aie::vector<int32, N>() const
        requires(Tag::is_complex)
    {
        return this->template cast_to<int32>();
    }

private:
    ::aie::vector<int32, N> complex_words() const {
        ::aie::accum<cacc48, N> whole;
        const disguised& d = behind(a_.lane(0));
        for (unsigned i = 0; i < N; ++i) whole.lane(i) = d.lanes[i];
        return whole.template to_vector<cint16>(shift_).template cast_to<int32>();
    }

    ::aie::accum<Tag, N> a_;
    int shift_;
};
#endif

// Even lanes into the lower half, odd ones into the upper.
template <class Acc>
Acc halves_unzipped(const Acc& a) {
    Acc out;
    constexpr unsigned N = Acc::size();
    for (unsigned i = 0; i < N; ++i) out.lane(i % 2 * (N / 2) + i / 2) = a.lane(i);
    return out;
}

// A float accumulator, shifted down: it takes the type of integers that it is put into.
template <unsigned N>
struct float_srs {
    ::aie::vector<float, N> v;
    int shift;

    template <class T>
        requires is_integer<T>
    operator ::aie::vector<T, N>() const {
        return ::aie::lanes::to_fixed<T>(v, -shift);
    }
    template <class T>
        requires is_float<T>
    operator ::aie::vector<T, N>() const {
        ::aie::vector<T, N> out;
        for (unsigned i = 0; i < N; ++i) out.put(narrowed<T>(std::ldexp(v.lane(i), -shift)), i);
        return out;
    }
};

template <class Tag, class T>
using tag_like = std::conditional_t<is_complex<T>, integer_tag<Tag::bits, true>, Tag>;

}  // namespace lanewise::aie

namespace lanewise_intrinsics {
template <unsigned N>
auto fsrs(const aie::vector<float, N>& v, int shift = 0) {
    return lanewise::aie::float_srs<N>{v, shift};
}
template <unsigned N>
auto fsrs(const aie::accum<accfloat, N>& a, int shift = 0) {
    return lanewise::aie::float_srs<N>{a.template to_vector<float>(), shift};
}
}  // namespace lanewise_intrinsics

#if LANEWISE_HAS_FIRST_INTERFACE

namespace lanewise_intrinsics {
template <class Tag, unsigned N>
    requires(!Tag::is_float && Tag::lane_bits == 48)
auto srs(const aie::accum<Tag, N>& a, int shift) {
    return lanewise::aie::srs_result<Tag, N>(a, shift);
}
template <class Tag, unsigned N>
    requires(!Tag::is_float && Tag::lane_bits == 80)
auto srs(const aie::accum<Tag, N>& a, int shift) {
    return a.template to_vector<lanewise::aie::complex_if<Tag::is_complex, int32>>(shift);
}
template <class Tag, unsigned N>
auto lsrs(const aie::accum<Tag, N>& a, int shift) {
    using Word = std::conditional_t<Tag::lane_bits == 48, int32, int64>;
    return a.template to_vector<lanewise::aie::complex_if<Tag::is_complex, Word>>(shift);
}
template <class Tag, unsigned N>
auto bsrs(const aie::accum<Tag, N>& a, int shift) {
    return a.template to_vector<int8>(shift);
}
template <class Tag, unsigned N>
auto ubsrs(const aie::accum<Tag, N>& a, int shift) {
    return a.template to_vector<uint8>(shift);
}
template <class Tag, unsigned N>
auto srs_ilv(const aie::accum<Tag, N>& a, int shift) {
    using Half = std::conditional_t<Tag::lane_bits == 48, int16, int32>;
    return a.template to_vector_zip<lanewise::aie::complex_if<Tag::is_complex, Half>>(shift);
}
template <class Tag, unsigned N>
auto srsI(const aie::accum<Tag, N>& a, int shift) {
    return srs_ilv(a, shift);
}
template <class T, unsigned N>
auto ups(const aie::vector<T, N>& v, int shift) {
    return aie::accum<lanewise::aie::tag_like<acc48, T>, N>(v, shift);
}
template <class T, unsigned N>
auto ups_ilv(const aie::vector<T, N>& v, int shift) {
    return lanewise::aie::halves_unzipped(ups(v, shift));
}
template <class T, unsigned N>
auto lups(const aie::vector<T, N>& v, int shift) {
    return aie::accum<lanewise::aie::tag_like<acc80, T>, N>(v, shift);
}
}  // namespace lanewise_intrinsics

#else

namespace lanewise::aie {

// Modes for one call.
struct other_modes {
    core_state saved = core();
    other_modes(int saturation, int rounding) {
        lanewise_intrinsics::set_satmode(saturation);
        lanewise_intrinsics::set_rnd(rounding);
    }
    ~other_modes() { core() = saved; }
};

template <class To, class Tag, unsigned N>
::aie::vector<To, N> shifted_to(const ::aie::accum<Tag, N>& a, int shift, bool sign = true) {
    if constexpr (std::is_integral_v<To>)
        return a.template to_vector_sign<To>(sign == std::is_signed_v<To> ? std::is_signed_v<To> : sign, shift);
    else
        return a.template to_vector<To>(shift);
}

}  // namespace lanewise::aie

namespace lanewise_intrinsics {
// The width that a prefix asks for depends on the accumulator: l is the wide result, s the narrow one.
template <class Tag, unsigned N>
    requires Tag::is_float
auto srs(const aie::accum<Tag, N>& a, int = 0) {
    return a.template to_vector<lanewise::aie::complex_if<Tag::is_complex, bfloat16>>();
}
template <class Tag, unsigned N>
auto lsrs(const aie::accum<Tag, N>& a, int shift, int sign = 1) {
    using To = std::conditional_t<Tag::lane_bits == 32, int16, int32>;
    return lanewise::aie::shifted_to<lanewise::aie::complex_if<Tag::is_complex, To>>(a, shift, sign);
}
template <class Tag, unsigned N>
auto ssrs(const aie::accum<Tag, N>& a, int shift, int sign = 1) {
    using To = std::conditional_t<Tag::lane_bits == 32, int8, int16>;
    return lanewise::aie::shifted_to<lanewise::aie::complex_if<Tag::is_complex, To>>(a, shift, sign);
}
template <class Tag, unsigned N>
auto ulsrs(const aie::accum<Tag, N>& a, int shift) {
    return a.template to_vector<std::conditional_t<Tag::lane_bits == 32, uint16, uint32>>(shift);
}
template <class Tag, unsigned N>
auto ussrs(const aie::accum<Tag, N>& a, int shift) {
    return a.template to_vector<std::conditional_t<Tag::lane_bits == 32, uint8, uint16>>(shift);
}
template <class T, unsigned N>
auto lups(const aie::vector<T, N>& v, int shift) {
    return aie::accum<lanewise::aie::tag_like<acc64, T>, N>(v, shift);
}
template <class T, unsigned N>
auto sups(const aie::vector<T, N>& v, int shift) {
    return aie::accum<acc32, N>(v, shift);
}
template <unsigned N>
auto ups(const aie::vector<bfloat16, N>& v, int = 0) {
    return aie::accum<accfloat, N>(v);
}
}  // namespace lanewise_intrinsics

#define LANEWISE_SRS_TO(N, type)                                                                    \
    template <class Tag>                                                                            \
    v##N##type srs_to_v##N##type(const aie::accum<Tag, N>& a, int shift) {                          \
        return a.template to_vector<type>(shift);                                                   \
    }                                                                                               \
    template <class Tag>                                                                            \
    v##N##type srs_to_v##N##type(const aie::accum<Tag, N>& a, int shift, int sign) {                \
        return lanewise::aie::shifted_to<type>(a, shift, sign);                                     \
    }                                                                                               \
    template <class Tag>                                                                            \
    v##N##type srs_to_v##N##type##_conf(const aie::accum<Tag, N>& a, int shift, int sat, int rnd) { \
        lanewise::aie::other_modes here(sat, rnd);                                                  \
        return a.template to_vector<type>(shift);                                                   \
    }
LANEWISE_SRS_TO(8, int32)
LANEWISE_SRS_TO(16, int32)
LANEWISE_SRS_TO(32, int32)
LANEWISE_SRS_TO(8, uint32)
LANEWISE_SRS_TO(16, uint32)
LANEWISE_SRS_TO(32, uint32)
LANEWISE_SRS_TO(16, int16)
LANEWISE_SRS_TO(32, int16)
LANEWISE_SRS_TO(64, int16)
LANEWISE_SRS_TO(16, uint16)
LANEWISE_SRS_TO(32, uint16)
LANEWISE_SRS_TO(64, uint16)
LANEWISE_SRS_TO(16, int8)
LANEWISE_SRS_TO(32, int8)
LANEWISE_SRS_TO(64, int8)
LANEWISE_SRS_TO(16, uint8)
LANEWISE_SRS_TO(32, uint8)
LANEWISE_SRS_TO(64, uint8)
#undef LANEWISE_SRS_TO
#define LANEWISE_SRS_TO(N, type)                                           \
    template <class Tag>                                                   \
    v##N##type srs_to_v##N##type(const aie::accum<Tag, N>& a, int shift) { \
        return a.template to_vector<type>(shift);                          \
    }
LANEWISE_SRS_TO(4, cint32)
LANEWISE_SRS_TO(8, cint32)
LANEWISE_SRS_TO(16, cint32)
LANEWISE_SRS_TO(4, cint16)
LANEWISE_SRS_TO(8, cint16)
LANEWISE_SRS_TO(16, cint16)
#undef LANEWISE_SRS_TO

#define LANEWISE_UPS_TO(N, tag)                                                   \
    template <class T>                                                            \
    v##N##tag ups_to_v##N##tag(const aie::vector<T, N>& v, int shift = 0) {       \
        return v##N##tag(v, shift);                                               \
    }                                                                             \
    template <class T>                                                            \
    v##N##tag ups_to_v##N##tag(const aie::vector<T, N>& v, int shift, int sign) { \
        return v##N##tag().from_vector_sign(v, sign, shift);                      \
    }
LANEWISE_UPS_TO(16, acc32)
LANEWISE_UPS_TO(32, acc32)
LANEWISE_UPS_TO(64, acc32)
LANEWISE_UPS_TO(8, acc64)
LANEWISE_UPS_TO(16, acc64)
LANEWISE_UPS_TO(32, acc64)
LANEWISE_UPS_TO(4, cacc64)
LANEWISE_UPS_TO(8, cacc64)
LANEWISE_UPS_TO(16, cacc64)
LANEWISE_UPS_TO(16, accfloat)
LANEWISE_UPS_TO(32, accfloat)
#undef LANEWISE_UPS_TO

namespace lanewise_intrinsics {
inline v16bfloat16 to_v16bfloat16(const v16accfloat& a) {
    return a.to_vector<bfloat16>();
}
inline v32bfloat16 to_v32bfloat16(const v32accfloat& a) {
    return a.to_vector<bfloat16>();
}
inline v16bfloat16 to_v16bfloat16(const v16float& v) {
    return v16accfloat(v).to_vector<bfloat16>();
}
}  // namespace lanewise_intrinsics

#endif
