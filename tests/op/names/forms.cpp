// Names and forms that kernels of official operators use; each writes what it computes.
#include "kernel_operator.h"
#include "op_kernel/load_store_utils.h"

using namespace AscendC;

constexpr uint32_t LANES = 64;

template <typename T>
__aicore__ inline void Through(GM_ADDR from, GM_ADDR to)
{
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> in;
    TQue<QuePosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, LANES * sizeof(float));
    pipe.InitBuffer(out, 1, LANES * sizeof(T));
    GlobalTensor<float> source;
    GlobalTensor<T> target;
    source.SetGlobalBuffer((__gm__ float*)from, LANES);
    target.SetGlobalBuffer((__gm__ T*)to, LANES);
    LocalTensor<float> x = in.AllocTensor<float>();
    DataCopy(x, source, LANES);
    in.EnQue(x);
    in.DeQue(); // untyped; the tensor is at hand
    LocalTensor<T> y = out.AllocTensor<T>();
    y.SetBufferLen(LANES); // elements: the store below touches all of them
    __local_mem__ float* a = (__local_mem__ float*)x.GetPhyAddr();
    __local_mem__ T* b = (__local_mem__ T*)y.GetPhyAddr();
    __VEC_SCOPE__
    {
        MicroAPI::RegTensor<float> value;
        MicroAPI::MaskReg mask = MicroAPI::CreateMask<float>();
        ops::LoadOneTensorForDtypeT<float>(a, value, mask, 0);
        MicroAPI::Adds(value, value, 1.0f, mask);
        ops::StoreOneTensorForDtypeT<T>(b, value, mask, 0);
    }
    in.FreeTensor(x);
    TBufHandle handle = nullptr;
    out.EnQue(y);
    handle = out.DeQue();
    DataCopyPad(target, out.Buf2Tensor<T>(handle), {1, static_cast<uint32_t>(LANES * sizeof(T)), 0, 0, 0});
    out.FreeBuffer(handle);
}

extern "C" __global__ __aicore__ void to_half(GM_ADDR x, GM_ADDR y) { Through<half>(x, y); }
extern "C" __global__ __aicore__ void to_bfloat(GM_ADDR x, GM_ADDR y) { Through<bfloat16_t>(x, y); }
extern "C" __global__ __aicore__ void to_float(GM_ADDR x, GM_ADDR y) { Through<float>(x, y); }
extern "C" __global__ __aicore__ void to_int32(GM_ADDR x, GM_ADDR y) { Through<int32_t>(x, y); }
extern "C" __global__ __aicore__ void to_int16(GM_ADDR x, GM_ADDR y) { Through<int16_t>(x, y); }
extern "C" __global__ __aicore__ void to_int8(GM_ADDR x, GM_ADDR y) { Through<int8_t>(x, y); }

template <typename T>
__aicore__ inline void Widened(GM_ADDR from, GM_ADDR to)
{
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 2 * LANES * (sizeof(T) + sizeof(float)));
    LocalTensor<T> x = buffer.Get<T>(2 * LANES);
    LocalTensor<float> y = buffer.GetWithOffset<float>(2 * LANES, 2 * LANES * sizeof(T));
    GlobalTensor<T> source;
    GlobalTensor<float> target;
    source.SetGlobalBuffer((__gm__ T*)from, 2 * LANES);
    target.SetGlobalBuffer((__gm__ float*)to, 2 * LANES);
    DataCopyPadExtParams pad{false, 0, 0, static_cast<T>(0)};
    DataCopyPad(x, source, {1, static_cast<uint32_t>(2 * LANES * sizeof(T)), 0, 0, 0}, pad);
    PipeBarrier<PIPE_ALL>();
    __local_mem__ T* a = (__local_mem__ T*)x.GetPhyAddr();
    __local_mem__ float* b = (__local_mem__ float*)y.GetPhyAddr();
    __VEC_SCOPE__
    {
        MicroAPI::RegTensor<float> first, second;
        MicroAPI::MaskReg mask = MicroAPI::CreateMask<float>();
        ops::LoadTwoTensorForDtypeT<T>(a, a, first, second, mask, mask, 0, LANES);
        ops::StoreOneTensorForDtypeT<float>(b, second, mask, 0);
        ops::StoreOneTensorForDtypeT<float>(b, first, mask, LANES);
    }
    PipeBarrier<PIPE_ALL>();
    DataCopy(target, y, 2 * LANES);
}

extern "C" __global__ __aicore__ void of_half(GM_ADDR x, GM_ADDR y) { Widened<half>(x, y); }
extern "C" __global__ __aicore__ void of_bfloat(GM_ADDR x, GM_ADDR y) { Widened<bfloat16_t>(x, y); }

extern "C" __global__ __aicore__ void numbers(__gm__ int64_t* out)
{
    ASSERT_MSG(false, "it is not there")
    out[0] = AscendCUtils::GetC0Count(2);
    out[1] = AscendCUtils::GetBitSize(4);
    out[2] = AscendCUtils::GetC0Size();
    out[3] = AscendCUtils::GetDefaultBlockNum();
    out[4] = VECTOR_REG_WIDTH_2XVL;
    out[5] = static_cast<int64_t>(static_cast<float>(bfloat16_t(half(3.0f))));
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 1024);
    LocalTensor<float> x = buffer.Get<float>(64), y = buffer.GetWithOffset<float>(64, 256);
    LocalTensor<uint32_t> pattern = buffer.GetWithOffset<uint32_t>(8, 512);
    Duplicate(x, 1.0f, 64);
    Duplicate(pattern, 0x10001u, 8);
    uint64_t kept = 0;
    GatherMask(y, x, pattern, true, 64, {1, 1, 8, 8}, kept);
    PipeBarrier<PIPE_ALL>();
    out[6] = AscendCUtils::GetRsvdCnt();
}
