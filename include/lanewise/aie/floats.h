// First-generation float intrinsics: no accumulators, eight float or four complex lanes, regular addressing.
#pragma once

#include "lanewise/aie/lanes.h"

namespace lanewise::aie {

// A product's operand: buffer, start and offsets, or a plain vector.
template <class T, unsigned N>
wide<T> fp_lane(const ::aie::vector<T, N>& v, const selection& s, unsigned l) {
    return widened(v.lane(static_cast<unsigned>(index<scheme::regular>(s, l, 0)) & (N - 1)));
}
inline selection fp_selection(int start, unsigned offsets) {
    selection s;
    s.start = start;
    s.offsets = offsets;
    return s;
}
inline constexpr unsigned each_lane = 0x76543210;

template <class X, class Z>
using fp_result = complex_if<is_complex<X> || is_complex<Z>, float>;
template <class T>
inline constexpr unsigned fp_lanes = is_complex<T> ? 4 : 8;

struct fp_options {
    bool minus = false;  // the product is subtracted
    bool abs = false;    // of the product
    bool conj_x = false, conj_z = false;
};

template <class X, unsigned NX, class Z, unsigned NZ>
auto fp_multiply(const ::aie::vector<fp_result<X, Z>, fp_lanes<fp_result<X, Z>>>* acc, const ::aie::vector<X, NX>& xb,
                 const selection& x, const ::aie::vector<Z, NZ>& zb, const selection& z, fp_options o) {
    using R = fp_result<X, Z>;
    using Tag = float_tag<is_complex<R>>;
    ::aie::vector<R, fp_lanes<R>> out;
    for (unsigned l = 0; l < fp_lanes<R>; ++l) {
        const auto a = conjugated(fp_lane(xb, x, l), o.conj_x);
        const auto b = conjugated(fp_lane(zb, z, l), o.conj_z);
        if constexpr (!is_complex<R>) {
            if (o.abs) {
                const float p = std::fabs(multiply<flushed>(a, b)), signed_p = o.minus ? -p : p;
                out.put(acc ? plus(acc->get(l), signed_p) : signed_p, l);
                continue;
            }
        }
        auto lane = acc ? collector<Tag>(acc->get(l)) : collector<Tag>();
        add_product<X, Z>(lane, a, b, o.minus);
        out.put(lane.done(), l);
    }
    return out;
}

}  // namespace lanewise::aie

// mul: (x, xstart, xoffsets, z, zstart, zoffsets) or (x, z); mac: the accumulator in front.
#define LANEWISE_FP_MUL(name, ...)                                                                                 \
    template <class X, unsigned NX, class Z, unsigned NZ>                                                          \
    auto name(const aie::vector<X, NX>& x, int xstart, unsigned xoffsets, const aie::vector<Z, NZ>& z, int zstart, \
              unsigned zoffsets) {                                                                                 \
        using namespace lanewise::aie;                                                                             \
        return fp_multiply<X, NX, Z, NZ>(nullptr, x, fp_selection(xstart, xoffsets), z,                            \
                                         fp_selection(zstart, zoffsets), fp_options{__VA_ARGS__});                 \
    }                                                                                                              \
    template <class X, unsigned NX, class Z, unsigned NZ>                                                          \
    auto name(const aie::vector<X, NX>& x, const aie::vector<Z, NZ>& z) {                                          \
        return name(x, 0, lanewise::aie::each_lane, z, 0, lanewise::aie::each_lane);                               \
    }
#define LANEWISE_FP_MAC(name, ...)                                                                                   \
    template <class R, unsigned N, class X, unsigned NX, class Z, unsigned NZ>                                       \
    auto name(const aie::vector<R, N>& acc, const aie::vector<X, NX>& x, int xstart, unsigned xoffsets,              \
              const aie::vector<Z, NZ>& z, int zstart, unsigned zoffsets) {                                          \
        using namespace lanewise::aie;                                                                               \
        return fp_multiply<X, NX, Z, NZ>(&acc, x, fp_selection(xstart, xoffsets), z, fp_selection(zstart, zoffsets), \
                                         fp_options{__VA_ARGS__});                                                   \
    }                                                                                                                \
    template <class R, unsigned N, class X, unsigned NX, class Z, unsigned NZ>                                       \
    auto name(const aie::vector<R, N>& acc, const aie::vector<X, NX>& x, const aie::vector<Z, NZ>& z) {              \
        return name(acc, x, 0, lanewise::aie::each_lane, z, 0, lanewise::aie::each_lane);                            \
    }
namespace lanewise_intrinsics {
LANEWISE_FP_MUL(fpmul)
LANEWISE_FP_MUL(fpmul_c, .conj_x = lanewise::aie::is_complex<X>, .conj_z = !lanewise::aie::is_complex<X>)
LANEWISE_FP_MUL(fpmul_cn, .conj_x = true)
LANEWISE_FP_MUL(fpmul_nc, .conj_z = true)
LANEWISE_FP_MUL(fpmul_cc, .conj_x = true, .conj_z = true)
LANEWISE_FP_MUL(fpneg_mul, .minus = true)
LANEWISE_FP_MUL(fpabs_mul, .abs = true)
LANEWISE_FP_MUL(fpneg_abs_mul, .minus = true, .abs = true)
LANEWISE_FP_MAC(fpmac)
LANEWISE_FP_MAC(fpmac_c, .conj_x = lanewise::aie::is_complex<X>, .conj_z = !lanewise::aie::is_complex<X>)
LANEWISE_FP_MAC(fpmac_cn, .conj_x = true)
LANEWISE_FP_MAC(fpmac_nc, .conj_z = true)
LANEWISE_FP_MAC(fpmac_cc, .conj_x = true, .conj_z = true)
LANEWISE_FP_MAC(fpmsc, .minus = true)
LANEWISE_FP_MAC(fpmsc_c, .minus = true, .conj_x = lanewise::aie::is_complex<X>, .conj_z = !lanewise::aie::is_complex<X>)
LANEWISE_FP_MAC(fpmsc_cn, .minus = true, .conj_x = true)
LANEWISE_FP_MAC(fpmsc_nc, .minus = true, .conj_z = true)
LANEWISE_FP_MAC(fpmsc_cc, .minus = true, .conj_x = true, .conj_z = true)
LANEWISE_FP_MAC(fpmac_abs, .abs = true)
LANEWISE_FP_MAC(fpmsc_abs, .minus = true, .abs = true)
}  // namespace lanewise_intrinsics
#undef LANEWISE_FP_MUL
#undef LANEWISE_FP_MAC

namespace lanewise::aie {

template <class T, unsigned N>
::aie::vector<T, fp_lanes<T>> fp_chosen(const ::aie::vector<T, N>& x, int start = 0, unsigned offsets = each_lane) {
    ::aie::vector<T, fp_lanes<T>> out;
    const selection s = fp_selection(start, offsets);
    for (unsigned l = 0; l < fp_lanes<T>; ++l) out.put(narrowed<T>(fp_lane(x, s, l)), l);
    return out;
}

}  // namespace lanewise::aie

// One buffer, perhaps with start and offsets.
#define LANEWISE_FP_ONE(name, expression)                 \
    template <class T, unsigned N, class... A>            \
    auto name(const aie::vector<T, N>& x, A... a) {       \
        const auto v = lanewise::aie::fp_chosen(x, a...); \
        return expression;                                \
    }
namespace lanewise_intrinsics {
LANEWISE_FP_ONE(fpneg, aie::lanes::neg(v))
LANEWISE_FP_ONE(fpabs, aie::lanes::abs(v))
#undef LANEWISE_FP_ONE
#define LANEWISE_FP_TWO(name, expression)                                          \
    template <class T, unsigned N, unsigned NX, class... A>                        \
    auto name(const aie::vector<T, N>& acc, const aie::vector<T, NX>& x, A... a) { \
        const auto v = lanewise::aie::fp_chosen(x, a...);                          \
        return expression;                                                         \
    }
LANEWISE_FP_TWO(fpadd, aie::lanes::add(acc, v))
LANEWISE_FP_TWO(fpsub, aie::lanes::sub(acc, v))
LANEWISE_FP_TWO(fpadd_abs, aie::lanes::add(acc, aie::lanes::abs(v)))
LANEWISE_FP_TWO(fpsub_abs, aie::lanes::sub(acc, aie::lanes::abs(v)))
LANEWISE_FP_TWO(fpmax, aie::lanes::max(acc, v))
LANEWISE_FP_TWO(fpmin, aie::lanes::min(acc, v))
LANEWISE_FP_TWO(fplt, aie::lanes::lt(acc, v).to_uint32())
LANEWISE_FP_TWO(fpge, aie::lanes::ge(acc, v).to_uint32())
#undef LANEWISE_FP_TWO

// With start and offsets, and the mask as the last argument: bit l says that lane l came from x.
template <class T, unsigned N, unsigned NX, class M>
auto fpmaxcmp(const aie::vector<T, N>& acc, const aie::vector<T, NX>& x, int start, unsigned offsets, M& mask) {
    mask = static_cast<M>(fplt(acc, x, start, offsets));
    return fpmax(acc, x, start, offsets);
}
template <class T, unsigned N, unsigned NX, class M>
auto fpmincmp(const aie::vector<T, N>& acc, const aie::vector<T, NX>& x, int start, unsigned offsets, M& mask) {
    const auto v = lanewise::aie::fp_chosen(x, start, offsets);
    mask = static_cast<M>(aie::lanes::gt(acc, v).to_uint32());
    return aie::lanes::min(acc, v);
}

#define LANEWISE_FP_LANES(L)                         \
    template <class... A>                            \
    auto fpshuffle##L(const A&... a) {               \
        return shuffle##L(a...);                     \
    }                                                \
    template <class... A>                            \
    auto fpselect##L(unsigned mask, const A&... a) { \
        return select##L(mask, a...);                \
    }
LANEWISE_FP_LANES(4)
LANEWISE_FP_LANES(8)
LANEWISE_FP_LANES(16)
#undef LANEWISE_FP_LANES

// As many lanes as a register has.
template <class T, unsigned N>
auto fpshuffle(const aie::vector<T, N>& x, int start, unsigned offsets) {
    return lanewise::aie::fp_chosen(x, start, offsets);
}
template <class T, unsigned N>
auto fpselect(unsigned mask, const aie::vector<T, N>& x, int xstart, unsigned xoffsets, int ystart,
              unsigned yoffsets) {
    constexpr unsigned L = lanewise::aie::fp_lanes<T>;
    return aie::lanes::select(fpshuffle(x, xstart, xoffsets), fpshuffle(x, ystart, yoffsets),
                       aie::mask<L>::from_uint32(mask));
}
}  // namespace lanewise_intrinsics

// Everything by arguments (policy float_conf). addmode: add, subtract, or by turns: mixadd subtracts in odd lanes, mixsub
// in even ones. A set bit of addmask turns the sign besides. cmpmode: nothing, or keep the smaller (lt) or larger (ge) of
// accumulator and product, with the lanes where the accumulator won in the mask.
enum : unsigned {
    fpadd_add = 0,
    fpadd_sub = 1,
    fpadd_mixadd = 2,
    fpadd_mixsub = 3,
    fpcmp_nrm = 0,
    fpcmp_lt = 1,
    fpcmp_ge = 2
};

namespace lanewise::aie {

inline bool fp_turned(unsigned addmode, unsigned addmask, unsigned bit) {
    const bool mixed = addmode == fpadd_mixadd ? bit % 2 == 1 : bit % 2 == 0;
    return (addmode >= fpadd_mixadd ? mixed : addmode == fpadd_sub) != bool(addmask >> bit & 1);
}

}  // namespace lanewise::aie

namespace lanewise_intrinsics {
template <class R, unsigned N, class X, unsigned NX, class Z, unsigned NZ>
aie::vector<R, N> fpmac_conf(const aie::vector<R, N>& acc, const aie::vector<X, NX>& x, int xstart, unsigned xoffsets,
                             const aie::vector<Z, NZ>& z, int zstart, unsigned zoffsets, bool ones, bool abs,
                             unsigned addmode, unsigned addmask, unsigned cmpmode, unsigned& mask) {
    using namespace lanewise::aie;
    static_assert(N == fp_lanes<R> && std::is_same_v<R, fp_result<X, Z>>, "these products have other lanes");
    const selection sx = fp_selection(xstart, xoffsets), sz = fp_selection(zstart, zoffsets);
    aie::vector<R, N> out;
    mask = 0;
    for (unsigned l = 0; l < N; ++l) {
        const auto a = fp_lane(x, sx, l);
        const auto b = fp_lane(z, sz, l);
        if constexpr (is_complex<R>) {  // signs by component, two bits a lane; complex numbers have no order
            collector<caccfloat> product;
            if (ones)
                add_product<X, float>(product, a, 1.0f, false);
            else
                add_product<X, Z>(product, a, b, false);
            cfloat p = product.done();
            if (abs) p = {std::fabs(p.real), std::fabs(p.imag)};
            if (fp_turned(addmode, addmask, 2 * l)) p.real = -p.real;
            if (fp_turned(addmode, addmask, 2 * l + 1)) p.imag = -p.imag;
            out.put(plus(acc.lane(l), p), l);
        } else {
            float p = ones ? a : multiply<flushed>(a, b);
            if (abs) p = std::fabs(p);
            if (fp_turned(addmode, addmask, l)) p = -p;
            if (cmpmode == fpcmp_nrm) {
                out.put(plus(acc.lane(l), p), l);
            } else {
                const bool stays = cmpmode == fpcmp_lt ? acc.lane(l) < p : acc.lane(l) >= p;
                out.put(stays ? acc.lane(l) : p, l);
                mask |= static_cast<unsigned>(stays) << l;
            }
        }
    }
    return out;
}
template <class R, unsigned N, class X, unsigned NX, class Z, unsigned NZ>
aie::vector<R, N> fpmac_conf(const aie::vector<R, N>& acc, const aie::vector<X, NX>& x, int xstart, unsigned xoffsets,
                             const aie::vector<Z, NZ>& z, int zstart, unsigned zoffsets, bool ones, bool abs,
                             unsigned addmode, unsigned addmask, unsigned cmpmode = fpcmp_nrm) {
    unsigned none;
    return fpmac_conf(acc, x, xstart, xoffsets, z, zstart, zoffsets, ones, abs, addmode, addmask, cmpmode, none);
}
template <class X, unsigned NX, class Z, unsigned NZ, class... A>
auto fpmul_conf(const aie::vector<X, NX>& x, int xstart, unsigned xoffsets, const aie::vector<Z, NZ>& z, int zstart,
                unsigned zoffsets, bool ones, bool abs, unsigned addmode, unsigned addmask, A&&... a) {
    using R = lanewise::aie::fp_result<X, Z>;
    return fpmac_conf(aie::vector<R, lanewise::aie::fp_lanes<R>>(), x, xstart, xoffsets, z, zstart, zoffsets, ones, abs,
                      addmode, addmask, a...);
}

// Between floats and integers, lane by lane.
template <unsigned N>
auto fix(const aie::vector<float, N>& v, int shift = 0) {
    return aie::lanes::to_fixed<int32>(v, shift);
}
template <unsigned N>
auto float2fix(const aie::vector<float, N>& v, int shift = 0) {
    return aie::lanes::to_fixed<int32>(v, shift);
}
template <unsigned N>
auto flt(const aie::vector<int32, N>& v, int shift = 0) {
    return aie::lanes::to_float(v, shift);
}
template <unsigned N>
auto fix2float(const aie::vector<int32, N>& v, int shift = 0) {
    return aie::lanes::to_float(v, shift);
}

// A float accumulator is a vector here, and kernels mix the two names of it.
#define LANEWISE_FP_ON_ACCUM(name)                                                   \
    template <class Tag, unsigned N, class... A>                                     \
        requires Tag::is_float                                                       \
    auto name(const aie::accum<Tag, N>& acc, const A&... a) {                        \
        return name(acc.template to_vector<typename Tag::lane>(), a...);             \
    }
LANEWISE_FP_ON_ACCUM(fpmac)
LANEWISE_FP_ON_ACCUM(fpmac_c)
LANEWISE_FP_ON_ACCUM(fpmac_cn)
LANEWISE_FP_ON_ACCUM(fpmac_nc)
LANEWISE_FP_ON_ACCUM(fpmac_cc)
LANEWISE_FP_ON_ACCUM(fpmsc)
LANEWISE_FP_ON_ACCUM(fpmsc_c)
LANEWISE_FP_ON_ACCUM(fpmsc_cn)
LANEWISE_FP_ON_ACCUM(fpmsc_nc)
LANEWISE_FP_ON_ACCUM(fpmsc_cc)
LANEWISE_FP_ON_ACCUM(fpmac_abs)
LANEWISE_FP_ON_ACCUM(fpmsc_abs)
LANEWISE_FP_ON_ACCUM(fpadd)
LANEWISE_FP_ON_ACCUM(fpsub)
LANEWISE_FP_ON_ACCUM(fpadd_abs)
LANEWISE_FP_ON_ACCUM(fpsub_abs)
LANEWISE_FP_ON_ACCUM(fpmax)
LANEWISE_FP_ON_ACCUM(fpmin)
LANEWISE_FP_ON_ACCUM(fplt)
LANEWISE_FP_ON_ACCUM(fpge)
LANEWISE_FP_ON_ACCUM(fpmac_conf)
}  // namespace lanewise_intrinsics
#undef LANEWISE_FP_ON_ACCUM
