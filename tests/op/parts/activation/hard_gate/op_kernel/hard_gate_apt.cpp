#include "kernel_operator.h"
#include "arch35/hard_gate_struct.h"
#include "arch35/hard_gate_tiling_key.h"
#include "op_kernel/platform_util.h"
#include "op_kernel/math_util.h"
using namespace AscendC;
using namespace HardGateOp;
namespace {
constexpr static MicroAPI::CastTrait CAST_UP = {MicroAPI::RegLayout::ZERO, MicroAPI::SatMode::UNKNOWN, MicroAPI::MaskMergeMode::ZEROING, RoundMode::UNKNOWN};
constexpr static MicroAPI::CastTrait CAST_DOWN = {MicroAPI::RegLayout::ZERO, MicroAPI::SatMode::NO_SAT, MicroAPI::MaskMergeMode::ZEROING, RoundMode::CAST_RINT};
}
template <typename T, uint64_t MODE, bool HAS>
class HardGateKernel {
public:
    __aicore__ inline HardGateKernel(const HardGateTilingData* t, TPipe* pipe) : tiling_(t), pipe_(pipe) {}
    __aicore__ inline void Process(GM_ADDR x, GM_ADDR gate, GM_ADDR y)
    {
        const int64_t start = GetBlockIdx() * tiling_->perCore;
        if (start >= tiling_->n) return;
        const int64_t len = (tiling_->n - start) < tiling_->perCore ? (tiling_->n - start) : tiling_->perCore;
        GlobalTensor<T> xg, yg;
        GlobalTensor<float> gg;
        xg.SetGlobalBuffer((__gm__ T*)x + start);
        yg.SetGlobalBuffer((__gm__ T*)y + start);
        if constexpr (HAS) gg.SetGlobalBuffer((__gm__ float*)gate + start);
        pipe_->InitBuffer(in_, 2, tiling_->tile * sizeof(T));
        pipe_->InitBuffer(gate_, 2, tiling_->tile * sizeof(float));
        pipe_->InitBuffer(out_, 2, tiling_->tile * sizeof(T));
        for (int64_t at = 0; at < len; at += tiling_->tile) {
            const uint32_t n = (len - at) < tiling_->tile ? (len - at) : tiling_->tile;
            LocalTensor<T> xl = in_.template AllocTensor<T>();
            DataCopyPadExtParams<T> pad{false, 0, 0, 0};
            DataCopyPad(xl, xg[at], {1, static_cast<uint32_t>(n * sizeof(T)), 0, 0, 0}, pad);
            in_.EnQue(xl);
            LocalTensor<float> gl = gate_.template AllocTensor<float>();
            if constexpr (HAS) {
                DataCopyPadExtParams<float> padf{false, 0, 0, 0};
                DataCopyPad<float, PaddingMode::Normal>(gl, gg[at], {1, static_cast<uint32_t>(n * sizeof(float)), 0, 0, 0}, padf);
            }
            gate_.EnQue(gl);
            xl = in_.template DeQue<T>();
            gl = gate_.template DeQue<float>();
            LocalTensor<T> yl = out_.template AllocTensor<T>();
            Compute((__local_mem__ T*)xl.GetPhyAddr(), (__local_mem__ float*)gl.GetPhyAddr(), (__local_mem__ T*)yl.GetPhyAddr(), n);
            in_.FreeTensor(xl);
            gate_.FreeTensor(gl);
            out_.EnQue(yl);
            yl = out_.template DeQue<T>();
            DataCopyPad(yg[at], yl, {1, static_cast<uint32_t>(n * sizeof(T)), 0, 0, 0});
            out_.FreeTensor(yl);
        }
    }
private:
    __aicore__ inline void Compute(__local_mem__ T* x, __local_mem__ float* g, __local_mem__ T* y, uint32_t n)
    {
        constexpr uint32_t VL = Ops::Base::GetVRegSize() / sizeof(float);
        const uint16_t loops = static_cast<uint16_t>(Ops::Base::CeilDiv(n, VL));
        uint32_t sreg = n;
        const float alpha = tiling_->alpha;
        __VEC_SCOPE__
        {
            MicroAPI::RegTensor<T> in;
            MicroAPI::RegTensor<float> f, h, lim;
            MicroAPI::MaskReg mask, low;
            for (uint16_t i = 0; i < loops; ++i) {
                mask = MicroAPI::UpdateMask<float>(sreg);
                if constexpr (std::is_same_v<T, float>) {
                    MicroAPI::DataCopy(f, x + i * VL);
                } else {
                    MicroAPI::DataCopy<T, MicroAPI::LoadDist::DIST_UNPACK_B16>(in, x + i * VL);
                    MicroAPI::Cast<float, T, CAST_UP>(f, in, mask);
                }
                MicroAPI::Muls(h, f, alpha, mask);
                MicroAPI::Adds(h, h, 0.5f, mask);
                MicroAPI::Duplicate(lim, 1.0f);
                MicroAPI::Min(h, h, lim, mask);
                MicroAPI::Maxs(h, h, 0.0f, mask);
                if constexpr (MODE == HARD_GATE_MODE_TANH) {
                    MicroAPI::CompareScalar<float, CMPMODE::LT>(low, f, 0.0f, mask);
                    MicroAPI::Duplicate<float, MicroAPI::MaskMergeMode::ZEROING, float>(lim, 0.0f, mask);
                    MicroAPI::Select(h, lim, h, low);
                }
                MicroAPI::Mul(f, f, h, mask);
                if constexpr (HAS) {
                    MicroAPI::DataCopy(lim, g + i * VL);
                    MicroAPI::Mul(f, f, lim, mask);
                }
                if constexpr (std::is_same_v<T, float>) {
                    MicroAPI::DataCopy(y + i * VL, f, mask);
                } else {
                    MicroAPI::Cast<T, float, CAST_DOWN>(in, f, mask);
                    MicroAPI::DataCopy<T, MicroAPI::StoreDist::DIST_PACK_B32>(y + i * VL, in, mask);
                }
            }
        }
    }
    const HardGateTilingData* tiling_;
    TPipe* pipe_;
    TQue<QuePosition::VECIN, 1> in_, gate_;
    TQue<QuePosition::VECOUT, 1> out_;
};
template <typename D_X, uint64_t MODE, uint64_t HAS_GATE>
__global__ __aicore__ void hard_gate(GM_ADDR x, GM_ADDR gate, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(HardGateTilingData);
    GET_TILING_DATA_WITH_STRUCT(HardGateTilingData, tilingData, tiling);
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe pipe;
    HardGateKernel<D_X, MODE, HAS_GATE> op(&tilingData, &pipe);
    op.Process(x, gate, y);
}
