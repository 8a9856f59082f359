#include <gtest/gtest.h>
#include <cstring>
#include <vector>
#include "tikicpulib.h"
#include "../../../op_kernel/concat_rows_tiling_data.h"

extern "C" __global__ __aicore__ void concat_rows(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling);

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

TEST(concat_rows_test, three)
{
    float *a = Values(15, 1.0f), *b = Values(5, -1.0f), *c = Values(4500, 0.5f), *y = Values(4520, 0.0f);
    uint8_t* list = ListOf({{3, 5}, {1, 5}, {900, 5}}, {a, b, c});
    auto* workspace = (uint8_t*)AscendC::GmAlloc(32);
    auto* tiling = (ConcatRowsTilingData*)AscendC::GmAlloc(sizeof(ConcatRowsTilingData));
    tiling->count = 3;
    tiling->sizes[0] = 15, tiling->sizes[1] = 5, tiling->sizes[2] = 4500;
    ICPU_RUN_KF(concat_rows, 3, list, (uint8_t*)y, workspace, (uint8_t*)tiling);
    for (int i = 0; i < 4520; ++i) ASSERT_EQ(y[i], i < 15 ? a[i] : i < 20 ? b[i - 15] : c[i - 20]) << i;
    for (void* memory : {(void*)a, (void*)b, (void*)c, (void*)y, (void*)list, (void*)workspace, (void*)tiling}) AscendC::GmFree(memory);
}
