// First-generation multiply intrinsics: [l]{mul|negmul|mac|msc}{2|4|8|16} with pre-adders, centre taps and conjugates.
//
// The operand types decide how many columns an instruction has and which arguments it takes; buffers part the
// arguments:
//     x buffer, start, offsets[, offsets_hi][, step][, square] [, y buffer], y start[, y square]..., z buffer, ...
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
    bool conj_pair = false, conj_x = false, conj_z = false, conj_any = false;
};

// The arguments behind the first buffer. Which of them are buffers, numbers or flags is a matter of their types, so
// that every number has a place that the compiler knows. Flags are the conjugates of the overloads that decide while
// running.
template <class... A>
struct arguments {
    static constexpr int count = sizeof...(A);
    static constexpr bool buffer[count + 1] = {::aie::is_vector_v<A>..., true};
    static constexpr bool flag[count + 1] = {std::is_same_v<A, bool>..., false};

    std::int64_t value[count + 1];

    explicit arguments(const A&... a) : value{number(a)..., 0} {}

    // Where the n-th buffer is, counted from 0; the end when there is none.
    static constexpr int buffer_at(int n) {
        int i = 0;
        while (i < count && !(buffer[i] && n-- == 0)) ++i;
        return i;
    }
    // Where the n-th number of those between `first` and the next buffer is, or -1.
    static constexpr int number_at(int first, int n) {
        for (int i = first; i < count && !buffer[i]; ++i)
            if (!flag[i] && n-- == 0) return i;
        return -1;
    }
    static constexpr int flag_at(int first) {
        for (int i = first; i < count && !buffer[i]; ++i)
            if (flag[i]) return i;
        return -1;
    }
    template <int First, int N>
    std::int64_t get() const {
        constexpr int at = N < 0 ? -1 : number_at(First, N);
        if constexpr (at < 0)
            return 0;
        else
            return value[at];
    }
    template <int First>
    bool flagged() const {
        constexpr int at = flag_at(First);
        if constexpr (at < 0)
            return false;
        else
            return value[at] != 0;
    }

private:
    template <class T>
    static std::int64_t number(const T& x) {
        if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
            return static_cast<std::int64_t>(x);
        else
            return 0;
    }
};

template <class X, class Z>
struct mac_shape {
    static constexpr unsigned x_bits = element_bits<component<X>>, z_bits = element_bits<component<Z>>;
    static constexpr unsigned products =
        (128u * 64 / (x_bits * z_bits)) / ((is_complex<X> ? 2 : 1) * (is_complex<Z> ? 2 : 1));
    static constexpr bool bytes = x_bits == 8;
    static constexpr bool halves = x_bits == 16 && !is_complex<X> && !is_complex<Z> && z_bits <= 16;
    static constexpr scheme x = bytes ? scheme::bytes : halves ? scheme::halves : scheme::regular;
    static constexpr scheme z = z_bits != 8 ? scheme::regular : bytes ? scheme::z_bytes_2 : scheme::z_bytes;
    static constexpr unsigned columns(unsigned lanes) { return products > lanes ? products / lanes : 1; }
};

// start, offsets, the high offsets of 16 lanes, the step between columns or blocks of them, the square.
template <scheme S, bool High, bool Step>
struct selection_places {
    static constexpr int high = High ? 2 : -1;
    static constexpr int step = Step ? 2 + High : -1;
    static constexpr int square = S != scheme::regular ? 2 + High + Step : -1;
    static constexpr int count = 2 + High + Step + (S != scheme::regular);

    // The numbers from `First` on, `Skip` of them left out.
    template <int First, int Skip = 0, class Args>
    static selection of(const Args& a) {
        constexpr auto place = [](int i) { return i < 0 ? i : i + Skip; };
        selection s;
        s.start = static_cast<int>(a.template get<First, Skip>());
        s.offsets = static_cast<std::uint32_t>(a.template get<First, Skip + 1>());
        s.offsets |= static_cast<std::uint64_t>(a.template get<First, place(high)>()) << 32;
        s.step = static_cast<int>(a.template get<First, place(step)>());
        s.square = static_cast<unsigned>(a.template get<First, place(square)>());
        return s;
    }
};
template <scheme S, unsigned Lanes, unsigned Columns, bool TwoWords>
using mac_places = selection_places<S, Lanes == 16 && TwoWords, (Columns > (S == scheme::regular ? 1 : 2))>;

// The pre-adder is one bit wider than its data: nothing is lost here.
template <pre P, class T>
T pre_added(T x, T y) {
    if constexpr (P == pre::sum)
        return plus(x, y);
    else if constexpr (P == pre::difference)
        return plus(x, negative(y));
    else if constexpr (P == pre::abs)
        return x < 0 ? -x : x;
    else if constexpr (P == pre::maximum)
        return x < y ? y : x;
    else if constexpr (P == pre::minimum)
        return y < x ? y : x;
    else if constexpr (P == pre::max_difference)
        return x < y ? T(0) : x - y;
    else
        return x;
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
    bool conj_x = false, conj_z = false;

    // Numbers of y follow its buffer, or those of x.
    template <int YAt, int ZAt, class Args>
    void take(const Args& a) {
        using XP = mac_places<Shape::x, lanes, columns, !Shape::bytes>;
        using ZP = mac_places<Shape::z, lanes, columns, !Shape::bytes>;
        constexpr bool own_y = YAt < ZAt;
        constexpr int from = own_y ? YAt + 1 : 0, skip = own_y ? 0 : XP::count;
        constexpr bool paired = Kind.adder != pre::none && Kind.adder != pre::abs,
                       squared = Shape::x != scheme::regular;
        x = XP::template of<0>(a);
        z = ZP::template of<ZAt + 1>(a);
        y = x;
        if constexpr (paired) {
            y.start = static_cast<int>(a.template get<from, skip>());
            y.step = -x.step;
            if (squared) y.square = static_cast<unsigned>(a.template get<from, skip + 1>());
        }
        constexpr int behind = skip + (paired ? 1 + squared : 0);
        if constexpr (Kind.middle != tap::none) middle = static_cast<int>(a.template get<from, behind>());
        if constexpr (unit) {  // the shift stands behind the column, or behind everything
            constexpr bool here = Args::number_at(from, behind + 1) >= 0;
            unit_shift =
                static_cast<int>(here ? a.template get<from, behind + 1>() : a.template get<ZAt + 1, ZP::count>());
        }
        conj_x = Kind.conj_x || (Kind.conj_any && is_complex<X>) || a.template flagged<0>() ||
                 (own_y && a.template flagged<from>());
        conj_z = Kind.conj_z || (Kind.conj_any && !is_complex<X>) || a.template flagged<ZAt + 1>();
    }

    auto x_at(const selection& s, unsigned l, unsigned c) const {
        return conjugated(widened(xb.lane(static_cast<unsigned>(index<Shape::x>(s, l, c)) & (NX - 1))), conj_x);
    }
    auto y_at(unsigned l, unsigned c) const {
        return conjugated(widened(yb.lane(static_cast<unsigned>(index<Shape::x>(y, l, c)) & (NY - 1))), conj_x);
    }

    // Unrolled, the addressing of a call with constant arguments is worked out by the compiler.
    [[gnu::__always_inline__]] Result operator()(const Result* acc, bool minus) const {
        Result out;
#pragma GCC unroll 16
        for (unsigned l = 0; l < lanes; ++l) {
            auto lane = acc ? collector<Tag>(acc->lane(l)) : collector<Tag>();
#pragma GCC unroll 16
            for (unsigned c = 0; c < columns; ++c) {
                const auto w =
                    conjugated(widened(zb.lane(static_cast<unsigned>(index<Shape::z>(z, l, c)) & (NZ - 1))), conj_z);
                if (Kind.middle == tap::centre && c == columns - 1) {
                    selection centre = x;  // a tap of its own, without a partner
                    centre.start += middle;
                    add_product<X, Z>(lane, x_at(centre, l, 0), w, minus);
                } else if constexpr (Kind.adder == pre::none || Kind.adder == pre::abs) {
                    const auto v = x_at(x, l, c);
                    add_product<X, Z>(lane, pre_added<Kind.adder>(v, v), w, minus);
                } else if constexpr (Kind.conj_pair) {  // y meets the conjugate of what x meets
                    add_product<X, Z>(lane, x_at(x, l, c), w, minus);
                    add_product<X, Z>(lane, y_at(l, c), conjugated(w, true), minus != (Kind.adder == pre::difference));
                } else {
                    add_product<X, Z>(lane, pre_added<Kind.adder>(x_at(x, l, c), y_at(l, c)), w, minus);
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

template <class Word>
concept Arriving = requires { requires Word::arrives; };

// The second buffer of a call is y where there is a third, else z.
template <mac_kind Kind>
struct mac_call {
    template <class X, unsigned NX, class... A>
    [[gnu::__always_inline__]] static auto mul(bool minus, const ::aie::vector<X, NX>& x, const A&... a) {
        return run(minus, [](const auto&) { return nullptr; }, x, a...);
    }
    template <class Tag, unsigned N, class X, unsigned NX, class... A>
    [[gnu::__always_inline__]] static auto mac(bool minus, const ::aie::accum<Tag, N>& acc, const ::aie::vector<X, NX>& x,
                                           const A&... a) {
        return run(minus, [&](const auto& result) -> std::remove_cvref_t<decltype(result)> { return acc; }, x, a...);
    }
    // What a cascade holds has the type that the sum needs: mac4(get_scd(), x, ...).
    template <Arriving Word, class X, unsigned NX, class... A>
    [[gnu::__always_inline__]] static auto mac(bool minus, const Word& acc, const ::aie::vector<X, NX>& x, const A&... a) {
        return run(minus, [&](const auto& result) -> std::remove_cvref_t<decltype(result)> { return acc; }, x, a...);
    }

private:
    template <class Start, class X, class... A>
    [[gnu::__always_inline__]] static auto run(bool minus, Start start, const X& x, const A&... a) {
        using Args = arguments<std::remove_cvref_t<A>...>;
        constexpr int first = Args::buffer_at(0), second = Args::buffer_at(1);
        static_assert(first < Args::count, "a MAC needs a second buffer");
        constexpr bool own_y = second < Args::count;
        const auto all = std::tie(a...);
        if constexpr (own_y)
            return with<first, second>(minus, start, x, std::get<first>(all), std::get<second>(all), Args(a...));
        else
            return with<first, first>(minus, start, x, x, std::get<first>(all), Args(a...));
    }
    template <int Y, int Z, class Start, class X, unsigned NX, class Y_, unsigned NY, class Z_, unsigned NZ, class Args>
    [[gnu::__always_inline__]] static auto with(bool minus, Start start, const ::aie::vector<X, NX>& x,
                                            const ::aie::vector<Y_, NY>& y, const ::aie::vector<Z_, NZ>& z,
                                            const Args& a) {
        using Run = mac_run<Kind, X, NX, Y_, NY, Z_, NZ>;
        Run run{x, y, z};
        run.template take<Y, Z>(a);
        if constexpr (std::is_same_v<decltype(start(typename Run::Result())), std::nullptr_t>) {
            return run(nullptr, minus);
        } else {
            const typename Run::Result acc = start(typename Run::Result());
            return run(&acc, minus);
        }
    }
};

}  // namespace lanewise::aie

#define LANEWISE_MAC(prefix, Wide, L, suffix, ...)                                                                 \
    template <class... A>                                                                                          \
    auto prefix##mul##L##suffix(const A&... a) {                                                                   \
        return lanewise::aie::mac_call<lanewise::aie::mac_kind{.lanes = L, .wide = Wide, __VA_ARGS__}>::mul(false, \
                                                                                                            a...); \
    }                                                                                                              \
    template <class... A>                                                                                          \
    auto prefix##negmul##L##suffix(const A&... a) {                                                                \
        return lanewise::aie::mac_call<lanewise::aie::mac_kind{.lanes = L, .wide = Wide, __VA_ARGS__}>::mul(true,  \
                                                                                                            a...); \
    }                                                                                                              \
    template <class... A>                                                                                          \
    auto prefix##mac##L##suffix(const A&... a) {                                                                   \
        return lanewise::aie::mac_call<lanewise::aie::mac_kind{.lanes = L, .wide = Wide, __VA_ARGS__}>::mac(false, \
                                                                                                            a...); \
    }                                                                                                              \
    template <class... A>                                                                                          \
    auto prefix##msc##L##suffix(const A&... a) {                                                                   \
        return lanewise::aie::mac_call<lanewise::aie::mac_kind{.lanes = L, .wide = Wide, __VA_ARGS__}>::mac(true,  \
                                                                                                            a...); \
    }
#define LANEWISE_MAC_CONJ(prefix, Wide, L, suffix, ...)                      \
    LANEWISE_MAC(prefix, Wide, L, suffix, __VA_ARGS__)                       \
    LANEWISE_MAC(prefix, Wide, L, suffix##_c, __VA_ARGS__, .conj_any = true) \
    LANEWISE_MAC(prefix, Wide, L, suffix##_cn, __VA_ARGS__, .conj_x = true)  \
    LANEWISE_MAC(prefix, Wide, L, suffix##_nc, __VA_ARGS__, .conj_z = true)  \
    LANEWISE_MAC(prefix, Wide, L, suffix##_cc, __VA_ARGS__, .conj_x = true, .conj_z = true)
#define LANEWISE_MACS(prefix, Wide, L)                                                                                 \
    LANEWISE_MAC_CONJ(prefix, Wide, L, , .adder = lanewise::aie::pre::none)                                            \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _sym, .adder = lanewise::aie::pre::sum)                                         \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _antisym, .adder = lanewise::aie::pre::difference)                              \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _sym_ct, .adder = lanewise::aie::pre::sum,                                      \
                      .middle = lanewise::aie::tap::centre)                                                            \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _antisym_ct, .adder = lanewise::aie::pre::difference,                           \
                      .middle = lanewise::aie::tap::centre)                                                            \
    LANEWISE_MAC(prefix, Wide, L, _conj_sym, .adder = lanewise::aie::pre::sum, .conj_pair = true)                         \
    LANEWISE_MAC(prefix, Wide, L, _conj_antisym, .adder = lanewise::aie::pre::difference, .conj_pair = true)              \
    LANEWISE_MAC(prefix, Wide, L, _conj_sym_ct, .adder = lanewise::aie::pre::sum,                                      \
                 .middle = lanewise::aie::tap::centre, .conj_pair = true)                                                 \
    LANEWISE_MAC(prefix, Wide, L, _conj_antisym_ct, .adder = lanewise::aie::pre::difference,                           \
                 .middle = lanewise::aie::tap::centre, .conj_pair = true)
// Numbers that have an order: no complex data, so no narrow pairs of lanes.
#define LANEWISE_MACS_IN_ORDER(prefix, Wide, L)                                                                        \
    LANEWISE_MAC(prefix, Wide, L, _abs, .adder = lanewise::aie::pre::abs)                                              \
    LANEWISE_MAC(prefix, Wide, L, _max, .adder = lanewise::aie::pre::maximum)                                          \
    LANEWISE_MAC(prefix, Wide, L, _min, .adder = lanewise::aie::pre::minimum)                                          \
    LANEWISE_MAC(prefix, Wide, L, _maxdiff, .adder = lanewise::aie::pre::max_difference)
// Twice the lanes: not where one set of wide ones fills the accumulators.
#define LANEWISE_MACS_OF_UNIT_TAPS(prefix, Wide, L)                                                                    \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _sym_uct, .adder = lanewise::aie::pre::sum,                                     \
                      .middle = lanewise::aie::tap::unit)                                                              \
    LANEWISE_MAC_CONJ(prefix, Wide, L, _antisym_uct, .adder = lanewise::aie::pre::difference,                          \
                      .middle = lanewise::aie::tap::unit)

namespace lanewise_intrinsics {
LANEWISE_MACS(, false, 2)
LANEWISE_MACS(, false, 4)
LANEWISE_MACS(, false, 8)
LANEWISE_MACS(, false, 16)
LANEWISE_MACS(l, true, 2)
LANEWISE_MACS(l, true, 4)
LANEWISE_MACS(l, true, 8)
LANEWISE_MACS(l, true, 16)
LANEWISE_MACS_IN_ORDER(, false, 4)
LANEWISE_MACS_IN_ORDER(, false, 8)
LANEWISE_MACS_IN_ORDER(, false, 16)
LANEWISE_MACS_IN_ORDER(l, true, 2)
LANEWISE_MACS_IN_ORDER(l, true, 4)
LANEWISE_MACS_IN_ORDER(l, true, 8)
LANEWISE_MACS_IN_ORDER(l, true, 16)
LANEWISE_MACS_OF_UNIT_TAPS(, false, 2)
LANEWISE_MACS_OF_UNIT_TAPS(, false, 4)
LANEWISE_MACS_OF_UNIT_TAPS(, false, 8)
LANEWISE_MACS_OF_UNIT_TAPS(, false, 16)
LANEWISE_MACS_OF_UNIT_TAPS(l, true, 2)
LANEWISE_MACS_OF_UNIT_TAPS(l, true, 4)
}  // namespace lanewise_intrinsics

#undef LANEWISE_MACS_OF_UNIT_TAPS
#undef LANEWISE_MACS_IN_ORDER
#undef LANEWISE_MACS
#undef LANEWISE_MAC_CONJ
#undef LANEWISE_MAC
