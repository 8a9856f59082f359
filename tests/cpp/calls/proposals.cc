// Proposals of the older chips: eight elements each, the fifth is the score.
#include "check.h"

using namespace AscendC;

__global__ __vector__ void calls(GM_ADDR) {
    InitSocState();
    auto fields = make<half>(0, 64, [](int i) { return i * 37 % 64; });
    auto proposals = make<half>(0x1000, 64 * 8, [](int) { return -1; });
    auto sorted = make<half>(0x2000, 64 * 8, [](int) { return -1; });
    auto merged = make<half>(0x3000, 64 * 8, [](int) { return -1; });
    ProposalConcat(proposals, fields, 4, 4);
    EQUAL(proposals, 512, i % 8 == 4 ? i / 8 * 37 % 64 : -1);
    RpSort16(sorted, proposals, 4);
    for (int i = 1; i < 64; ++i)
        if (i % 16) HOLDS(sorted.GetValue(8 * i - 4) > sorted.GetValue(8 * i + 4));
    const uint16_t lengths[4] = {16, 16, 16, 16};
    MrgSort4(merged, {sorted, sorted[128], sorted[256], sorted[384]}, MrgSort4Info(lengths, false, 15, 1));
    auto scores = make<half>(0x4000, 64, [](int) { return -1; });
    ProposalExtract(scores, merged, 4, 4);
    EQUAL(scores, 64, 63 - i);

    auto rows = make<half>(0x5000, 128, [](int i) { return i; });
    auto padded = make<half>(0x6000, 128, [](int) { return -1; });
    VectorPadding(padded, rows, 0, false, 20);
    EQUAL(padded[20], 12, -1);
    HOLDS(padded.GetValue(0) == half(0));
    uint64_t bits[2] = {0x1, 0};
    fill(padded, [](int) { return -1; });
    VectorPadding(padded, rows, 1, true, bits, 1, {1, 1, 8, 8});
    EQUAL(padded[1], 15, -1);
    VectorPadding<half>(padded, rows, 2, true, 16, 1, {1, 1, 8, 8});
    EQUAL(padded[16], 16, -1);
}
RUN(calls)
