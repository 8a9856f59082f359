// Sorting and merging records of a score and an index.
#include "check.h"

using namespace AscendC;

constexpr uint32_t A = 0, B = 0x4000, C = 0x8000, D = 0xC000;

constexpr int score(int i) { return i * 37 % 128; }  // all different

template <class T>
__aicore__ void Records() {
    constexpr uint32_t width = 8 / sizeof(T);  // elements of a record
    auto a = make<T>(A, 128, score);
    auto index = make<uint32_t>(B, 128, [](int i) { return 1000 + i; });
    auto sorted = make<T>(C, 128 * width, [](int) { return 0; });
    auto merged = make<T>(D, 128 * width, [](int) { return 0; });
    Sort32<T>(sorted, a, index, 4);
    for (uint32_t i = 1; i < 128; ++i)
        if (i % 32) HOLDS(sorted.GetValue(width * (i - 1)) > sorted.GetValue(width * i));

    uint16_t lengths[4] = {32, 32, 32, 32};
    MrgSortSrcList<T> lists(sorted, sorted[32 * width], sorted[64 * width], sorted[96 * width]);
    MrgSort(merged, lists, MrgSort4Info(lengths, false, 15, 1));
    auto words = merged.template ReinterpretCast<uint32_t>();
    for (int i = 0; i < 128; ++i) {
        HOLDS(merged.GetValue(width * i) == T(127 - i));
        HOLDS(score(int(words.GetValue(2 * i + 1)) - 1000) == 127 - i);
    }

    // Two lists of 5 and 7; the first runs out first because its scores are the larger ones.
    for (int i = 0; i < 5; ++i) sorted.SetValue(width * i, T(100 - i));
    for (int i = 0; i < 7; ++i) sorted.SetValue(width * (32 + i), T(98 - 2 * i));
    MrgSort4Info info;
    info.elementLengths[0] = 5;
    info.elementLengths[1] = 7;
    info.ifExhaustedSuspension = true;
    info.validBit = 3;
    MrgSortSrcList<T> two;
    two.src1 = sorted;
    two.src2 = sorted[32 * width];
    MrgSort<T>(merged, two, info);
    uint16_t used[4];
    GetMrgSortResult(used[0], used[1], used[2], used[3]);
    HOLDS(used[0] == 5 && used[1] == 1);
    const int expected[] = {100, 99, 98, 98, 97, 96};
    for (int i = 0; i < 6; ++i) HOLDS(merged.GetValue(width * i) == T(expected[i]));
}

__global__ __vector__ void calls(GM_ADDR) {
    InitSocState();
    Records<float>();
    Records<half>();
}
RUN(calls)
