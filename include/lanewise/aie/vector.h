// aie::vector: N lanes of an element type, lying in memory as an array does. Native names such as v16int16 are the same
// type.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "lanewise/aie/chips.h"
#include "lanewise/aie/core.h"
#include "lanewise/aie/elements.h"
#include "lanewise/aie/placing.h"
#include "lanewise/aie/recording.h"
#include "lanewise/aie/watching.h"

namespace lanewise::aie {

[[gnu::noinline, gnu::cold]] inline void no_such_lane(unsigned i, unsigned lanes) {
    throw fault("no_lane", {{"lane", std::to_string(i)}, {"lanes", std::to_string(lanes)}, {"last", std::to_string(lanes - 1)}});
}
// Gone where the compiler sees that the lane is there.
constexpr void check_lane(unsigned i, unsigned lanes) {
    if (i >= lanes) [[unlikely]]
        no_such_lane(i, lanes);
}

}  // namespace lanewise::aie

namespace aie {

namespace detail = ::lanewise::aie;

// Without a number of lanes it has 512 bits, on every generation.
template <class T, unsigned N = 512 / detail::element_bits<T>>
class vector;
template <class Tag, unsigned N>
class accum;

// v[i]: read as a value, written as a lane. Const vectors give it too, for functions that take `v[i]` as an operand. Lanes of
// bfloat16 become numbers in one step, as where that is a type of the compiler's own.
template <class T, unsigned N>
class vector_elem_const_ref {
public:
    using value_type = T;
    using parent_type = vector<T, N>;

    constexpr vector_elem_const_ref(const parent_type& v, unsigned i) : parent(v), offset(i) {}
    constexpr T get() const { return parent.get(offset); }
    constexpr operator T() const { return get(); }
    constexpr operator float() const requires std::is_same_v<T, bfloat16> { return get(); }

    const parent_type& parent;
    unsigned offset;
};

template <class T, unsigned N>
class vector_elem_ref {
public:
    using value_type = T;
    using parent_type = vector<T, N>;

    constexpr vector_elem_ref(parent_type& v, unsigned i) : parent(v), offset(i) {}
    constexpr T get() const { return parent.get(offset); }
    constexpr operator T() const { return get(); }
    constexpr operator float() const requires std::is_same_v<T, bfloat16> { return get(); }
    constexpr operator vector_elem_const_ref<T, N>() const { return {parent, offset}; }
    constexpr vector_elem_ref& operator=(const T& x) {
        parent.set(x, offset);
        return *this;
    }
    constexpr vector_elem_ref& operator=(const vector_elem_ref& x) { return *this = x.get(); }
    template <class U>
        requires std::is_convertible_v<U, T>
    constexpr vector_elem_ref& operator=(const U& x) {
        return *this = static_cast<T>(x);
    }
    constexpr vector_elem_ref& operator+=(const T& x) { return *this = static_cast<T>(get() + x); }
    constexpr vector_elem_ref& operator-=(const T& x) { return *this = static_cast<T>(get() - x); }
    constexpr vector_elem_ref& operator*=(const T& x) { return *this = static_cast<T>(get() * x); }
    constexpr vector_elem_ref& operator/=(const T& x) { return *this = static_cast<T>(get() / x); }
    constexpr vector_elem_ref& operator&=(const T& x) { return *this = static_cast<T>(get() & x); }
    constexpr vector_elem_ref& operator|=(const T& x) { return *this = static_cast<T>(get() | x); }
    constexpr vector_elem_ref& operator^=(const T& x) { return *this = static_cast<T>(get() ^ x); }
    constexpr vector_elem_ref& operator<<=(int n) { return *this = static_cast<T>(get() << n); }
    constexpr vector_elem_ref& operator>>=(int n) { return *this = static_cast<T>(get() >> n); }

    parent_type& parent;
    unsigned offset;
};

template <class T, unsigned N>
class vector {
    static_assert(sizeof(detail::checked_vector<T, N>));

public:
    using value_type = T;
    using native_type = vector;

    static constexpr unsigned size() { return N; }
    static constexpr unsigned type_bits() { return detail::element_bits<T>; }
    static constexpr unsigned bits() { return N * type_bits(); }
    static constexpr bool is_complex() { return detail::is_complex<T>; }
    static constexpr bool is_real() { return !is_complex(); }
    static constexpr bool is_integral() { return detail::is_integer<T>; }
    static constexpr bool is_floating_point() { return detail::is_float<T>; }
    static constexpr bool is_signed() { return !detail::is_unsigned<T>; }

    // What is never written is zero.
    constexpr vector() : lanes_{} {
        born();
        if (!std::is_constant_evaluated()) detail::note_declared(this, N);
    }
#if defined(LANEWISE_AIE_TRACE) || defined(LANEWISE_AIE_STATUS)
    constexpr vector(const vector& v) : lanes_{} { *this = v; }
    constexpr vector& operator=(const vector& v) {
        {
            const detail::ours copying;
            for (unsigned i = 0; i < sizeof lanes_ / sizeof lanes_[0]; ++i) lanes_[i] = v.lanes_[i];
        }
        if (!std::is_constant_evaluated()) {
            detail::note_load(&v, sizeof v);
            detail::note_store(this, sizeof *this);
            detail::record_copy(*this, v);
            detail::note_as(this, N, &v, N);
        }
        return *this;
    }
#endif
    // Elements, the first lane first; lanes that are not given are zero.
    template <class... E>
        requires(sizeof...(E) <= N && sizeof...(E) > 1 && (std::is_convertible_v<E, T> && ...))
    constexpr vector(const E&... e) : lanes_{} {
        born();
        unsigned i = 0;
        (put(static_cast<T>(e), i++), ...);
        if (!std::is_constant_evaluated()) detail::all_written(this);
    }

    // v16int16(x): another register of as many bits, read as this one.
    template <class U, unsigned M>
        requires(!std::is_same_v<U, T> && M * detail::element_bits<U> == N * detail::element_bits<T>)
    explicit vector(const vector<U, M>& v) : lanes_{} {
        __builtin_memcpy(static_cast<void*>(lanes_), &v, sizeof lanes_);
        detail::made_as(*this, v);
        detail::note_as(this, N, &v, M);
    }
    template <class Tag, unsigned M>
        requires(sizeof(typename Tag::lane) * M * 8 == N * detail::element_bits<T> && Tag::is_register)
    explicit vector(const accum<Tag, M>& a) : lanes_{} {
        __builtin_memcpy(static_cast<void*>(lanes_), a.components(), sizeof lanes_);
        detail::made_as(*this, a);
        detail::note_as(this, N, &a, M);
    }

    constexpr T get(unsigned i) const {
        const detail::operation now("get", *this, i);
        detail::check_lane(i, N);
        return lane(i);
    }
    constexpr void set(T x, unsigned i) {
        const detail::operation now("set", *this, x, i);
        detail::check_lane(i, N);
        put(x, i);
        changed();
    }
    // The same, for our own loops, which stay inside.
    constexpr T lane(unsigned i) const {
        if constexpr (detail::is_nibble<T>)
            return T(lanes_[i / 2 % (N / 2)] >> (i % 2 * 4));
        else
            return lanes_[i % N];
    }
    constexpr void put(T x, unsigned i) {
        if (!std::is_constant_evaluated()) detail::lane_written(this, i, N);
        if constexpr (detail::is_nibble<T>) {
            std::uint8_t& both = lanes_[i / 2 % (N / 2)];
            both = static_cast<std::uint8_t>(i % 2 ? (both & 15) | x.value << 4 : (both & 240) | (x.value & 15));
        } else {
            lanes_[i % N] = x;
        }
    }
    constexpr vector_elem_ref<T, N> operator[](unsigned i) { return {*this, i}; }
    constexpr vector_elem_const_ref<T, N> operator[](unsigned i) const { return {*this, i}; }
    constexpr vector_elem_const_ref<T, N> elem_const_ref(unsigned i) const { return {*this, i}; }
    constexpr vector_elem_ref<T, N> elem_ref(unsigned i) { return {*this, i}; }

    // Lanes move up by one, x becomes lane 0.
    constexpr vector& push(T x) {
        const detail::operation now("push", *this, x);
        for (unsigned i = N - 1; i > 0; --i) put(lane(i - 1), i);
        put(x, 0);
        changed();
        return *this;
    }

    template <unsigned M>
    constexpr vector<T, M> extract(unsigned part) const {
        const detail::operation now("extract", *this, M, part);
        static_assert(M <= N);
        vector<T, M> out;
        for (unsigned i = 0; i < M; ++i) out.put(lane(part * M + i), i);
        if (std::is_constant_evaluated()) return out;
        detail::made(out);
        detail::note_extract(&out, M, part * M, this, N);
        return out;
    }
    template <unsigned M>
    constexpr vector& insert(unsigned part, const vector<T, M>& v) {
        const detail::operation now("insert", *this, part, v);
        static_assert(M <= N);
        for (unsigned i = 0; i < M; ++i) put(v.lane(i), part * M + i);
        if (!std::is_constant_evaluated()) detail::note_part(this, N, part * M, &v, M);
        changed();
        return *this;
    }
    template <unsigned M>
    constexpr vector<T, M> grow(unsigned part = 0) const {
        const detail::operation now("grow", *this, M, part);
        return vector<T, M>().insert(part, *this);
    }
    template <unsigned M>
    constexpr vector<T, M> grow_replicate() const {
        const detail::operation now("grow_replicate", *this, M);
        vector<T, M> out;
        for (unsigned i = 0; i < M; ++i) out.put(lane(i), i);
        if (!std::is_constant_evaluated()) detail::made(out);
        return out;
    }
    template <unsigned M>
    constexpr std::array<vector<T, M>, N / M> split() const {
        std::array<vector<T, M>, N / M> out;
        for (unsigned i = 0; i < N / M; ++i) out[i] = extract<M>(i);
        return out;
    }
    template <class... V>
    constexpr vector& upd_all(const V&... parts) {
        unsigned i = 0;
        (insert(i++, parts), ...);
        return *this;
    }

    // The same bits as lanes of another type.
    template <class U>
    auto cast_to() const {
        vector<U, bits() / detail::element_bits<U>> out;
        static_assert(sizeof out == sizeof *this);
        __builtin_memcpy(static_cast<void*>(&out), this, sizeof out);
        detail::made_as(out, *this);
        detail::note_as(&out, out.size(), this, N);
        return out;
    }

    // Half or twice the width; integers only.
    auto pack() const { return pack_sign(is_signed()); }
    auto pack_sign(bool sign) const;
    auto unpack() const { return unpack_sign(is_signed()); }
    auto unpack_sign(bool sign) const;

    constexpr vector to_native() const { return *this; }

    template <class U>
    LANEWISE_AIE_INLINED vector& load_unaligned(const U* p, unsigned = 1) {
        const detail::operation now("load_unaligned_v", detail::result_register<vector>(), detail::read_bytes{p, sizeof *this});
        return take(p, p);
    }
    template <class U>
    LANEWISE_AIE_INLINED vector& load(const U* p) {
        const U* const from = detail::placed<sizeof(vector)>(p);
        const detail::operation now("load_v", detail::result_register<vector>(), detail::read_bytes{from, sizeof *this});
        return take(p, from);
    }
    template <class U>
    LANEWISE_AIE_INLINED void store_unaligned(U* p, unsigned = 1) const {
        const detail::operation now("store_unaligned_v", *this, detail::written_bytes{p, sizeof *this});
        leave(p, p);
    }
    template <class U>
    LANEWISE_AIE_INLINED void store(U* p) const {
        U* const to = detail::placed<sizeof(vector)>(p);
        const detail::operation now("store_v", *this, detail::written_bytes{to, sizeof *this});
        leave(p, to);
    }

    // Components in order, for functions that treat real and imaginary parts alike. Not for four-bit lanes.
    constexpr auto components() {
        if (!std::is_constant_evaluated()) detail::all_written(this);
        return reinterpret_cast<detail::component<T>*>(lanes_);
    }
    constexpr auto components() const { return reinterpret_cast<const detail::component<T>*>(lanes_); }
    static constexpr unsigned component_count() { return is_complex() ? 2 * N : N; }

private:
    // As loaded and stored by p, which is at `at`.
    template <class U>
    LANEWISE_AIE_INLINED vector& take(const U* p, const U* at) {
        detail::note_load(p, sizeof *this, at);
        __builtin_memcpy(static_cast<void*>(this), at, sizeof *this);
        detail::all_written(this);
        changed();
        return *this;
    }
    template <class U>
    LANEWISE_AIE_INLINED void leave(U* p, U* at) const {
        detail::note_all_lanes(*this);
        detail::note_store(p, sizeof *this, at);
        __builtin_memcpy(at, this, sizeof *this);
    }
    constexpr void born() {
        if (!std::is_constant_evaluated()) detail::born(this, sizeof *this);
    }
    constexpr void changed() {
        if (!std::is_constant_evaluated()) detail::made(*this);
    }
    using Slot = std::conditional_t<detail::is_nibble<T>, std::uint8_t, T>;
    Slot lanes_[detail::is_nibble<T> ? N / 2 : N];
};

template <class V>
inline constexpr bool is_vector_v = false;
template <class T, unsigned N>
inline constexpr bool is_vector_v<vector<T, N>> = true;

}  // namespace aie
