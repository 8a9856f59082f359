#pragma once
#include "atvoss/util/dag.h"
#include "broadcast_base_struct.h"

namespace Ops { namespace Base {
template <uint64_t mode, class Step>
class BroadcastSch {
public:
    __aicore__ inline explicit BroadcastSch(GM_ADDR& tiling) : tiling_(tiling) {}
    template <class T>
    __aicore__ inline void Process(GM_ADDR a, GM_ADDR b, GM_ADDR y)
    {
        REGISTER_NONE_TILING;
        KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
        GET_TILING_DATA_PTR_WITH_STRUCT(BroadcastTilingData<BROADCAST_DIMS>, data, tiling_);
        TPipe pipe;
        TBuf<TPosition::VECCALC> buffer;
        int64_t total = 1;
        for (int axis = 0; axis < BROADCAST_DIMS; ++axis) {
            total *= data->sizes[axis];
        }
        const uint32_t room = static_cast<uint32_t>((total + 63) / 64 * 64);
        pipe.InitBuffer(buffer, 2 * room * sizeof(T));
        LocalTensor<T> left = buffer.Get<T>(), right = left[room];
        left.SetBufferLen(room);
        Fetch(left, a, *data, 0);
        Fetch(right, b, *data, 1);
        PipeBarrier<PIPE_ALL>();
        Step(left, left, right, static_cast<int>(total));
        PipeBarrier<PIPE_ALL>();
        GlobalTensor<T> to;
        to.SetGlobalBuffer((__gm__ T*)y, total);
        DataCopyPad(to, left, {1, static_cast<uint32_t>(total * sizeof(T)), 0, 0, 0});
    }

private:
    template <class T>
    __aicore__ inline void Fetch(const LocalTensor<T>& to, GM_ADDR from, const BroadcastTilingData<BROADCAST_DIMS>& data, int input)
    {
        MultiCopyLoopInfo<BROADCAST_DIMS> loops;
        uint32_t step = 1;
        for (int axis = 0; axis < BROADCAST_DIMS; ++axis) {
            loops.loopSrcStride[axis] = data.steps[input][axis];
            loops.loopDstStride[axis] = step;
            loops.loopSize[axis] = static_cast<uint32_t>(data.sizes[axis]);
            step *= loops.loopSize[axis];
        }
        GlobalTensor<T> source;
        source.SetGlobalBuffer((__gm__ T*)from);
        MultiCopyParams<T, BROADCAST_DIMS> params{loops, static_cast<T>(0)};
        DataCopy(to, source, params);
    }
    GM_ADDR& tiling_;
};
} }
