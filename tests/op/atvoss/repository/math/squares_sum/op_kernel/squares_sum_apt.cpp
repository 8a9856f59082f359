#include "kernel_operator.h"
#include "arch35/squares_sum_dag.h"
#include "arch35/squares_sum_tiling_key.h"
#include "atvoss/reduce/reduce_sch.h"

using namespace AscendC;

template <REDUCE_TPL_PARAM, uint32_t TemplateNum>
__global__ __aicore__ void squares_sum(GM_ADDR x, GM_ADDR axes, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(Ops::Base::ReduceOpTilingData);
    GET_TILING_DATA_WITH_STRUCT(Ops::Base::ReduceOpTilingData, data, tiling);
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    TPipe pipe;
    Ops::Base::ReduceSch<REDUCE_TPL_VALUE, SquaresSumOp::Graph<DTYPE_X>> schedule(&data);
    schedule.Init(&pipe, x, y, workspace);
    schedule.Process();
}
