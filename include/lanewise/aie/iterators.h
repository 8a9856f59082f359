// Iterators over memory in steps of one element or of N lanes; circular ones come back to the start.
#pragma once

#include <cstddef>
#include <iterator>

#include "lanewise/aie/memory.h"

namespace lanewise::aie {

// How an iterator goes on: straight, or within `size` elements of a ring.
template <class T>
struct line {
    static constexpr bool ring = false;
    T* operator()(T* at, std::ptrdiff_t n) const { return at + n; }
};
template <class T>
struct ring_of {
    static constexpr bool ring = true;
    T* base = nullptr;
    std::ptrdiff_t size = 0;
    T* operator()(T* at, std::ptrdiff_t n) const {
        const std::ptrdiff_t to = at - base + n;
        if (size == 0 || (to >= 0 && to < size)) return base + to;
        return base + ((to % size) + size) % size;
    }
};

// Step is 0 for single elements. Kernels read one iterator as another by casting its address: the address of the next
// element stands first, a straight one has nothing else, and rings have the same layout for every number of lanes.
template <class T, unsigned Step, template <class> class Path>
class walker {
    static constexpr std::ptrdiff_t stride = Step ? (Step * element_bits<std::remove_cv_t<T>> / 8) / sizeof(T) : 1;

public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type =
        std::conditional_t<Step == 0, std::remove_cv_t<T>, ::aie::vector<std::remove_cv_t<T>, Step ? Step : 1>>;
    using difference_type = std::ptrdiff_t;
    // A vector lies in memory as an array does, so it can be taken where it is.
    using reference = std::conditional_t<std::is_const_v<T>, const value_type&, value_type&>;
    using pointer = void;

    walker() = default;
    explicit walker(T* at, Path<T> path = {}) : at_(at), path_(path) {}

    reference operator*() const {
        // What cannot be written is read.
        if constexpr (std::is_const_v<std::remove_reference_t<reference>>) note_load(&*at_, sizeof(reference));
        return reinterpret_cast<reference>(*at_);
    }
    reference operator[](difference_type n) const { return reinterpret_cast<reference>(*path_(at_, n * stride)); }
    auto operator->() const { return &**this; }
    // Kernels cast iterators to pointers.
    template <class U>
    explicit operator U*() const {
        return (U*)at_;
    }

    walker& operator+=(difference_type n) {
        at_ = path_(at_, n * stride);
        return *this;
    }
    walker& operator-=(difference_type n) { return *this += -n; }
    walker& operator++() { return *this += 1; }
    walker& operator--() { return *this -= 1; }
    walker operator++(int) {
        walker old = *this;
        ++*this;
        return old;
    }
    walker operator--(int) {
        walker old = *this;
        --*this;
        return old;
    }
    friend walker operator+(walker it, difference_type n) { return it += n; }
    friend walker operator+(difference_type n, walker it) { return it += n; }
    friend walker operator-(walker it, difference_type n) { return it -= n; }
    friend difference_type operator-(const walker& a, const walker& b) { return (a.at_ - b.at_) / stride; }
    friend bool operator==(const walker& a, const walker& b) { return a.at_ == b.at_; }
    friend auto operator<=>(const walker& a, const walker& b) { return a.at_ <=> b.at_; }

private:
    T* at_ = nullptr;
    [[no_unique_address]] Path<T> path_{};
};
static_assert(sizeof(walker<float, 8, line>) == sizeof(float*));

// One element at a time, at steps that come again and again.
template <class T, std::size_t Count>
class stepper {
public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = std::remove_cv_t<T>;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using pointer = T*;

    stepper(T* p, const std::array<int, Count>& steps) : p_(p), steps_(steps) {}
    T& operator*() const { return *p_; }
    stepper& operator++() {
        p_ += steps_[next_++ % Count];
        return *this;
    }
    stepper operator++(int) {
        stepper old = *this;
        ++*this;
        return old;
    }
    friend bool operator==(const stepper& a, const stepper& b) { return a.p_ == b.p_; }

private:
    T* p_;
    std::array<int, Count> steps_;
    std::size_t next_ = 0;
};

// Memory given as a pointer, an array or anything with data(). A buffer is walked from its margin on.
template <class T>
T* start_of(T* p) {
    return p;
}
template <class B>
auto start_of(B& b) -> decltype(b.data()) {
    if constexpr (requires { b.base(); })
        return b.base();
    else
        return b.data();
}
template <class X>
std::size_t size_of(const X& x) {
    if constexpr (requires { x.size(); })
        return x.size();
    else if constexpr (std::is_array_v<X>)
        return std::extent_v<X>;
    else
        return 0;
}
template <class T>
const T* constant(T* p) {
    return p;
}
template <class T, class X>
ring_of<T> ring_from(T* start, std::size_t size, const X& x) {
    return {start, static_cast<std::ptrdiff_t>(size ? size : size_of(x))};
}
template <class X>
concept Memory = requires(X& x) { start_of(x); };
// Buffers that say of themselves that they are walked in a circle.
template <class X>
inline constexpr bool is_ring = requires { requires std::remove_cvref_t<X>::is_circular; };

// A ring whose size is a part of its type starts from a pointer alone.
template <class T, unsigned Step, std::size_t Size>
struct sized_walker : walker<T, Step, ring_of> {
    using base = walker<T, Step, ring_of>;
    sized_walker() = default;
    sized_walker(const base& it) : base(it) {}
    explicit sized_walker(T* p) : base(p, ring_of<T>{p, static_cast<std::ptrdiff_t>(Size)}) {}
};
template <class T, bool Vectors, bool Ring, auto... Options>
struct named_walker {
    static constexpr std::size_t number(unsigned n) {
        std::size_t found = 0;
        (((!std::is_enum_v<decltype(Options)> && n-- == 0) ? void(found = static_cast<std::size_t>(Options)) : void()),
         ...);
        return found;
    }
    static constexpr unsigned step = Vectors ? static_cast<unsigned>(number(0)) : 0;
    static constexpr std::size_t given = Ring ? number(Vectors) : 0;
    static constexpr bool sized = given != 0 && given != static_cast<std::size_t>(-1);
    using type = std::conditional_t<sized, sized_walker<T, step, given>,
                                    std::conditional_t<Ring, walker<T, step, ring_of>, walker<T, step, line>>>;
};

}  // namespace lanewise::aie

namespace aie {

#define LANEWISE_WALK(name, Const, Placed)                                           \
    template <unsigned N, aie_dm_resource = aie_dm_resource::none, detail::Memory X> \
    auto name(X&& x) {                                                               \
        using T = std::remove_pointer_t<decltype(Const(detail::start_of(x)))>;       \
        constexpr std::size_t bytes = N * detail::element_bits<std::remove_cv_t<T>> / 8; \
        return detail::walker<T, N, detail::line>(Placed(Const(detail::start_of(x))));   \
    }
LANEWISE_WALK(begin_vector, , detail::placed<bytes>)
LANEWISE_WALK(begin_restrict_vector, , detail::placed<bytes>)
LANEWISE_WALK(begin_unaligned_vector, , )
LANEWISE_WALK(begin_restrict_unaligned_vector, , )
LANEWISE_WALK(begin_unaligned_restrict_vector, , )
LANEWISE_WALK(cbegin_vector, detail::constant, detail::placed<bytes>)
LANEWISE_WALK(cbegin_restrict_vector, detail::constant, detail::placed<bytes>)
LANEWISE_WALK(cbegin_unaligned_vector, detail::constant, )
LANEWISE_WALK(cbegin_restrict_unaligned_vector, detail::constant, )
LANEWISE_WALK(cbegin_unaligned_restrict_vector, detail::constant, )
#undef LANEWISE_WALK

// The ring's size in elements is a template argument, an argument, or that of the container. A memory bank may be named
// in front of it or behind it.
#define LANEWISE_RING(name, Const)                                                                         \
    template <unsigned N, std::size_t Size = 0, aie_dm_resource = aie_dm_resource::none, detail::Memory X> \
    auto name(X&& x, std::size_t size = Size) {                                                            \
        using T = std::remove_pointer_t<decltype(Const(detail::start_of(x)))>;                             \
        constexpr std::size_t bytes = N * detail::element_bits<std::remove_cv_t<T>> / 8;                   \
        T* const start = detail::placed<bytes>(Const(detail::start_of(x)));                                \
        return detail::walker<T, N, detail::ring_of>(start, detail::ring_from(start, size, x));            \
    }                                                                                                      \
    template <unsigned N, aie_dm_resource, detail::Memory X>                                               \
    auto name(X&& x, std::size_t size = 0) {                                                               \
        return name<N>(x, size);                                                                           \
    }
LANEWISE_RING(begin_vector_circular, )
LANEWISE_RING(begin_restrict_vector_circular, )
LANEWISE_RING(begin_vector_random_circular, )
LANEWISE_RING(begin_restrict_vector_random_circular, )
LANEWISE_RING(cbegin_vector_circular, detail::constant)
LANEWISE_RING(cbegin_restrict_vector_circular, detail::constant)
LANEWISE_RING(cbegin_vector_random_circular, detail::constant)
LANEWISE_RING(cbegin_restrict_vector_random_circular, detail::constant)
#undef LANEWISE_RING

#define LANEWISE_SCALARS(name, Const)                                                              \
    template <std::size_t Size = 0, aie_dm_resource = aie_dm_resource::none, detail::Memory X>     \
    auto name(X&& x, std::size_t size = Size) {                                                    \
        using T = std::remove_pointer_t<decltype(Const(detail::start_of(x)))>;                     \
        T* const start = Const(detail::start_of(x));                                               \
        return detail::walker<T, 0, detail::ring_of>(start, detail::ring_from(start, size, x));    \
    }                                                                                              \
    template <aie_dm_resource, std::size_t Size = 0, detail::Memory X>                             \
    auto name(X&& x, std::size_t size = Size) {                                                    \
        return name<Size>(x, size);                                                                \
    }
LANEWISE_SCALARS(begin_circular, )
LANEWISE_SCALARS(begin_random_circular, )
LANEWISE_SCALARS(begin_restrict_circular, )
LANEWISE_SCALARS(begin_restrict_random_circular, )
LANEWISE_SCALARS(cbegin_circular, detail::constant)
LANEWISE_SCALARS(cbegin_random_circular, detail::constant)
LANEWISE_SCALARS(cbegin_restrict_circular, detail::constant)
LANEWISE_SCALARS(cbegin_restrict_random_circular, detail::constant)
#undef LANEWISE_SCALARS

// Over plain memory an iterator of single elements is a pointer, and kernels cast it to other pointers. A buffer that is
// a ring gives a circular one.
template <aie_dm_resource = aie_dm_resource::none, detail::Memory X>
auto begin(X&& x, std::size_t = 0) {
    if constexpr (detail::is_ring<X>)
        return begin_random_circular(x);
    else
        return detail::start_of(x);
}
template <aie_dm_resource = aie_dm_resource::none, detail::Memory X>
auto begin_restrict(X&& x, std::size_t = 0) {
    return aie::begin(x);
}
template <aie_dm_resource = aie_dm_resource::none, detail::Memory X>
auto cbegin(X&& x, std::size_t = 0) {
    if constexpr (detail::is_ring<X>)
        return cbegin_random_circular(x);
    else
        return detail::constant(detail::start_of(x));
}
template <aie_dm_resource = aie_dm_resource::none, detail::Memory X>
auto cbegin_restrict(X&& x, std::size_t = 0) {
    return aie::cbegin(x);
}
template <aie_dm_resource = aie_dm_resource::none, detail::Memory X>
auto end(X&& x, std::size_t size = 0) {
    return detail::start_of(x) + static_cast<std::ptrdiff_t>(size ? size : detail::size_of(x));
}
template <aie_dm_resource = aie_dm_resource::none, detail::Memory X>
auto cend(X&& x, std::size_t size = 0) {
    return detail::constant(aie::end(x, size));
}

// Elements at steps that come again and again: begin_pattern<1, 3>(p) visits p[0], p[1], p[4], p[5], p[8], ...
// (policy iterator_pattern).
template <int... Steps, detail::Memory X>
    requires(sizeof...(Steps) > 0)
auto begin_pattern(X&& x) {
    return detail::stepper(detail::start_of(x), std::array{Steps...});
}

// The types by their names. Numbers behind the element type are the lanes of a vector, then the size of a ring; who
// names a memory bank may do that anywhere.
inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

#define LANEWISE_ITERATOR(prefix, name, Const, Vectors, Ring)                                             \
    template <class T, auto... Options>                                                                   \
    using prefix##name = typename detail::named_walker<Const T, Vectors, Ring, Options...>::type;
#define LANEWISE_ITERATORS(name, Vectors, Ring)                      \
    LANEWISE_ITERATOR(, name, , Vectors, Ring)                       \
    LANEWISE_ITERATOR(restrict_, name, , Vectors, Ring)              \
    LANEWISE_ITERATOR(const_, name, const, Vectors, Ring)            \
    LANEWISE_ITERATOR(const_restrict_, name, const, Vectors, Ring)
LANEWISE_ITERATORS(vector_iterator, true, false)
LANEWISE_ITERATORS(unaligned_vector_iterator, true, false)
LANEWISE_ITERATORS(circular_iterator, false, true)
LANEWISE_ITERATORS(random_circular_iterator, false, true)
LANEWISE_ITERATORS(vector_circular_iterator, true, true)
LANEWISE_ITERATORS(vector_random_circular_iterator, true, true)
LANEWISE_ITERATOR(, vector_restrict_iterator, , true, false)
LANEWISE_ITERATOR(const_, vector_restrict_iterator, const, true, false)
#undef LANEWISE_ITERATORS
#undef LANEWISE_ITERATOR

}  // namespace aie
