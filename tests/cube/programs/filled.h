// Buffers that are filled, and products on the host.
#pragma once
#include "cube_utils.h"
using namespace AscendC;

inline void FillHalf(Buf<uint16_t>& b, std::vector<float>& f, int seed, int lo = -4, int hi = 4)
{
    Lcg r(seed);
    f.resize(b.h.size());
    for (size_t i = 0; i < f.size(); ++i) {
        f[i] = static_cast<float>(r.Int(lo, hi));
        b.h[i] = FloatToHalfBits(f[i]);
    }
    b.Up();
}
inline void FillInt8(Buf<int8_t>& b, int seed, int lo = -7, int hi = 7)
{
    Lcg r(seed);
    for (auto& x : b.h) x = static_cast<int8_t>(r.Int(lo, hi));
    b.Up();
}
inline std::vector<float> Product(const std::vector<float>& a, const std::vector<float>& b, int m, int n, int k)
{
    std::vector<float> c(m * n, 0.0f);
    for (int i = 0; i < m; ++i)
        for (int q = 0; q < k; ++q)
            for (int j = 0; j < n; ++j) c[i * n + j] += a[i * k + q] * b[q * n + j];
    return c;
}
