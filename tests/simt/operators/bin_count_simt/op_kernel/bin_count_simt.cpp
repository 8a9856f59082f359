#include "kernel_operator.h"
#include "simt_api/asc_simt.h"
#include "bin_count_simt_tiling_data.h"

namespace BinCountSimt {
using namespace AscendC;
using namespace BinCountSimtTiling;

constexpr int32_t THREADS = 256;
constexpr uint32_t LEVEL = 1024;

template <typename T>
__simt_vf__ __aicore__ __launch_bounds__(LEVEL) inline void Clear(__gm__ T* counts, __gm__ float* sums, int32_t bins, int32_t cores)
{
    for (int32_t i = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x); i < bins; i += cores * static_cast<int32_t>(blockDim.x)) {
        counts[i] = 0;
        sums[i] = 0.0f;
    }
}

template <typename I, bool WEIGHTED>
inline __simt_vf__ __launch_bounds__(THREADS) __aicore__ void Count(__gm__ const I* x, __gm__ const float* weights, __gm__ int32_t* counts,
    __gm__ float* sums, __ubuf__ int32_t* own, __ubuf__ const BinCountSimtTilingData* tiling, int64_t first, int64_t last)
{
    const int32_t bins = tiling->bins;
    for (int32_t i = threadIdx.x; i < bins; i += blockDim.x) {
        own[i] = 0;
    }
    asc_syncthreads();
    for (int64_t i = first + threadIdx.x; i < last; i += blockDim.x) {
        const I value = x[i];
        if (value < 0 || value >= bins) {
            continue;
        }
        asc_atomic_add(&own[value], 1);
        if constexpr (WEIGHTED) {
            asc_atomic_add(sums + value, weights[i]);
        }
    }
    asc_syncthreads();
    for (int32_t i = threadIdx.x; i < bins; i += blockDim.x) {
        if (own[i] != 0) {
            asc_atomic_add(counts + i, own[i]);
        }
    }
}

template <typename I, bool WEIGHTED>
class Kernel {
public:
    __aicore__ inline Kernel(TPipe* pipe) : pipe_(pipe) {}
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR weights, GM_ADDR counts, GM_ADDR sums, const BinCountSimtTilingData* tiling)
    {
        tiling_ = tiling;
        x_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(x));
        weights_.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(weights));
        counts_.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(counts));
        sums_.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(sums));
        pipe_->InitBuffer(own_, (tiling->bins * sizeof(int32_t) + 31) / 32 * 32);
        pipe_->InitBuffer(params_, 64);
    }
    __aicore__ inline void Process()
    {
        asc_vf_call<Clear<int32_t>>(dim3{THREADS, 1, 1}, (__gm__ int32_t*)counts_.GetPhyAddr(), (__gm__ float*)sums_.GetPhyAddr(), tiling_->bins, tiling_->cores);
        PipeBarrier<PIPE_ALL>();
        DataCacheCleanAndInvalid<int32_t, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>(counts_);
        SyncAll();
        LocalTensor<int32_t> own = own_.Get<int32_t>();
        LocalTensor<uint8_t> params = params_.Get<uint8_t>();
        auto* copy = reinterpret_cast<__ubuf__ BinCountSimtTilingData*>(params.GetPhyAddr());
        copy->bins = tiling_->bins;
        copy->total = tiling_->total;
        DataSyncBarrier<MemDsbT::UB>();
        const event_t id = static_cast<event_t>(GetTPipePtr()->FetchEventID(HardEvent::S_V));
        SetFlag<HardEvent::S_V>(id);
        WaitFlag<HardEvent::S_V>(id);
        const int64_t first = GetBlockIdx() * tiling_->perCore, end = first + tiling_->perCore;
        asc_vf_call<Count<I, WEIGHTED>>(dim3(THREADS), (__gm__ const I*)x_.GetPhyAddr(), (__gm__ const float*)weights_.GetPhyAddr(),
            (__gm__ int32_t*)counts_.GetPhyAddr(), (__gm__ float*)sums_.GetPhyAddr(), (__ubuf__ int32_t*)own.GetPhyAddr(),
            (__ubuf__ const BinCountSimtTilingData*)copy, first, end < tiling_->total ? end : tiling_->total);
    }

private:
    TPipe* pipe_;
    TBuf<TPosition::VECCALC> own_, params_;
    GlobalTensor<I> x_;
    GlobalTensor<float> weights_, sums_;
    GlobalTensor<int32_t> counts_;
    const BinCountSimtTilingData* tiling_ = nullptr;
};
} // namespace BinCountSimt

extern "C" __global__ __aicore__ void bin_count_simt(GM_ADDR x, GM_ADDR weights, GM_ADDR counts, GM_ADDR sums, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(BinCountSimtTiling::BinCountSimtTilingData);
    GET_TILING_DATA_PTR_WITH_STRUCT(BinCountSimtTiling::BinCountSimtTilingData, data, tiling);
    AscendC::TPipe pipe;
    if (TILING_KEY_IS(10)) {
        BinCountSimt::Kernel<DTYPE_X, false> op(&pipe);
        op.Init(x, weights, counts, sums, data);
        op.Process();
    } else if (TILING_KEY_IS(11)) {
        BinCountSimt::Kernel<DTYPE_X, true> op(&pipe);
        op.Init(x, weights, counts, sums, data);
        op.Process();
    }
}
