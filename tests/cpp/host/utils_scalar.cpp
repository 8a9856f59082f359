// Scalar functions that need no kernel, against values from the pages.
#include "kernel_operator.h"

#include "check.h"

using namespace AscendC;

// The compiler knows these.
static_assert(GetBitCount<1>(0) == 0 && GetBitCount<0>(0) == 64 && GetBitCount<1>(0xF0F0) == 8 &&
              GetBitCount<0>(~0ull) == 0);
static_assert(CountLeadingZero(0) == 64 && CountLeadingZero(1) == 63 && CountLeadingZero(~0ull) == 0);
static_assert(CountBitsCntSameAsSignBit(0) == -1 && CountBitsCntSameAsSignBit(-1) == -1 &&
              CountBitsCntSameAsSignBit(1) == 62);
static_assert(CountBitsCntSameAsSignBit(INT64_MAX) == 0 && CountBitsCntSameAsSignBit(INT64_MIN) == 0 &&
              CountBitsCntSameAsSignBit(-2) == 62);
static_assert(GetSFFValue<1>(0) == -1 && GetSFFValue<0>(~0ull) == -1 && GetSFFValue<1>(0x60) == 5 &&
              GetSFFValue<0>(0x1F) == 5);
static_assert(ScalarGetCountOfValue<1>(7) == 3 && ScalarCountLeadingZero(2) == 62 && ScalarGetSFFValue<0>(1) == 1);
static_assert(CeilDivision(10, 3) == 4 && CeilDivision(9, 3) == 3 && CeilDivision(0, 3) == 0 &&
              CeilDivision(5, 0) == 0);
static_assert(DivCeil(33u, 32u) == 2 && AlignUp(33u, 32u) == 64 && AlignUp(64, 32) == 64);
static_assert(GetDataBlockSizeInBytes() == 32);
#if __NPU_ARCH__ == 3510
static_assert(GetUBSizeInBytes() == 253952 && GetVecLen() == 256);
#else
static_assert(GetUBSizeInBytes() == 0 && GetVecLen() == 0);
#endif
static_assert(NumericLimits<int8_t>::Max() == 127 && NumericLimits<int8_t>::Lowest() == -128 &&
              NumericLimits<int8_t>::Min() == -128);
static_assert(NumericLimits<uint32_t>::Max() == 0xFFFFFFFF && NumericLimits<uint16_t>::Min() == 0);
static_assert(NumericLimits<half>::Max().lanewise_bits == 0x7BFF &&
              NumericLimits<half>::Lowest().lanewise_bits == 0xFBFF);
static_assert(NumericLimits<half>::Min().lanewise_bits == 0x0400 &&
              NumericLimits<half>::DeNormMin().lanewise_bits == 1);
static_assert(NumericLimits<half>::QuietNaN().lanewise_bits == 0x7E00 &&
              NumericLimits<half>::SignalingNaN().lanewise_bits == 0x7D00);
static_assert(NumericLimits<bfloat16_t>::QuietNaN().lanewise_bits == 0x7FC0 &&
              NumericLimits<bfloat16_t>::SignalingNaN().lanewise_bits == 0x7FA0);
static_assert(NumericLimits<bfloat16_t>::Infinity().lanewise_bits == 0x7F80 &&
              NumericLimits<bfloat16_t>::Max().lanewise_bits == 0x7F7F);
static_assert(NumericLimits<float>::Max() == 3.4028234663852886e38f &&
              NumericLimits<float>::Min() == 1.1754943508222875e-38f);
static_assert(NumericLimits<float>::NegativeInfinity() < NumericLimits<float>::Lowest());

// Programs bring functions of the same names along.
template <typename T>
T AlignUp(T value, T unit) { return (value + unit - 1) / unit * unit + 1000; }
uint32_t DivCeil(uint32_t a, uint32_t b) { return a / b + 1000; }

template <class T>
T quotient(T x, T magic, T shift)
{
    using Wide = unsigned __int128;
    const Wide high = static_cast<Wide>(x) * magic >> 8 * sizeof(T);
    return static_cast<T>((high + x) >> shift);
}

template <class T>
void divides()
{
    const T most = static_cast<T>(~T{0});
    const T divisors[] = {1, 2, 3, 7, 10, 16, 255, 65537, most / 2 + 2, most - 1, most};
    for (T divisor : divisors) {
        T magic = 0, shift = 0;
        GetUintDivMagicAndShift(magic, shift, divisor);
        const T numbers[] = {0, 1, 6, 7, 12345, divisor - 1, divisor, most / 2, most};
        for (T x : numbers) CHECK(quotient(x, magic, shift) == x / divisor);
    }
}

int main()
{
    CHECK(AlignUp(5, 4) == 1008 && AlignUp(5u, 4u) == 1008u && DivCeil(8u, 4u) == 1002);

    CHECK((Cast<float, half, RoundMode::CAST_ODD>(3.14159f).lanewise_bits) == 0x4249);  // 3.142578
    CHECK((static_cast<float>(Cast<float, half, RoundMode::CAST_ODD>(3.14159f)) == 3.142578125f));
    const float values[] = {2.5f, -2.5f, 2.4f, -2.6f, 3.5f};
    const int rounded[] = {3, -3, 2, -3, 4}, up[] = {3, -2, 3, -2, 4};
    const int down[] = {2, -3, 2, -3, 3}, even[] = {2, -2, 2, -3, 4};
    for (int i = 0; i < 5; ++i) {
        CHECK((Cast<float, int32_t, RoundMode::CAST_ROUND>(values[i])) == rounded[i]);
        CHECK((Cast<float, int32_t, RoundMode::CAST_CEIL>(values[i])) == up[i]);
        CHECK((Cast<float, int32_t, RoundMode::CAST_FLOOR>(values[i])) == down[i]);
        CHECK((ScalarCast<float, int32_t, RoundMode::CAST_RINT>(values[i])) == even[i]);
    }
    CHECK(static_cast<float>(Cast(3.14159f)) == 3.140625f);
    CHECK(ToBfloat16(1.00390625f).lanewise_bits == 0x3F80);  // a tie, to even
    CHECK(Cast(bfloat16_t(1.5f)) == 1.5f && ToFloat(bfloat16_t(-2.0f)) == -2.0f &&
          Cast<bfloat16_t>(bfloat16_t(0.5f)) == 0.5f);
#if __NPU_ARCH__ == 3510
    CHECK(Cast<fp8_e5m2_t>(fp8_e5m2_t(1.5f)) == 1.5f && (Cast<fp8_e4m3fn_t, float>(fp8_e4m3fn_t(448.0f))) == 448.0f);
    CHECK(Cast<hifloat8_t>(hifloat8_t(-4.0f)) == -4.0f);
    fp4x2_e2m1_t pair;
    pair.lanewise_bits = 0x72;  // low four bits: 1.0
    CHECK(Cast<fp4x2_e2m1_t>(pair) == 1.0f);
#endif
    divides<uint32_t>();
    divides<uint64_t>();
    return wrong;
}
