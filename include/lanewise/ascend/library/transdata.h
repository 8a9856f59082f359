// TransData: between NCDHW and the layouts that keep 16 channels (and 16 batches) together.
#pragma once

#include <tuple>
#include <vector>

#include "lanewise/ascend/library/config.h"
#include "lanewise/ascend/library/call.h"

namespace AscendC {

template <class T, class U>
struct TransDataParams {
    T srcLayout;
    U dstLayout;
};

}  // namespace AscendC

namespace lanewise::library {

template <class ShapeType>
std::vector<std::uint32_t> sizes_of(const ShapeType& shape) {
    using Sizes = std::vector<std::uint32_t>;
    return std::apply([](const auto&... size) { return Sizes{static_cast<std::uint32_t>(size)...}; }, shape);
}

// The number of a layout among the parameters.
constexpr int layout_of(AscendC::DataFormat format) {
    return format == AscendC::DataFormat::NCDHW ? 0 : format == AscendC::DataFormat::NDC1HWC0 ? 1 : 2;
}

}  // namespace lanewise::library

namespace AscendC {

// Missing channels and batches are zero when they are packed and dropped when they are unpacked.
template <TransDataConfig config, class T, class U, class S>
LANEWISE_API void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const TransDataParams<U, S>& params) {
    using namespace lanewise::library;
    constexpr bool packing = config.srcFormat == DataFormat::NCDHW;
    constexpr DataFormat packed = packing ? config.dstFormat : config.srcFormat;
    static_assert((packing ? config.dstFormat : config.srcFormat) != DataFormat::NCDHW &&
                  (packing || config.dstFormat == DataFormat::NCDHW) &&
                  (packed == DataFormat::NDC1HWC0 || packed == DataFormat::FRACTAL_Z_3D),
                  "TransData goes between NCDHW and NDC1HWC0 or FRACTAL_Z_3D");
    const auto plain = packing ? sizes_of(params.srcLayout.GetShape()) : sizes_of(params.dstLayout.GetShape());
    if (plain.size() != 5)
        lanewise::fault("PARAM-001", {{"op", "TransData"}, {"what", "the number of NCDHW axes"},
                                      {"value", plain.size()}, {"need", "5"}});
    macro(lanewise::Opcode::lib_trans_data_, dstTensor, srcTensor)
        .issue_with(layout_of(config.srcFormat), layout_of(config.dstFormat), plain[0], plain[1], plain[2],
                    plain[3] * plain[4]);
}
template <TransDataConfig config, class T, class U, class S>
LANEWISE_API void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&,
               const TransDataParams<U, S>& params) {
    TransData<config, T, U, S>(dstTensor, srcTensor, params);
}

}  // namespace AscendC
