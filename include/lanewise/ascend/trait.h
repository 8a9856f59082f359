// Shapes, strides and layouts as types, and TensorTrait: an element type with a place and a layout.
#pragma once

#include "lanewise/ascend/constants.h"
#include "lanewise/ascend/shared.h"
#include "lanewise/ascend/std.h"

namespace AscendC {

template <class... T> using Shape = Std::tuple<T...>;
template <class... T> using Stride = Std::tuple<T...>;
template <class... T> using Coord = Std::tuple<T...>;
template <class... T> constexpr Shape<T...> MakeShape(const T&... t) { return {t...}; }
template <class... T> constexpr Stride<T...> MakeStride(const T&... t) { return {t...}; }
template <class... T> constexpr Coord<T...> MakeCoord(const T&... t) { return {t...}; }

template <class ShapeType = Shape<>, class StrideType = Stride<>>
struct Layout {
    ShapeType shape{};
    StrideType stride{};
    constexpr Layout() = default;
    constexpr Layout(const ShapeType& s, const StrideType& t = {}) : shape(s), stride(t) {}
    constexpr const ShapeType& GetShape() const { return shape; }
    constexpr const StrideType& GetStride() const { return stride; }
    template <std::size_t i> constexpr decltype(auto) GetShape() const { return Std::get<i>(shape); }
    template <std::size_t i> constexpr decltype(auto) GetStride() const { return Std::get<i>(stride); }
};
template <class ShapeType, class StrideType>
constexpr Layout<ShapeType, StrideType> MakeLayout(const ShapeType& shape, const StrideType& stride) { return {shape, stride}; }
template <class ShapeType>
constexpr Layout<ShapeType, Stride<>> MakeLayout(const ShapeType& shape) { return {shape}; }

template <class T> struct is_layout : Std::false_type {};
template <class S, class D> struct is_layout<Layout<S, D>> : Std::true_type {};
template <class T> inline constexpr bool is_layout_v = is_layout<T>::value;

// Sum of coordinate times stride.
template <class... C, class S, class... D>
constexpr auto Crd2Idx(const Std::tuple<C...>& coordinate, const Layout<S, Std::tuple<D...>>& layout) {
    return [&]<std::size_t... i>(Std::index_sequence<i...>) {
        return (std::uint64_t{0} + ... + (static_cast<std::uint64_t>(Std::get<i>(coordinate)) * static_cast<std::uint64_t>(Std::get<i>(layout.stride))));
    }(Std::make_index_sequence<sizeof...(C)>{});
}

template <class T, TPosition pos = TPosition::GM, class LayoutType = Layout<Shape<>, Stride<>>>
struct TensorTrait {
    using LiteType = T;
    using LiteLayoutType = LayoutType;
    static constexpr TPosition tPos = pos;
    constexpr TensorTrait() = default;
    constexpr TensorTrait(const LayoutType& made) : layout(made) {}
    constexpr LayoutType& GetLayout() { return layout; }
    constexpr const LayoutType& GetLayout() const { return layout; }
    constexpr void SetLayout(const LayoutType& made) { layout = made; }
    LayoutType layout{};
};
template <class T, TPosition pos, class LayoutType>
constexpr TensorTrait<T, pos, LayoutType> MakeTensorTrait(const LayoutType& layout) { return {layout}; }

template <class T> struct is_tensorTrait : Std::false_type {};
template <class T, TPosition p, class L> struct is_tensorTrait<TensorTrait<T, p, L>> : Std::true_type {};

template <class T> struct lanewise_prim { using type = T; };
template <class T, TPosition p, class L> struct lanewise_prim<TensorTrait<T, p, L>> { using type = T; };
template <class T> using PrimT = typename lanewise_prim<T>::type;

// The number of elements that a layout spans.
template <class... S, class D>
constexpr std::uint32_t layout_elements(const Layout<Std::tuple<S...>, D>& layout) {
    return [&]<std::size_t... i>(Std::index_sequence<i...>) {
        return static_cast<std::uint32_t>((std::uint64_t{1} * ... * static_cast<std::uint64_t>(Std::get<i>(layout.shape))));
    }(Std::make_index_sequence<sizeof...(S)>{});
}
// Of a trait whose layout is known to the compiler; a plain one may use all of UB.
template <class T>
constexpr std::uint32_t trait_elements() {
    const std::uint32_t known = layout_elements(typename T::LiteLayoutType{});
    return known > 1 ? known : static_cast<std::uint32_t>(TOTAL_UB_SIZE / sizeof(PrimT<T>));
}

}  // namespace AscendC
