#pragma once
#include "../norm_common/norm_row.h"

namespace RmsNorm {
using namespace AscendC;

// y = x / sqrt(mean(x * x) + epsilon) * (gamma + BIAS)
template <int BIAS>
__aicore__ inline void Process(const NormTilingData& t, GM_ADDR x, GM_ADDR gamma, GM_ADDR y, GM_ADDR rstd)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 3 * t.width * sizeof(float));
    LocalTensor<float> row = buffer.Get<float>(), square = row[t.width], scale = row[2 * t.width];
    NormCommon::Read(scale, gamma, 0, t.width);
    Adds(scale, scale, static_cast<float>(BIAS), static_cast<int32_t>(t.width));
    for (uint32_t i = GetBlockIdx(); i < t.rows; i += GetBlockNum()) {
        NormCommon::Read(row, x, static_cast<uint64_t>(i) * t.width, t.width);
        Mul(square, row, row, static_cast<int32_t>(t.width));
        const float sum = NormCommon::RowSum(square, square, t.width);
        const float inverse = NormCommon::InverseRoot(square, sum / t.width + t.epsilon);
        Muls(row, row, inverse, static_cast<int32_t>(t.width));
        Mul(row, row, scale, static_cast<int32_t>(t.width));
        NormCommon::Write(y, static_cast<uint64_t>(i) * t.width, row, t.width);
        Duplicate(square, inverse, 8);
        NormCommon::Write(rstd, i, square, 1);
    }
}
} // namespace RmsNorm
