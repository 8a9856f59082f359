// Arrays of any type as registers of float, and back: what kernels of operators compute in.
#pragma once

#include "kernel_operator.h"

#if LANEWISE_HAS_REGISTERS

namespace lanewise::op {

inline constexpr AscendC::Reg::CastTrait widened = AscendC::Reg::layoutZMrgZ;
inline constexpr AscendC::Reg::CastTrait nearest{AscendC::Reg::RegLayout::ZERO, AscendC::Reg::SatMode::NO_SAT,
                                                 AscendC::Reg::MaskMergeMode::ZEROING, AscendC::RoundMode::CAST_RINT};
inline constexpr AscendC::Reg::CastTrait truncated{AscendC::Reg::RegLayout::ZERO, AscendC::Reg::SatMode::NO_SAT,
                                                   AscendC::Reg::MaskMergeMode::ZEROING, AscendC::RoundMode::CAST_TRUNC};

template <class T>
inline constexpr bool narrow_float = std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>;

}  // namespace lanewise::op

namespace ops {

template <class T>
__simd_callee__ inline void LoadOneTensorForDtypeT(__local_mem__ T* input, AscendC::Reg::RegTensor<float>& dst, AscendC::Reg::MaskReg& preg,
                                                   std::uint32_t offset) {
    static_assert(lanewise::op::narrow_float<T> || std::is_same_v<T, float>, "float, half or bfloat16_t becomes float");
    if constexpr (std::is_same_v<T, float>) {
        AscendC::Reg::LoadAlign(dst, input + offset);
    } else {
        AscendC::Reg::RegTensor<T> loaded;
        AscendC::Reg::LoadAlign<T, AscendC::Reg::LoadDist::DIST_UNPACK_B16>(loaded, input + offset);
        AscendC::Reg::Cast<float, T, lanewise::op::widened>(dst, loaded, preg);
    }
}
template <class T>
__simd_callee__ inline void LoadTwoTensorForDtypeT(__local_mem__ T* src1, __local_mem__ T* src2, AscendC::Reg::RegTensor<float>& dst1,
                                                   AscendC::Reg::RegTensor<float>& dst2, AscendC::Reg::MaskReg& dst1Preg,
                                                   AscendC::Reg::MaskReg& dst2Preg, std::uint32_t src1Offset, std::uint32_t src2Offset) {
    LoadOneTensorForDtypeT<T>(src1, dst1, dst1Preg, src1Offset);
    LoadOneTensorForDtypeT<T>(src2, dst2, dst2Preg, src2Offset);
}

template <class T>
__simd_callee__ inline void StoreOneTensorForDtypeT(__local_mem__ T* output, AscendC::Reg::RegTensor<float>& src, AscendC::Reg::MaskReg& preg,
                                                    std::uint32_t offset) {
    using namespace AscendC::Reg;
    if constexpr (std::is_same_v<T, float>) {
        StoreAlign(output + offset, src, preg);
    } else if constexpr (lanewise::op::narrow_float<T>) {
        RegTensor<T> made;
        Cast<T, float, lanewise::op::nearest>(made, src, preg);
        StoreAlign<T, StoreDist::DIST_PACK_B32>(output + offset, made, preg);
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
        RegTensor<T> made;
        Cast<T, float, lanewise::op::truncated>(made, src, preg);
        StoreAlign(output + offset, made, preg);
    } else if constexpr (std::is_same_v<T, std::int16_t>) {
        RegTensor<T> made;
        Cast<T, float, lanewise::op::truncated>(made, src, preg);
        StoreAlign<T, StoreDist::DIST_PACK_B32>(output + offset, made, preg);
    } else {
        static_assert(sizeof(T) == 1, "float becomes float, half, bfloat16_t or an integer of at most 32 bits");
        RegTensor<half> between;
        RegTensor<T> made;
        Cast<half, float, lanewise::op::truncated>(between, src, preg);
        Cast<T, half, lanewise::op::truncated>(made, between, preg);
        StoreAlign<T, StoreDist::DIST_PACK4_B32>(output + offset, made, preg);
    }
}

// At any address; the pointer goes on by `stride` elements.
template <class T>
__simd_callee__ inline void LoadUnAlignOneTensor(__local_mem__ T*& input, AscendC::Reg::RegTensor<float>& dst, AscendC::Reg::UnalignReg& ureg,
                                                 AscendC::Reg::MaskReg& preg, std::uint32_t stride) {
    using namespace AscendC::Reg;
    if constexpr (std::is_same_v<T, float>) {
        LoadUnAlign(dst, ureg, input, stride);
    } else {
        RegTensor<T> packed, loaded;
        LoadUnAlign(packed, ureg, input, stride);
        UnPack((RegTensor<std::uint32_t>&)loaded, (RegTensor<std::uint16_t>&)packed);
        Cast<float, T, lanewise::op::widened>(dst, loaded, preg);
    }
}
template <class T>
__simd_callee__ inline void StoreUnAlignOneTensor(__local_mem__ T*& output, AscendC::Reg::RegTensor<float>& src, AscendC::Reg::UnalignReg& ureg,
                                                  AscendC::Reg::MaskReg& preg, std::uint32_t stride) {
    using namespace AscendC::Reg;
    if constexpr (std::is_same_v<T, float>) {
        StoreUnAlign(output, src, ureg, stride);
    } else {
        RegTensor<T> made, packed;
        Cast<T, float, lanewise::op::nearest>(made, src, preg);
        Pack((RegTensor<std::uint16_t>&)packed, (RegTensor<std::uint32_t>&)made);
        StoreUnAlign(output, packed, ureg, stride);
    }
}

}  // namespace ops

#endif
