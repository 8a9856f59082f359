#include "kernel_operator.h"
#include "lib/matmul_intf.h"

using namespace matmul;

class LeakyKernel {
public:
    __aicore__ inline LeakyKernel() {}
    __aicore__ inline void Init(GM_ADDR a, GM_ADDR b, GM_ADDR bias, GM_ADDR y, const TCubeTiling& tiling, float slope, AscendC::TPipe* pipe)
    {
        tiling_ = tiling;
        slope_ = slope;
        a_.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(a), tiling.M * tiling.Ka);
        b_.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(b), tiling.Kb * tiling.N);
        bias_.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(bias), tiling.N);
        y_.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), tiling.M * tiling.N);
        const int32_t rows = (tiling.M + tiling.singleCoreM - 1) / tiling.singleCoreM, core = AscendC::GetBlockIdx();
        row_ = core % rows * tiling.singleCoreM;
        column_ = core / rows * tiling.singleCoreN;
        a_ = a_[row_ * tiling.Ka];
        b_ = b_[column_];
        bias_ = bias_[column_];
        pipe->InitBuffer(out_, 1, tiling.baseM * tiling.baseN * sizeof(float));
    }

    __aicore__ inline void Process()
    {
        matmulObj.SetTensorA(a_);
        matmulObj.SetTensorB(b_);
        matmulObj.SetBias(bias_);
        const int32_t m = min(tiling_.M - row_, tiling_.singleCoreM), n = min(tiling_.N - column_, tiling_.singleCoreN);
        matmulObj.SetTail(m, n);
        const int32_t rows = (m + tiling_.baseM - 1) / tiling_.baseM, columns = (n + tiling_.baseN - 1) / tiling_.baseN;
        int32_t count = 0;
        while (matmulObj.template Iterate<true>()) {
            AscendC::LocalTensor<float> block = out_.AllocTensor<float>();
            matmulObj.template GetTensorC<true>(block, false, true);
            AscendC::LeakyRelu(block, block, slope_, tiling_.baseM * tiling_.baseN);
            out_.EnQue(block);
            out_.DeQue<float>();
            const bool rowsFirst = tiling_.iterateOrder == 0;
            const int32_t i = (rowsFirst ? count % rows : count / columns) * tiling_.baseM;
            const int32_t j = (rowsFirst ? count / rows : count % columns) * tiling_.baseN;
            const uint16_t high = min(m - i, tiling_.baseM), wide = min(n - j, tiling_.baseN);
            AscendC::DataCopyExtParams copy{high, static_cast<uint32_t>(wide * sizeof(float)), 0,
                static_cast<uint32_t>((tiling_.N - wide) * sizeof(float)), 0};
            AscendC::DataCopyPad(y_[(row_ + i) * tiling_.N + column_ + j], block, copy);
            out_.FreeTensor(block);
            ++count;
        }
        matmulObj.End();
    }

    __aicore__ inline int32_t min(int32_t a, int32_t b) { return a < b ? a : b; }

    Matmul<MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>, MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>,
        MatmulType<AscendC::TPosition::VECIN, CubeFormat::ND_ALIGN, float>, MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>> matmulObj;

private:
    AscendC::GlobalTensor<half> a_, b_;
    AscendC::GlobalTensor<float> bias_, y_;
    AscendC::TQue<AscendC::TPosition::VECOUT, 1> out_;
    TCubeTiling tiling_;
    float slope_;
    int32_t row_, column_;
};

extern "C" __global__ __aicore__ void mat_mul_leaky(GM_ADDR a, GM_ADDR b, GM_ADDR bias, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    GET_TILING_DATA(data, tiling);
    LeakyKernel op;
    AscendC::TPipe pipe;
    REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), op.matmulObj, &data.cubeTilingData);
    if (AscendC::GetBlockIdx() >= data.cubeTilingData.usedCoreNum) {
        return;
    }
    op.Init(a, b, bias, y, data.cubeTilingData, data.slope, &pipe);
    op.Process();
}
