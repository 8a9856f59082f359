// Names that functions of the library had in earlier releases.
#pragma once

#include <utility>

#include "lanewise/ascend/library/filter.h"
#include "lanewise/ascend/library/transform.h"
#include "lanewise/ascend/library/transpose.h"

namespace AscendC {

template <class T, class... A>
LANEWISE_API void ConfusionTranspose(const LocalTensor<T>& dst, A&&... arguments) {
    Transpose<T>(dst, std::forward<A>(arguments)...);
}

template <class T, std::int32_t dim, std::int32_t axis, bool isReuseSource = false, class... A>
LANEWISE_API void BroadCast(const LocalTensor<T>& dst, A&&... arguments) {
    Broadcast<T, dim, axis, isReuseSource>(dst, std::forward<A>(arguments)...);
}

template <class T, class U, bool isReuseMask = true, class First, class Second>
LANEWISE_API void SelectWithBytesMask(const LocalTensor<T>& dst, const First& src0, const Second& src1, const LocalTensor<U>& mask,
                         const LocalTensor<std::uint8_t>& sharedTmpBuffer, const SelectWithBytesMaskShapeInfo& info) {
    Select<T, U, isReuseMask>(dst, src0, src1, mask, sharedTmpBuffer, info);
}

}  // namespace AscendC
