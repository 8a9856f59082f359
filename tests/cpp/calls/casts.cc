// Conversions in every form, and the scales they use.
#include "check.h"

using namespace AscendC;

constexpr uint32_t A = 0, B = 0x4000, C = 0x8000;

__aicore__ void Casts() {
    auto h = make<half>(A, 256, [](int i) { return i * 0.5f; });
    auto w = make<int32_t>(B, 256, [](int) { return -1; });
    Cast(w, h, RoundMode::CAST_FLOOR, 70);
    EQUAL(w, 100, i < 70 ? i / 2 : -1);
    Cast<int32_t, half>(w, h, RoundMode::CAST_CEIL, 70);
    EQUAL(w, 70, (i + 1) / 2);
    // Lanes are counted in the wider type: 64 a repeat; dst 1, 9; src 2, 5.
    fill(w, [](int) { return -1; });
    Cast(w, h, RoundMode::CAST_ROUND, 20, 2, {1, 2, 9, 5});
    auto source = [](int r, int e) { return 80 * r + 32 * (e / 16) + e % 16; };
    EQUAL(w, 200, i < 20 ? (source(0, i) + 1) / 2 : i >= 72 && i < 92 ? (source(1, i - 72) + 1) / 2 : -1);
    uint64_t bits[2] = {0x5, 0};
    fill(w, [](int) { return -1; });
    Cast<int32_t, half, true>(w, h, RoundMode::CAST_RINT, bits, 1, {1, 1, 8, 4});
    EQUAL(w, 64, i == 0 ? 0 : i == 2 ? 1 : -1);
    SetVectorMask<float>(0, 0x8);
    Cast<int32_t, half, false>(w, h, RoundMode::CAST_TRUNC, MASK_PLACEHOLDER, 1, {1, 1, 8, 4});
    EQUAL(w, 64, i == 0 ? 0 : i == 2 || i == 3 ? 1 : -1);
    ResetMask();

    auto f = make<float>(B, 64, [](int) { return 0; });
    Cast(f, h, RoundMode::CAST_NONE, 64);
    EQUAL(f, 64, i * 0.5f);
    auto four = LocalTensor<int4b_t>(TPosition::VECCALC, C, 128);
    for (uint32_t i = 0; i < 128; ++i) four.SetValue(i, int4b_t(int(i % 16) - 8));
    Cast(h, four, RoundMode::CAST_NONE, 128);
    EQUAL(h, 128, i % 16 - 8);
}

__aicore__ void Scales() {
    auto w = make<int32_t>(A, 128, [](int i) { return 8 * i; });
    auto h = make<half>(B, 128, [](int) { return -1; });
    SetDeqScale(half(0.25));
    Cast(h, w, RoundMode::CAST_NONE, 128);
    EQUAL(h, 128, 2 * i);
    CastDequant(h, w, 64);
    EQUAL(h, 64, 2 * i);
    auto v = make<int32_t>(C, 128, [](int i) { return -8 * (i % 2); });
    AddDeqRelu(h, w, v, 64);
    EQUAL(h, 64, i == 1 ? 0 : 2 * (i - i % 2));

    // 16 words of 2 bytes make 16 bytes: the upper half of their block, or the lower one.
    auto s = make<int16_t>(A, 128, [](int i) { return 2 * i; });
    auto d = make<int8_t>(B, 256, [](int) { return 7; });
    SetDeqScale(0.5f, int16_t(3), true);
    CastDequant<int8_t, int16_t, true, false, true>(d, s, 16, 2, {1, 1, 1, 1});
    EQUAL(d, 64, i % 32 < 16 ? 7 : 16 * (i / 32) + i % 32 - 16 + 3);
    uint64_t bits[2] = {0x1, 0};
    fill(d, [](int) { return 7; });
    CastDeq<int8_t, int16_t, true, false, false>(d, s[16], bits, 1, {1, 1, 8, 8});
    EQUAL(d, 32, i == 0 ? 19 : 7);
    fill(d, [](int) { return 7; });
    CastDeq<int8_t, int16_t, false, false>(d, s, 32);
    EQUAL(d, 64, i % 32 < 16 ? 16 * (i / 32) + i % 32 + 3 : __NPU_ARCH__ == 3510 ? d.GetValue(i) : 7);

    float scale[16];
    int16_t offset[16];
    bool sign[16];
    for (int i = 0; i < 16; ++i) scale[i] = i % 2 ? 1 : 0.5, offset[i] = int16_t(3 * i), sign[i] = true;
    auto table = make<uint64_t>(C, 16, [](int) { return 0; });
    SetDeqScale(table, VdeqInfo(scale, offset, sign));
    CastDequant<int8_t, int16_t, true, true, true>(d, s, 16, 1, {1, 1, 8, 8});
    EQUAL(d[16], 16, (i % 2 ? 2 * i : i) + 3 * i);
}

#if __NPU_ARCH__ == 3510
__aicore__ void Truncates() {
    auto f = make<float>(A, 64, [](int i) { return i * 0.5f; });
    Truncate<float, RoundMode::CAST_FLOOR>(f, f, 63);
    EQUAL(f, 64, i < 63 ? i / 2 : 31.5f);
}
#endif

__global__ __vector__ void calls(GM_ADDR) {
    InitSocState();
    Casts();
    Scales();
#if __NPU_ARCH__ == 3510
    Truncates();
#endif
}
RUN(calls)
