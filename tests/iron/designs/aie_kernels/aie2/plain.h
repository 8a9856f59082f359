// Convolutions without vectors: activations as [x][channel], weights as [out][in] or [out][in][3][3].
#pragma once
#include <cstdint>

inline int32_t scaled(int32_t sum, int scale) { return scale ? (sum + (1 << (scale - 1))) >> scale : sum; }
template <class T>
T clamped(int32_t x) {
  const int low = T(-1) < T(0) ? -128 : 0;
  return static_cast<T>(x < low ? low : x > low + 255 ? low + 255 : x);
}

template <class In, class Out>
void point(const In *in, const int8_t *wts, Out *out, int width, int ci, int co, int scale) {
  for (int x = 0; x < width; x++)
    for (int o = 0; o < co; o++) {
      int32_t sum = 0;
      for (int c = 0; c < ci; c++) sum += in[x * ci + c] * wts[o * ci + c];
      out[x * co + o] = clamped<Out>(scaled(sum, scale));
    }
}

// Lines above the first and below the last one are zero, as border says (0 top, 1 middle, 2 bottom).
template <class In>
int32_t window(const In *const *lines, const int8_t *wts, int x, int c, int width, int ci, int border) {
  int32_t sum = 0;
  for (int ky = border == 0; ky < (border == 2 ? 2 : 3); ky++)
    for (int kx = 0; kx < 3; kx++) {
      const int at = x + kx - 1;
      if (at >= 0 && at < width) sum += lines[ky][at * ci + c] * wts[ky * 3 + kx];
    }
  return sum;
}
