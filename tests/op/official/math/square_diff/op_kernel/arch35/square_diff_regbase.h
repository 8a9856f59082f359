#pragma once
#include "../../inc/flat_kernel.h"
#include "op_kernel/load_store_utils.h"
#include "op_kernel/math_util.h"

namespace SquareDiffRegbase {
using namespace AscendC;

// In float, whatever the arrays are.
template <typename T>
__aicore__ inline void Compute(const LocalTensor<T>& to, const LocalTensor<T>& a, const LocalTensor<T>& b, uint32_t count)
{
    __local_mem__ T* y = (__local_mem__ T*)to.GetPhyAddr();
    __local_mem__ T* x1 = (__local_mem__ T*)a.GetPhyAddr();
    __local_mem__ T* x2 = (__local_mem__ T*)b.GetPhyAddr();
    constexpr uint32_t LANES = VECTOR_REG_WIDTH / sizeof(float);
    const uint16_t times = static_cast<uint16_t>(Ops::Base::CeilDiv(count, LANES));
    __VEC_SCOPE__
    {
        MicroAPI::RegTensor<float> first, second;
        MicroAPI::MaskReg mask;
        for (uint16_t i = 0; i < times; ++i) {
            mask = MicroAPI::UpdateMask<float>(count);
            ops::LoadTwoTensorForDtypeT<T>(x1, x2, first, second, mask, mask, i * LANES, i * LANES);
            MicroAPI::Sub(first, first, second, mask);
            MicroAPI::Mul(first, first, first, mask);
            ops::StoreOneTensorForDtypeT<T>(y, first, mask, i * LANES);
        }
    }
}
} // namespace SquareDiffRegbase
