// Memory seen as an array of several dimensions: aie::mdspan and what it is made of, as the C++ standard has them.
#pragma once

#include <array>
#include <tuple>

#include "lanewise/aie/iterators.h"

namespace aie {

// How long each dimension is; dynamic_extent ones are known while running.
template <class Index, std::size_t... Sizes>
class extents {
public:
    using index_type = Index;
    using size_type = std::make_unsigned_t<Index>;
    using rank_type = std::size_t;
    static constexpr rank_type rank() { return sizeof...(Sizes); }
    static constexpr rank_type rank_dynamic() { return (0 + ... + (Sizes == dynamic_extent)); }
    static constexpr std::size_t static_extent(rank_type r) { return std::array{Sizes...}[r]; }

    constexpr extents() : sizes_{static_cast<Index>(Sizes == dynamic_extent ? 0 : Sizes)...} {}
    // All of them, or the ones that are not known yet.
    template <class... I>
        requires(sizeof...(I) > 0 && (std::is_convertible_v<I, Index> && ...) &&
                 (sizeof...(I) == rank() || sizeof...(I) == rank_dynamic()))
    constexpr explicit extents(I... given) : extents() {
        const std::array<Index, sizeof...(I)> values{static_cast<Index>(given)...};
        std::size_t next = 0;
        for (rank_type r = 0; r < rank(); ++r)
            if (sizeof...(I) == rank() || static_extent(r) == dynamic_extent) sizes_[r] = values[next++];
    }
    constexpr Index extent(rank_type r) const { return sizes_[r]; }
    friend constexpr bool operator==(const extents&, const extents&) = default;

private:
    std::array<Index, sizeof...(Sizes)> sizes_;
};

namespace traits {
template <class Index, class Numbers>
struct all_dynamic;
template <class Index, std::size_t... I>
struct all_dynamic<Index, std::index_sequence<I...>> {
    using type = extents<Index, (static_cast<void>(I), dynamic_extent)...>;
};
}  // namespace traits
template <class Index, std::size_t Rank>
using dextents = typename traits::all_dynamic<Index, std::make_index_sequence<Rank>>::type;

// Which step each dimension takes: the last one single elements, the first one, or said for each.
template <class Extents, class Order>
class mapping {
public:
    using extents_type = Extents;
    using index_type = typename Extents::index_type;

    constexpr mapping() : mapping(Extents{}) {}
    constexpr mapping(const Extents& e) : extents_(e), strides_{} {
        index_type step = 1;
        for (std::size_t i = 0; i < Extents::rank(); ++i) {
            const std::size_t r = Order::last_is_one ? Extents::rank() - 1 - i : i;
            strides_[r] = step;
            step *= e.extent(r);
        }
    }
    template <class I>
    constexpr mapping(const Extents& e, const std::array<I, Extents::rank()>& strides) : extents_(e), strides_{} {
        for (std::size_t r = 0; r < Extents::rank(); ++r) strides_[r] = static_cast<index_type>(strides[r]);
    }
    template <class Other>
        requires(!std::is_same_v<Other, Order>)
    constexpr mapping(const mapping<Extents, Other>& m) : extents_(m.extents()), strides_{} {
        for (std::size_t r = 0; r < Extents::rank(); ++r) strides_[r] = m.stride(r);
    }
    constexpr const Extents& extents() const { return extents_; }
    constexpr index_type stride(std::size_t r) const { return strides_[r]; }
    template <class... I>
    constexpr std::ptrdiff_t operator()(I... at) const {
        std::ptrdiff_t offset = 0;
        std::size_t r = 0;
        ((offset += static_cast<std::ptrdiff_t>(at) * static_cast<std::ptrdiff_t>(strides_[r++])), ...);
        return offset;
    }

private:
    Extents extents_;
    std::array<index_type, Extents::rank()> strides_;
};
struct layout_right {
    static constexpr bool last_is_one = true;
    template <class Extents>
    using mapping = aie::mapping<Extents, layout_right>;
};
struct layout_left {
    static constexpr bool last_is_one = false;
    template <class Extents>
    using mapping = aie::mapping<Extents, layout_left>;
};
struct layout_stride {
    static constexpr bool last_is_one = true;
    template <class Extents>
    using mapping = aie::mapping<Extents, layout_stride>;
};
template <class T>
struct default_accessor {
    using element_type = T;
    using data_handle_type = T*;
    using reference = T&;
    constexpr T& access(T* p, std::size_t i) const { return p[i]; }
    constexpr T* offset(T* p, std::size_t i) const { return p + i; }
};

template <class T, class Extents, class Layout = layout_right, class Accessor = default_accessor<T>>
class mdspan {
public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using extents_type = Extents;
    using layout_type = Layout;
    using accessor_type = Accessor;
    using mapping_type = typename Layout::template mapping<Extents>;
    using index_type = typename Extents::index_type;
    using size_type = typename Extents::size_type;
    using data_handle_type = T*;
    using reference = typename Accessor::reference;

    constexpr mdspan() = default;
    constexpr mdspan(T* p, const mapping_type& m) : p_(p), mapping_(m) {}
    constexpr mdspan(T* p, const Extents& e) : p_(p), mapping_(e) {}
    template <class... I>
        requires(std::is_constructible_v<Extents, I...> && (std::is_integral_v<I> && ...))
    constexpr explicit mdspan(T* p, I... sizes) : p_(p), mapping_(Extents(sizes...)) {}

    static constexpr std::size_t rank() { return Extents::rank(); }
    static constexpr std::size_t static_extent(std::size_t r) { return Extents::static_extent(r); }
    constexpr index_type extent(std::size_t r) const { return extents().extent(r); }
    constexpr const Extents& extents() const { return mapping_.extents(); }
    constexpr const mapping_type& mapping() const { return mapping_; }
    constexpr index_type stride(std::size_t r) const { return mapping_.stride(r); }
    constexpr std::size_t size() const {
        std::size_t all = 1;
        for (std::size_t r = 0; r < rank(); ++r) all *= static_cast<std::size_t>(extent(r));
        return all;
    }
    constexpr bool empty() const { return size() == 0; }
    constexpr T* data_handle() const { return p_; }
    constexpr T* data() const { return p_; }  // for iterators

    template <class... I>
        requires(sizeof...(I) == Extents::rank())
    constexpr reference operator()(I... at) const {
        return Accessor().access(p_, static_cast<std::size_t>(mapping_(at...)));
    }
    template <class I>
    constexpr reference operator[](const std::array<I, Extents::rank()>& at) const {
        return std::apply([this](auto... i) -> reference { return (*this)(i...); }, at);
    }
    template <class I>
        requires(Extents::rank() == 1 && std::is_convertible_v<I, std::size_t>)
    constexpr reference operator[](I at) const {
        return (*this)(at);
    }

private:
    T* p_ = nullptr;
    mapping_type mapping_{};
};
template <class T, class Index, std::size_t... Sizes>
mdspan(T*, const extents<Index, Sizes...>&) -> mdspan<T, extents<Index, Sizes...>>;
template <class T, class Extents, class Order>
mdspan(T*, const mapping<Extents, Order>&) -> mdspan<T, Extents, Order>;
template <class T, class... I>
    requires(sizeof...(I) > 0 && (std::is_integral_v<I> && ...))
mdspan(T*, I...) -> mdspan<T, dextents<std::size_t, sizeof...(I)>>;

// A part of a view: a number takes one place of a dimension, a pair [first, end) some, full_extent all.
struct full_extent_t {};
inline constexpr full_extent_t full_extent{};

template <class T, class Extents, class Layout, class Accessor, class... Slices>
    requires(sizeof...(Slices) == Extents::rank())
constexpr auto submdspan(const mdspan<T, Extents, Layout, Accessor>& whole, const Slices&... slices) {
    using Index = typename Extents::index_type;
    constexpr std::size_t kept = (0 + ... + !std::is_convertible_v<Slices, Index>);
    std::array<Index, kept> sizes{}, strides{};
    std::ptrdiff_t offset = 0;
    std::size_t r = 0, k = 0;
    const auto one = [&](const auto& slice) {
        using S = std::remove_cvref_t<decltype(slice)>;
        const auto step = whole.stride(r);
        if constexpr (std::is_convertible_v<S, Index>) {
            offset += static_cast<std::ptrdiff_t>(slice) * static_cast<std::ptrdiff_t>(step);
        } else {
            Index first = 0, end = whole.extent(r);
            if constexpr (!std::is_same_v<S, full_extent_t>) {
                first = static_cast<Index>(std::get<0>(slice));
                end = static_cast<Index>(std::get<1>(slice));
            }
            offset += static_cast<std::ptrdiff_t>(first) * static_cast<std::ptrdiff_t>(step);
            sizes[k] = static_cast<Index>(end - first);
            strides[k++] = step;
        }
        ++r;
    };
    (one(slices), ...);
    using Part = dextents<Index, kept>;
    const Part part = std::apply([](auto... s) { return Part(s...); }, sizes);
    return mdspan<T, Part, layout_stride>(whole.data_handle() + offset, mapping<Part, layout_stride>(part, strides));
}

}  // namespace aie
