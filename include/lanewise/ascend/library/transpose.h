// Transpose between the layouts of attention: NZ keeps squares of 16 x 16 together, ND is plain rows.
#pragma once

#include "lanewise/ascend/tiling/structs.h"
#include "lanewise/ascend/library/config.h"
#include "lanewise/ascend/library/call.h"

namespace lanewise::library {

// What the host wrote into the tiling. The forms with 0213 work on whole squares and see the padded sizes alone.
struct TransposeShape {
    std::uint64_t b, n, s, h;
    TransposeShape(AscendC::TransposeType type, const AscendC::tiling::ConfusionTransposeTiling& t) {
        using enum AscendC::TransposeType;
        if (type == TRANSPOSE_NZ2ND_0213 || type == TRANSPOSE_NZ2NZ_0213)
            b = t.param1, n = t.param2, h = t.param3, s = t.param4;
        else if (type < TRANSPOSE_ND2ND_ONLY) b = t.param1, n = t.param2, h = t.param17, s = t.param16;
        else if (type == TRANSPOSE_ND2ND_ONLY) b = 1, n = t.param1, s = t.param2, h = 1;
        else b = t.param0, n = t.param1, s = t.param2, h = 1;
    }
};

}  // namespace lanewise::library

namespace AscendC {

template <class T>
LANEWISE_API void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src, TransposeType transposeType,
               tiling::ConfusionTransposeTiling& tiling) {
    using namespace lanewise::library;
    const TransposeShape z(transposeType, tiling);
    macro(lanewise::Opcode::lib_transpose_, dst, src).issue_with(static_cast<int>(transposeType), z.b, z.n, z.s, z.h);
}
template <class T>
LANEWISE_API void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<std::uint8_t>&,
               TransposeType transposeType, tiling::ConfusionTransposeTiling& tiling) {
    Transpose<T>(dst, src, transposeType, tiling);
}

}  // namespace AscendC
