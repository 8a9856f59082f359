// Arithmetic on single numbers that the scalar unit does.
#pragma once

#include <bit>

#include "lanewise/ascend/constants.h"

namespace lanewise {

template <class T>
concept SmallerFloat = NarrowFloat<T> || std::is_same_v<T, SmallFloat<dtype_of<T>>>;

}  // namespace lanewise

namespace AscendC {

// How many bits are 0, or 1.
template <int countValue>
constexpr std::int64_t GetBitCount(std::uint64_t valueIn) {
    static_assert(countValue == 0 || countValue == 1);
    return std::popcount(countValue ? valueIn : ~valueIn);
}
constexpr std::int64_t CountLeadingZero(std::uint64_t valueIn) { return std::countl_zero(valueIn); }

// Bits below the sign bit that equal it, up to the first that does not; -1 when all do.
constexpr std::int64_t CountBitsCntSameAsSignBit(std::int64_t valueIn) {
    const std::uint64_t changes = static_cast<std::uint64_t>(valueIn < 0 ? ~valueIn : valueIn);
    return changes ? std::countl_zero(changes) - 1 : -1;
}

// The lowest bit that is 0, or 1; -1 when there is none.
template <int countValue>
constexpr std::int64_t GetSFFValue(std::uint64_t valueIn) {
    static_assert(countValue == 0 || countValue == 1);
    const std::uint64_t wanted = countValue ? valueIn : ~valueIn;
    return wanted ? std::countr_zero(wanted) : -1;
}

// Older names.
template <int countValue>
constexpr std::int64_t ScalarGetCountOfValue(std::uint64_t valueIn) { return GetBitCount<countValue>(valueIn); }
constexpr std::int64_t ScalarCountLeadingZero(std::uint64_t valueIn) { return CountLeadingZero(valueIn); }
template <int countValue>
constexpr std::int64_t ScalarGetSFFValue(std::uint64_t valueIn) { return GetSFFValue<countValue>(valueIn); }

template <class T, class U, RoundMode mode>
LANEWISE_API U Cast(T valueIn) {
    constexpr bool nearest = mode == RoundMode::CAST_ROUND || mode == RoundMode::CAST_RINT;
    constexpr bool whole = nearest || mode == RoundMode::CAST_CEIL || mode == RoundMode::CAST_FLOOR;
    constexpr bool to_half = std::is_same_v<U, half> && mode == RoundMode::CAST_ODD;
    constexpr bool to_int = std::is_same_v<U, std::int32_t> && whole;
    static_assert(std::is_same_v<T, float> && (to_half || to_int),
                  "a scalar Cast goes from float to half with CAST_ODD, or to int32_t with ROUND, CEIL, FLOOR or RINT");
    constexpr int from = static_cast<int>(lanewise::dtype_of<T>), to = static_cast<int>(lanewise::dtype_of<U>);
    U result;
    lw_convert(from, to, static_cast<int>(mode), true, &valueIn, &result);
    return result;
}
template <class T, class U, RoundMode roundMode>
LANEWISE_API U ScalarCast(T valueIn) { return Cast<T, U, roundMode>(valueIn); }

constexpr bfloat16_t Cast(const float& fVal) { return bfloat16_t(fVal); }
constexpr float Cast(const bfloat16_t& bVal) { return static_cast<float>(bVal); }
template <class T, class U = float>
    requires(std::is_same_v<U, float> && lanewise::SmallerFloat<T>)
constexpr U Cast(T bVal) { return static_cast<float>(bVal); }

constexpr bfloat16_t ToBfloat16(const float& fVal) { return bfloat16_t(fVal); }
constexpr float ToFloat(const bfloat16_t& bVal) { return static_cast<float>(bVal); }

constexpr std::int32_t CeilDivision(std::int32_t num1, std::int32_t num2) {
    return num2 == 0 ? 0 : (num1 + num2 - 1) / num2;
}

// Programs often bring their own functions of these names: as templates of two types ours step back.
template <class A, class B>
constexpr auto DivCeil(A a, B b) { return b == 0 ? decltype(a / b){} : (a + b - 1) / b; }
template <class A, class B>
constexpr auto AlignUp(A a, B b) { return DivCeil(a, b) * b; }
template <class A, class B, class = std::enable_if_t<std::is_integral_v<A> && std::is_integral_v<B>>>
constexpr auto Ceil(A a, B b) { return DivCeil(a, b); }

// x / divisor = (high half of x * magic + x) >> shift, for x below 2^(width - 1).
template <class T>
constexpr void GetUintDivMagicAndShift(T& magic, T& shift, T divisor) {
    static_assert(std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t>);
    constexpr int width = 8 * sizeof(T);
    const int power = divisor <= 1 ? 0 : width - std::countl_zero(static_cast<T>(divisor - 1));
    // (2^power - divisor) * 2^width / divisor + 1, digit by digit: the product is wider than any type here.
    T rest = power == width ? static_cast<T>(-divisor) : static_cast<T>((T{1} << power) - divisor);
    T quotient = 0;
    for (int i = 0; i < width && divisor; ++i) {
        const bool carry = rest >> (width - 1);
        rest = static_cast<T>(rest << 1);
        quotient = static_cast<T>(quotient << 1);
        if (carry || rest >= divisor) {
            rest -= divisor;
            ++quotient;
        }
    }
    magic = static_cast<T>(quotient + 1);
    shift = static_cast<T>(power);
}

}  // namespace AscendC
