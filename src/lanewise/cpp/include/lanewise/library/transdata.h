// TransData: between NCDHW and the layouts that keep 16 channels (and 16 batches) together.
#pragma once

#include "lanewise/library/config.h"
#include "lanewise/library/lanes.h"

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
    return std::apply([](const auto&... size) { return std::vector<std::uint32_t>{static_cast<std::uint32_t>(size)...}; }, shape);
}

inline constexpr std::uint32_t cube_side = 16;

// One layout as a function of (n, c, d, hw). Planes of H * W are padded to whole data blocks in NCDHW.
struct VolumeLayout {
    AscendC::DataFormat format;
    std::uint32_t n, c, d, hw, plane;
    std::uint32_t c1() const { return static_cast<std::uint32_t>(align_up(c, cube_side) / cube_side); }
    std::uint32_t n1() const { return static_cast<std::uint32_t>(align_up(n, cube_side) / cube_side); }
    std::uint64_t at(std::uint64_t in, std::uint64_t ic, std::uint64_t id, std::uint64_t ihw) const {
        const std::uint64_t block = ic / cube_side, channel = ic % cube_side;
        switch (format) {
            case AscendC::DataFormat::NCDHW: return ((in * c + ic) * d + id) * plane + ihw;
            case AscendC::DataFormat::NDC1HWC0: return (((in * d + id) * c1() + block) * hw + ihw) * cube_side + channel;
            default:  // FRACTAL_Z_3D: d, c1, hw, n1, n0, c0
                return ((((id * c1() + block) * hw + ihw) * n1() + in / cube_side) * cube_side + in % cube_side) * cube_side + channel;
        }
    }
    std::uint64_t extent() const {
        switch (format) {
            case AscendC::DataFormat::NCDHW: return std::uint64_t{n} * c * d * plane;
            case AscendC::DataFormat::NDC1HWC0: return std::uint64_t{n} * d * c1() * hw * cube_side;
            default: return std::uint64_t{d} * c1() * hw * n1() * cube_side * cube_side;
        }
    }
    // What an element without a channel or batch of its own would be: present in the packed layouts only.
    std::uint32_t all_n() const { return format == AscendC::DataFormat::FRACTAL_Z_3D ? n1() * cube_side : n; }
    std::uint32_t all_c() const { return format == AscendC::DataFormat::NCDHW ? c : c1() * cube_side; }
};

}  // namespace lanewise::library

namespace AscendC {

// Missing channels and batches are zero when they are packed and dropped when they are unpacked.
template <TransDataConfig config, class T, class U, class S>
void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const TransDataParams<U, S>& params) {
    using namespace lanewise::library;
    constexpr bool packing = config.srcFormat == DataFormat::NCDHW;
    constexpr DataFormat packed = packing ? config.dstFormat : config.srcFormat;
    static_assert((packing ? config.dstFormat : config.srcFormat) != DataFormat::NCDHW && (packing || config.dstFormat == DataFormat::NCDHW) &&
                      (packed == DataFormat::NDC1HWC0 || packed == DataFormat::FRACTAL_Z_3D),
                  "TransData goes between NCDHW and NDC1HWC0 or FRACTAL_Z_3D");
    const auto plain = packing ? sizes_of(params.srcLayout.GetShape()) : sizes_of(params.dstLayout.GetShape());
    if (plain.size() != 5)
        lanewise::fault("PARAM-001", {{"op", "TransData"}, {"what", "the number of NCDHW axes"}, {"value", plain.size()}, {"need", "5"}});
    const std::uint32_t hw = plain[3] * plain[4];
    const VolumeLayout from{config.srcFormat, plain[0], plain[1], plain[2], hw, pitch_of<T>(hw)};
    const VolumeLayout to{config.dstFormat, plain[0], plain[1], plain[2], hw, pitch_of<T>(hw)};
    const Lanes<T> src("TransData", "src", srcTensor, from.extent()), dst("TransData", "dst", dstTensor, to.extent());
    for (std::uint32_t n = 0; n < to.all_n(); ++n)
        for (std::uint32_t c = 0; c < to.all_c(); ++c)
            for (std::uint32_t d = 0; d < to.d; ++d)
                for (std::uint32_t i = 0; i < hw; ++i)
                    dst.put(to.at(n, c, d, i), n < to.n && c < to.c ? src[from.at(n, c, d, i)] : T(0));
}
template <TransDataConfig config, class T, class U, class S>
void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const LocalTensor<std::uint8_t>&, const TransDataParams<U, S>& params) {
    TransData<config, T, U, S>(dstTensor, srcTensor, params);
}

}  // namespace AscendC
