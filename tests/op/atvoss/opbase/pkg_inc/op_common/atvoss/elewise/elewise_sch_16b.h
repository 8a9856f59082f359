#pragma once
#include "../util/dag.h"
#include "elewise_base_struct.h"

namespace Ops { namespace Base {
// One buffer, cut into pieces; pipes take turns at each by its number.
template <uint64_t mode, class Dag>
class ElementwiseSch16B {
public:
    using T = typename Dag::DType;
    __aicore__ inline ElementwiseSch16B(const EleBaseTilingData16B* data, TPipe* pipe) : data_(data)
    {
        pipe->InitBuffer(buffer_, data->ubFormer * Dag::MaxDtypeBytes * Dag::BufferNum);
    }
    __aicore__ inline void Process(GM_ADDR x, GM_ADDR y, T scalar)
    {
        const int64_t at = GetBlockIdx() * data_->ubFormer;
        const uint32_t count = static_cast<uint32_t>(data_->dim0 - at < data_->ubFormer ? data_->dim0 - at : data_->ubFormer);
        LocalTensor<T> whole = buffer_.template Get<T>();
        LocalTensor<T> in = whole[0], out = whole[data_->ubFormer];
        in.SetBufferLen(data_->ubFormer);
        out.SetBufferLen(data_->ubFormer);
        GlobalTensor<T> from, to;
        from.SetGlobalBuffer((__gm__ T*)x + at, count);
        to.SetGlobalBuffer((__gm__ T*)y + at, count);
        constexpr MutexID IN = 0, OUT = 1;
        Mutex::Lock<PIPE_MTE2>(IN);
        DataCopyPad(in, from, {1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0}, {false, 0, 0, 0});
        Mutex::Unlock<PIPE_MTE2>(IN);
        Mutex::Lock<PIPE_V>(IN);
        Mutex::Lock<PIPE_V>(OUT);
        typename Dag::Fun(out, in, scalar, static_cast<int>(count));
        Mutex::Unlock<PIPE_V>(OUT);
        Mutex::Unlock<PIPE_V>(IN);
        Mutex::Lock<PIPE_MTE3>(OUT);
        DataCopyPad(to, out, {1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0});
        Mutex::Unlock<PIPE_MTE3>(OUT);
    }

private:
    const EleBaseTilingData16B* data_;
    TBuf<TPosition::VECCALC> buffer_;
};
} }
