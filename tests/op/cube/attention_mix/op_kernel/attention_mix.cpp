#include "kernel_operator.h"
#include "attention_mix_key.h"

using namespace AscendC;

constexpr uint16_t SCORES = 0, PROBABILITIES = 1;

template <HardEvent EVENT>
__aicore__ inline void Order(event_t id = EVENT_ID0)
{
    SetFlag<EVENT>(id);
    WaitFlag<EVENT>(id);
}

template <uint64_t WIDTH>
class CubePart {
public:
    __aicore__ inline CubePart(const AttentionMixTilingData& t) : t_(t) {}
    __aicore__ inline void Scores(const GlobalTensor<half>& q, const GlobalTensor<half>& k, const GlobalTensor<float>& s)
    {
        ToL1(a1_, q, t_.queries, WIDTH);
        ToL1(b1_, k, t_.keys, WIDTH);
        Order<HardEvent::MTE2_MTE1>();
        LoadRows(a1_, t_.queries, WIDTH);
#if __NPU_ARCH__ == 3510
        LoadData(b2_, b1_, LoadData2DParamsV2(0, 0, t_.keys / 16, WIDTH / 16, t_.keys / 16, t_.keys / 16, false, 0));
#else
        LoadData(b2_, b1_, LoadData2DParams(0, t_.keys * WIDTH / 256, 1, 0, 0, false, 0));
#endif
        Multiply(s, t_.queries, t_.keys, WIDTH);
    }
    __aicore__ inline void Values(const GlobalTensor<half>& p, const GlobalTensor<half>& v, const GlobalTensor<float>& y)
    {
        ToL1(a1_, p, t_.queries, t_.keys);
        ToL1(b1_, v, t_.keys, WIDTH);
        Order<HardEvent::MTE2_MTE1>();
        LoadRows(a1_, t_.queries, t_.keys);
        LoadTurned(b1_, t_.keys, WIDTH);
        Multiply(y, t_.queries, WIDTH, t_.keys);
    }

private:
    __aicore__ inline void ToL1(const LocalTensor<half>& l1, const GlobalTensor<half>& gm, uint32_t rows, uint32_t columns)
    {
        DataCopy(l1, gm, Nd2NzParams(1, rows, columns, 0, columns, rows, 1, 0));
    }
    __aicore__ inline void LoadRows(const LocalTensor<half>& l1, uint32_t m, uint32_t k)
    {
#if __NPU_ARCH__ == 3510
        LoadData(a2_, l1, LoadData2DParamsV2(0, 0, m / 16, k / 16, m / 16, m / 16, false, 0));
#else
        for (uint32_t i = 0; i < m / 16; ++i) {
            LoadData(a2_[i * 16 * k], l1[i * 256], LoadData2DParams(0, k / 16, m / 16, 0, 0, false, 0));
        }
#endif
    }
    __aicore__ inline void LoadTurned(const LocalTensor<half>& l1, uint32_t k, uint32_t n)
    {
#if __NPU_ARCH__ == 3510
        LoadData(b2_, l1, LoadData2DParamsV2(0, 0, k / 16, n / 16, k / 16, n / 16, true, 0));
#else
        for (uint32_t i = 0; i < k / 16; ++i) {
            LoadData(b2_[i * 16 * n], l1[i * 256], LoadData2DParams(0, n / 16, k / 16, 0, 0, true, 0));
        }
#endif
    }
    __aicore__ inline void Multiply(const GlobalTensor<float>& gm, uint32_t m, uint32_t n, uint32_t k)
    {
        Order<HardEvent::MTE1_M>();
        Mmad(c1_, a2_, b2_, MmadParams(m, n, k, 0, false, true));
        Order<HardEvent::M_FIX>();
        Fixpipe(gm, c1_, FixpipeParamsV220(n, m, m, n, false));
        PipeBarrier<PIPE_ALL>();
    }

    const AttentionMixTilingData& t_;
    LocalTensor<half> a1_{TPosition::A1, 0, 128 * 128}, b1_{TPosition::B1, 64 * 1024, 128 * 128};
    LocalTensor<half> a2_{TPosition::A2, 0, 128 * 128}, b2_{TPosition::B2, 0, 128 * 128};
    LocalTensor<float> c1_{TPosition::CO1, 0, 128 * 128};
};

template <bool CAUSAL>
class VectorPart {
public:
    __aicore__ inline VectorPart(const AttentionMixTilingData& t, TPipe* pipe) : t_(t)
    {
        pipe->InitBuffer(rows_, t.queries / 2 * t.keys * sizeof(float));
        pipe->InitBuffer(halves_, t.queries / 2 * t.keys * sizeof(half));
        pipe->InitBuffer(scratch_, 1024);
        pipe->InitBuffer(found_, 32);
    }
    __aicore__ inline void Softmax(const GlobalTensor<float>& s, const GlobalTensor<half>& p)
    {
        const uint32_t rows = t_.queries / 2, first = GetSubBlockIdx() * rows, count = rows * t_.keys;
        LocalTensor<float> x = rows_.Get<float>(), scratch = scratch_.Get<float>(), found = found_.Get<float>();
        LocalTensor<half> h = halves_.Get<half>();
        DataCopy(x, s[first * t_.keys], count);
        Order<HardEvent::MTE2_V>();
        Muls(x, x, t_.scale, count);
        PipeBarrier<PIPE_V>();
        for (uint32_t i = 0; i < rows; ++i) {
            LocalTensor<float> row = x[i * t_.keys];
            if (CAUSAL && first + i + 1 < t_.keys) {
                Order<HardEvent::V_S>();
                for (uint32_t j = first + i + 1; j < t_.keys; ++j) {
                    row.SetValue(j, -1e30f);
                }
                Order<HardEvent::S_V>();
            }
            ReduceMax(found, row, scratch, t_.keys);
            Order<HardEvent::V_S>();
            const float top = found.GetValue(0);
            Order<HardEvent::S_V>();
            Adds(row, row, -top, t_.keys);
            PipeBarrier<PIPE_V>();
            Exp(row, row, t_.keys);
            PipeBarrier<PIPE_V>();
            ReduceSum(found, row, scratch, t_.keys);
            Order<HardEvent::V_S>();
            const float sum = found.GetValue(0);
            Order<HardEvent::S_V>();
            Muls(row, row, 1.0f / sum, t_.keys);
            PipeBarrier<PIPE_V>();
        }
        Cast(h, x, RoundMode::CAST_RINT, count);
        Order<HardEvent::V_MTE3>();
        DataCopy(p[first * t_.keys], h, count);
    }

private:
    const AttentionMixTilingData& t_;
    TBuf<TPosition::VECCALC> rows_, halves_, scratch_, found_;
};

template <uint64_t WIDTH, bool CAUSAL>
__global__ __aicore__ void attention_mix(GM_ADDR q, GM_ADDR k, GM_ADDR v, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    GET_TILING_DATA(t, tiling);
    const uint32_t group = GetBlockIdx() / GetSubBlockNum(), tile = t.queries * t.keys;
    GlobalTensor<float> s, out;
    GlobalTensor<half> p, query, key, value;
    GM_ADDR user = GetUserWorkspace(workspace);
    s.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(user) + group * tile, tile);
    p.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(user + GetBlockNum() * tile * sizeof(float)) + group * tile, tile);
    query.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(q), t.heads * t.queries * WIDTH);
    key.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(k), t.heads * t.keys * WIDTH);
    value.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(v), t.heads * t.keys * WIDTH);
    out.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), t.heads * t.queries * WIDTH);
    if ASCEND_IS_AIC {
        CubePart<WIDTH> cube(t);
        for (uint32_t head = group; head < t.heads; head += GetBlockNum()) {
            cube.Scores(query[head * t.queries * WIDTH], key[head * t.keys * WIDTH], s);
            CrossCoreSetFlag<2, PIPE_FIX>(SCORES);
            CrossCoreWaitFlag(PROBABILITIES);
            cube.Values(p, value[head * t.keys * WIDTH], out[head * t.queries * WIDTH]);
        }
    }
    if ASCEND_IS_AIV {
        TPipe pipe;
        VectorPart<CAUSAL> vector(t, &pipe);
        for (uint32_t head = group; head < t.heads; head += GetBlockNum()) {
            CrossCoreWaitFlag(SCORES);
            vector.Softmax(s, p);
            CrossCoreSetFlag<2, PIPE_MTE3>(PROBABILITIES);
            PipeBarrier<PIPE_ALL>();
        }
    }
}
