// The structure is named behind its first use; the headers lie where an installed tree has them.
#include "kernel_operator.h"
#include "corner_data.h"
#include "../inc/common_part.h"
#include "../neighbour/neighbour_part.h"

static_assert(FORMAT_ND == 2 && ORIG_DTYPE_ND == DT_INT32 && ORIG_DTYPE_LAST == DT_FLOAT, "absent inputs have their types");

#ifdef CORNER_AS_TEMPLATE
template <typename T>
#else
extern "C"
#endif
__global__ __aicore__ void corner(GM_ADDR x, GM_ADDR nd, GM_ADDR last, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(t, tiling);
    REGISTER_TILING_DEFAULT(CornerTemplate<uint32_t>);
    AscendC::SetSysWorkspace(workspace);
    GM_ADDR user = AscendC::GetUserWorkspace(workspace);
    AscendC::GlobalTensor<float> from, to, room;
    from.SetGlobalBuffer((__gm__ float*)x, t.total);
    to.SetGlobalBuffer((__gm__ float*)y, t.total);
    room.SetGlobalBuffer((__gm__ float*)user, 16);
    for (uint32_t i = 0; i < t.total; ++i) {
        room.SetValue(i % 16, from.GetValue(i) + COMMON_PART + NEIGHBOUR_PART);
        to.SetValue(i, room.GetValue(i % 16) + (nd != nullptr ? 1000.0f : 0.0f) + (last != nullptr ? ((__gm__ float*)last)[0] : 0.0f) + t.more.steps[1][2]);
    }
}

#ifndef ASCENDC_CPU_DEBUG
void corner_do(uint32_t blockDim, void* l2ctrl, void* stream, uint8_t* x, uint8_t* y, uint8_t* workspace, uint8_t* tiling)
{
    corner<<<blockDim, l2ctrl, stream>>>(x, nullptr, nullptr, y, workspace, tiling);
}
#endif
