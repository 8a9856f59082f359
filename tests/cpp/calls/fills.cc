// Filling, copying, gathering and rearranging inside UB.
#include "check.h"

using namespace AscendC;

constexpr uint32_t A = 0, B = 0x4000, C = 0x8000, D = 0xC000, M = 0x10000;

__aicore__ void Fills() {
    auto d = make<float>(D, 256, [](int) { return -1; });
    uint64_t bits[2] = {0x3, 0};
    Duplicate(d, 0, 70);
    EQUAL(d, 100, i < 70 ? 0 : -1);
    Duplicate<float>(d, 2.5, 5, 2, 1, 9);
    EQUAL(d, 100, i < 5 || (i >= 72 && i < 77) ? 2.5f : i < 70 ? 0 : -1);
    Duplicate(d, 4.0f, bits, 1, 1, 8);
    EQUAL(d, 3, i < 2 ? 4 : 2.5f);
    auto h = make<half>(C, 128, [](int) { return 0; });
    Duplicate(h, 0.5, 128);
    EQUAL(h, 128, 0.5f);
    SetVectorMask<half>(0, 1);
    Duplicate<half, false>(h, half(3), MASK_PLACEHOLDER, 1, 1, 8);
    EQUAL(h, 128, i ? 0.5f : 3);
    ResetMask();

    fill(d, [](int) { return -1; });
    CreateVecIndex(d, 3, 70);
    EQUAL(d, 100, i < 70 ? 3 + i : -1);
    auto n = make<int32_t>(C, 256, [](int) { return -1; });
    CreateVecIndex<int32_t>(n, 5, 64, 2, 1, 9);
    EQUAL(n, 144, i < 64 ? 5 + i : i >= 72 && i < 136 ? 69 + i - 72 : -1);
    CreateVecIndex(n, int32_t(100), bits, 1, 1, 8);
    EQUAL(n, 3, i < 2 ? 100 + i : 5 + i);

    auto a = make<float>(A, 512, [](int i) { return i; });
    fill(d, [](int) { return -1; });
    Copy(d, a, 20, 2, {1, 2, 9, 17});
    EQUAL(d, 100, i < 20 ? 16 * (i / 8) + i % 8 : i >= 72 && i < 92 ? 136 + 16 * ((i - 72) / 8) + i % 8 : -1);
    Copy(d, a[8], bits, 1, CopyRepeatParams(1, 1, 8, 8));
    EQUAL(d, 3, i < 2 ? 8 + i : 2);
    SetVectorMask<float>(0, 1);
    Copy<float, false>(d, a[16], MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
    EQUAL(d, 2, i ? 9 : 16);
    ResetMask();

    fill(d, [](int) { return -1; });
    Brcb(d, a, 2, {2, 16});
    EQUAL(d, 256, i / 8 % 2 ? -1 : i / 16);
}

__aicore__ void Gathers() {
    auto a = make<float>(A, 256, [](int i) { return i; });
    auto offsets = make<uint32_t>(M, 256, [](int i) { return 4 * (255 - i) - 32; });
    auto d = make<float>(D, 256, [](int) { return -1; });
    uint64_t bits[2] = {0x6, 0};
    fill(offsets, [](int i) { return i < 240 ? 4 * (239 - i) : 0; });
    Gather(d, a, offsets, 32, 70);
    EQUAL(d, 100, i < 70 ? 247 - i : -1);
    fill(d, [](int) { return -1; });
    Gather(d, a, offsets, uint32_t(0), 3, 2, 9);
    EQUAL(d, 100, i < 3 ? 239 - i : i >= 72 && i < 75 ? 239 - (i - 72 + 64) : -1);
    Gather<float>(d, a, offsets, 64, bits, 1, 8);
    EQUAL(d, 4, i == 1 || i == 2 ? 255 - i : i == 0 ? 239 : -1);
    auto blocks = make<uint32_t>(M, 16, [](int i) { return 32 * (15 - i); });
    auto u = make<uint32_t>(A, 256, [](int i) { return i; });
    auto v = make<uint32_t>(D, 256, [](int) { return 0; });
    Gatherb(v, u, blocks, 2, {1, 8});
    EQUAL(v, 128, 8 * (15 - i / 8) + i % 8);
    Gatherb(v, u, blocks, 1, GatherRepeatParams(2, 16));
    EQUAL(v, 16, i < 8 ? 120 + i : 8 * 14 + i % 8);
}

__aicore__ void Layouts() {
    auto a = make<half>(A, 256, [](int i) { return i; });
    auto d = make<half>(D, 512, [](int) { return -1; });
    Transpose(d, a);
    EQUAL(d, 256, i % 16 * 16 + i / 16);
    auto tmp = make<uint8_t>(M, 0x8000, [](int) { return 0; });
    auto words = make<uint16_t>(A, 256, [](int i) { return i; });
    auto to = make<uint16_t>(D, 256, [](int) { return 0; });
    Transpose(to, words, tmp, {1, 1, 16, 16, TransposeType::TRANSPOSE_ND2ND_B16});
    EQUAL(to, 256, i % 16 * 16 + i / 16);
    auto image = make<half>(A, 256, [](int i) { return i; });  // 1, 4, 8, 8
    Transpose(d, image, tmp, TransposeParamsExt(1, 4, 8, 8, TransposeType::TRANSPOSE_NCHW2NHWC));
    EQUAL(d, 256, i % 4 * 64 + i / 4);
    fill(d, [](int) { return -1; });
    Transpose(d, image, tmp, TransposeParamsExt(1, 4, 8, 8, TransposeType::TRANSPOSE_TYPE_NONE));
    EQUAL(d, 256, -1);

    // 16 blocks each, one after the other: dst[i][k] = src[k][i].
    LocalTensor<half> dst[16], src[16];
    uint64_t dstList[16], srcList[16];
    LocalTensor<uint64_t> dstAddress(TPosition::VECCALC, B, 16), srcAddress(TPosition::VECCALC, C, 16);
    for (int i = 0; i < 16; ++i) {
        dst[i] = d[16 * i];
        src[i] = image[16 * i];
        dstList[i] = (uint64_t)(d[16 * (15 - i)].GetPhyAddr());
        srcList[i] = (uint64_t)(image[16 * i].GetPhyAddr());
        dstAddress.SetValue(i, (uint64_t)d[16 * i].GetPhyAddr());
        srcAddress.SetValue(i, (uint64_t)image[16 * (15 - i)].GetPhyAddr());
    }
    TransDataTo5HD(dst, src, TransDataTo5HDParams());
    EQUAL(d, 256, i % 16 * 16 + i / 16);
    TransDataTo5HD<half>(dstList, srcList, {false, false, 1, 0, 0});
    EQUAL(d, 256, i % 16 * 16 + (15 - i / 16));
    TransDataTo5HD<half>(dstAddress, srcAddress, {});
    EQUAL(d, 256, (15 - i % 16) * 16 + i / 16);
    for (int i = 0; i < 16; ++i) {
        dst[i] = d[32 * i];
        src[i] = make<half>(A + 64 * i, 32, [&](int k) { return 100 * i + k; });
    }
    TransDataTo5HD<half>(dst, src, {false, false, 2, 1, 1});
    EQUAL(d, 512, 100 * (i % 16) + i / 32 + 16 * (i % 32 / 16));
}

__aicore__ void Interpolation() {
    auto a = make<half>(A, 256, [](int i) { return i; });
    auto blocks = make<uint32_t>(M, 16, [](int i) { return 32 * i; });
    auto weights = make<half>(B, 16, [](int i) { return i + 2; });
    auto d = make<half>(D, 512, [](int) { return -1; });
    auto tmp = make<uint8_t>(0x12000, 0x4000, [](int) { return 0; });
    // Two rows of 128, added with one weight each; then two results of one row with a weight for every block.
    BilinearInterpolation(d, a, blocks, weights, 128, 2, false, 1, 128, 1, tmp);
    EQUAL(d, 130, i < 128 ? 2 * i + 3 * (128 + i) : -1);
    uint64_t bits[2] = {0x3, 0x1};
    fill(d, [](int) { return -1; });
    BilinearInterpolation<half>(d, a, blocks, weights, bits, 1, true, 1, 256, 2, tmp);
    auto lane = [](int e) { return e < 2 || e == 64; };
    EQUAL(d, 400, i < 128 && lane(i) ? (i / 16 + 2) * i : i >= 256 && i < 384 && lane(i - 256) ? (i / 16 - 6) * (i - 128) : -1);
}

#if __NPU_ARCH__ == 3510
__aicore__ void Only950() {
    auto a = make<float>(A, 128, [](int i) { return i; });
    auto b = make<float>(B, 128, [](int i) { return 1000 + i; });
    auto c = make<float>(C, 128, [](int) { return -1; });
    auto d = make<float>(D, 128, [](int) { return -1; });
    Duplicate(d, a[3], 70);
    EQUAL(d, 100, i < 70 ? 3 : -1);
    Copy(d, a, 50);
    EQUAL(d, 60, i < 50 ? i : 3);
    Interleave(c, d, a, b, 64);
    EQUAL(c, 64, i % 2 ? 1000 + i / 2 : i / 2);
    EQUAL(d, 64, 32 + (i % 2 ? 1000 + i / 2 : i / 2));
    DeInterleave(a, b, c, d, 64);
    EQUAL(a, 64, i);
    EQUAL(b, 64, 1000 + i);
    DeInterleave(c, d, a, 64);
    EQUAL(c, 32, 2 * i);
    EQUAL(d, 32, 2 * i + 1);
    auto offsets = make<uint32_t>(M, 128, [](int i) { return 4 * (127 - i); });
    fill(d, [](int) { return -1; });
    Scatter(d, a, offsets, 0, 64);
    EQUAL(d, 128, i < 64 ? -1 : 127 - i);
    fill(offsets, [](int i) { return 4 * i; });
    Scatter(d, a, offsets, 32, 3, 2, 4);
    EQUAL(d[8], 3, i);
    EQUAL(d[72], 3, 32 + i);
    uint64_t bits[2] = {0x4, 0};
    Scatter<float>(d, a, offsets, uint32_t(0), bits, 1, 8);
    EQUAL(d, 4, i == 2 ? 2 : -1);
    auto bytes = make<uint8_t>(A, 256, [](int i) { return i; });
    auto found = make<uint8_t>(D, 256, [](int) { return 0; });
    fill(offsets, [](int i) { return 2 * i; });
    Gather(found, bytes, offsets, 1, 100);
    EQUAL(found, 128, i < 100 ? 2 * i + 1 : 0);
}
#endif

__global__ __vector__ void calls(GM_ADDR) {
    InitSocState();
    Fills();
    Gathers();
    Layouts();
    Interpolation();
#if __NPU_ARCH__ == 3510
    Only950();
#endif
}
RUN(calls)
