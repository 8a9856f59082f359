#include "../foreach_utils/foreach_list.h"

extern "C" __global__ __aicore__ void foreach_sub_list(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(ForeachTilingData);
    GET_TILING_DATA(t, tiling);
    Foreach::ByList<float, AscendC::Sub>(t, y, x1, x2);
}
