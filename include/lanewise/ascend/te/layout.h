// Te: layouts, which say where the element of a coordinate lies, and the patterns that matrices have in the memories of a cube core.
#pragma once

#include "lanewise/ascend/te/numbers.h"

namespace AscendC::Te {

// How many elements of a type are 32 bytes: the short side of its fractals.
template <class T> inline constexpr std::size_t C0_ELEMENT = 256 / lanewise::te::element_bits<T>;
template <class T> inline constexpr std::size_t C0_SIZE = lanewise::te::element_bits<T> == 4 ? 64 : 32;
inline constexpr std::size_t MX_SCALE_K0 = 2;

template <class T, class C0 = Std::Int<C0_ELEMENT<T>>>
struct LayoutTrait {
    using type = T;
    static constexpr std::size_t C0_ELEMENT = C0::value;
};
template <class T, class C0 = Std::Int<C0_ELEMENT<T>>>
struct LayoutTraitDefault : LayoutTrait<T, C0> {};
struct LayoutTraitScale { static constexpr std::size_t C0_ELEMENT = MX_SCALE_K0; };
struct LanewiseUsualTrait {};  // no trait: the pattern's own C0
struct LayoutTraitFP4 { static constexpr std::size_t C0_ELEMENT = 64; };

struct NDExtLayoutPtn {};
struct DNExtLayoutPtn {};
struct NDLayoutPtn {};
struct DNLayoutPtn {};
struct NZLayoutPtn {};
struct ZNLayoutPtn {};
struct ZZLayoutPtn {};
struct NNLayoutPtn {};
struct ScaleANDLayoutPtn {};
struct ScaleADNLayoutPtn {};
struct ScaleBNDLayoutPtn {};
struct ScaleBDNLayoutPtn {};
struct NCHWLayoutPtn {};
struct NHWCLayoutPtn {};
struct NC1HWC0LayoutPtn {};
struct NoLayoutPtn {};  // of a layout that is none of them

template <class ShapeType, class StrideType, class Info = Std::tuple<NoLayoutPtn, LanewiseUsualTrait>>
struct Layout {
    using shapeType = ShapeType;
    using strideType = StrideType;
    using infoType = Info;
    static constexpr std::size_t rank = lanewise::te::rank_of<ShapeType>, depth = lanewise::te::leaves_of<ShapeType>;

    constexpr Layout() = default;
    constexpr Layout(const ShapeType& shape, const StrideType& stride) : shape_(shape), stride_(stride) {}

    template <std::size_t... i> constexpr auto Shape() const { return Te::Get<i...>(shape_); }
    template <std::size_t... i> constexpr auto Stride() const { return Te::Get<i...>(stride_); }
    template <std::size_t... i> constexpr auto Rank() const { return Std::Int<lanewise::te::rank_of<decltype(Shape<i...>())>>{}; }
    template <std::size_t... i> constexpr auto Size() const { return lanewise::te::product(Shape<i...>()); }
    template <std::size_t... i> constexpr auto Capacity() const { return lanewise::te::capacity(Shape<i...>(), Stride<i...>()); }
    constexpr auto Coshape() const { return lanewise::te::reach(shape_, stride_) + Std::Int<1>{}; }
    template <std::size_t... i>
    constexpr auto Select() const {
        return Layout<decltype(std::make_tuple(Std::get<i>(shape_)...)), decltype(std::make_tuple(Std::get<i>(stride_)...))>{
            std::make_tuple(Std::get<i>(shape_)...), std::make_tuple(Std::get<i>(stride_)...)};
    }
    template <class C>
    constexpr auto operator()(const C& coordinate) const { return lanewise::te::index(coordinate, shape_, stride_); }
    template <class... C>
        requires(sizeof...(C) > 1)
    constexpr auto operator()(const C&... coordinates) const { return (*this)(Te::MakeCoord(coordinates...)); }

  private:
    ShapeType shape_{};
    StrideType stride_{};
};

template <class T> inline constexpr bool lanewise_is_layout = false;
template <class S, class D, class I> inline constexpr bool lanewise_is_layout<Layout<S, D, I>> = true;
template <class T>
concept LanewiseLayout = lanewise_is_layout<Std::remove_cvref_t<T>>;

template <class S, class D, class Pattern, class Trait>
Pattern lanewise_pattern(const Layout<S, D, Std::tuple<Pattern, Trait>>&);
template <class L> using GetLayoutPattern = decltype(lanewise_pattern(Std::declval<L>()));
template <class L, class... Patterns> inline constexpr bool IsSatisfiedPtnFormatV = Std::is_one_of_v<GetLayoutPattern<L>, Patterns...>;

template <std::size_t... i, LanewiseLayout L> constexpr auto GetShape(const L& layout) { return layout.template Shape<i...>(); }
template <std::size_t... i, LanewiseLayout L> constexpr auto GetStride(const L& layout) { return layout.template Stride<i...>(); }
template <std::size_t... i, LanewiseLayout L> constexpr auto Rank(const L& layout) { return layout.template Rank<i...>(); }
template <std::size_t... i, LanewiseLayout L> constexpr auto Size(const L& layout) { return layout.template Size<i...>(); }
template <std::size_t... i, LanewiseLayout L> constexpr auto Capacity(const L& layout) { return layout.template Capacity<i...>(); }
template <LanewiseLayout L> constexpr auto Coshape(const L& layout) { return layout.Coshape(); }
template <LanewiseLayout L> constexpr auto Cosize(const L& layout) { return layout.Coshape(); }
template <std::size_t... i, LanewiseLayout L> constexpr auto Select(const L& layout) { return layout.template Select<i...>(); }
template <class C, LanewiseLayout L> constexpr auto Crd2Idx(const C& coordinate, const L& layout) { return layout(coordinate); }
template <class C, class S, class D>
constexpr auto Crd2Idx(const C& coordinate, const S& shape, const D& stride) { return lanewise::te::index(coordinate, shape, stride); }

enum class AttrInfo : std::uint8_t { Shape, Stride, Row, Column };
template <AttrInfo what, AttrInfo axis, std::size_t dimension, LanewiseLayout L>
constexpr auto GetElement(const L& layout) {
    constexpr std::size_t at = axis == AttrInfo::Row ? 0 : 1;
    if constexpr (what == AttrInfo::Shape) return layout.template Shape<at, dimension>();
    else return layout.template Stride<at, dimension>();
}
template <LanewiseLayout L> constexpr auto GetTotalRowShape(const L& layout) { return layout.template Size<0>(); }
template <LanewiseLayout L> constexpr auto GetTotalColumnShape(const L& layout) { return layout.template Size<1>(); }

template <class Pattern, class Trait = LanewiseUsualTrait, class S, class D>
constexpr auto MakePatternLayout(const S& shape, const D& stride) {
    return Layout<S, D, Std::tuple<Pattern, Trait>>{shape, stride};
}

}  // namespace AscendC::Te

namespace lanewise::te {

// The value of what the compiler knows; -1 of what it does not.
template <class T>
constexpr long known() {
    if constexpr (Std::is_constant_v<T>) return static_cast<long>(Std::remove_cvref_t<T>::value);
    else return -1;
}

// Which pattern a layout made by hand has, as far as the compiler knows its numbers.
template <class S, class D>
constexpr auto pattern_of() {
    using namespace AscendC::Te;
    if constexpr (rank_of<S> != 2 || leaves_of<S> != leaves_of<D>) {
        return NoLayoutPtn{};
    } else if constexpr (leaves_of<S> == 2 && !is_tuple<std::tuple_element_t<0, S>>) {
        if constexpr (known<std::tuple_element_t<1, D>>() == 1) return NDLayoutPtn{};
        else if constexpr (known<std::tuple_element_t<0, D>>() == 1) return DNLayoutPtn{};
        else return NoLayoutPtn{};
    } else if constexpr (leaves_of<S> == 4 && rank_of<std::tuple_element_t<0, S>> == 2) {
        using Rows = std::tuple_element_t<0, S>;
        using Columns = std::tuple_element_t<1, S>;
        using Down = std::tuple_element_t<0, D>;
        using Across = std::tuple_element_t<1, D>;
        constexpr long r0 = known<std::tuple_element_t<0, Rows>>(), c0 = known<std::tuple_element_t<0, Columns>>();
        constexpr long down0 = known<std::tuple_element_t<0, Down>>(), across0 = known<std::tuple_element_t<0, Across>>();
        constexpr long down1 = known<std::tuple_element_t<1, Down>>(), across1 = known<std::tuple_element_t<1, Across>>();
        if constexpr (r0 == 1 && c0 == 1 && across1 == 1) return NDExtLayoutPtn{};
        else if constexpr (r0 == 1 && c0 == 1 && down1 == 1) return DNExtLayoutPtn{};
        else if constexpr (r0 == 2 && c0 == 16 && down0 == 1 && across0 == 2 && down1 == 32) return NNLayoutPtn{};
        else if constexpr (r0 == 16 && c0 > 1 && down0 == c0 && across0 == 1 && across1 == 16 * c0) return ZZLayoutPtn{};
        else if constexpr (r0 == 16 && c0 > 1 && down0 == c0 && across0 == 1 && down1 == 16 * c0) return NZLayoutPtn{};
        else if constexpr (c0 == 16 && r0 > 1 && across0 == r0 && down0 == 1) return ZNLayoutPtn{};
        else return NoLayoutPtn{};
    } else {
        return NoLayoutPtn{};
    }
}

// A flat shape is dense in the order of rows; a nested one has columns in each level.
template <class S>
constexpr auto dense(const S& shape) {
    if constexpr (rank_of<S> == 1) {
        if constexpr (is_tuple<S>) return std::make_tuple(Std::Int<1>{});
        else return Std::Int<1>{};
    } else {
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            const auto behind = [&]<std::size_t k>(std::integral_constant<std::size_t, k>) {
                return [&]<std::size_t... j>(std::index_sequence<j...>) { return (Std::Int<1>{} * ... * Std::get<k + 1 + j>(shape)); }
                (std::make_index_sequence<sizeof...(i) - 1 - k>{});
            };
            return std::make_tuple(behind(std::integral_constant<std::size_t, i>{})...);
        }(std::make_index_sequence<rank_of<S>>{});
    }
}
template <class Rows, class Columns>
constexpr auto dense_levels(const Rows& rows, const Columns& columns) {
    const auto build = [&]<std::size_t i>(const auto& self, std::integral_constant<std::size_t, i>, auto step, const auto& down, const auto& across) {
        if constexpr (i == rank_of<Rows>) return std::make_tuple(down, across);
        else {
            const auto x = Std::get<i>(rows);
            const auto y = Std::get<i>(columns);
            return self(self, std::integral_constant<std::size_t, i + 1>{}, x * y * step, std::tuple_cat(down, std::make_tuple(step)),
                        std::tuple_cat(across, std::make_tuple(x * step)));
        }
    };
    return build(build, std::integral_constant<std::size_t, 0>{}, Std::Int<1>{}, std::tuple<>{}, std::tuple<>{});
}

// C0 from whatever names it: nothing, a number, an element type, or a trait.
template <class Trait>
constexpr std::size_t c0_of(std::size_t otherwise) {
    if constexpr (std::is_same_v<Trait, AscendC::Te::LanewiseUsualTrait>) return otherwise;
    else if constexpr (Std::is_constant_v<Trait>) return Trait::value;
    else if constexpr (requires { Trait::C0_ELEMENT; }) return Trait::C0_ELEMENT;
    else return AscendC::Te::C0_ELEMENT<Trait>;
}

template <class Pattern, class Trait, class R, class C>
constexpr auto frame(const R& rows, const C& columns) {
    using namespace AscendC::Te;
    constexpr auto is = []<class... P>(std::type_identity<P>...) { return Std::is_one_of_v<Pattern, P...>; };
    constexpr std::size_t usual = is(std::type_identity<NZLayoutPtn>{}, std::type_identity<ZNLayoutPtn>{}, std::type_identity<ZZLayoutPtn>{}) ? 16 : 2;
    using C0 = Std::Int<c0_of<Trait>(usual)>;
    const auto lay = [](const auto& shape, const auto& stride) { return MakePatternLayout<Pattern, Trait>(shape, stride); };
    const auto of = []<class... T>(const T&... t) { return Std::tuple<T...>{t...}; };
    constexpr C0 c0;
    constexpr _0 zero;
    constexpr _1 one;
    constexpr _2 two;
    constexpr _16 tall;
    if constexpr (is(std::type_identity<NDLayoutPtn>{})) {
        return lay(of(rows, columns), of(columns, one));
    } else if constexpr (is(std::type_identity<DNLayoutPtn>{})) {
        return lay(of(rows, columns), of(one, rows));
    } else if constexpr (is(std::type_identity<NDExtLayoutPtn>{}, std::type_identity<ScaleANDLayoutPtn>{})) {
        return lay(of(of(one, rows), of(one, columns)), of(of(zero, columns), of(zero, one)));
    } else if constexpr (is(std::type_identity<DNExtLayoutPtn>{}, std::type_identity<ScaleBDNLayoutPtn>{})) {
        return lay(of(of(one, rows), of(one, columns)), of(of(zero, one), of(zero, rows)));
    } else if constexpr (is(std::type_identity<NZLayoutPtn>{})) {
        const auto down = Std::ceil_division(rows, tall);
        const auto across = Std::ceil_division(columns, c0);
        return lay(of(of(tall, down), of(c0, across)), of(of(c0, tall * c0), of(one, c0 * (down * tall))));
    } else if constexpr (is(std::type_identity<ZNLayoutPtn>{})) {
        const auto down = Std::ceil_division(rows, c0);
        const auto across = Std::ceil_division(columns, tall);
        return lay(of(of(c0, down), of(tall, across)), of(of(one, c0 * (across * tall)), of(c0, tall * c0)));
    } else if constexpr (is(std::type_identity<ZZLayoutPtn>{})) {
        const auto down = Std::ceil_division(rows, tall);
        const auto across = Std::ceil_division(columns, c0);
        return lay(of(of(tall, down), of(c0, across)), of(of(c0, tall * (across * c0)), of(one, tall * c0)));
    } else if constexpr (is(std::type_identity<NNLayoutPtn>{})) {
        static_assert(C0::value == 2, "NNLayoutPtn is of scales: C0 is 2");
        const auto down = Std::ceil_division(rows, two);
        const auto across = Std::ceil_division(columns, tall);
        return lay(of(of(two, down), of(tall, across)), of(of(one, two * tall), of(two, tall * (down * two))));
    } else if constexpr (is(std::type_identity<ScaleADNLayoutPtn>{})) {
        return lay(of(of(one, rows), of(two, columns / two)), of(of(zero, two), of(one, two * rows)));
    } else {
        static_assert(is(std::type_identity<ScaleBNDLayoutPtn>{}), "MakeFrameLayout takes ND, DN, NDExt, DNExt, NZ, ZN, ZZ, NN and the four Scale patterns, and NCHW, NHWC or NC1HWC0 with four or five sizes");
        return lay(of(of(two, rows / two), of(one, columns)), of(of(one, two * columns), of(zero, two)));
    }
}

}  // namespace lanewise::te

namespace AscendC::Te {

template <class S, class D>
constexpr auto MakeLayout(const S& shape, const D& stride) {
    static_assert(lanewise::te::leaves_of<S> == lanewise::te::leaves_of<D>, "shape and stride of a layout have the same structure");
    return MakePatternLayout<decltype(lanewise::te::pattern_of<S, D>())>(shape, stride);
}
template <class S>
constexpr auto MakeLayout(const S& shape) {
    if constexpr (lanewise::te::leaves_of<S> == lanewise::te::rank_of<S>)
        return MakeLayout(shape, lanewise::te::dense(shape));
    else
        return MakeLayout(shape, lanewise::te::dense_levels(Std::get<0>(shape), Std::get<1>(shape)));
}

// Of a matrix, of a batch of them, or of feature maps: sizes as programs name them.
template <class Pattern, class Trait = LanewiseUsualTrait>
struct FrameLayoutFormat {
    template <class R, class C>
    constexpr auto operator()(const R& rows, const C& columns) const {
        return lanewise::te::frame<Pattern, Trait>(rows, columns);
    }
    template <class B, class R, class C>
    constexpr auto operator()(const B& batch, const R& rows, const C& columns) const {
        const auto matrix = (*this)(rows, columns);
        return MakePatternLayout<Pattern, Trait>(Te::MakeShape(batch, matrix.Shape()), Te::MakeStride(matrix.Capacity(), matrix.Stride()));
    }
    template <class... Sizes>
        requires(sizeof...(Sizes) > 3)
    constexpr auto operator()(const Sizes&... sizes) const {
        static_assert(Std::is_one_of_v<Pattern, NCHWLayoutPtn, NHWCLayoutPtn, NC1HWC0LayoutPtn>, "four and five sizes are of NCHW, NHWC and NC1HWC0");
        const auto shape = Te::MakeShape(sizes...);
        return MakePatternLayout<Pattern, Trait>(shape, lanewise::te::dense(shape));
    }
};
template <class Pattern, class Trait = LanewiseUsualTrait, class... Sizes>
constexpr auto MakeFrameLayout(const Sizes&... sizes) {
    return FrameLayoutFormat<Pattern, Trait>{}(sizes...);
}
template <class Pattern, std::size_t c0, class... Sizes>
constexpr auto MakeFrameLayout(const Sizes&... sizes) {
    return FrameLayoutFormat<Pattern, Std::Int<c0>>{}(sizes...);
}

// Get of a layout is one of its modes; Squeeze leaves modes out.
template <std::size_t... i, LanewiseLayout L>
constexpr auto Get(const L& layout) {
    if constexpr (sizeof...(i) == 0) return layout;
    else return MakePatternLayout<NoLayoutPtn>(layout.template Shape<i...>(), layout.template Stride<i...>());
}

}  // namespace AscendC::Te

namespace lanewise::te {

template <std::size_t i, std::size_t... gone>
inline constexpr bool leaves_out = ((i == gone) || ...);

template <std::size_t... gone, class T>
constexpr auto without(const T& t) {
    const auto kept = [&]<std::size_t... i>(std::index_sequence<i...>) {
        return std::tuple_cat([&] {
            if constexpr (leaves_out<i, gone...>) return std::tuple<>{};
            else return std::make_tuple(Std::get<i>(t));
        }()...);
    }(std::make_index_sequence<rank_of<T>>{});
    if constexpr (rank_of<decltype(kept)> == 1) {
        if constexpr (is_tuple<decltype(Std::get<0>(kept))>) return Std::get<0>(kept);
        else return kept;
    } else {
        return kept;
    }
}

}  // namespace lanewise::te

namespace AscendC::Te {

// What is left keeps its pattern: a batch of one is its matrix.
template <std::size_t... gone, class S, class D, class Info>
constexpr auto Squeeze(const Layout<S, D, Info>& layout) {
    const auto shape = lanewise::te::without<gone...>(layout.Shape());
    const auto stride = lanewise::te::without<gone...>(layout.Stride());
    return Layout<Std::remove_cvref_t<decltype(shape)>, Std::remove_cvref_t<decltype(stride)>, Info>{shape, stride};
}
template <class X, class... Marks>
constexpr auto Squeeze(const X& x, const Std::tuple<Marks...>&) {
    return [&]<std::size_t... i>(Std::index_sequence<i...>) {
        constexpr bool gone[] = {Std::is_same_v<Std::remove_cvref_t<Marks>, _1>...};
        constexpr std::size_t count = (std::size_t{0} + ... + std::size_t{gone[i]});
        constexpr auto places = [&] {
            std::array<std::size_t, count + 1> at{};
            std::size_t next = 0;
            for (std::size_t k = 0; k < sizeof...(i); ++k)
                if (gone[k]) at[next++] = k;
            return at;
        }();
        return [&]<std::size_t... k>(Std::index_sequence<k...>) { return Squeeze<places[k]...>(x); }(Std::make_index_sequence<count>{});
    }(Std::make_index_sequence<sizeof...(Marks)>{});
}
template <LanewiseLayout L>
constexpr auto RemoveBatchDim(const L& layout) {
    return Squeeze<0>(layout);
}

}  // namespace AscendC::Te
