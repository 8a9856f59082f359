#include "kernel_operator.h"

extern "C" __global__ __aicore__ void mixed(GM_ADDR m, GM_ADDR mixed, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    if ASCEND_IS_AIC {
        return; // it has no part in this
    }
    const float said = AscendC::GetBlockNum() * 100 + AscendC::GetTaskRation() * 10 + AscendC::GetSubBlockIdx();
    reinterpret_cast<__gm__ float*>(mixed)[AscendC::GetBlockIdx()] = said;
}
