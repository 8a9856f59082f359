#include "kernel_operator.h"
#include "arch35/doubled_dag.h"
#include "atvoss/elewise/elewise_sch_16b.h"

extern "C" __global__ __aicore__ void doubled(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(Ops::Base::EleBaseTilingData16B);
    GET_TILING_DATA(data, tiling);
    AscendC::TPipe pipe;
    Ops::Base::ElementwiseSch16B<0, DoubledOp::Graph<DTYPE_X>> schedule(&data, &pipe);
    schedule.Process(x, y, 2.0f);
}
