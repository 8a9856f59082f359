#include "../inc/flat_kernel.h"

extern "C" __global__ __aicore__ void logical_not_custom(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(FlatTilingData);
    GET_TILING_DATA(data, tiling);
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, data.tile * sizeof(half));
    AscendC::LocalTensor<half> wide = buffer.Get<half>();
    Own::FlatKernel<uint8_t> op(data, &pipe);
    op.Process([&wide](auto& to, auto* from, uint32_t count) {
        AscendC::Cast(wide, from[0], AscendC::RoundMode::CAST_NONE, count);
        AscendC::Muls(wide, wide, static_cast<half>(-1), static_cast<int32_t>(count));
        AscendC::Adds(wide, wide, static_cast<half>(1), static_cast<int32_t>(count));
        AscendC::Cast(to, wide, AscendC::RoundMode::CAST_TRUNC, count);
    }, y, x);
}
