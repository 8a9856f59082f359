// Te: tensors, which are a pointer and a layout, and slices of them. They specialise the tensors of the basic interface.
#pragma once

#include "lanewise/ascend/te/layout.h"
#include "lanewise/ascend/te/places.h"

namespace AscendC::Te {

template <class EngineType, class LayoutType>
struct TensorAttribute {
    using engineType = EngineType;
    using layoutType = LayoutType;
};

}  // namespace AscendC::Te

namespace lanewise::te {

// A matrix's numbers as they are at run time: blocks of r0 x c0 elements, r1 x c1 of them, and how far it is from one to the next.
struct Matrix {
    std::int64_t batch = 1, r0 = 1, r1 = 1, c0 = 1, c1 = 1;
    std::int64_t batch_step = 0, down0 = 0, down1 = 0, across0 = 0, across1 = 0;

    std::int64_t rows() const { return r0 * r1; }
    std::int64_t columns() const { return c0 * c1; }
};

template <class S, class D>
LANEWISE_API Matrix matrix_of(const S& shape, const D& stride) {
    Matrix m;
    const auto n = [](const auto& x) { return static_cast<std::int64_t>(x); };
    if constexpr (leaves_of<S> == 5 || leaves_of<S> == 3) {
        m = matrix_of(Std::get<1>(shape), Std::get<1>(stride));
        m.batch = n(Std::get<0>(shape)), m.batch_step = n(Std::get<0>(stride));
    } else if constexpr (leaves_of<S> == 4) {
        m.r0 = n(AscendC::Te::Get<0, 0>(shape)), m.r1 = n(AscendC::Te::Get<0, 1>(shape));
        m.c0 = n(AscendC::Te::Get<1, 0>(shape)), m.c1 = n(AscendC::Te::Get<1, 1>(shape));
        m.down0 = n(AscendC::Te::Get<0, 0>(stride)), m.down1 = n(AscendC::Te::Get<0, 1>(stride));
        m.across0 = n(AscendC::Te::Get<1, 0>(stride)), m.across1 = n(AscendC::Te::Get<1, 1>(stride));
    } else {
        static_assert(leaves_of<S> == 2, "a matrix has a layout of two or four numbers, and one more in front for a batch");
        m.r1 = n(Std::get<0>(shape)), m.c1 = n(Std::get<1>(shape));
        m.down1 = n(Std::get<0>(stride)), m.across1 = n(Std::get<1>(stride));
    }
    return m;
}

// How many rows (columns) lie before a coordinate of one axis, plain or by blocks.
template <class C, class S>
constexpr auto before(const C& c, const S& shape) {
    if constexpr (is_tuple<C> && is_tuple<S>) return Std::get<0>(c) + Std::get<1>(c) * Std::get<0>(shape);
    else return c;
}
// What is left of an axis behind it, cut to what is asked for; in blocks where the axis has blocks.
template <class C, class S, class W>
constexpr auto cut(const C& c, const S& shape, const W& wanted) {
    const auto left = Std::min(product(shape) - before(c, shape), product(wanted));
    if constexpr (is_tuple<S>) return std::make_tuple(Std::get<0>(shape), Std::ceil_division(left, Std::get<0>(shape)));
    else return left;
}
template <class C, class S, class W>
constexpr auto slice_shape(const C& c, const S& shape, const W& wanted) {
    if constexpr (leaves_of<S> == 5)
        return std::make_tuple(Std::min(Std::get<0>(shape) - Std::get<0>(c), Std::get<0>(wanted)),
                               slice_shape(Std::get<1>(c), Std::get<1>(shape), Std::get<1>(wanted)));
    else if constexpr (leaves_of<S> == 3 && rank_of<S> == 2)
        return std::make_tuple(Std::min(Std::get<0>(shape) - Std::get<0>(c), Std::get<0>(wanted)),
                               slice_shape(Std::get<1>(c), Std::get<1>(shape), Std::get<1>(wanted)));
    else
        return each([](const auto& at, const auto& size, const auto& asked) { return cut(at, size, asked); }, c, shape, wanted);
}
// What is left behind a coordinate, number by number. One number may stand for an axis of blocks.
template <class C, class S>
constexpr auto behind(const C& c, const S& shape) {
    if constexpr (!is_tuple<S>) return shape - c;
    else if constexpr (is_tuple<C>) return each([](const auto& at, const auto& size) { return behind(at, size); }, c, shape);
    else return cut(c, shape, product(shape));
}
template <class A, class B>
constexpr auto smaller(const A& a, const B& b) {
    if constexpr (!is_tuple<A>) return Std::min(a, b);
    else return each([](const auto& x, const auto& y) { return smaller(x, y); }, a, b);
}

// What tensors in global memory and elsewhere have in common. Their names are those of types outside, so types are written in full here.
template <class EngineType, class LayoutType>
class Body {
  public:
    using engineType = EngineType;
    using layoutType = LayoutType;
    using iterator = typename EngineType::pointerType;
    using elementType = typename EngineType::elementType;
    using valueType = Std::remove_cv_t<elementType>;
    using PrimType = elementType;
    using reference = elementType&;
    using place = typename iterator::ptrPattern;
    static constexpr std::size_t rank = LayoutType::rank;

    constexpr Body() = default;
    constexpr Body(const EngineType& engine, const LayoutType& layout) : engine_(engine), layout_(layout) {}

    constexpr iterator Data() const { return engine_.Begin(); }
    constexpr const EngineType& Engine() const { return engine_; }
    constexpr const LayoutType& Layout() const { return layout_; }
    template <std::size_t... i> constexpr auto Shape() const { return layout_.template Shape<i...>(); }
    template <std::size_t... i> constexpr auto Stride() const { return layout_.template Stride<i...>(); }
    template <std::size_t... i> constexpr auto Size() const { return layout_.template Size<i...>(); }
    template <std::size_t... i> constexpr auto Capacity() const { return layout_.template Capacity<i...>(); }

    template <class C>
    LANEWISE_API reference operator[](const C& coordinate) const { return engine_.Begin()[layout_(coordinate)]; }
    template <class C>
    constexpr auto operator()(const C& coordinate) const {
        return lanewise_at(coordinate, AscendC::Te::MakePatternLayout<AscendC::Te::GetLayoutPattern<LayoutType>>(behind(coordinate, layout_.Shape()), layout_.Stride()));
    }
    template <class... C>
        requires(sizeof...(C) > 1)
    constexpr auto operator()(const C&... coordinates) const { return (*this)(AscendC::Te::MakeCoord(coordinates...)); }
    template <class C, class W>
    constexpr auto Slice(const C& coordinate, const W& wanted) const {
        if constexpr (AscendC::Te::LanewiseLayout<W>) {
            const auto shape = smaller(slice_shape(coordinate, layout_.Shape(), wanted.Shape()), wanted.Shape());
            return lanewise_at(coordinate, AscendC::Te::MakePatternLayout<AscendC::Te::GetLayoutPattern<W>>(shape, wanted.Stride()));
        } else {
            const auto shape = slice_shape(coordinate, layout_.Shape(), wanted);
            using Kept = AscendC::Te::Layout<Std::remove_cvref_t<decltype(shape)>, typename LayoutType::strideType, typename LayoutType::infoType>;
            return lanewise_at(coordinate, Kept{shape, layout_.Stride()});
        }
    }

    // The same place with another layout.
    template <class L>
    constexpr auto lanewise_with(const L& layout) const { return lanewise_at(Std::Int<0>{}, layout); }

  protected:
    template <class C, class L>
    constexpr auto lanewise_at(const C& coordinate, const L& layout) const;

    EngineType engine_{};
    LayoutType layout_{};
};

}  // namespace lanewise::te

namespace AscendC {

template <class EngineType, class LayoutType>
class LocalTensor<Te::TensorAttribute<EngineType, LayoutType>> : public lanewise::te::Body<EngineType, LayoutType> {
  public:
    using lanewise::te::Body<EngineType, LayoutType>::Body;
};
template <class EngineType, class LayoutType>
class GlobalTensor<Te::TensorAttribute<EngineType, LayoutType>> : public lanewise::te::Body<EngineType, LayoutType> {
  public:
    using lanewise::te::Body<EngineType, LayoutType>::Body;
    void SetL2CacheHint(CacheMode mode) { this->engine_.SetCacheMode(mode); }
};

namespace Te {

template <class T> inline constexpr bool lanewise_is_tensor = false;
template <class E, class L> inline constexpr bool lanewise_is_tensor<LocalTensor<TensorAttribute<E, L>>> = true;
template <class E, class L> inline constexpr bool lanewise_is_tensor<GlobalTensor<TensorAttribute<E, L>>> = true;
template <class T>
concept LanewiseTensor = lanewise_is_tensor<Std::remove_cvref_t<T>>;

template <class Place, class Pointer, LanewiseLayout L>
constexpr auto MakeTensor(const ViewEngine<HardwareMemPtr<Place, Pointer>>& engine, const L& layout) {
    using Attribute = TensorAttribute<ViewEngine<HardwareMemPtr<Place, Pointer>>, L>;
    return std::conditional_t<std::is_same_v<Place, Location::GM>, GlobalTensor<Attribute>, LocalTensor<Attribute>>(engine, layout);
}
template <class Place, class Pointer, LanewiseLayout L>
constexpr auto MakeTensor(const HardwareMemPtr<Place, Pointer>& pointer, const L& layout) {
    return MakeTensor(ViewEngine<HardwareMemPtr<Place, Pointer>>(pointer), layout);
}
template <class Place, class Pointer, class S, class D>
constexpr auto MakeTensor(const HardwareMemPtr<Place, Pointer>& pointer, const S& shape, const D& stride) {
    return MakeTensor(pointer, Te::MakeLayout(shape, stride));
}

template <LanewiseTensor T, class C, class W>
constexpr auto Slice(const T& tensor, const C& coordinate, const W& wanted) { return tensor.Slice(coordinate, wanted); }
template <std::size_t... gone, LanewiseTensor T>
constexpr auto Squeeze(const T& tensor) { return tensor.lanewise_with(Te::Squeeze<gone...>(tensor.Layout())); }
template <LanewiseTensor T, class I>
constexpr auto MakeSingleBatchSubTensor(const T& tensor, const I& batch) {
    const auto matrix = Te::RemoveBatchDim(tensor.Layout());
    return MakeTensor(tensor.Engine() + batch * Std::get<0>(tensor.Stride()), matrix);
}

}  // namespace Te
}  // namespace AscendC

namespace lanewise::te {

template <class EngineType, class LayoutType>
template <class C, class L>
constexpr auto Body<EngineType, LayoutType>::lanewise_at(const C& coordinate, const L& layout) const {
    return AscendC::Te::MakeTensor(engine_ + layout_(coordinate), layout);
}

template <class T>
LANEWISE_API Matrix matrix_of(const T& tensor) { return matrix_of(tensor.Shape(), tensor.Stride()); }

// The tensor as calls of the basic interface take it, and the same bytes as elements of another type. How far it goes is not known: a layout
// tells what it lays out, not what was set aside for it.
template <class T, class Tensor>
LANEWISE_API auto basic_as(const Tensor& tensor, std::int64_t elements = 0) {
    const auto pointer = tensor.Data() + elements;
    if constexpr (std::is_same_v<typename Tensor::place, AscendC::Te::Location::GM>) {
        AscendC::GlobalTensor<T> basic;
        basic.SetGlobalBuffer(reinterpret_cast<T*>(const_cast<std::remove_const_t<typename Tensor::elementType>*>(pointer.Get())));
        if (tensor.Engine().GetCacheMode() == AscendC::CacheMode::CACHE_MODE_DISABLE) basic.lanewise_set_around(trait_read_around | trait_write_around);
        return basic;
    } else {
        auto basic = AscendC::LocalTensor<T>::lanewise_at(Tensor::place::position, static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(pointer.Get())), 0);
        basic.address_.dataLen = UINT32_MAX;
        return basic;
    }
}
template <class Tensor>
LANEWISE_API auto basic(const Tensor& tensor, std::int64_t elements = 0) {
    return basic_as<typename Tensor::valueType>(tensor, elements);
}

}  // namespace lanewise::te
