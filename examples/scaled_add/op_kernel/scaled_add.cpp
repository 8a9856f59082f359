#include "kernel_operator.h"
using namespace AscendC;

constexpr uint32_t TILE = 2048;  // elements in UB at a time

template <class T>
class KernelScaledAdd {
  public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint32_t total, uint32_t share, float alpha) {
        const uint32_t first = share * GetBlockIdx();
        count = first + share > total ? total - first : share;
        xGm.SetGlobalBuffer((__gm__ T*)x + first, count);
        yGm.SetGlobalBuffer((__gm__ T*)y + first, count);
        zGm.SetGlobalBuffer((__gm__ T*)z + first, count);
        pipe.InitBuffer(in, 2, 2 * TILE * sizeof(T));
        pipe.InitBuffer(out, 2, TILE * sizeof(T));
        factor = static_cast<T>(alpha);
    }
    __aicore__ inline void Process() {
        for (uint32_t at = 0; at < count; at += TILE) Piece(at, count - at < TILE ? count - at : TILE);
    }

  private:
    __aicore__ inline void Piece(uint32_t at, uint32_t n) {
        const DataCopyExtParams size{1, static_cast<uint32_t>(n * sizeof(T)), 0, 0, 0};
        const DataCopyPadExtParams<T> pad{false, 0, 0, 0};
        LocalTensor<T> both = in.AllocTensor<T>();
        DataCopyPad(both, xGm[at], size, pad);
        DataCopyPad(both[TILE], yGm[at], size, pad);
        in.EnQue(both);
        both = in.DeQue<T>();
        LocalTensor<T> sum = out.AllocTensor<T>();
        Muls(sum, both[TILE], factor, n);
        Add(sum, sum, both, n);
        in.FreeTensor(both);
        out.EnQue(sum);
        sum = out.DeQue<T>();
        DataCopyPad(zGm[at], sum, size);
        out.FreeTensor(sum);
    }

    TPipe pipe;
    TQue<QuePosition::VECIN, 2> in;
    TQue<QuePosition::VECOUT, 2> out;
    GlobalTensor<T> xGm, yGm, zGm;
    uint32_t count;
    T factor;
};

extern "C" __global__ __aicore__ void scaled_add(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    KernelScaledAdd<DTYPE_X> op;
    op.Init(x, y, z, data.total, data.share, data.alpha);
    op.Process();
}
