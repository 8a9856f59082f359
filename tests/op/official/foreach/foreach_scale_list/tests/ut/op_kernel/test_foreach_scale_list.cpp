#include <gtest/gtest.h>
#include <cstring>
#include <vector>
#include "tikicpulib.h"
#include "../../../../foreach_utils/op_kernel/foreach_tiling_data.h"

extern "C" __global__ __aicore__ void foreach_scale_list(GM_ADDR x, GM_ADDR scalar, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

// A list of tensors in memory: where its pointers begin, the rank and the sizes of each tensor, the pointers.
static uint8_t* ListOf(const std::vector<std::vector<uint64_t>>& shapes, const std::vector<float*>& tensors)
{
    std::vector<uint64_t> words(1);
    for (size_t i = 0; i < shapes.size(); ++i) {
        words.push_back((i == 0 ? shapes.size() : i) << 32 | shapes[i].size());
        words.insert(words.end(), shapes[i].begin(), shapes[i].end());
    }
    words[0] = words.size() * sizeof(uint64_t);
    for (float* tensor : tensors) words.push_back(reinterpret_cast<uint64_t>(tensor));
    auto* list = (uint8_t*)AscendC::GmAlloc(words.size() * sizeof(uint64_t));
    std::memcpy(list, words.data(), words.size() * sizeof(uint64_t));
    return list;
}

static float* Values(size_t count, float step)
{
    auto* values = (float*)AscendC::GmAlloc(count * sizeof(float));
    for (size_t i = 0; i < count; ++i) values[i] = step * static_cast<float>(i);
    return values;
}

TEST(foreach_scale_list_test, two)
{
    float *a = Values(15, 1.0f), *b = Values(200, 0.25f), *first = Values(15, 0.0f), *second = Values(200, 0.0f), *scalar = Values(2, 1.5f);
    uint8_t *x = ListOf({{3, 5}, {200}}, {a, b}), *y = ListOf({{3, 5}, {200}}, {first, second});
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (ForeachTilingData*)AscendC::GmAlloc(sizeof(ForeachTilingData));
    *tiling = {{15, 200}, 2};
    ICPU_RUN_KF(foreach_scale_list, 2, x, (uint8_t*)(scalar + 1), y, workspace, (uint8_t*)tiling);
    for (int i = 0; i < 15; ++i) EXPECT_EQ(first[i], 1.5f * a[i]);
    for (int i = 0; i < 200; ++i) EXPECT_EQ(second[i], 1.5f * b[i]);
    for (void* memory : {(void*)a, (void*)b, (void*)first, (void*)second, (void*)scalar, (void*)x, (void*)y, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
