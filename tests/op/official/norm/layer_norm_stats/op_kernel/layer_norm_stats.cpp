#include "../../norm_common/norm_row.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void layer_norm_stats(GM_ADDR x, GM_ADDR gamma, GM_ADDR beta, GM_ADDR y, GM_ADDR mean, GM_ADDR rstd,
                                                       GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA_WITH_STRUCT(NormTilingData, t, tiling);
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 4 * t.width * sizeof(float));
    LocalTensor<float> row = buffer.Get<float>(), work = row[t.width], scale = row[2 * t.width], shift = row[3 * t.width];
    NormCommon::Read(scale, gamma, 0, t.width);
    if (TILING_KEY_IS(1)) {
        NormCommon::Read(shift, beta, 0, t.width);
    } else {
        Duplicate(shift, 0.0f, static_cast<int32_t>(t.width));
    }
    for (uint32_t i = GetBlockIdx(); i < t.rows; i += GetBlockNum()) {
        NormCommon::Read(row, x, static_cast<uint64_t>(i) * t.width, t.width);
        DataCopy(work, row, t.width);
        const float average = NormCommon::RowSum(work, work, t.width) / t.width;
        Adds(row, row, -average, static_cast<int32_t>(t.width));
        Mul(work, row, row, static_cast<int32_t>(t.width));
        const float inverse = NormCommon::InverseRoot(work, NormCommon::RowSum(work, work, t.width) / t.width + t.epsilon);
        Muls(row, row, inverse, static_cast<int32_t>(t.width));
        Mul(row, row, scale, static_cast<int32_t>(t.width));
        Add(row, row, shift, static_cast<int32_t>(t.width));
        NormCommon::Write(y, static_cast<uint64_t>(i) * t.width, row, t.width);
        Duplicate(work, inverse, 8);
        NormCommon::Write(rstd, i, work, 1);
        Duplicate(work, average, 8);
        NormCommon::Write(mean, i, work, 1);
    }
}
