#include "../foreach_utils/foreach_list.h"

extern "C" __global__ __aicore__ void foreach_scale_list(GM_ADDR x, GM_ADDR scalar, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(ForeachTilingData);
    GET_TILING_DATA(t, tiling);
    Foreach::ByScalar<float, AscendC::Muls>(t, y, x, *(__gm__ float*)scalar);
}
