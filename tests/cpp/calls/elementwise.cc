// Unary, binary and vector-scalar instructions: count, contiguous and bitwise masks, isSetMask, algorithms, flexible scalars.
#include "check.h"

using namespace AscendC;

constexpr uint32_t A = 0, B = 0x4000, C = 0x8000, D = 0xC000, E = 0x10000;
constexpr float OLD = -99;

// Lane e of repeat r is element 8 * (repeat stride * r + block stride * (e / 8)) + e % 8.
template <class F>
float strided(int i, int blk, int rep, int repeats, F lane) {
    float value = OLD;
    for (int r = 0; r < repeats; ++r)
        for (int e = 0; e < 64; ++e)
            if (8 * (rep * r + blk * (e / 8)) + e % 8 == i) lane(r, e, value);
    return value;
}

__aicore__ void Binary() {
    auto a = make<float>(A, 512, [](int i) { return i; });
    auto b = make<float>(B, 512, [](int i) { return 1000 + 2 * i; });
    auto d = make<float>(D, 512, [](int) { return OLD; });

    Add(d, a, b, 100);
    EQUAL(d, 200, i < 100 ? 1000 + 3 * i : OLD);
    Sub<float>(d[8], a[8], b[16], 8);
    EQUAL(d[8], 8, (i + 8) - (1000 + 2 * (i + 16)));

    // Every number of a masked call differs: dst 2, 20; src0 1, 9; src1 1, 10 in blocks.
    fill(d, [](int) { return OLD; });
    BinaryRepeatParams params(2, 1, 1, 20, 9, 10);
    Mul(d, a, b, 40, 2, params);
    EQUAL(d, 512, strided(i, 2, 20, 2, [&](int r, int e, float& v) {
              if (e < 40) v = (72.0f * r + e) * (1000 + 2 * (80 * r + e));
          }));
    uint64_t bits[2] = {0x8000000000000105ull, 0};
    fill(d, [](int) { return OLD; });
    Max(d, a, b, bits, 2, {2, 1, 1, 20, 9, 10});
    EQUAL(d, 512, strided(i, 2, 20, 2, [&](int r, int e, float& v) {
              if (bits[0] >> e & 1) v = 1000 + 2 * (80 * r + e);
          }));
    const uint64_t constant[2] = {0xF0, 0};
    fill(d, [](int) { return OLD; });
    Min(d, a, b, constant, 1, {});
    EQUAL(d, 64, i >= 4 && i < 8 ? i : OLD);

    SetVectorMask<float>(0, 0x3);
    fill(d, [](int) { return OLD; });
    Add<float, false>(d, a, b, MASK_PLACEHOLDER, 1, {1, 1, 1, 8, 8, 8});
    EQUAL(d, 64, i < 2 ? 1000 + 3 * i : OLD);
    SetVectorMask<float>(0, 0x4);
    Sub<float, false>(d, b, a, MASK_PLACEHOLDER_LIST, 1, BinaryRepeatParams());
    EQUAL(d, 64, i < 2 ? 1000 + 3 * i : i == 2 ? 1002 : OLD);
    ResetMask();

    SetMaskCount();
    SetVectorMask<float, MaskMode::COUNTER>(0, 70);
    fill(d, [](int) { return OLD; });
    Add<float, false>(d, a, b, MASK_PLACEHOLDER, 1, {1, 1, 1, 8, 8, 8});
    EQUAL(d, 128, i < 70 ? 1000 + 3 * i : OLD);
    SetMaskNorm();
    ResetMask();
}

__aicore__ void TwoTypes() {
    auto h0 = make<half>(A, 128, [](int i) { return i; });
    auto h1 = make<half>(B, 128, [](int i) { return 2 + i % 3; });
    auto d = make<float>(D, 128, [](int) { return 0.5f; });
    MulAddDst(d, h0, h1, 100);
    EQUAL(d, 128, i < 100 ? 0.5f + i * (2 + i % 3) : 0.5f);
    fill(d, [](int) { return 0.5f; });
    MulAddDst<float, half, true>(d, h0, h1, 64, 2, {1, 1, 1, 8, 4, 4});
    EQUAL(d, 128, 0.5f + i * (2 + i % 3));
    Axpy(d, h0, 3, 64);
    EQUAL(d, 64, 0.5f + i * (2 + i % 3) + 3 * i);
    fill(d, [](int) { return 1; });
    Axpy<float, half>(d, h0, half(0.5), 64, 2, {1, 1, 8, 4});
    EQUAL(d, 128, 1 + i / 2.0f);
    auto small = make<int8_t>(E, 128, [](int) { return 0; });
    MulCast<int8_t, half>(small, h0, h1, 50);
    EQUAL(small, 128, i < 50 ? std::min(127, i * (2 + i % 3)) : 0);
}

__aicore__ void Unary() {
    auto a = make<float>(A, 256, [](int i) { return i % 2 ? i : -i; });
    auto d = make<float>(D, 256, [](int) { return OLD; });
    Abs(d, a, 65);
    EQUAL(d, 100, i < 65 ? i : OLD);
    Relu<float>(d, a, 100);
    EQUAL(d, 100, i % 2 ? i : 0);
    fill(d, [](int) { return OLD; });
    Abs<float, true>(d, a, 3, 2, {1, 1, 9, 10});
    EQUAL(d, 128, i < 3 ? i : i >= 72 && i < 75 ? i + 8 : OLD);
    uint64_t bits[2] = {0x10, 0};
    fill(d, [](int) { return OLD; });
    Abs(d, a, bits, 1, UnaryRepeatParams(2, 1, 8, 8));
    EQUAL(d, 32, i == 4 ? 4 : OLD);
    auto w = make<int16_t>(B, 128, [](int i) { return i * 257; });
    Not(w, w, 128);
    EQUAL(w, 128, ~(i * 257));
    auto f = make<float>(C, 64, [](int i) { return i * i; });
    Sqrt(f, f, 64);
    EQUAL(f, 64, i);
}

__aicore__ void Scalars() {
    auto a = make<float>(A, 256, [](int i) { return i; });
    auto d = make<float>(D, 256, [](int) { return OLD; });
    Adds(d, a, 2, 70);
    EQUAL(d, 100, i < 70 ? i + 2 : OLD);
    Muls<float>(d, a, 0.5, 70);
    EQUAL(d, 100, i < 70 ? i * 0.5f : OLD);
    fill(d, [](int) { return OLD; });
    Maxs(d, a, 70.0f, 20, 2, {2, 1, 16, 9});
    EQUAL(d, 256, strided(i, 2, 16, 2, [](int r, int e, float& v) {
              if (e < 20) v = std::max(70, 72 * r + e);
          }));
    uint64_t bits[2] = {3, 0};
    fill(d, [](int) { return OLD; });
    Mins<float, true>(d, a, half(0.5), bits, 1, {1, 1, 8, 8});
    EQUAL(d, 64, i < 2 ? i * 0.5f : OLD);
    LeakyRelu(d, a, 3, 64);
    EQUAL(d, 64, i);
    SetVectorMask<float>(0, 1);
    fill(d, [](int) { return OLD; });
    Adds<float, false>(d, a, 7.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
    EQUAL(d, 64, i == 0 ? 7 : OLD);
    ResetMask();

    auto h = make<half>(B, 128, [](int i) { return i; });
    Muls(h, h, 2, 128);
    EQUAL(h, 128, 2 * i);
    auto n = make<int16_t>(C, 128, [](int i) { return i - 64; });
    auto q = make<int16_t>(E, 128, [](int) { return 0; });
    ShiftRight(q, n, 2, 128);
    EQUAL(q, 128, (i - 64) >> 2);
    ShiftLeft<int16_t>(q, n, int16_t(1), 128, 1, {1, 1, 8, 8});
    EQUAL(q, 128, (i - 64) * 2);
#if __NPU_ARCH__ == 2201
    ShiftRight(q, n, int16_t(2), 128, 1, {1, 1, 8, 8}, true);
    EQUAL(q, 128, ((i - 64) >> 2) + ((i - 64) >> 1 & 1));
#endif
}

__aicore__ void Traits() {
    using Half = TensorTrait<half>;
    LocalTensor<Half> t(A), d(D);
    t.SetSize(128);
    d.SetSize(128);
    for (uint32_t i = 0; i < 128; ++i) t.SetValue(i, half(i));
    Adds<Half, half>(d, t, half(1), 128);
    Add(d, d, t, 128);
    Muls(d, d, half(2), 128, 1, {1, 1, 8, 8});
    for (uint32_t i = 0; i < 128; ++i) HOLDS(d.GetValue(i) == half(2 * (2 * int(i) + 1)));
}

__aicore__ void Operators() {
    auto a = make<float>(A, 64, [](int i) { return i + 1; });
    auto b = make<float>(B, 64, [](int i) { return 2 * i; });
    LocalTensor<float> d = make<float>(D, 64, [](int) { return OLD; });
    d = a + b;
    EQUAL(d, 64, 3 * i + 1);
    d = a - b;
    EQUAL(d, 64, 1 - i);
    d = a * b;
    EQUAL(d, 64, (i + 1) * 2 * i);
    d = b / a;
    EQUAL(d, 64, 2.0f * i / (i + 1));
    LocalTensor<float> view = d[8];
    view = a + a;
    EQUAL(d, 64, i < 8 ? 2.0f * i / (i + 1) : 2 * (i - 7));
    auto m = make<uint16_t>(A, 64, [](int i) { return i * 3; });
    auto n = make<uint16_t>(B, 64, [](int i) { return i * 5; });
    LocalTensor<uint16_t> k = make<uint16_t>(D, 64, [](int) { return 0; });
    k = m & n;
    EQUAL(k, 64, (i * 3) & (i * 5));
    k = m | n;
    EQUAL(k, 64, (i * 3) | (i * 5));
}

#if __NPU_ARCH__ == 3510
template <class T>
__aicore__ void Configured() {
    static constexpr BinaryConfig left = {0};
    static constexpr DivConfig exact = {DivAlgo::PRECISION_0ULP_FTZ_FALSE};
    static constexpr SqrtConfig inverse = {SqrtAlgo::FAST_INVERSE};
    auto a = make<T>(A, 128, [](int i) { return i + 1; });
    auto s = make<T>(B, 128, [](int i) { return 100 * (i + 1); });
    auto d = make<T>(D, 128, [](int) { return OLD; });
    Subs(d, a, 3, 100);
    EQUAL(d, 128, i < 100 ? T(i + 1 - 3) : T(OLD));
    Subs(d, 3, a, 100);
    EQUAL(d, 100, 3 - (i + 1));
    Subs(d, a, s[8], 100);
    EQUAL(d, 100, i + 1 - 900);
    Subs<BinaryDefaultType, true, left>(d, s[8], a, 100);
    EQUAL(d, 100, 900 - (i + 1));
    fill(d, [](int) { return OLD; });
    Subs<T, true, left>(d, s[8], a, 10, 1, {1, 1, 8, 8});
    EQUAL(d, 10, 900 - (i + 1));
    Divs(d, 2, a, 64);
    EQUAL(d, 64, float(2) / float(i + 1));
    Div<T, exact>(d, a, s, 64);
    EQUAL(d, 64, float(i + 1) / float(100 * (i + 1)));
    Div<T, true, exact>(d, s, a, 64, 1, {1, 1, 1, 8, 8, 8});
    EQUAL(d, 64, 100);
    fill(a, [](int i) { return i * i % 64; });
    Sqrt<float, inverse>(make<float>(D, 64, [](int) { return 0; }), make<float>(C, 64, [](int i) { return i * i; }), 64);
    EQUAL(LocalTensor<float>(TPosition::VECCALC, D, 64), 64, i);
}

// What the algorithms differ in: subnormals, and roots of very large numbers.
__aicore__ void Algorithms() {
    static constexpr DivConfig kept = {DivAlgo::PRECISION_0ULP_FTZ_FALSE}, flushed = {DivAlgo::PRECISION_0ULP_FTZ_TRUE};
    static constexpr SqrtConfig inverse = {SqrtAlgo::FAST_INVERSE}, plain = {SqrtAlgo::INTRINSIC};
    auto tiny = make<float>(A, 64, [](int) { return 0x1p-140f; });
    auto one = make<float>(B, 64, [](int) { return 1; });
    auto large = make<float>(C, 64, [](int) { return 0x1p127f; });
    auto d = make<float>(D, 64, [](int) { return OLD; });
    Div<float, kept>(d, tiny, one, 64);
    EQUAL(d, 64, 0x1p-140f);
    Div<float, flushed>(d, tiny, one, 64);
    EQUAL(d, 64, 0);
    Div(d, tiny, one, 64);
    EQUAL(d, 64, 0);
    Sqrt<float, inverse>(d, large, 64);
    EQUAL(d, 64, 0);
    Sqrt<float, plain>(d, large, 64);
    EQUAL(d, 64, 0x1.6a09e6p63f);
}

__aicore__ void Only950() {
    Configured<float>();
    Configured<half>();
    Algorithms();
    auto a = make<int32_t>(A, 64, [](int i) { return (i + 1) << 20; });
    auto b = make<int32_t>(B, 64, [](int i) { return (i + 3) << 18; });
    auto low = make<int32_t>(C, 64, [](int) { return 0; });
    auto high = make<int32_t>(D, 64, [](int) { return 0; });
    Mull(low, high, a, b, 64);
    EQUAL(high, 64, int64_t(a.GetValue(i)) * b.GetValue(i) >> 32);
    EQUAL(low, 64, int32_t(int64_t(a.GetValue(i)) * b.GetValue(i)));
    auto shifts = make<int32_t>(E, 64, [](int i) { return i % 5; });
    ShiftRight(low, a, shifts, 64);
    EQUAL(low, 64, ((i + 1) << 20) >> (i % 5));
    ShiftLeft<int32_t, int32_t>(low, shifts, shifts, 64);
    EQUAL(low, 64, (i % 5) << (i % 5));
    Neg(low, a, 64);
    EQUAL(low, 64, -((i + 1) << 20));
    auto f = make<float>(A, 64, [](int i) { return i; });
    auto g = make<float>(B, 64, [](int) { return 10; });
    auto d = make<float>(C, 64, [](int) { return 0; });
    AbsSub(d, f, g, 64);
    EQUAL(d, 64, i > 10 ? i - 10 : 10 - i);
    FusedAbsSub(d, g, f, 8);
    EQUAL(d, 8, 10 - i);
    auto bytes = make<int8_t>(D, 64, [](int i) { return i; });
    auto sums = make<int8_t>(E, 64, [](int) { return 0; });
    Add(sums, bytes, bytes, 64);
    EQUAL(sums, 64, 2 * i);
    auto z = make<complex64>(A, 16, [](int i) { return complex64(i, 1); });
    auto y = make<complex64>(B, 16, [](int) { return complex64(0, 0); });
    Add(y, z, z, 16);
    for (uint32_t i = 0; i < 16; ++i) HOLDS(y.GetValue(i) == complex64(2.0f * i, 2));
    Abs(d, z[4], 1);
    EQUAL(d, 1, std::sqrt(17.0f));
}
#endif

__global__ __vector__ void calls(GM_ADDR) {
    InitSocState();
    Binary();
    TwoTypes();
    Unary();
    Scalars();
    Traits();
    Operators();
#if __NPU_ARCH__ == 3510
    Only950();
#endif
}
RUN(calls)
