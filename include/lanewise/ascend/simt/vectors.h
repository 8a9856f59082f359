// Short vectors. Three members take the room of four.
#pragma once

#include "lanewise/ascend/types.h"

#define LANEWISE_VECTOR(Name, T)                                                                  \
    struct alignas(2 * sizeof(T)) Name##2 { T x, y; };                                            \
    struct alignas(4 * sizeof(T)) Name##3 { T x, y, z; };                                         \
    struct alignas(4 * sizeof(T)) Name##4 { T x, y, z, w; };                                      \
    constexpr Name##2 make_##Name##2(T x, T y) { return {x, y}; }                                 \
    constexpr Name##3 make_##Name##3(T x, T y, T z) { return {x, y, z}; }                         \
    constexpr Name##4 make_##Name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
LANEWISE_VECTOR(char, signed char)
LANEWISE_VECTOR(uchar, unsigned char)
LANEWISE_VECTOR(short, short)
LANEWISE_VECTOR(ushort, unsigned short)
LANEWISE_VECTOR(int, int)
LANEWISE_VECTOR(uint, unsigned int)
LANEWISE_VECTOR(long, long)
LANEWISE_VECTOR(ulong, unsigned long)
LANEWISE_VECTOR(longlong, long long)
LANEWISE_VECTOR(ulonglong, unsigned long long)
LANEWISE_VECTOR(float, float)
#undef LANEWISE_VECTOR

// Pairs of narrow floats: each half by itself.
#define LANEWISE_PAIR(Pair, T)                                                                          \
    struct alignas(4) Pair { T x, y; };                                                                 \
    constexpr Pair operator+(Pair a, Pair b) { return {a.x + b.x, a.y + b.y}; }                         \
    constexpr Pair operator-(Pair a, Pair b) { return {a.x - b.x, a.y - b.y}; }                         \
    constexpr Pair operator*(Pair a, Pair b) { return {a.x * b.x, a.y * b.y}; }                         \
    constexpr Pair operator/(Pair a, Pair b) { return {a.x / b.x, a.y / b.y}; }                         \
    constexpr Pair operator-(Pair a) { return {-a.x, -a.y}; }                                           \
    constexpr Pair& operator+=(Pair& a, Pair b) { return a = a + b; }                                   \
    constexpr Pair& operator-=(Pair& a, Pair b) { return a = a - b; }                                   \
    constexpr Pair& operator*=(Pair& a, Pair b) { return a = a * b; }                                   \
    constexpr Pair& operator/=(Pair& a, Pair b) { return a = a / b; }                                   \
    constexpr Pair& operator++(Pair& a) { return a = {a.x + T(1), a.y + T(1)}; }                        \
    constexpr Pair& operator--(Pair& a) { return a = {a.x - T(1), a.y - T(1)}; }                        \
    constexpr Pair operator++(Pair& a, int) { const Pair old = a; ++a; return old; }                    \
    constexpr Pair operator--(Pair& a, int) { const Pair old = a; --a; return old; }
LANEWISE_PAIR(half2, half)
LANEWISE_PAIR(bfloat16x2_t, bfloat16_t)
#undef LANEWISE_PAIR
constexpr half2 make_half2(half x, half y) { return {x, y}; }
constexpr bfloat16x2_t make_bfloat162(bfloat16_t x, bfloat16_t y) { return {x, y}; }
