// Comparisons into memory and into CMPMASK, Select, and GatherMask.
#include "check.h"

using namespace AscendC;

constexpr uint32_t A = 0, B = 0x4000, C = 0x8000, D = 0xC000, M = 0x10000;

template <class F>
int byte_of(int i, F bit) {
    int byte = 0;
    for (int k = 0; k < 8; ++k) byte |= bit(8 * i + k) << k;
    return byte;
}
#define BITS(...) byte_of(i, [&](int k) -> int { return __VA_ARGS__; })

__aicore__ void Compares_() {
    auto a = make<float>(A, 256, [](int i) { return i % 7; });
    auto b = make<float>(B, 256, [](int i) { return i % 5; });
    auto m = make<uint8_t>(M, 64, [](int) { return 0x55; });
    Compare(m, a, b, CMPMODE::LT, 128);
    EQUAL(m, 17, i < 16 ? BITS(k % 7 < k % 5) : 0x55);
    Compare<float, uint8_t>(m, a, b, CMPMODE::GE, 64, 2, {1, 1, 1, 8, 9, 10});
    EQUAL(m, 16, BITS((k + 8 * (k / 64)) % 7 >= (k + 16 * (k / 64)) % 5));
    uint64_t ones[2] = {~0ull, 0};
    Compare(m, a, b, CMPMODE::NE, ones, 1, {1, 1, 1, 8, 8, 8});
    EQUAL(m, 8, BITS(k % 7 != k % 5));

    Compares(m, a, 3, CMPMODE::EQ, 64);
    EQUAL(m, 8, BITS(k % 7 == 3));
    CompareScalar<float, uint8_t>(m, a, 3.0f, CMPMODE::GT, 64, 2, {1, 1, 8, 9});
    EQUAL(m, 16, BITS((k + 8 * (k / 64)) % 7 > 3));
    CompareScalar(m, a, 3.0f, CMPMODE::LE, ones, 1, {1, 1, 8, 8});
    EQUAL(m, 8, BITS(k % 7 <= 3));

    LocalTensor<uint8_t> bits = m;
    LocalTensor<float> x = a[0], y = b[0];
    x.SetSize(64);
    y.SetSize(64);
    bits = x < y;
    EQUAL(bits, 8, BITS(k % 7 < k % 5));
    bits = x > y;
    EQUAL(bits, 8, BITS(k % 7 > k % 5));
    bits = x <= y;
    EQUAL(bits, 8, BITS(k % 7 <= k % 5));
    bits = x >= y;
    EQUAL(bits, 8, BITS(k % 7 >= k % 5));
    bits = x == y;
    EQUAL(bits, 8, BITS(k % 7 == k % 5));
    bits = x != y;
    EQUAL(bits, 8, BITS(k % 7 != k % 5));

    Compare(a, b, CMPMODE::LT, 64, {1, 1, 1, 8, 8, 8});
    auto out = make<uint8_t>(C, 128, [](int) { return 0; });
    GetCmpMask(out);
    EQUAL(out, 8, BITS(k % 7 < k % 5));
    Compare<float>(a[8], b[16], CMPMODE::GT, ones, {1, 1, 1, 8, 8, 8});
    GetCmpMask(out);
    EQUAL(out, 8, BITS((k + 8) % 7 > (k + 16) % 5));
    Compare(a, b, CMPMODE::LT, 64, BinaryRepeatParams(1, 2, 3, 8, 8, 8));
    GetCmpMask(out);
    EQUAL(out, 8, BITS((16 * (k / 8) + k % 8) % 7 < (24 * (k / 8) + k % 8) % 5));
}

__aicore__ void Selects() {
    auto a = make<float>(A, 256, [](int i) { return i; });
    auto b = make<float>(B, 256, [](int i) { return -i; });
    auto d = make<float>(D, 256, [](int) { return 0.5f; });
    auto m = make<uint8_t>(M, 64, [](int i) { return i < 8 ? 0x0F : 0xF1; });
    auto chosen = [](int i) { return (i < 64 ? 0x0F : 0xF1) >> i % 8 & 1; };
    Select(d, m, a, b, SELMODE::VSEL_TENSOR_TENSOR_MODE, 100);
    EQUAL(d, 128, i < 100 ? (chosen(i) ? i : -i) : 0.5f);
    Select(d, m, a, 7, SELMODE::VSEL_TENSOR_SCALAR_MODE, 128);
    EQUAL(d, 128, chosen(i) ? i : 7);
    Select<float, uint8_t>(d, m, a, b, SELMODE::VSEL_CMPMASK_SPR, 128);
    EQUAL(d, 128, chosen(i % 64) ? i : -i);

    fill(d, [](int) { return 0.5f; });
    Select<float, uint8_t>(d, m, a, b, SELMODE::VSEL_TENSOR_TENSOR_MODE, 10, 2, {1, 1, 1, 11, 9, 10});
    EQUAL(d, 128, i < 10 ? (chosen(i) ? i : -i) : i >= 88 && i < 98 ? (chosen(i - 24) ? i - 16 : -(i - 8)) : 0.5f);
    uint64_t bits[2] = {0x21, 0};
    fill(d, [](int) { return 0.5f; });
    Select(d, m, a, 9.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, bits, 2, {1, 1, 1, 8, 9, 8});
    EQUAL(d, 128, i == 0 ? 0 : i == 5 ? 9 : i == 64 ? 72 : i == 69 ? 77 : 0.5f);

    // CMPMASK: bits, the scalar, or where the bits are.
    auto words = make<uint64_t>(C, 16, [](int i) { return i == 0 ? 0xFFull : 0; });
    SetCmpMask(words);
    SetVectorMask<float>(0, ~0ull);
    Select<float, SELMODE::VSEL_CMPMASK_SPR>(d, a, b, 2, {1, 1, 1, 8, 8, 8});
    EQUAL(d, 128, i % 64 < 8 ? i : -i);
    auto number = make<float>(C, 16, [](int i) { return 5 + i; });
    SetCmpMask(number);
    Select(d, m, a, 1, {1, 1, 1, 8, 8, 8});
    EQUAL(d, 64, chosen(i) ? i : 5);
    ResetMask();
}

__aicore__ void Gathers() {
    auto a = make<float>(A, 512, [](int i) { return i; });
    auto d = make<float>(D, 512, [](int) { return 0.5f; });
    uint64_t kept = 0;
    GatherMask(d, a, 2, false, 0, {1, 2, 9, 0}, kept);
    HOLDS(kept == 64);
    HOLDS(GetGatherMaskRemainCount() == 64);
    EQUAL(d, 64, i < 32 ? 2 * i + 1 : 72 + 2 * (i - 32) + 1);
    auto pattern = make<uint32_t>(M, 64, [](int i) { return i == 0 ? 0x11 : i == 8 ? 0x6 : 0; });
    GatherMask(d, a, pattern, true, 10, {1, 2, 9, 1}, kept);
    HOLDS(kept == 4);
    EQUAL(d, 4, i == 0 ? 0 : i == 1 ? 4 : i == 2 ? 73 : 74);
    GatherMask<float, uint32_t, GatherMaskMode::VERSION_V1>(d, a, pattern, true, 5, GatherMaskParams(1, 1, 8, 1), kept);
    HOLDS(kept == 2);
    GatherMask<float, GatherMaskMode::VERSION_V1>(d, a, 7, true, 5, {1, 1, 8, 0}, kept);
    HOLDS(kept == 5);
}

#if __NPU_ARCH__ == 3510
__aicore__ void Flexible() {
    static constexpr BinaryConfig left = {0}, right = {1};
    auto a = make<float>(A, 128, [](int i) { return i; });
    auto s = make<float>(B, 64, [](int i) { return 10 * i; });
    auto d = make<float>(D, 128, [](int) { return 0.5f; });
    auto m = make<uint8_t>(M, 64, [](int) { return 0; });
    Compares(m, 20, a, CMPMODE::LT, 64);
    EQUAL(m, 8, BITS(20 < k));
    Compares<BinaryDefaultType, BinaryDefaultType, true, left>(m, s[3], a, CMPMODE::LT, 64);
    EQUAL(m, 8, BITS(30 < k));
    Compares<float, uint8_t, true, right>(m, a, s[3], CMPMODE::LT, 64, 1, {1, 1, 8, 8});
    EQUAL(m, 8, BITS(k < 30));
    fill(m, [](int) { return 0x3; });
    Select<float, uint8_t, left>(d, m, s[5], a, SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);
    EQUAL(d, 64, i % 8 < 2 ? 50 : i);
    Select<BinaryDefaultType, BinaryDefaultType, right>(d, m, a, s[5], SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);
    EQUAL(d, 64, i % 8 < 2 ? i : 50);
    Select(d, m, 8.0f, a, SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);
    EQUAL(d, 64, i % 8 < 2 ? 8 : i);
    fill(d, [](int) { return 0.5f; });
    Select<float, uint8_t, true, left>(d, m, s[5], a, SELMODE::VSEL_TENSOR_SCALAR_MODE, 4, 2, {1, 1, 1, 8, 8, 4});
    EQUAL(d, 128, i % 64 >= 4 ? 0.5f : i % 8 < 2 ? 50 : i / 64 * 32 + i % 64);
    auto bytes = make<int8_t>(A, 256, [](int i) { return i % 100; });
    Compares(m, bytes, 50, CMPMODE::GE, 256);
    EQUAL(m, 32, BITS(k % 100 >= 50));
}
#endif

__global__ __vector__ void calls(GM_ADDR) {
    InitSocState();
    Compares_();
    Selects();
    Gathers();
#if __NPU_ARCH__ == 3510
    Flexible();
#endif
}
RUN(calls)
