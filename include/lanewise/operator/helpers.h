// Small helpers that operators share: numbers, what the platform has, shapes of element-wise and broadcast results.
// What reads values of inputs is in values.h.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "lanewise/operator/texts.h"

namespace Ops::Base {

// Both of one type on purpose. Division by nothing leaves the number, as the vendor's helpers do.
template <class T>
T CeilDiv(T x, T y) {
    if (y == 0) return x;
    if constexpr (std::is_signed_v<T>) return x / y + (x % y != 0 && (x % y < 0) == (y < 0) ? 1 : 0);
    else return x / y + (x % y != 0 ? 1 : 0);
}
// What does not fit is the largest number.
template <class T>
T CeilAlign(T x, T align) {
    T aligned = 0;
    if (align == 0) return 0;
    return __builtin_mul_overflow(CeilDiv(x, align), align, &aligned) ? std::numeric_limits<T>::max() : aligned;
}
template <class T>
T FloorDiv(T x, T y) {
    return y == 0 ? x : x / y;
}
template <class T>
T FloorAlign(T x, T align) {
    return align == 0 ? 0 : static_cast<T>(x / align * align);
}
template <class T>
T Aligned(T x, T align) {
    return CeilAlign(x, align);
}

template <class T>
bool IsFloatEqual(T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return false;
    if (std::isinf(a) || std::isinf(b)) return a == b;
    return std::abs(a - b) <= std::numeric_limits<T>::epsilon();
}
// The largest power of two that is not above the number (of 0: policy operator_last_power).
inline std::uint64_t LastPow2(std::uint64_t number) { return number ? std::bit_floor(number) : 1; }
std::uint32_t MurmurHash(const void* bytes, std::uint32_t count, std::uint32_t seed = 271828);  // of the server (op/server/), policy operator_hash

// Pieces of one size, but for the last (policy operator_split).
struct SplitResult {
    std::int64_t blockNum = 0, blockFactor = 0, tailFactor = 0;
};
inline bool SplitIntoEqualByFactor(std::int64_t total, std::int32_t factor, SplitResult& result) {
    if (total <= 0 || factor <= 0) return false;
    result.blockNum = CeilDiv<std::int64_t>(total, factor), result.blockFactor = std::min<std::int64_t>(factor, total);
    result.tailFactor = total - (result.blockNum - 1) * result.blockFactor;
    return true;
}
inline bool SplitIntoEqualByParts(std::int64_t total, std::int32_t parts, SplitResult& result) {
    if (total <= 0 || parts <= 0) return false;
    const std::int64_t factor = CeilDiv<std::int64_t>(total, parts);
    result.blockNum = CeilDiv(total, factor), result.blockFactor = factor;
    result.tailFactor = total - (result.blockNum - 1) * factor;
    return true;
}

template <class Context>
std::uint32_t GetUbBlockSize(const Context*) { return 32; }
template <class Context>
std::uint32_t GetVRegSize(const Context*) { return 256; }
template <class Context>
std::uint32_t GetCacheLineSize(const Context*) { return 256; }
template <class Context>
std::uint32_t GetSectorCacheLineSize(const Context* context) { return GetCacheLineSize(context) / 2; }
template <class Context>
std::uint32_t GetNddmaDcacheSize(const Context*) { return 8192; }
template <class Context>
std::uint32_t GetSimtMaxThreadNum(const Context*) { return 2048; }
template <class Context>
std::uint32_t GetSimtMaxDCacheSize(const Context*) { return 131072; }
template <class Context>
std::uint32_t GetAivCoreNum(const Context* context) {
    return platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
}
template <class Context>
std::uint32_t GetAicCoreNum(const Context* context) {
    return platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAic();
}
template <class Context>
std::uint32_t GetWorkspaceSize(const Context* context) {
    return platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetLibApiWorkSpaceSize();
}
template <class Context>
std::uint32_t GetUbSize(const Context* context) {
    std::uint64_t size = 0;
    platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreMemSize(platform_ascendc::CoreMemType::UB, size);
    return static_cast<std::uint32_t>(size);
}
template <class Context>
bool IsRegbaseSocVersion(const Context* context) {
    return platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetVecRegLen() > 0;
}

inline bool IsUnknownRank(const gert::Shape& shape) { return shape.GetDimNum() == 1 && shape.GetDim(0) == ge::UNKNOWN_DIM_NUM; }
inline bool IsUnknownRank(const gert::Shape* shape) { return shape && IsUnknownRank(*shape); }
inline bool IsUnknownShape(const gert::Shape& shape) {
    for (std::size_t i = 0; i < shape.GetDimNum(); ++i)
        if (shape.GetDim(i) < 0) return true;
    return false;
}
inline bool IsUnknownShape(const gert::Shape* shape) { return shape && IsUnknownShape(*shape); }
inline void SetUnknownRank(gert::Shape& shape) { shape.SetDimNum(0), shape.AppendDim(ge::UNKNOWN_DIM_NUM); }
inline void SetUnknownRank(gert::Shape* shape) { SetUnknownRank(*shape); }
inline void SetUnknownShape(std::int64_t rank, gert::Shape& shape) {
    shape.SetDimNum(0);
    for (std::int64_t i = 0; i < rank; ++i) shape.AppendDim(ge::UNKNOWN_DIM);
}
// A scalar has one axis to name.
inline bool CheckAxisBounds(std::int64_t rank, std::int64_t axis) {
    const std::int64_t axes = std::max<std::int64_t>(rank, 1);
    return axis >= -axes && axis < axes;
}
// Declared alone: the vendor's template library defines it, too. Else it is the server's (op/server/).
const gert::Shape& EnsureNotScalar(const gert::Shape& shape);

inline bool BroadcastShape(const gert::Shape* a, const gert::Shape* b, gert::Shape* out) {
    const std::size_t rank = std::max(a->GetDimNum(), b->GetDimNum());
    gert::Shape made;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t from_a = rank - a->GetDimNum(), from_b = rank - b->GetDimNum();
        const std::int64_t x = i < from_a ? 1 : a->GetDim(i - from_a), y = i < from_b ? 1 : b->GetDim(i - from_b);
        if (x != y && x != 1 && y != 1) return false;
        made.AppendDim(x == 1 ? y : x);
    }
    *out = made;
    return true;
}
inline bool BroadcastShape(const gert::Shape& a, const gert::Shape& b, gert::Shape& out) { return BroadcastShape(&a, &b, &out); }
inline bool BroadcastShape(const std::vector<const gert::Shape*>& shapes, gert::Shape* out) {
    if (shapes.empty()) return false;
    gert::Shape made = *shapes[0];
    for (const gert::Shape* shape : shapes)
        if (!BroadcastShape(&made, shape, &made)) return false;
    *out = made;
    return true;
}
inline bool BroadcastShape(const std::vector<gert::Shape>& shapes, gert::Shape& out) {
    std::vector<const gert::Shape*> all;
    for (const gert::Shape& shape : shapes) all.push_back(&shape);
    return BroadcastShape(all, &out);
}

inline ge::graphStatus InferShape4Elewise(gert::InferShapeContext* context) {
    const gert::Shape* in = context->GetInputShape(0);
    gert::Shape* out = context->GetOutputShape(0);
    if (!in || !out) return ge::GRAPH_FAILED;
    *out = *in;
    return ge::GRAPH_SUCCESS;
}
inline ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context, std::size_t count) {
    std::vector<const gert::Shape*> shapes;
    for (std::size_t i = 0; i < count; ++i) {
        shapes.push_back(context->GetInputShape(i));
        if (!shapes.back()) return ge::GRAPH_FAILED;
    }
    gert::Shape* out = context->GetOutputShape(0);
    return out && BroadcastShape(shapes, out) ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}
inline ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context) { return InferShape4Broadcast(context, 2); }

}  // namespace Ops::Base
