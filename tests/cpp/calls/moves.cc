// DataCopy and DataCopyPad in every form.
#include "check.h"

using namespace AscendC;

constexpr uint32_t A = 0, B = 0x4000, D = 0xC000;
constexpr float OLD = -1;

__aicore__ void Counts(GM_ADDR gm) {
    auto g = make_global<float>(gm, 512, [](int i) { return i; });
    auto out = make_global<float>(gm + 4096, 512, [](int) { return OLD; });
    auto a = make<float>(A, 512, [](int) { return OLD; });
    auto b = make<float>(B, 512, [](int) { return OLD; });
    DataCopy(a, g[16], 45);  // 180 bytes are 5 blocks
    EQUAL(a, 48, i < 40 ? 16 + i : OLD);
    DataCopy(b[8], a, 40);
    EQUAL(b, 64, i >= 8 && i < 48 ? 8 + i : OLD);
    DataCopy(out[3], b[8], 40);
    EQUAL(out, 64, i >= 3 && i < 43 ? 13 + i : OLD);

    // Three pieces of two blocks; gaps of one block in the source and of three in the destination.
    fill(a, [](int) { return OLD; });
    DataCopy(a, g, {3, 2, 1, 3});
    EQUAL(a, 128, i % 40 < 16 && i < 96 ? 24 * (i / 40) + i % 40 : OLD);
    fill(b, [](int) { return OLD; });
    DataCopy(b, a, DataCopyParams(3, 2, 3, 0));
    EQUAL(b, 64, i < 48 ? 24 * (i / 16) + i % 16 : OLD);
    fill(out, [](int) { return OLD; });
    DataCopyParams params;
    params.blockCount = 3;
    params.blockLen = 2;
    params.srcStride = 0;
    params.dstStride = 1;
    DataCopy(out, b, params);
    EQUAL(out, 80, i % 24 < 16 && i < 64 ? i : OLD);
    fill(a, [](int) { return OLD; });
    DataCopy(a, g, {1, 1, 0, 0}, DataCopyEnhancedParams());
    EQUAL(a, 16, i < 8 ? i : OLD);
    DataCopy(a, g, {0, 8, 0, 0});
    EQUAL(a, 16, i < 8 ? i : OLD);
}

__aicore__ void Slices(GM_ADDR gm) {
    auto g = make_global<float>(gm, 512, [](int i) { return i; });  // rows of 32
    auto a = make<float>(A, 512, [](int) { return OLD; });
    // Columns 8..15 and 24..31 of rows 1 and 3, into rows of 16.
    SliceInfo from[] = {{8, 31, 8, 1, 32}, {1, 3, 1, 1, 16}}, to[] = {{0, 15, 0, 1, 16}, {0, 1, 0, 1, 2}};
    DataCopy(a, g, to, from, 2);
    EQUAL(a, 40, i < 32 ? 32 * (1 + 2 * (i / 16)) + 8 + 16 * (i % 16 / 8) + i % 8 : OLD);
    auto out = make_global<float>(gm + 4096, 512, [](int) { return OLD; });
    DataCopy(out, a, from, to, 2);
    EQUAL(out, 128, i / 32 % 2 && i / 8 % 2 ? i : OLD);
    SliceInfo row[] = {{0, 15, 0, 2, 16}};
    DataCopy(a, g[5], row, row);
    EQUAL(a, 16, 5 + i);
}

__aicore__ void Fractals(GM_ADDR gm) {
    auto g = make_global<half>(gm, 1024, [](int i) { return i; });
    auto a = make<half>(A, 1024, [](int) { return OLD; });
    // Four rows of 40 columns at a pitch of 50 become columns of blocks, 5 blocks apart.
    DataCopy(a, g, Nd2NzParams(1, 4, 40, 0, 50, 5, 1, 0));
    EQUAL(a, 240, i % 80 >= 64 ? OLD : 16 * (i / 80) + i % 16 >= 40 ? 0 : 50 * (i % 80 / 16) + 16 * (i / 80) + i % 16);
    auto z = make<half>(B, 512, [](int i) { return i; });
    auto out = make_global<half>(gm + 4096, 512, [](int) { return OLD; });
    // Three rows of 32: columns of blocks 4 blocks apart; rows of the result 40 elements apart.
    DataCopy(out, z, Nz2NdParamsFull(1, 3, 32, 1, 4, 40, 1));
    EQUAL(out, 120, i % 40 < 32 ? 64 * (i % 40 / 16) + 16 * (i / 40) + i % 40 % 16 : OLD);
}

template <class Params, class Pad>
__aicore__ void Padded(GM_ADDR gm, const Params& in, const Pad& pad, const Params& back) {
    auto g = make_global<float>(gm, 256, [](int i) { return i; });
    auto a = make<float>(A, 256, [](int) { return OLD; });
    // Two pieces of 5 floats, 3 floats apart; one to the left, two to the right, a block between them.
    DataCopyPad(a, g[1], in, pad);
    EQUAL(a, 24, i == 0 || i == 16 ? 9 : i % 16 < 6 ? 1 + 8 * (i / 16) + i % 16 - 1 : i % 16 < 8 ? 9 : OLD);
    auto out = make_global<float>(gm + 4096, 64, [](int) { return OLD; });
    DataCopyPad(out[1], a, back);  // 5 floats of each, 1 float apart
    EQUAL(out, 14, i >= 1 && i < 6 ? a.GetValue(i - 1) : i >= 7 && i < 12 ? a.GetValue(16 + i - 7) : OLD);
}

__aicore__ void Pads(GM_ADDR gm) {
    uint32_t bytes = 20;
    DataCopyExtParams in{2, bytes, 12, 1, 0}, back{2, bytes, 1, 4, 0};
    Padded(gm, in, DataCopyPadExtParams<float>{true, 1, 2, 9}, back);
    float nine = 9;
    uint32_t bits;
    std::memcpy(&bits, &nine, 4);
    Padded(gm, DataCopyParams(2, 20, 12, 1), DataCopyPadParams(true, 1, 2, bits), DataCopyParams(2, 20, 1, 4));

    auto h = make_global<half>(gm, 64, [](int i) { return i; });
    auto a = make<half>(A, 64, [](int) { return OLD; });
    SetPadValue(half(7));
    DataCopyPad(a, h, {1, 10, 0, 0, 0}, {false, 0, 0, 0});
    EQUAL(a, 20, i < 5 ? i : i < 16 ? 7 : OLD);
    auto out = make_global<half>(gm + 4096, 64, [](int) { return OLD; });
    DataCopyPad(out, a, {1, 6, 0, 0});
    EQUAL(out, 5, i < 3 ? i : OLD);
}

#if __NPU_ARCH__ == 3510
__aicore__ void Only950(GM_ADDR gm) {
    auto g = make_global<float>(gm, 256, [](int i) { return i; });
    auto a = make<float>(A, 256, [](int) { return OLD; });
    DataCopyPad<float, PaddingMode::Compact>(a, g, {3, 12, 4, 0, 0}, {true, 0, 0, 9});
    EQUAL(a, 18, i < 9 ? 4 * (i / 3) + i % 3 : i < 16 ? 9 : OLD);  // no padding: the value fills the block on this chip
    auto out = make_global<float>(gm + 4096, 64, [](int) { return OLD; });
    DataCopyPad<float, PaddingMode::Compact>(out, a, {2, 12, 0, 8, 0});
    EQUAL(out, 10, i < 3 || (i >= 5 && i < 8) ? 4 * (i / 5) + i % 5 : OLD);
    DataCopyExtParams again;
    again.blockCount = 2;
    again.blockLen = 16;
    again.srcStride = -16;
    DataCopyPad(a, g, again, {false, 0, 0, 0});
    EQUAL(a, 12, i % 8 < 4 ? i % 8 : 9);  // the value of the last copy with one

    LoopModeParams loops;
    loops.loop1Size = 2;
    loops.loop2Size = 3;
    loops.loop1SrcStride = 40;
    loops.loop1DstStride = 64;
    loops.loop2SrcStride = 100;
    loops.loop2DstStride = 160;
    fill(a, [](int) { return OLD; });
    SetLoopModePara(loops, DataCopyMVType::OUT_TO_UB);
    DataCopy(a, g, 8);
    ResetLoopModePara(DataCopyMVType::OUT_TO_UB);
    EQUAL(a, 128, i >= 104 || i % 40 / 8 % 2 || i % 40 >= 24 ? OLD : 25 * (i / 40) + 10 * (i % 40 / 16) + i % 8);
    DataCopy(a, g, 8);
    EQUAL(a[8], 8, OLD);

    // 3 columns of 4 rows, every second column, transposed, with one column of padding to the left and two rows below.
    static constexpr NdDmaConfig as_said{false, NdDmaConfig::unsetPad, NdDmaConfig::unsetPad, false}, nearest{true, 1, 2, false};
    NdDmaLoopInfo<2> info{{2, 20}, {1, 8}, {3, 4}, {1, 0}, {0, 2}};
    NdDmaParams<float, 2> params = {info, 9};
    NdDmaDci();
    fill(a, [](int) { return OLD; });
    DataCopy<float, 2, as_said>(a, g, params);
    EQUAL(a, 48, i % 8 > 3 ? OLD : i % 8 == 0 || i / 8 > 3 ? 9 : 2 * (i % 8 - 1) + 20 * (i / 8));
    DataCopy(a, g, NdDmaParams<float, 1>{{{1}, {1}, {5}, {0}, {0}}, 0});
    EQUAL(a, 5, i);
    DataCopy<float, 1, nearest>(a, g[8], {{{1}, {1}, {5}, {0}, {0}}, 0});
    EQUAL(a, 8, i == 0 ? 8 : i < 6 ? 7 + i : 12);
    DataCopy<half, true>(make<half>(A, 64, [](int) { return OLD; }), make_global<half>(gm, 64, [](int i) { return i; }),
                         Nd2NzParams(1, 2, 3, 0, 5, 1, 1, 0));
    EQUAL(LocalTensor<half>(TPosition::VECCALC, A, 64), 8, i % 4 == 3 ? 0 : 5 * (i / 4) + i % 4);
}
#endif

__global__ __vector__ void calls(GM_ADDR gm) {
    InitSocState();
    Counts(gm);
    Slices(gm);
    Fractals(gm);
    Pads(gm);
#if __NPU_ARCH__ == 3510
    Only950(gm);
#endif
}
RUN(calls)
