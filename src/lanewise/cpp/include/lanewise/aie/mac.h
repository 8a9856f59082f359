// First-generation multiply intrinsics: [l]{mul|negmul|mac|msc}{2|4|8|16} with pre-adders, centre taps and conjugates.
//
// The operand types decide how many columns an instruction has and which arguments it takes; buffers part the arguments:
//     x buffer, start, offsets[, offsets_hi][, step][, square] [, y buffer], y start[, y square]..., z buffer, start, ...
#pragma once

#include "lanewise/aie/multiply.h"
#include "lanewise/aie/selection.h"

namespace lanewise::aie {

enum class pre { none, sum, difference, abs, maximum, minimum, max_difference };
enum class tap { none, centre, unit };

struct mac_kind {
    unsigned lanes;
    bool wide;  // 80-bit lanes
    pre adder = pre::none;
    tap middle = tap::none;
    bool conj_y = false, conj_x = false, conj_z = false, conj_any = false;
};

// Numbers of one buffer, in the order of the call. Flags are the conjugates of the overloads that decide while running.
struct numbers {
    std::int64_t value[12] = {};
    unsigned count = 0, next = 0;
    bool flag = false;

    template <class T>
    void take(T x) {
        if constexpr (std::is_same_v<T, bool>)
            flag = x;
        else
            value[count++] = static_cast<std::int64_t>(x);
    }
    std::int64_t get() { return next < count ? value[next++] : 0; }
    bool more() const { return next < count; }
};

template <class X, class Z>
struct mac_shape {
    static constexpr unsigned x_bits = element_bits<component<X>>, z_bits = element_bits<component<Z>>;
    static constexpr unsigned products = (128u * 64 / (x_bits * z_bits)) / ((is_complex<X> ? 2 : 1) * (is_complex<Z> ? 2 : 1));
    static constexpr bool bytes = x_bits == 8;
    static constexpr bool halves = x_bits == 16 && !is_complex<X> && !is_complex<Z> && z_bits <= 16;
    static constexpr scheme x = bytes ? scheme::bytes : halves ? scheme::halves : scheme::regular;
    static constexpr scheme z = z_bits != 8 ? scheme::regular : bytes ? scheme::z_bytes_2 : scheme::z_bytes;
    static constexpr unsigned columns(unsigned lanes) { return products > lanes ? products / lanes : 1; }
};

// start, offsets, the high offsets of 16 lanes, the step between columns or blocks of them, the square.
template <scheme S>
selection take_selection(numbers& n, unsigned lanes, unsigned columns, bool two_words) {
    selection s;
    s.start = static_cast<int>(n.get());
    s.offsets = static_cast<std::uint32_t>(n.get());
    if (lanes == 16 && two_words) s.offsets |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(n.get())) << 32;
    if (columns > (S == scheme::regular ? 1u : 2u)) s.step = static_cast<int>(n.get());
    if (S != scheme::regular) s.square = static_cast<unsigned>(n.get());
    return s;
}

// The pre-adder is one bit wider than its data: nothing is lost here.
template <pre P, class T>
T pre_added(T x, T y) {
    if constexpr (P == pre::sum) return plus(x, y);
    else if constexpr (P == pre::difference) return plus(x, negative(y));
    else if constexpr (P == pre::abs) return x < 0 ? -x : x;
    else if constexpr (P == pre::maximum) return x < y ? y : x;
    else if constexpr (P == pre::minimum) return y < x ? y : x;
    else if constexpr (P == pre::max_difference) return x < y ? T(0) : x - y;
    else return x;
}
template <class T>
T conjugated(T x, bool yes) {
    if constexpr (is_complex<T>)
        return yes ? T{x.real, -x.imag} : x;
    else
        return x;
}

template <mac_kind Kind, class X, unsigned NX, class Y, unsigned NY, class Z, unsigned NZ>
struct mac_run {
    using Shape = mac_shape<X, Z>;
    static constexpr bool cplx = is_complex<X> || is_complex<Z>;
    using Tag = integer_tag<Kind.wide ? 80 : 48, cplx>;
    static constexpr unsigned lanes = Kind.lanes, columns = Shape::columns(lanes);
    static constexpr bool unit = Kind.middle == tap::unit;
    using Result = ::aie::accum<Tag, unit ? 2 * lanes : lanes>;

    const ::aie::vector<X, NX>& xb;
    const ::aie::vector<Y, NY>& yb;
    const ::aie::vector<Z, NZ>& zb;
    selection x, y, z;
    int middle = 0, unit_shift = 0;  // the middle tap's place, or the unit tap's column and shift
    bool conj_x, conj_y, conj_z;

    mac_run(const ::aie::vector<X, NX>& xbuff, numbers nx, const ::aie::vector<Y, NY>& ybuff, numbers ny, bool own_y,
            const ::aie::vector<Z, NZ>& zbuff, numbers nz)
        : xb(xbuff), yb(ybuff), zb(zbuff) {
        constexpr bool two_words = !Shape::bytes;
        x = take_selection<Shape::x>(nx, lanes, columns, two_words);
        z = take_selection<Shape::z>(nz, lanes, columns, two_words);
        numbers& rest = own_y ? ny : nx;
        y = x;
        if constexpr (Kind.adder != pre::none && Kind.adder != pre::abs) {
            y.start = static_cast<int>(rest.get());
            y.step = -x.step;
            if (Shape::x != scheme::regular) y.square = static_cast<unsigned>(rest.get());
        }
        if constexpr (Kind.middle != tap::none) middle = static_cast<int>(rest.get());
        if constexpr (unit) unit_shift = static_cast<int>(rest.more() ? rest.get() : nz.get());
        conj_x = Kind.conj_x || (Kind.conj_any && is_complex<X>) || nx.flag || ny.flag;
        conj_y = Kind.conj_y != conj_x;
        conj_z = Kind.conj_z || (Kind.conj_any && !is_complex<X>) || nz.flag;
    }

    auto x_at(const selection& s, unsigned l, unsigned c) const {
        return conjugated(widened(xb.get(static_cast<unsigned>(index<Shape::x>(s, l, c)) & (NX - 1))), conj_x);
    }
    auto y_at(unsigned l, unsigned c) const {
        return conjugated(widened(yb.get(static_cast<unsigned>(index<Shape::x>(y, l, c)) & (NY - 1))), conj_y);
    }

    Result operator()(const Result* acc, bool minus) const {
        Result out;
        for (unsigned l = 0; l < lanes; ++l) {
            auto lane = acc ? collector<Tag>(acc->lane(l)) : collector<Tag>();
            for (unsigned c = 0; c < columns; ++c) {
                const auto w = conjugated(widened(zb.get(static_cast<unsigned>(index<Shape::z>(z, l, c)) & (NZ - 1))), conj_z);
                if (Kind.middle == tap::centre && c == columns - 1) {
                    selection centre = x;  // a tap of its own, without a partner
                    centre.start += middle;
                    lane.add(x_at(centre, l, 0), w, minus);
                } else if constexpr (Kind.adder == pre::none || Kind.adder == pre::abs) {
                    const auto v = x_at(x, l, c);
                    lane.add(pre_added<Kind.adder>(v, v), w, minus);
                } else {
                    lane.add(pre_added<Kind.adder>(x_at(x, l, c), y_at(l, c)), w, minus);
                }
            }
            out.lane(l) = lane.done();
            if constexpr (unit) {
                auto high = acc ? collector<Tag>(acc->lane(lanes + l)) : collector<Tag>();
                high.add(x_at(x, l, static_cast<unsigned>(middle)), std::int64_t{1} << unit_shift, minus);
                out.lane(lanes + l) = high.done();
            }
        }
        return out;
    }
};

// The arguments of a call, parted at the buffers.
template <mac_kind Kind>
struct mac_call {
    template <class X, unsigned NX, class... A>
    static auto mul(bool minus, const ::aie::vector<X, NX>& x, const A&... a) {
        return behind_x(nullptr, minus, x, numbers{}, a...);
    }
    template <class Tag, unsigned N, class X, unsigned NX, class... A>
    static auto mac(bool minus, const ::aie::accum<Tag, N>& acc, const ::aie::vector<X, NX>& x, const A&... a) {
        return behind_x(&acc, minus, x, numbers{}, a...);
    }

private:
    template <class Acc, class X, class N, class... A>
    static auto behind_x(const Acc* acc, bool minus, const X& x, numbers nx, N n, const A&... a)
        requires std::is_arithmetic_v<N>
    {
        nx.take(n);
        return behind_x(acc, minus, x, nx, a...);
    }
    template <class Acc, class X, class T, unsigned N, class... A>
    static auto behind_x(const Acc* acc, bool minus, const X& x, numbers nx, const ::aie::vector<T, N>& buffer, const A&... a) {
        if constexpr ((::aie::is_vector_v<A> || ...))
            return behind_y(acc, minus, x, nx, buffer, numbers{}, a...);
        else
            return behind_z(acc, minus, x, nx, x, numbers{}, false, buffer, a...);
    }
    static auto behind_x(std::nullptr_t, bool minus, const auto& x, numbers nx, const auto&... a) {
        return behind_x(static_cast<const int*>(nullptr), minus, x, nx, a...);
    }
    template <class Acc, class X, class Y, class N, class... A>
    static auto behind_y(const Acc* acc, bool minus, const X& x, numbers nx, const Y& y, numbers ny, N n, const A&... a)
        requires std::is_arithmetic_v<N>
    {
        ny.take(n);
        return behind_y(acc, minus, x, nx, y, ny, a...);
    }
    template <class Acc, class X, class Y, class T, unsigned N, class... A>
    static auto behind_y(const Acc* acc, bool minus, const X& x, numbers nx, const Y& y, numbers ny,
                         const ::aie::vector<T, N>& z, const A&... a) {
        return behind_z(acc, minus, x, nx, y, ny, true, z, a...);
    }
    template <class Acc, class X, unsigned NX, class Y, unsigned NY, class Z, unsigned NZ, class... A>
    static auto behind_z(const Acc* acc, bool minus, const ::aie::vector<X, NX>& x, numbers nx,
                         const ::aie::vector<Y, NY>& y, numbers ny, bool own_y, const ::aie::vector<Z, NZ>& z, A... a) {
        numbers nz;
        (nz.take(a), ...);
        const mac_run<Kind, X, NX, Y, NY, Z, NZ> run(x, nx, y, ny, own_y, z, nz);
        if constexpr (std::is_same_v<Acc, int>) {
            return run(nullptr, minus);
        } else {
            const typename mac_run<Kind, X, NX, Y, NY, Z, NZ>::Result start = *acc;
            return run(&start, minus);
        }
    }
};

}  // namespace lanewise::aie

#define LANEWISE_MAC(prefix, Wide, L, suffix, ...)                                                                  \
    template <class... A>                                                                                           \
    auto prefix##mul##L##suffix(const A&... a) {                                                                    \
        return lanewise::aie::mac_call<lanewise::aie::mac_kind{.lanes = L, .wide = Wide, __VA_ARGS__}>::mul(false, a...);            \
    }                                                                                                               \
    template <class... A>                                                                                           \
    auto prefix##negmul##L##suffix(const A&... a) {                                                                 \
        return lanewise::aie::mac_call<lanewise::aie::mac_kind{.lanes = L, .wide = Wide, __VA_ARGS__}>::mul(true, a...);             \
    }                                                                                                               \
    template <class... A>                                                                                           \
    auto prefix##mac##L##suffix(const A&... a) {                                                                    \
        return lanewise::aie::mac_call<lanewise::aie::mac_kind{.lanes = L, .wide = Wide, __VA_ARGS__}>::mac(false, a...);            \
    }                                                                                                               \
    template <class... A>                                                                                           \
    auto prefix##msc##L##suffix(const A&... a) {                                                                    \
        return lanewise::aie::mac_call<lanewise::aie::mac_kind{.lanes = L, .wide = Wide, __VA_ARGS__}>::mac(true, a...);             \
    }
#define LANEWISE_MAC_CONJ(prefix, Wide, L, suffix, ...)                          \
    LANEWISE_MAC(prefix, Wide, L, suffix, __VA_ARGS__)                           \
    LANEWISE_MAC(prefix, Wide, L, suffix##_c, __VA_ARGS__, .conj_any = true)     \
    LANEWISE_MAC(prefix, Wide, L, suffix##_cn, __VA_ARGS__, .conj_x = true)      \
    LANEWISE_MAC(prefix, Wide, L, suffix##_nc, __VA_ARGS__, .conj_z = true)      \
    LANEWISE_MAC(prefix, Wide, L, suffix##_cc, __VA_ARGS__, .conj_x = true, .conj_z = true)
#define LANEWISE_MACS(prefix, Wide, L)                                                                                        \
    LANEWISE_MAC_CONJ(prefix, Wide, L, , .adder = lanewise::aie::pre::none)                                                   \
    LANEWISE_MAC(prefix, Wide, L, _abs, .adder = lanewise::aie::pre::abs)                                                     \
    LANEWISE_MAC(prefix, Wide, L, _max, .adder = lanewise::aie::pre::maximum)                                                 \
    LANEWISE_MAC(prefix, Wide, L, _min, .adder = lanewise::aie::pre::minimum)                                                 \
    LANEWISE_MAC(prefix, Wide, L, _maxdiff, .adder = lanewise::aie::pre::max_difference)                                      \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _sym, .adder = lanewise::aie::pre::sum)                                                \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _antisym, .adder = lanewise::aie::pre::difference)                                     \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _sym_ct, .adder = lanewise::aie::pre::sum, .middle = lanewise::aie::tap::centre)       \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _antisym_ct, .adder = lanewise::aie::pre::difference, .middle = lanewise::aie::tap::centre) \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _sym_uct, .adder = lanewise::aie::pre::sum, .middle = lanewise::aie::tap::unit)        \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _antisym_uct, .adder = lanewise::aie::pre::difference, .middle = lanewise::aie::tap::unit) \
    LANEWISE_MAC(prefix, Wide, L, _conj_sym, .adder = lanewise::aie::pre::sum, .conj_y = true)                                \
    LANEWISE_MAC(prefix, Wide, L, _conj_antisym, .adder = lanewise::aie::pre::difference, .conj_y = true)                     \
    LANEWISE_MAC(prefix, Wide, L, _conj_sym_ct, .adder = lanewise::aie::pre::sum, .middle = lanewise::aie::tap::centre, .conj_y = true) \
    LANEWISE_MAC(prefix, Wide, L, _conj_antisym_ct, .adder = lanewise::aie::pre::difference, .middle = lanewise::aie::tap::centre, .conj_y = true)

LANEWISE_MACS(, false, 2)
LANEWISE_MACS(, false, 4)
LANEWISE_MACS(, false, 8)
LANEWISE_MACS(, false, 16)
LANEWISE_MACS(l, true, 2)
LANEWISE_MACS(l, true, 4)
LANEWISE_MACS(l, true, 8)
LANEWISE_MACS(l, true, 16)

#undef LANEWISE_MACS
#undef LANEWISE_MAC_CONJ
#undef LANEWISE_MAC
