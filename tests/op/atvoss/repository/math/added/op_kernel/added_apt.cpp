#include "kernel_operator.h"
#include "atvoss/broadcast/broadcast_sch.h"

// A step of the operator's own, with a vector function in it.
struct AddOnes {
    __aicore__ inline AddOnes(const AscendC::LocalTensor<float>& dst, const AscendC::LocalTensor<float>& a, const AscendC::LocalTensor<float>& b, int count)
    {
        __local_mem__ float* to = (__local_mem__ float*)dst.GetPhyAddr();
        __local_mem__ float* left = (__local_mem__ float*)a.GetPhyAddr();
        __local_mem__ float* right = (__local_mem__ float*)b.GetPhyAddr();
        uint32_t rest = static_cast<uint32_t>(count);
        const uint16_t times = static_cast<uint16_t>((count + 63) / 64);
        __VEC_SCOPE__
        {
            AscendC::MicroAPI::RegTensor<float> x, y;
            AscendC::MicroAPI::MaskReg mask;
            for (uint16_t i = 0; i < times; ++i) {
                mask = AscendC::MicroAPI::UpdateMask<float>(rest);
                AscendC::MicroAPI::DataCopy(x, left + i * 64);
                AscendC::MicroAPI::DataCopy(y, right + i * 64);
                AscendC::MicroAPI::Add(x, x, y, mask);
                AscendC::MicroAPI::DataCopy(to + i * 64, x, mask);
            }
        }
    }
};

extern "C" __global__ __aicore__ void added(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    Ops::Base::BroadcastSch<TILING_KEY_VAR, AddOnes> schedule(tiling);
    schedule.Process<float>(x1, x2, y);
}
