#include "kernel_operator.h"
#include "../total_tiling/total_tiling_data.h"
using namespace AscendC;
constexpr uint32_t SLOT = 8;
template <typename T>
class GroupSumNorm {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR total, GM_ADDR ws, const TotalTilingData* __restrict t)
    {
        start_ = t->perCore * GetBlockIdx();
        len_ = t->total - start_ < t->perCore ? t->total - start_ : t->perCore;
        tile_ = t->tile;
        x_.SetGlobalBuffer((__gm__ T*)x + start_, len_);
        y_.SetGlobalBuffer((__gm__ T*)y + start_, len_);
        total_.SetGlobalBuffer((__gm__ float*)total, 1);
        ws_.SetGlobalBuffer((__gm__ float*)ws, GetBlockNum() * SLOT);
        pipe_.InitBuffer(in_, 2, tile_ * sizeof(T));
        pipe_.InitBuffer(out_, 2, tile_ * sizeof(T));
        pipe_.InitBuffer(fp_, tile_ * sizeof(float));
        pipe_.InitBuffer(work_, tile_ * sizeof(float));
        pipe_.InitBuffer(all_, GetBlockNum() * SLOT * sizeof(float));
    }
    __aicore__ inline void Load(int64_t at, uint32_t n)
    {
        LocalTensor<T> x = in_.template AllocTensor<T>();
        DataCopyPad(x, x_[at], DataCopyExtParams{1, static_cast<uint32_t>(n * sizeof(T)), 0, 0, 0}, DataCopyPadExtParams<T>{true, 0, 0, static_cast<T>(0)});
        in_.EnQue(x);
        x = in_.template DeQue<T>();
        if constexpr (std::is_same_v<T, float>) { DataCopy(fp_.Get<float>(), x, (n + 7) / 8 * 8); PipeBarrier<PIPE_V>(); }
        else { Cast(fp_.Get<float>(), x, RoundMode::CAST_NONE, n); }
        in_.FreeTensor(x);
    }
    __aicore__ inline void Process()
    {
        float sum = 0;
        for (int64_t at = 0; at < len_; at += tile_) {
            uint32_t n = len_ - at < tile_ ? len_ - at : tile_;
            Load(at, n);
            LocalTensor<float> f = fp_.Get<float>();
            PipeBarrier<PIPE_V>();
            ReduceSum<float>(f, f, work_.Get<float>(), n);
            TEventID id = GetTPipePtr()->FetchEventID(HardEvent::V_S);
            SetFlag<HardEvent::V_S>(id); WaitFlag<HardEvent::V_S>(id);
            sum += f.GetValue(0);
            id = GetTPipePtr()->FetchEventID(HardEvent::S_V);
            SetFlag<HardEvent::S_V>(id); WaitFlag<HardEvent::S_V>(id);
        }
        LocalTensor<float> one = work_.Get<float>();
        Duplicate(one, 0.0f, SLOT);
        TEventID vs = GetTPipePtr()->FetchEventID(HardEvent::V_S);
        SetFlag<HardEvent::V_S>(vs); WaitFlag<HardEvent::V_S>(vs);
        one.SetValue(0, sum);
        TEventID s3 = GetTPipePtr()->FetchEventID(HardEvent::S_MTE3);
        SetFlag<HardEvent::S_MTE3>(s3); WaitFlag<HardEvent::S_MTE3>(s3);
        DataCopy(ws_[GetBlockIdx() * SLOT], one, SLOT);
        SetAtomicAdd<float>();
        DataCopyPad(total_, one, {1, 4, 0, 0, 0});
        SetAtomicNone();
        PipeBarrier<PIPE_ALL>();
        SyncAll();
        LocalTensor<float> all = all_.Get<float>();
        DataCopy(all, ws_, GetBlockNum() * SLOT);
        TEventID m = GetTPipePtr()->FetchEventID(HardEvent::MTE2_S);
        SetFlag<HardEvent::MTE2_S>(m); WaitFlag<HardEvent::MTE2_S>(m);
        float t = 0;
        for (int i = 0; i < GetBlockNum(); ++i) t += all(i * SLOT);
        for (int64_t at = 0; at < len_; at += tile_) {
            uint32_t n = len_ - at < tile_ ? len_ - at : tile_;
            Load(at, n);
            LocalTensor<float> f = fp_.Get<float>();
            PipeBarrier<PIPE_V>();
            Muls(f, f, 1.0f / t, n);
            PipeBarrier<PIPE_V>();
            LocalTensor<T> y = out_.template AllocTensor<T>();
            if constexpr (std::is_same_v<T, float>) { Adds(y, f, 0.0f, n); } else { Cast(y, f, RoundMode::CAST_RINT, n); }
            out_.EnQue(y);
            y = out_.template DeQue<T>();
            DataCopyPad(y_[at], y, {1, static_cast<uint32_t>(n * sizeof(T)), 0, 0, 0});
            out_.FreeTensor(y);
        }
    }
private:
    TPipe pipe_;
    TQue<TPosition::VECIN, 2> in_;
    TQue<TPosition::VECOUT, 2> out_;
    TBuf<> fp_, work_, all_;
    GlobalTensor<T> x_, y_;
    GlobalTensor<float> total_, ws_;
    int64_t start_, len_, tile_;
};
extern "C" __global__ __aicore__ void group_sum_norm(GM_ADDR x, GM_ADDR y, GM_ADDR total, GM_ADDR workspace, GM_ADDR tiling)
{
    if (workspace == nullptr) { return; }
    SetSysWorkspace(workspace);
    GM_ADDR userWs = GetUserWorkspace(workspace);
    if (userWs == nullptr) { return; }
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    GET_TILING_DATA_WITH_STRUCT(TotalTilingData, tilingData, tiling);
    const TotalTilingData* __restrict t = &tilingData;
    if (TILING_KEY_IS(7)) {
        GroupSumNorm<DTYPE_X> op;
        op.Init(x, y, total, userWs, t);
        op.Process();
    }
}
