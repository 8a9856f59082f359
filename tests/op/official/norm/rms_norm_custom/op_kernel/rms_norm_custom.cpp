#include "rms_norm_base.h"

extern "C" __global__ __aicore__ void rms_norm_custom(GM_ADDR x, GM_ADDR gamma, GM_ADDR y, GM_ADDR rstd, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA_WITH_STRUCT(NormTilingData, t, tiling);
    RmsNorm::Process<0>(t, x, gamma, y, rstd);
}
