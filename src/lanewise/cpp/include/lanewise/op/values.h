// Helpers that read values of inputs on the host: integers, and shapes that depend on them.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/op/helpers.h"
#include "lanewise/op/log.h"

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

// Output 0 is input 0 without the axes that input 1 lists; attribute 0 tells whether they stay, with size 1. No axes:
// nothing is reduced, as in numpy.
inline ge::graphStatus InferShape4Reduce(gert::InferShapeContext* context) {
    const gert::Shape* in = context->GetInputShape(0);
    gert::Shape* out = context->GetOutputShape(0);
    const bool* keep = context->GetAttrs()->GetBool(0);
    if (!in || !out || !keep) return ge::GRAPH_FAILED;
    std::vector<std::int64_t> axes;
    if (!lanewise::op::integers(context, 1, axes)) {
        OP_LOGE(context, "InferShape4Reduce needs the axes, but the values of input 1 are not readable integers: give it "
                         ".ValueDepend(OPTIONAL), or its function .InputsDataDependency({1})");
        return ge::GRAPH_FAILED;
    }
    const std::int64_t rank = static_cast<std::int64_t>(in->GetDimNum());
    std::vector<bool> reduced(in->GetDimNum());
    for (const std::int64_t axis : axes) {
        if (rank == 0 && (axis == 0 || axis == -1)) continue;  // a scalar has one element to reduce
        if (!CheckAxisBounds(rank, axis)) {
            OP_LOGE(context, "axis %ld is not one of an input of rank %ld", static_cast<long>(axis), static_cast<long>(rank));
            return ge::GRAPH_FAILED;
        }
        reduced[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)] = true;
    }
    gert::Shape made;
    for (std::size_t i = 0; i < in->GetDimNum(); ++i) {
        if (!reduced[i]) made.AppendDim(in->GetDim(i));
        else if (*keep) made.AppendDim(1);
    }
    *out = made;
    return ge::GRAPH_SUCCESS;
}

}  // namespace Ops::Base
