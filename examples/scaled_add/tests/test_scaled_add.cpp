// The kernel by itself, as googletest has it: lanewise op examples/scaled_add --tests
#include <gtest/gtest.h>

#include "tikicpulib.h"

extern "C" __global__ __aicore__ void scaled_add(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling);

struct alignas(8) ScaledAddTiling {  // whole words of 8 bytes, as the framework keeps it
    uint32_t total, share;
    float alpha;
};

TEST(ScaledAddKernel, AddsEveryElementOfItsShare) {
    AscendC::SetKernelMode(KernelMode::AIV_MODE);
    constexpr uint32_t total = 5000, share = 2512;
    auto* x = static_cast<aclFloat16*>(AscendC::GmAlloc(total * 2));  // half: the first type of the definition
    auto* y = static_cast<aclFloat16*>(AscendC::GmAlloc(total * 2));
    auto* z = static_cast<aclFloat16*>(AscendC::GmAlloc(total * 2));
    auto* tiling = static_cast<ScaledAddTiling*>(AscendC::GmAlloc(sizeof(ScaledAddTiling)));
    *tiling = {total, share, 0.5f};
    for (uint32_t i = 0; i < total; ++i) x[i] = aclFloatToFloat16(i % 100), y[i] = aclFloatToFloat16(i % 10);
    ICPU_SET_TILING_KEY(0);
    ICPU_RUN_KF(scaled_add, 2, reinterpret_cast<uint8_t*>(x), reinterpret_cast<uint8_t*>(y), reinterpret_cast<uint8_t*>(z), nullptr,
                reinterpret_cast<uint8_t*>(tiling));
    for (uint32_t i = 0; i < total; ++i) ASSERT_EQ(aclFloat16ToFloat(z[i]), i % 100 + 0.5f * (i % 10)) << "at " << i;
    for (void* memory : {(void*)x, (void*)y, (void*)z, (void*)tiling}) AscendC::GmFree(memory);
}
