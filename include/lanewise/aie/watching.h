// What an operation's operands and results say to a check, where LANEWISE_AIE_STATUS is defined: vectors that nobody wrote, and
// numbers that are finite no more. Elsewhere nothing is left of it.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "lanewise/aie/elements.h"
#include "lanewise/aie/status.h"

namespace lanewise::aie {

#ifdef LANEWISE_AIE_STATUS

template <class X>
constexpr bool holds_floats = is_float<X>;
template <class X>
    requires requires { X::is_floating_point(); }
constexpr bool holds_floats<X> = X::is_floating_point();

template <class X>
bool is_finite_number(X x) {
    if constexpr (is_complex<X>)
        return is_finite_number(x.real) && is_finite_number(x.imag);
    else
        return std::isfinite(static_cast<float>(x));
}
// Lanes that are not finite.
template <class X>
std::uint64_t infinite_lanes(const X& x) {
    std::uint64_t found = 0;
    if constexpr (requires { X::size(); })
        for (unsigned i = 0; i < X::size(); ++i) found += !is_finite_number(x.lane(i));
    else
        found = !is_finite_number(x);
    return found;
}
// Whether all of an operand is known to be finite: not what lies behind a pointer.
template <class X>
bool is_finite_operand(const X& x) {
    if constexpr (std::is_integral_v<X> || std::is_enum_v<X> || std::is_empty_v<X>)
        return true;
    else if constexpr (requires { x.parent; })
        return is_finite_operand(x.parent);
    else if constexpr (requires { X::is_floating_point(); x.lane(0); })
        return !holds_floats<X> || is_fresh(&x) || !infinite_lanes(x);
    else if constexpr (is_element<X>)
        return !holds_floats<X> || !infinite_lanes(x);
    else if constexpr (std::is_floating_point_v<X>)
        return std::isfinite(x);
    else if constexpr (requires { x.acc; })
        return is_finite_operand(x.acc);
    else if constexpr (requires { x.a; x.b; })
        return is_finite_operand(x.a) && is_finite_operand(x.b);
    else if constexpr (requires { x.v; })
        return is_finite_operand(x.v);
    else
        return false;
}
template <class R, class... X>
void note_numbers(const R& result, const X&... x) {
    if constexpr ((requires { R::is_floating_point(); result.lane(0); } || is_element<R>) && holds_floats<R>)
        if (const auto lanes = infinite_lanes(result); lanes && (is_finite_operand(x) && ...)) note(happening::not_finite, lanes);
}

// Lanes of an operand that nobody has written. A kernel may write a variable through a pointer of its own: where one of them is no
// longer zero, it has.
template <class X>
std::uint64_t unwritten_in(const X& x) {
    const unwritten_lanes found = unwritten_of(&x);
    if (!found.lanes || !found.declared) return found.lanes;
    static constexpr std::byte zeros[sizeof(X)] = {};
    constexpr std::size_t each = sizeof(X) / X::size();
    if (X::size() > 64 || !each) return std::memcmp(&x, zeros, sizeof x) == 0 ? found.lanes : 0;
    for (unsigned i = 0; i < X::size(); ++i)
        if ((found.lanes & lane_bit(i, X::size())) && std::memcmp(reinterpret_cast<const std::byte*>(&x) + i * each, zeros, each) != 0) return 0;
    return found.lanes;
}
// Calls `each` with the registers of an operand, which may be on its way through an operation that waits for it.
template <class X, class Each>
void registers_of(const X& x, const Each& each) {
    if constexpr (requires { x.parent; }) {
        return;  // one lane
    } else if constexpr (requires { X::size(); X::is_floating_point(); x.lane(0); }) {
        each(x);
    } else if constexpr (requires { x.acc; }) {
        registers_of(x.acc, each);
    } else if constexpr (requires { x.a; x.b; }) {
        registers_of(x.a, each);
        registers_of(x.b, each);
    } else if constexpr (requires { x.v; }) {
        registers_of(x.v, each);
    }
}
// What takes some lanes alone may take a vector of which a part was written.
template <class... X>
constexpr void note_operands(const X&... x) {
    if (std::is_constant_evaluated()) return;
    const auto each = [](const auto& one) {
        if (unwritten_in(one) == all_lanes(one.size())) note(happening::unwritten, one.size());
    };
    (registers_of(x, each), ...);
}
template <class... X>
constexpr void note_all_lanes(const X&... x) {
    if (std::is_constant_evaluated()) return;
    const auto each = [](const auto& one) {
        if (const auto lanes = unwritten_in(one)) note(happening::unwritten, static_cast<std::uint64_t>(std::popcount(lanes)));
    };
    (registers_of(x, each), ...);
}
// A result, lane by lane: of those that take a whole vector which nobody wrote it was said already.
template <class R, class... X>
void note_lane_by_lane(const R& result, const X&... x) {
    if constexpr (requires { R::size(); R::is_floating_point(); result.lane(0); }) {
        std::uint64_t lanes = 0;
        const auto each = [&lanes](const auto& one) {
            if (const auto found = unwritten_in(one); one.size() == R::size() && found != all_lanes(R::size())) lanes |= found;
        };
        (registers_of(x, each), ...);
        if (lanes) note_unwritten(&result, lanes);
    }
}

// `noting<of>(result)(operands...)`
enum class noted_of { lanes, numbers, both };
template <noted_of Of, class R>
auto noting(const R& result) {
    return [&result](const auto&... x) {
        if constexpr (Of != noted_of::numbers) note_lane_by_lane(result, x...);
        if constexpr (Of != noted_of::lanes) note_numbers(result, x...);
    };
}

// Of a sum of products.
class finite_so_far {
public:
    void see(float x) { finite_ &= std::isfinite(x); }
    void tell(float sum) const {
        if (finite_ && !std::isfinite(sum)) note(happening::not_finite);
    }

private:
    bool finite_ = true;
};

#else

template <class R, class... X>
constexpr void note_numbers(const R&, const X&...) {}
template <class... X>
constexpr void note_operands(const X&...) {}
template <class... X>
constexpr void note_all_lanes(const X&...) {}
template <class R, class... X>
constexpr void note_lane_by_lane(const R&, const X&...) {}
struct finite_so_far {
    constexpr void see(float) {}
    constexpr void tell(float) const {}
};

#endif

}  // namespace lanewise::aie
