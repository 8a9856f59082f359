#pragma once
#include "atvoss/util/dag.h"
#include "reduce_tiling_data.h"
#include "reduce_tiling_key_decl.h"

namespace Ops { namespace Base {
template <REDUCE_TPL_PARAM, class Dag>
class ReduceSch {
public:
    using T = typename Dag::DType;
    __aicore__ inline explicit ReduceSch(const ReduceOpTilingData* data) : data_(data) {}
    __aicore__ inline void Init(TPipe* pipe, GM_ADDR x, GM_ADDR y, GM_ADDR workspace)
    {
        pipe->InitBuffer(rows_, 2, data_->piece * sizeof(T));
        pipe->InitBuffer(sums_, VECTOR_REG_WIDTH);
        pipe->InitBuffer(made_, data_->groups * 32);
        x_.SetGlobalBuffer((__gm__ T*)x);
        y_.SetGlobalBuffer((__gm__ T*)y, data_->outer);
        shared_.SetGlobalBuffer((__gm__ float*)GetUserWorkspace(workspace));
    }
    __aicore__ inline void Process()
    {
        if constexpr (IsGroup) {
            static_assert(Pattern == REDUCE_PATTERN_ALL && LoopARCount == 2 && LoopInnerARCount == 0, "values, not places");
            const uint64_t share = (data_->inner + data_->groups * 64 - 1) / (data_->groups * 64) * 64, from = GetBlockIdx() * share;
            Sum(from, from + share < data_->inner ? from + share : data_->inner);
            Write(shared_[GetBlockIdx() * 64], sums_.template Get<float>());
            SyncAll();
            if (GetBlockIdx() == 0) {
                Together();
            }
        } else {
            static_assert(Pattern == REDUCE_PATTERN_AR && LoopInnerARCount == 20, "values, not places");
            for (uint64_t row = GetBlockIdx(); row < data_->outer; row += GetBlockNum()) {
                Sum(row * data_->inner, (row + 1) * data_->inner);
                Write(y_[row], sums_.template Get<float>());
            }
        }
    }

private:
    __aicore__ inline void Write(const GlobalTensor<float>& to, const LocalTensor<float>& from)
    {
        const auto id = GetTPipePtr()->FetchEventID(HardEvent::V_MTE3);
        SetFlag<HardEvent::V_MTE3>(id);
        WaitFlag<HardEvent::V_MTE3>(id);
        DataCopyPad(to, from, {1, sizeof(float), 0, 0, 0});
        const auto back = GetTPipePtr()->FetchEventID(HardEvent::MTE3_V);
        SetFlag<HardEvent::MTE3_V>(back);
        WaitFlag<HardEvent::MTE3_V>(back);
    }
    // Elements [from, to) into the first of sums_.
    __aicore__ inline void Sum(uint64_t from, uint64_t to)
    {
        auto sums = sums_.template Get<float>();
        __local_mem__ float* total = (__local_mem__ float*)sums.GetPhyAddr();
        __VEC_SCOPE__
        {
            Reg::RegTensor<float> zero;
            Reg::MaskReg all = Reg::CreateMask<float, Reg::MaskPattern::ALL>();
            Reg::Duplicate<float, Reg::MaskMergeMode::ZEROING, float>(zero, static_cast<float>(0), all);
            Reg::DataCopy(total, zero, all);
        }
        for (uint64_t at = from; at < to; at += data_->piece) {
            const uint32_t count = static_cast<uint32_t>(to - at < data_->piece ? to - at : data_->piece);
            LocalTensor<T> row = rows_.template AllocTensor<T>();
            row.SetBufferLen(data_->piece);
            DataCopyPad(row, x_[at], {1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0}, {false, 0, 0, 0});
            rows_.EnQue(row);
            row = rows_.template DeQue<T>();
            Add(total, (__local_mem__ T*)row.GetPhyAddr(), count);
            rows_.FreeTensor(row);
        }
    }
    __aicore__ inline void Add(__local_mem__ float* total, __local_mem__ T* row, uint32_t count)
    {
        const uint16_t times = static_cast<uint16_t>((count + 63) / 64);
        __VEC_SCOPE__
        {
            Reg::RegTensor<float> x, sum, first;
            Reg::MaskReg mask, all = Reg::CreateMask<float, Reg::MaskPattern::ALL>(), one = Reg::CreateMask<float, Reg::MaskPattern::VL1>();
            Reg::Duplicate<float, Reg::MaskMergeMode::ZEROING>(sum, 0.0f, all);
            for (uint16_t i = 0; i < times; ++i) {
                mask = Reg::UpdateMask<float>(count);
                Reg::DataCopy(x, row + i * 64);
                Dag::Fun::Compute(x, x, mask); // lanes that take no part become 0
                Reg::Add(sum, sum, x, all);
            }
            Reg::ReduceSum(first, sum, all);
            Reg::Duplicate<float, Reg::HighLowPart::LOWEST, Reg::MaskMergeMode::ZEROING>(sum, first, all);
            Reg::DataCopy(x, total);
            Reg::Add(x, x, sum, all);
            Reg::DataCopy(total, x, one);
        }
    }
    // What all blocks have left in the workspace.
    __aicore__ inline void Together()
    {
        auto made = made_.template Get<float>(), sums = sums_.template Get<float>();
        DataCopyPad(made, shared_, {static_cast<uint16_t>(data_->groups), sizeof(float), 252, 0, 0}, {true, 0, 7, 0.0f});
        const auto id = GetTPipePtr()->FetchEventID(HardEvent::MTE2_V);
        SetFlag<HardEvent::MTE2_V>(id);
        WaitFlag<HardEvent::MTE2_V>(id);
        __local_mem__ float* parts = (__local_mem__ float*)made.GetPhyAddr();
        __local_mem__ float* total = (__local_mem__ float*)sums.GetPhyAddr();
        const uint16_t groups = static_cast<uint16_t>(data_->groups);
        __VEC_SCOPE__
        {
            Reg::RegTensor<float> x, sum;
            Reg::MaskReg one = Reg::CreateMask<float, Reg::MaskPattern::VL1>();
            Reg::Duplicate<float, Reg::MaskMergeMode::ZEROING, float>(sum, 0.0f, one);
            for (uint16_t i = 0; i < groups; ++i) {
                Reg::DataCopy<float, Reg::LoadDist::DIST_BRC_B32>(x, parts + i * 8);
                Reg::Add(sum, sum, x, one);
            }
            Reg::DataCopy(total, sum, one);
        }
        Write(y_, sums);
    }

    const ReduceOpTilingData* data_;
    TQue<QuePosition::VECIN, 2> rows_;
    TBuf<TPosition::VECCALC> sums_, made_;
    GlobalTensor<T> x_;
    GlobalTensor<float> y_, shared_;
};
} }
