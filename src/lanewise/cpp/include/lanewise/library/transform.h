// Broadcast, Fill, Pad and UnPad: elements are moved and never changed.
#pragma once

#include "lanewise/host/tiling_structs.h"
#include "lanewise/library/map.h"

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

struct PadParams {
    std::uint16_t leftPad = 0;
    std::uint16_t rightPad = 0;
    std::int32_t padValue = 0;
    constexpr PadParams() = default;
    constexpr PadParams(std::uint16_t left, std::uint16_t right, std::int32_t value) : leftPad(left), rightPad(right), padValue(value) {}
};
struct UnPadParams {
    std::uint16_t leftPad = 0;
    std::uint16_t rightPad = 0;
    constexpr UnPadParams() = default;
    constexpr UnPadParams(std::uint16_t left, std::uint16_t right) : leftPad(left), rightPad(right) {}
};

}  // namespace AscendC

namespace lanewise::library {

// Packed arrays of `rank` axes; axes of length 1 in the source are repeated.
template <class T>
void broadcast(const AscendC::LocalTensor<T>& dst, const AscendC::LocalTensor<T>& src, const std::uint32_t* to_shape, const std::uint32_t* from_shape, int rank) {
    std::uint64_t to_size = 1, from_size = 1;
    for (int d = 0; d < rank; ++d) {
        to_size *= to_shape[d];
        from_size *= from_shape[d];
        if (from_shape[d] != to_shape[d] && from_shape[d] != 1)
            fault("PARAM-001", {{"op", "Broadcast"}, {"what", "srcShape[" + std::to_string(d) + "]"}, {"value", from_shape[d]},
                                {"need", "1 or " + std::to_string(to_shape[d])}});
    }
    const Lanes<T> from("Broadcast", "src", src, from_size), to("Broadcast", "dst", dst, to_size);
    std::vector<T> values;
    for (std::uint64_t i = 0; i < from_size; ++i) values.push_back(from[i]);
    for (std::uint64_t i = 0; i < to_size; ++i) {
        std::uint64_t rest = i, place = 0, step = 1;
        for (int d = rank - 1; d >= 0; --d) {
            if (from_shape[d] != 1) place += rest % to_shape[d] * step;
            rest /= to_shape[d];
            step *= from_shape[d];
        }
        to.put(i, values[place]);
    }
}

}  // namespace lanewise::library

namespace AscendC {

// One or two axes; the axis that is repeated is told by the template and by the shapes.
template <class T, std::int32_t dim, std::int32_t axis, bool isReuseSource = false>
void Broadcast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const std::uint32_t dstShape[dim], const std::uint32_t srcShape[dim]) {
    static_assert(dim == 1 || dim == 2, "Broadcast takes one or two axes");
    lanewise::library::broadcast(dstLocal, srcLocal, dstShape, srcShape, dim);
}
template <class T, std::int32_t dim, std::int32_t axis, bool isReuseSource = false>
void Broadcast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const std::uint32_t dstShape[dim], const std::uint32_t srcShape[dim],
               LocalTensor<std::uint8_t>&) {
    Broadcast<T, dim, axis, isReuseSource>(dstLocal, srcLocal, dstShape, srcShape);
}

// Up to nine axes, described by a tiling that the kernel makes.
template <class T>
void GetBroadcastTilingInfo(std::uint32_t rank, const std::uint32_t* dstShape, const std::uint32_t* srcShape, bool, BroadcastTiling& tiling) {
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
template <class T, int constRank = -1, std::uint32_t* constDstShape = nullptr, std::uint32_t* constSrcShape = nullptr, bool constSrcInnerPad = false>
void Broadcast(const LocalTensor<T>& dst, const LocalTensor<T>& src, const std::uint32_t* dstShape, const std::uint32_t* srcShape, BroadcastTiling* tiling) {
    LANEWISE_ONLY_3510(Broadcast with a tiling, T);
    lanewise::library::broadcast(dst, src, dstShape, srcShape, static_cast<int>(tiling->oriRank));
}

// Writes global memory.
template <class T>
void Fill(GlobalTensor<T>& gmWorkspaceAddr, const std::uint64_t size, const lanewise::plain_t<T> value) {
    T* place = gmWorkspaceAddr.GetPhyAddr(0);
    lw_check_gm("Fill", place, size * sizeof(T));
    for (std::uint64_t i = 0; i < size; ++i) place[i] = value;
}

// Packed rows get a left and a right margin and start at whole data blocks. Rows that are whole blocks already are copied, and
// the columns from their original width on become the margin.
template <class T>
void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, PadParams& padParams, PadTiling& tiling) {
    using namespace lanewise::library;
    const std::uint32_t rows = tiling.srcHeight, width = tiling.srcWidth, original = tiling.srcOriWidth, pitch = pitch_of<T>(width);
    const bool aligned = pitch == width;
    const Lanes<T> from("Pad", "src", srcTensor, std::uint64_t{rows} * width), to("Pad", "dst", dstTensor, std::uint64_t{rows} * pitch);
    std::vector<T> values;
    for (std::uint64_t i = 0; i < std::uint64_t{rows} * width; ++i) values.push_back(from[i]);
    const T margin = static_cast<T>(padParams.padValue);
    const std::uint32_t data = aligned ? original : width, left = aligned ? 0 : padParams.leftPad;
    if (left + data + padParams.rightPad > pitch)
        lanewise::fault("PARAM-001", {{"op", "Pad"}, {"what", "the padded width"}, {"value", left + data + padParams.rightPad},
                                      {"need", "at most " + std::to_string(pitch) + " elements, the row in whole data blocks"}});
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint32_t c = 0; c < (aligned ? width : left + width + padParams.rightPad); ++c) {
            const bool outside = c < left || (c >= left + data && c < left + data + padParams.rightPad);
            to.put(row * pitch + c, outside ? margin : values[row * width + c - left]);
        }
}
template <class T>
void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, PadParams& padParams, const LocalTensor<std::uint8_t>&, PadTiling& tiling) {
    Pad<T>(dstTensor, srcTensor, padParams, tiling);
}

// The reverse on the right side alone: rows lose their last elements and become packed.
template <class T>
void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, UnPadParams& unPadParams, UnPadTiling& tiling) {
    using namespace lanewise::library;
    const std::uint32_t rows = tiling.srcHeight, width = tiling.srcWidth;
    if (unPadParams.rightPad > width)
        lanewise::fault("PARAM-001", {{"op", "UnPad"}, {"what", "rightPad"}, {"value", unPadParams.rightPad}, {"need", "at most the width, " + std::to_string(width)}});
    const std::uint32_t kept = width - unPadParams.rightPad;
    const Lanes<T> from("UnPad", "src", srcTensor, std::uint64_t{rows} * width), to("UnPad", "dst", dstTensor, std::uint64_t{rows} * kept);
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint32_t c = 0; c < kept; ++c) to.put(row * kept + c, from[row * width + c]);
}
template <class T>
void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, UnPadParams& unPadParams, LocalTensor<std::uint8_t>&, UnPadTiling& tiling) {
    UnPad<T>(dstTensor, srcTensor, unPadParams, tiling);
}

}  // namespace AscendC
