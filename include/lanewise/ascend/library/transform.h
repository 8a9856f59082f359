// Broadcast: elements are moved and never changed.
#pragma once

#include "lanewise/ascend/library/map.h"

namespace AscendC {

struct BroadcastTiling {
    std::uint32_t oriRank;
    std::uint32_t rank;
    std::uint32_t dstSize;
    std::uint32_t srcSize;
    std::uint32_t loopNum = 0;
    std::uint32_t oriSrcShape[9];
    std::uint32_t oriDstShape[9];
    std::uint32_t dstShape[9];
    std::uint32_t dstStride[9];
    std::uint32_t srcStride[10];
};

}  // namespace AscendC

namespace lanewise::library {

// Packed arrays of `rank` axes; axes of length 1 in the source are repeated.
template <class T>
LANEWISE_API void broadcast(const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src,
                            const std::uint32_t* to_shape, const std::uint32_t* from_shape, int rank) {
    std::int64_t params[19] = {rank};
    for (int d = 0; d < rank && d < 9; ++d) params[1 + d] = to_shape[d], params[1 + rank + d] = from_shape[d];
    macro(Opcode::lib_broadcast_, dst, src).issue_list(params, static_cast<std::uint32_t>(1 + 2 * rank));
}

}  // namespace lanewise::library

namespace AscendC {

// One or two axes; the axis that is repeated is told by the template and by the shapes.
template <class T, std::int32_t dim, std::int32_t axis, bool isReuseSource = false>
LANEWISE_API void Broadcast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const std::uint32_t dstShape[dim],
               const std::uint32_t srcShape[dim]) {
    static_assert(dim == 1 || dim == 2, "Broadcast takes one or two axes");
    lanewise::library::broadcast(dstLocal, srcLocal, dstShape, srcShape, dim);
}
template <class T, std::int32_t dim, std::int32_t axis, bool isReuseSource = false>
LANEWISE_API void Broadcast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const std::uint32_t dstShape[dim],
               const std::uint32_t srcShape[dim], LocalTensor<std::uint8_t>&) {
    Broadcast<T, dim, axis, isReuseSource>(dstLocal, srcLocal, dstShape, srcShape);
}

// Up to nine axes, described by a tiling that the kernel makes.
template <class T>
LANEWISE_API void GetBroadcastTilingInfo(std::uint32_t rank, const std::uint32_t* dstShape, const std::uint32_t* srcShape, bool,
                            BroadcastTiling& tiling) {
    tiling = {};
    tiling.oriRank = tiling.rank = rank;
    tiling.dstSize = tiling.srcSize = 1;
    for (std::uint32_t d = 0; d < rank; ++d) {
        tiling.oriSrcShape[d] = srcShape[d];
        tiling.oriDstShape[d] = tiling.dstShape[d] = dstShape[d];
        tiling.dstSize *= dstShape[d];
        tiling.srcSize *= srcShape[d];
    }
    std::uint32_t to = 1, from = 1;
    for (std::uint32_t d = rank; d-- > 0; to *= dstShape[d], from *= srcShape[d]) {
        tiling.dstStride[d] = to;
        tiling.srcStride[d] = srcShape[d] == 1 ? 0 : from;
    }
}
template <class T, int constRank = -1, std::uint32_t* constDstShape = nullptr, std::uint32_t* constSrcShape = nullptr,
          bool constSrcInnerPad = false>
LANEWISE_API void Broadcast(const LocalTensor<T>& dst, const LocalTensor<T>& src, const std::uint32_t* dstShape,
               const std::uint32_t* srcShape, BroadcastTiling* tiling) {
    LANEWISE_FULL_LIBRARY(Broadcast with a tiling, T);
    lanewise::library::broadcast(dst, src, dstShape, srcShape, static_cast<int>(tiling->oriRank));
}

}  // namespace AscendC
