// Reductions under all their names, and the registers they leave behind.
#include "check.h"

using namespace AscendC;

constexpr uint32_t A = 0, B = 0x4000, D = 0xC000, T = 0x10000;

// Values are small integers: every order of additions gives the same sum.
constexpr int value(int i) { return i * 7 % 31; }
int sum(int first, int count) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += value(first + i);
    return total;
}
int best(int first, int count, bool largest, int* where = nullptr) {
    int at = first;
    for (int i = first; i < first + count; ++i)
        if (largest ? value(i) > value(at) : value(i) < value(at)) at = i;
    if (where) *where = at - first;
    return value(at);
}

__aicore__ void Repeats() {
    auto a = make<float>(A, 512, value);
    auto d = make<float>(D, 64, [](int) { return -1; });
    uint64_t bits[2] = {0xF, 0};
    // Source repeats 9 blocks apart, results 3 elements (pairs) apart.
    WholeReduceSum<float>(d, a, 50, 3, 3, 1, 9);
    EQUAL(d, 12, i % 3 || i > 6 ? -1 : sum(72 * (i / 3), 50));
    WholeReduceSum(d, a, bits, 1, 1, 1, 8);
    EQUAL(d, 1, sum(0, 4));
    ReduceRepeat<ReduceType::SUM>(d, a, 20, 2, 1, 1, 8);
    EQUAL(d, 2, sum(64 * i, 20));
    RepeatReduceSum(d, a, 2, 30, 1, 1, 4, 9);
    EQUAL(d, 5, i == 0 ? sum(0, 30) : i == 4 ? sum(72, 30) : d.GetValue(i));
    SetVectorMask<float>(0, 0x7);
    WholeReduceSum<float, false>(d, a, MASK_PLACEHOLDER, 1, 1, 1, 8);
    EQUAL(d, 1, sum(0, 3));
    ResetMask();
    // Blocks two apart.
    WholeReduceSum(d, a, 16, 1, 1, 2, 8);
    EQUAL(d, 1, sum(0, 8) + sum(16, 8));

    int where = 0;
    auto index = d.ReinterpretCast<uint32_t>();
    WholeReduceMax<float>(d, a, 50, 2, 2, 1, 9);
    EQUAL(d, 1, best(0, 50, true, &where));
    HOLDS(index.GetValue(1) == uint32_t(where));
    EQUAL(d[4], 1, best(72, 50, true, &where));
    HOLDS(index.GetValue(5) == uint32_t(where));
    WholeReduceMin(d, a, 50, 1, 1, 1, 8, ReduceOrder::ORDER_INDEX_VALUE);
    HOLDS(d.GetValue(1) == best(0, 50, false, &where));
    HOLDS(index.GetValue(0) == uint32_t(where));
    ReduceRepeat<ReduceType::MIN, float, float, true>(d, a, bits, 1, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE);
    HOLDS(d.GetValue(0) == best(0, 4, false));
    ReduceRepeat<ReduceType::MAX>(d, a, 64, 2, 1, 1, 8, ReduceOrder::ORDER_ONLY_INDEX);
    best(64, 64, true, &where);
    HOLDS(index.GetValue(1) == uint32_t(where));
}

__aicore__ void Blocks() {
    auto a = make<float>(A, 512, value);
    auto d = make<float>(D, 128, [](int) { return -1; });
    uint64_t ones[2] = {~0ull, 0};
    BlockReduceSum<float>(d, a, 2, 64, 2, 1, 9);
    EQUAL(d, 24, i < 8 ? sum(8 * i, 8) : i < 16 ? -1 : sum(72 + 8 * (i - 16), 8));
    BlockReduceMax(d, a, 1, ones, 1, 1, 8);
    EQUAL(d, 8, best(8 * i, 8, true));
    BlockReduceMin<float, true>(d, a, 1, 64, 1, 2, 8);
    EQUAL(d, 8, best(16 * i, 8, false));
    ReduceDataBlock<ReduceType::SUM>(d, a, 64, 1, 1, 1, 8);
    EQUAL(d, 8, sum(8 * i, 8));
    ReduceDataBlock<ReduceType::MAX, float, float, true>(d, a[8], ones, 1, 1, 1, 8);
    EQUAL(d, 8, best(8 + 8 * i, 8, true));
    ReduceDataBlock<ReduceType::MIN>(d, a, 64, 1, 1, 1, 8);
    EQUAL(d, 8, best(8 * i, 8, false));
    PairReduceSum<float>(d, a, 2, 64, 1, 1, 9);
    EQUAL(d, 64, i < 32 ? sum(2 * i, 2) : sum(72 + 2 * (i - 32), 2));
    PairReduceSum(d, a[8], 1, ones, 1, 1, 8);
    EQUAL(d, 32, sum(8 + 2 * i, 2));
    ReducePairElem<ReduceType::SUM>(d, a, 64, 1, 1, 1, 8);
    EQUAL(d, 32, sum(2 * i, 2));
}

__aicore__ void Whole() {
    auto a = make<float>(A, 512, value);
    auto d = make<float>(D, 16, [](int) { return -1; });
    auto tmp = make<float>(T, 1024, [](int) { return 0; });
    auto index = d.ReinterpretCast<uint32_t>();
    uint64_t bits[2] = {0xFF, 0};
    int where = 0;
    ReduceSum(d, a, tmp, 200);
    EQUAL(d, 1, sum(0, 200));
#if __NPU_ARCH__ == 2201
    HOLDS(GetAccVal<float>() == sum(0, 200));
    HOLDS(GetReduceRepeatSumSpr<float>() == sum(0, 200));
#endif
    ReduceSum<float>(d, a, tmp, 50, 3, 9);
    EQUAL(d, 1, sum(0, 50) + sum(72, 50) + sum(144, 50));
    ReduceSum(d, a, tmp, bits, 2, 8);
    EQUAL(d, 1, sum(0, 8) + sum(64, 8));
    ReduceMax(d, a, tmp, 200, true);
    HOLDS(d.GetValue(0) == best(0, 200, true, &where));
    HOLDS(index.GetValue(1) == uint32_t(where));
    fill(d, [](int) { return -1; });
    ReduceMin<float>(d, a, tmp, 20);
    HOLDS(d.GetValue(0) == best(0, 20, false));
    HOLDS(d.GetValue(1) == -1);
    fill(a, [](int i) { return i == 130 ? 100 : i == 150 ? -100 : value(i); });
    ReduceMax(d, a, tmp, 50, 3, 8, true);
    HOLDS(d.GetValue(0) == 100);
    HOLDS(index.GetValue(1) == 130);
    ReduceMin(d, a, tmp, 50, 3, 8, true);
    HOLDS(d.GetValue(0) == -100);
    HOLDS(index.GetValue(1) == 150);
    ReduceMax(d, a, tmp, bits, 3, 8);
    HOLDS(d.GetValue(0) == 100);
    auto h = make<half>(B, 128, value);
    auto halves = make<half>(D, 16, [](int) { return 0; });
    auto scratch = make<half>(T, 1024, [](int) { return 0; });
    ReduceSum<half, true>(halves, h, scratch, 128);
    EQUAL(halves, 1, sum(0, 128));

#if __NPU_ARCH__ == 2201
    float largest = 0, place = 0;
    fill(a, value);
    WholeReduceMax(d, a, 64, 1, 1, 1, 8);
    GetReduceMaxMinCount<float>(largest, place);
    HOLDS(largest == best(0, 64, true, &where));
    uint32_t number;
    std::memcpy(&number, &place, 4);
    HOLDS(number == uint32_t(where));
    largest = 0;
    GetReduceRepeatMaxMinSpr(largest);
    HOLDS(largest == best(0, 64, true));
#endif
}

#if __NPU_ARCH__ == 3510
__aicore__ void Widening() {
    auto a = make<int16_t>(A, 256, [](int i) { return 1000 + i; });
    auto d = make<int32_t>(D, 16, [](int) { return 0; });
    ReduceRepeat<ReduceType::SUM, int32_t, int16_t>(d, a, 128, 2, 1, 1, 8);
    EQUAL(d, 2, 128 * (1000 + 128 * i) + 127 * 64);
    WholeReduceSum<int32_t, int16_t>(d, a, 64, 1, 1, 1, 8);
    EQUAL(d, 1, 64 * 1000 + 63 * 32);
}
#endif

__global__ __vector__ void calls(GM_ADDR) {
    InitSocState();
    Repeats();
    Blocks();
    Whole();
#if __NPU_ARCH__ == 3510
    Widening();
#endif
}
RUN(calls)
