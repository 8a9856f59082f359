// Mmad, and what it is told by registers.
#pragma once

#include "lanewise/ascend/cube/load.h"

namespace lanewise {

template <class... Tensors>
LANEWISE_API void multiply(Opcode op, const AscendC::MmadParams& p, bool adds, const Tensors&... tensors) {
    check_fields("Mmad", {{"m", asked(p.m), 0, 4095}, {"n", asked(p.n), 0, 4095}, {"k", asked(p.k), 0, 4095}, {"unitFlag", asked(p.unitFlag), 0, 3}});
    plain(op).tensors(tensors...).issue_with(p.m, p.n, p.k, p.unitFlag, adds, p.kDirectionAlign, p.disableGemv);
}

}  // namespace lanewise

namespace AscendC {

// Starts from zero, from what is there, or from the bias table where the structure says so without naming a tensor: then from its start.
template <class T, class U, class S>
LANEWISE_API void Mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter, const MmadParams& p) {
    const bool adds = p.isBias || !p.cmatrixInitVal;
    if (adds && p.cmatrixSource) {
        const auto bias = LocalTensor<T>::lanewise_at(TPosition::C2, 0, p.n);
        lanewise::multiply(lanewise::Opcode::mmad_bias_, p, false, dst, fm, filter, bias);
    } else {
        lanewise::multiply(lanewise::Opcode::mmad_, p, adds, dst, fm, filter);
    }
}

// A bias in the bias table is where every row starts; one in L0C means what is there.
template <class T, class U, class S, class V>
LANEWISE_API void Mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter, const LocalTensor<V>& bias,
                       const MmadParams& p) {
    if (bias.GetPosition() == static_cast<std::int32_t>(TPosition::CO1)) lanewise::multiply(lanewise::Opcode::mmad_, p, true, dst, fm, filter);
    else lanewise::multiply(lanewise::Opcode::mmad_bias_, p, false, dst, fm, filter, bias);
}

#if LANEWISE_L0AMX_BYTES
// Scales lie where loads have put them: beside the matrices.
template <class T, class U, class S>
LANEWISE_API void MmadMx(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter, const MmadParams& p) {
    const bool adds = p.isBias || !p.cmatrixInitVal;
    if (adds && p.cmatrixSource) return MmadMx(dst, fm, filter, LocalTensor<float>::lanewise_at(TPosition::C2, 0, p.n), p);
    using Scales = lanewise::Beside<fp8_e8m0_t>;
    lanewise::multiply(lanewise::Opcode::mmad_mx_, p, adds, dst, fm, filter, Scales::of(fm, 16), Scales::of(filter, 16));
}
template <class T, class U, class S>
LANEWISE_API void MmadMx(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter, const LocalTensor<float>& bias,
                         const MmadParams& p) {
    using Scales = lanewise::Beside<fp8_e8m0_t>;
    const auto left = Scales::of(fm, 16), right = Scales::of(filter, 16);
    if (bias.GetPosition() == static_cast<std::int32_t>(TPosition::CO1)) lanewise::multiply(lanewise::Opcode::mmad_mx_, p, true, dst, fm, filter, left, right);
    else lanewise::multiply(lanewise::Opcode::mmad_mx_bias_, p, false, dst, fm, filter, bias, left, right);
}
#endif

#if LANEWISE_L0BI_BYTES
template <class T = std::int32_t, class U = std::int8_t>
LANEWISE_API void MmadWithSparse(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<U>& filter, const MmadParams& p) {
    lanewise::multiply(lanewise::Opcode::mmad_with_sparse_, p, p.isBias || !p.cmatrixInitVal, dst, fm, filter,
                       lanewise::Beside<std::uint8_t>::of(filter, 4));
}
#endif

LANEWISE_API void SetHF32Mode(HF32Mode mode) { lanewise::plain(lanewise::Opcode::set_hf32_mode_).issue_with(mode == HF32Mode::ENABLE); }
LANEWISE_API void SetHF32Mode(bool on) { lanewise::plain(lanewise::Opcode::set_hf32_mode_).issue_with(on); }
LANEWISE_API void SetHF32TransMode(HF32TransMode mode) {
    lanewise::plain(lanewise::Opcode::set_hf32_trans_mode_).issue_with(mode == HF32TransMode::NEAREST_EVEN);
}
LANEWISE_API void SetHF32TransMode(bool even) { lanewise::plain(lanewise::Opcode::set_hf32_trans_mode_).issue_with(even); }

// In which order results are produced: no effect on values.
LANEWISE_API void SetMMLayoutTransform(bool) { lanewise::plain(lanewise::Opcode::set_mm_layout_transform_).issue(); }
LANEWISE_API void SetMMRowMajor() { SetMMLayoutTransform(true); }
LANEWISE_API void SetMMColumnMajor() { SetMMLayoutTransform(false); }

}  // namespace AscendC
