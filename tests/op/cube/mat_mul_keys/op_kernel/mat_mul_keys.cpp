// A key for the product alone, on cube cores, and one whose vector cores add an offset to what they find in the workspace.
#include "kernel_operator.h"
#include "lib/matmul_intf.h"
#include "mat_mul_keys_tiling.h"

using namespace AscendC;

template <bool TRANSPOSED>
__aicore__ inline void Product(GM_ADDR x1, GM_ADDR x2, GM_ADDR bias, GM_ADDR y, const MatMulKeysTilingData& data, TPipe* pipe)
{
    const TCubeTiling& t = data.mm;
    if (GetBlockIdx() >= t.usedCoreNum) {
        return;
    }
    using A = MatmulType<TPosition::GM, CubeFormat::ND, DTYPE_X1>;
    using B = MatmulType<TPosition::GM, CubeFormat::ND, DTYPE_X2, TRANSPOSED>;
    using C = MatmulType<TPosition::GM, CubeFormat::ND, float>;
    MatmulImpl<A, B, C, C, CFG_MDL> mm;
    mm.SetSubBlockIdx(0);
    mm.Init(&t, pipe);
    const int32_t rows = Ceil(t.M, t.singleCoreM), row = GetBlockIdx() % rows * t.singleCoreM, column = GetBlockIdx() / rows * t.singleCoreN;
    GlobalTensor<DTYPE_X1> a, b;
    GlobalTensor<float> c, extra;
    a.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X1*>(x1) + row * t.Ka);
    b.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X2*>(x2) + (TRANSPOSED ? column * t.Kb : column));
    c.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y) + row * t.N + column);
    extra.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(bias) + column);
    mm.SetTensorA(a);
    mm.SetTensorB(b, TRANSPOSED);
    if (t.isBias) {
        mm.SetBias(extra);
    }
    mm.SetSingleShape(t.M - row < t.singleCoreM ? t.M - row : t.singleCoreM, t.N - column < t.singleCoreN ? t.N - column : t.singleCoreN, t.Ka);
    mm.IterateAll(c);
    mm.End();
}

__aicore__ inline void Offset(GM_ADDR from, GM_ADDR y, const MatMulKeysTilingData& data, TPipe* pipe)
{
    constexpr uint32_t tile = 1024;
    const uint32_t total = data.mm.M * data.mm.N, cores = GetBlockNum() * GetTaskRation();
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    pipe->InitBuffer(queue, 2, tile * sizeof(float));
    GlobalTensor<float> source, target;
    source.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(from), total);
    target.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), total);
    for (uint32_t at = GetBlockIdx() * tile; at < total; at += cores * tile) {
        const uint32_t count = total - at < tile ? total - at : tile;
        LocalTensor<float> x = queue.AllocTensor<float>();
        DataCopyPad(x, source[at], DataCopyExtParams(1, count * sizeof(float), 0, 0, 0), DataCopyPadExtParams<float>(false, 0, 0, 0));
        queue.EnQue(x);
        x = queue.DeQue<float>();
        SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
        WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
        Adds(x, x, data.offset, count);
        SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
        WaitFlag<HardEvent::V_MTE3>(EVENT_ID0);
        DataCopyPad(target[at], x, DataCopyExtParams(1, count * sizeof(float), 0, 0, 0));
        queue.FreeTensor(x);
    }
}

extern "C" __global__ __aicore__ void mat_mul_keys(GM_ADDR x1, GM_ADDR x2, GM_ADDR bias, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    REGISTER_TILING_DEFAULT(MatMulKeysTilingData);
    GET_TILING_DATA(data, tiling);
    TPipe pipe;
    if (TILING_KEY_IS(KEY_CUBE)) {
        KERNEL_TASK_TYPE(KEY_CUBE, KERNEL_TYPE_AIC_ONLY);
        if ASCEND_IS_AIC {
            data.transposed ? Product<true>(x1, x2, bias, y, data, &pipe) : Product<false>(x1, x2, bias, y, data, &pipe);
        }
    } else if (TILING_KEY_IS(KEY_BOTH)) {
        KERNEL_TASK_TYPE(KEY_BOTH, KERNEL_TYPE_MIX_AIC_1_2);
        GM_ADDR user = GetUserWorkspace(workspace);
        if ASCEND_IS_AIC {
            data.transposed ? Product<true>(x1, x2, bias, user, data, &pipe) : Product<false>(x1, x2, bias, user, data, &pipe);
            SyncAll<false>();
        }
        if ASCEND_IS_AIV {
            SyncAll<false>();
            Offset(user, y, data, &pipe);
        }
    }
}
