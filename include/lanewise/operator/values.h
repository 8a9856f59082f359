// Helpers that read values of inputs on the host: integers, and shapes that depend on them.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/operator/log.h"

namespace lanewise::op {

// The integers of an input. False where they are not integers, or were not declared readable.
template <class Context>
bool integers(const Context* context, std::size_t input, std::vector<std::int64_t>& values) {
    const gert::Tensor* tensor = context->GetInputTensor(input);
    if (!tensor) return false;
    const std::int64_t count = tensor->GetShapeSize();
    const auto take = [&](const auto* from) {
        if (!from && count > 0) return false;
        values.assign(from, from + count);
        return true;
    };
    switch (static_cast<int>(tensor->GetDataType())) {
        case 3: return take(tensor->GetData<std::int32_t>());
        case 8: return take(tensor->GetData<std::uint32_t>());
        case 9: return take(tensor->GetData<std::int64_t>());
        case 10: return take(tensor->GetData<std::uint64_t>());
    }
    return false;
}

}  // namespace lanewise::op

namespace Ops::Base {

template <class Context, class Int>
bool GetConstInt(Context* context, std::int64_t input, Int& value) {
    std::vector<std::int64_t> values;
    if (!lanewise::op::integers(context, static_cast<std::size_t>(input), values) || values.empty()) return false;
    value = static_cast<Int>(values[0]);
    return true;
}
template <class Context>
bool GetConstIntToShape(Context* context, std::int64_t input, gert::Shape& shape) {
    std::vector<std::int64_t> values;
    if (!lanewise::op::integers(context, static_cast<std::size_t>(input), values)) return false;
    shape.SetDimNum(0);
    for (const std::int64_t value : values) shape.AppendDim(value);
    return true;
}

// Values of a tensor as integers of one type or another.
template <class From, class To>
void GetValueToInteger(const gert::Tensor* tensor, To& value) {
    if (const From* values = tensor ? tensor->GetData<From>() : nullptr) value = static_cast<To>(*values);
}
template <class T>
void GetValueToShape(const gert::Tensor* tensor, gert::Shape& shape) {
    const T* values = tensor ? tensor->GetData<T>() : nullptr;
    if (!values) return;
    shape.SetDimNum(0);
    for (std::int64_t i = 0; i < tensor->GetShapeSize(); ++i) shape.AppendDim(static_cast<std::int64_t>(values[i]));
}

// The shape without the axes, or with size 1 in their place. Negative ones count from the end; a shape of unknown rank stays one.
template <class T>
ge::graphStatus lanewise_reduced(const gert::Shape* x, const T* axes, std::int32_t count, bool keep, gert::Shape* out) {
    if (!x || !out || (count > 0 && !axes)) return ge::GRAPH_FAILED;
    if (IsUnknownRank(*x)) return SetUnknownRank(*out), ge::GRAPH_SUCCESS;
    const std::int64_t rank = static_cast<std::int64_t>(x->GetDimNum());
    std::vector<bool> reduced(static_cast<std::size_t>(rank) + 1);
    for (std::int32_t i = 0; i < count; ++i) {
        const std::int64_t axis = static_cast<std::int64_t>(axes[i]);
        if (!CheckAxisBounds(rank, axis)) {
            LANEWISE_LOG_ERROR("reduce", "axis %ld is not one of an input of rank %ld", static_cast<long>(axis), static_cast<long>(rank));
            return ge::GRAPH_FAILED;
        }
        if (rank) reduced[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)] = true;  // a scalar has none to lose
    }
    gert::Shape made;
    for (std::size_t i = 0; i < x->GetDimNum(); ++i) {
        if (!reduced[i]) made.AppendDim(x->GetDim(i));
        else if (keep) made.AppendDim(1);
    }
    *out = made;
    return ge::GRAPH_SUCCESS;
}
template <class T>
ge::graphStatus ReduceDimsWithKeepDims(const gert::Shape* x, const T* axes, std::int32_t count, gert::Shape* out) {
    return lanewise_reduced(x, axes, count, true, out);
}
template <class T>
ge::graphStatus ReduceDimsWithoutKeepDims(const gert::Shape* x, const T* axes, std::int32_t count, gert::Shape* out) {
    return lanewise_reduced(x, axes, count, false, out);
}
template <class T>
ge::graphStatus ReduceDims(const gert::Shape* x, const gert::Tensor* axes, std::int32_t count, const bool keepDims, gert::Shape* out) {
    return lanewise_reduced(x, axes ? axes->GetData<T>() : nullptr, count, keepDims, out);
}

// Output 0 is input 0 without the axes that input 1 lists; attribute 0 tells whether they stay, with size 1. No axes:
// nothing is reduced, as in numpy.
inline ge::graphStatus InferShape4Reduce(gert::InferShapeContext* context) {
    const bool* keep = context->GetAttrs()->GetBool(0);
    if (!keep) return ge::GRAPH_FAILED;
    std::vector<std::int64_t> axes;
    if (!lanewise::op::integers(context, 1, axes)) {
        LANEWISE_LOG_ERROR(context, "InferShape4Reduce needs the axes, but the values of input 1 are not readable integers: give it "
                                    ".ValueDepend(OPTIONAL), or its function .InputsDataDependency({1})");
        return ge::GRAPH_FAILED;
    }
    return lanewise_reduced(context->GetInputShape(0), axes.data(), static_cast<std::int32_t>(axes.size()), *keep, context->GetOutputShape(0));
}

}  // namespace Ops::Base
