// Matrices of small integers for programs that multiply: stored as any type, in rows or fractals, turned or not, and their exact product.
#pragma once
#include "cube_utils.h"
#include "kernel_tiling/kernel_tiling.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/tiling_api.h"

using Tiling = AscendC::tiling::TCubeTiling;
using TP = matmul_tiling::TPosition;
using TF = matmul_tiling::CubeFormat;
using TD = matmul_tiling::DataType;

template <typename T>
struct Stored; // what host code holds of a T
template <>
struct Stored<half> {
    using H = uint16_t;
    static H To(int v) { return FloatToHalfBits(static_cast<float>(v)); }
    static double From(H h) { return HalfBitsToFloat(h); }
    static constexpr TD type = TD::DT_FLOAT16;
};
template <>
struct Stored<bfloat16_t> {
    using H = uint16_t;
    static H To(int v) { return FloatToBf16Bits(static_cast<float>(v)); }
    static double From(H h)
    {
        const uint32_t u = static_cast<uint32_t>(h) << 16;
        float f;
        memcpy(&f, &u, 4);
        return f;
    }
    static constexpr TD type = TD::DT_BF16;
};
template <typename T, TD number>
struct Plain {
    using H = T;
    static H To(int v) { return static_cast<T>(v); }
    static double From(H h) { return static_cast<double>(h); }
    static constexpr TD type = number;
};
template <>
struct Stored<float> : Plain<float, TD::DT_FLOAT> {};
template <>
struct Stored<int8_t> : Plain<int8_t, TD::DT_INT8> {};
template <>
struct Stored<int32_t> : Plain<int32_t, TD::DT_INT32> {};

struct Ints {
    std::vector<int> v;
    int r, c;
    Ints(int rows, int cols, uint32_t seed, int lo = -3, int hi = 3) : v(static_cast<size_t>(rows) * cols), r(rows), c(cols)
    {
        Lcg rnd(seed);
        for (auto& x : v) x = rnd.Int(lo, hi);
    }
    int operator()(int i, int j) const { return v[static_cast<size_t>(i) * c + j]; }
};
inline std::vector<int64_t> Product(const Ints& a, const Ints& b)
{
    std::vector<int64_t> c(static_cast<size_t>(a.r) * b.c);
    for (int i = 0; i < a.r; ++i)
        for (int q = 0; q < a.c; ++q)
            for (int j = 0; j < b.c; ++j) c[static_cast<size_t>(i) * b.c + j] += int64_t(a(i, q)) * b(q, j);
    return c;
}
inline size_t UpTo(size_t x, size_t a) { return (x + a - 1) / a * a; }
// Place of an element in fractals of a matrix of so many rows.
template <typename T>
size_t NzAt(int i, int j, int rows, int c0 = 32 / sizeof(T))
{
    return static_cast<size_t>(j / c0) * UpTo(rows, 16) * c0 + static_cast<size_t>(i) * c0 + j % c0;
}
template <typename T>
void PutRows(Buf<typename Stored<T>::H>& b, const Ints& m, bool turned)
{
    for (int i = 0; i < m.r; ++i)
        for (int j = 0; j < m.c; ++j) b.h[turned ? static_cast<size_t>(j) * m.r + i : static_cast<size_t>(i) * m.c + j] = Stored<T>::To(m(i, j));
}
inline uint64_t ScaleWord(float s) // as Fixpipe takes it: of bits 13 to 31
{
    uint32_t u;
    memcpy(&u, &s, 4);
    return u;
}
